// Beside the chart: exact figures of a context, and its callees as a table.

import { breakable, element } from "../shared/dom";
import { count, relative, share, signed } from "../shared/format";
import type { Chart, Place } from "./chart";
import { restTotal } from "./svg";
import type { Tree } from "./tree";

/** Callees that the table lists at most. */
const LISTED = 100;

/** One line about a segment: for the tooltip and for screen readers. */
export function describe(chart: Chart, place: Place): string {
  const { tree, weights } = chart;
  const { context, rest } = place;
  const name = tree.name(context);
  const total = rest ? restTotal(chart, context, rest - 1) : weights.total(context);
  const caller = rest ? context : tree.parent[context]!;
  const parts = [
    rest ? `${count(weights.callees(context).length - rest + 1)} smaller callees of ${name}` : name,
    `${count(total)} ${weights.metric}`,
    `${share(total, weights.total(0))} of all`,
  ];
  if (rest || context !== 0) parts.splice(2, 0, `${share(total, weights.total(caller))} of its caller`);
  if (!rest && tree.sides) parts.push(...difference(tree, context, weights.metric));
  return parts.join(", ");
}

function difference(tree: Tree, context: number, metric: string): string[] {
  const [before, after] = ([0, 1] as const).map((side) => tree.total(tree.prefix(side, metric), context));
  const [first, second] = tree.header.sides;
  return [
    `${count(before!)} in ${first!.name}`,
    `${count(after!)} in ${second!.name} (${relative(after! - before!, before!)})`,
  ];
}

/** Figures of a segment, each metric in a row. */
export function figures(chart: Chart, place: Place): HTMLElement[] {
  const { tree } = chart;
  const { context, rest } = place;
  if (rest) return [element("h2", {}, "Smaller callees"), element("p", {}, `${describe(chart, place)}.`)];
  const heading = element("h2", { class: "method" }, ...breakable(tree.name(context)));
  const facts = [`depth ${tree.depth[context]}`, `${count(tree.end[context]! - context)} contexts with those below`];
  const service = tree.serviceName(context);
  if (service !== "program") facts.push(`on behalf of: ${service}`);
  if (tree.sides && tree.sides[context] !== 3) facts.push(`only in ${tree.header.sides[tree.sides[context]! - 1]!.name}`);
  const body = tree.sides ? comparedRows(tree, context) : rows(tree, context);
  return [heading, element("p", { class: "facts" }, facts.join(" · ")), body];
}

function rows(tree: Tree, context: number): HTMLElement {
  const table = head(["", "own", "total", "of caller", "of all"]);
  for (const metric of tree.header.metrics) {
    const prefix = tree.prefix(0, metric);
    const total = tree.total(prefix, context);
    if (prefix[tree.count] === 0) continue;
    const caller = tree.total(prefix, tree.parent[context]!);
    const cells = [count(tree.own(prefix, context)), count(total), share(total, caller), share(total, prefix[tree.count]!)];
    table.tBodies[0]!.append(row(metric, cells));
  }
  return table;
}

function comparedRows(tree: Tree, context: number): HTMLElement {
  const [first, second] = tree.header.sides;
  const table = head(["total", first!.name, second!.name, "difference", ""]);
  for (const metric of tree.header.metrics) {
    const [before, after] = ([0, 1] as const).map((side) => tree.total(tree.prefix(side, metric), context));
    const less = after! - before!;
    table.tBodies[0]!.append(row(metric, [count(before!), count(after!), signed(less), relative(less, before!)]));
  }
  return table;
}

function head(names: string[]): HTMLTableElement {
  const cells = names.map((name) => element("th", { scope: "col", title: name }, name));
  return element("table", { class: "figures" }, element("thead", {}, element("tr", {}, ...cells)), element("tbody"));
}

function row(name: string, cells: string[]): HTMLTableRowElement {
  return element("tr", {}, element("th", { scope: "row" }, name), ...cells.map((cell) => element("td", {}, cell)));
}

/** The callees of a context; a click makes one the root. */
export function callees(chart: Chart, context: number): HTMLElement[] {
  const { tree, weights } = chart;
  const all = weights.callees(context);
  const heading = element("h2", {}, `Callees of ${tree.name(context)}`);
  if (all.length === 0) return [heading, element("p", {}, `None has ${weights.metric}.`)];
  const table = head(["callee", weights.metric, "of caller"]);
  const total = weights.total(context);
  for (const callee of all.subarray(0, LISTED)) {
    const button = element("button", { type: "button", class: "link", click: () => chart.zoomTo(callee) }, ...breakable(tree.name(callee)));
    const cells = [count(weights.total(callee)), share(weights.total(callee), total)].map((text) => element("td", {}, text));
    table.tBodies[0]!.append(element("tr", {}, element("th", { scope: "row" }, button), ...cells));
  }
  if (all.length > LISTED) {
    const rest = restTotal(chart, context, LISTED);
    table.tBodies[0]!.append(row(`${count(all.length - LISTED)} more`, [count(rest), share(rest, total)]));
  }
  const own = weights.own(context);
  table.tBodies[0]!.append(row("(its own)", [count(own), share(own, total)]));
  return [heading, table];
}
