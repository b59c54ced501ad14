// Colours of contexts, and the legend that explains them.

import { methodName, relative, share } from "../shared/format";
import { CATEGORIES, DIVERGING_DARK, DIVERGING_LIGHT, OTHERS, SEQUENTIAL } from "../shared/palette";
import type { Tree } from "./tree";

/** What a colour tells. */
export type Colouring = "package" | "class" | "cause" | "own" | "difference";

export interface LegendEntry {
  colour: string;
  text: string;
  /** A pattern that finds what has the colour, where there is one. */
  pattern?: string;
}

export interface Colours {
  palette: readonly string[];
  /** Place of a context's colour in the palette. */
  of(context: number): number;
  legend: LegendEntry[];
  title: string;
  /** Colours stand in an order, so that shades of them would mislead. */
  ordered: boolean;
}

/** Colours of a tree; `scale` is the relative difference of the strongest colours, 0 for one that fits. */
export function colours(tree: Tree, colouring: Colouring, metric: string, scale: number, dark: boolean): Colours {
  switch (colouring) {
    case "package":
      return byOwner(tree, metric, "package");
    case "class":
      return byOwner(tree, metric, "class");
    case "cause":
      return byCause(tree);
    case "own":
      return byOwnShare(tree, metric, dark);
    case "difference":
      return byDifference(tree, metric, scale, dark);
  }
}

/** The packages or classes with the most get a colour each. */
function byOwner(tree: Tree, metric: string, part: "package" | "class"): Colours {
  const prefix = tree.prefix(tree.sides ? "both" : 0, metric);
  const owners = tree.header.methods.map((name) => {
    const parts = methodName(name);
    return part === "package" || !parts.class ? parts.package : `${parts.package}.${parts.class}`;
  });
  const isMethod = tree.header.methods.map((name) => !name.startsWith("("));
  const ownCycles = new Float64Array(owners.length);
  for (let context = 0; context < tree.count; context++) ownCycles[tree.method[context]!]! += tree.own(prefix, context);
  const sums = new Map<string, number>();
  owners.forEach((owner, method) => {
    if (isMethod[method]) sums.set(owner, (sums.get(owner) ?? 0) + ownCycles[method]!);
  });
  const total = prefix[tree.count]!;
  const largest = [...sums].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, CATEGORIES.length);
  const places = new Map(largest.map(([owner], place) => [owner, place]));
  const rest = largest.length;
  const byMethod = Uint8Array.from(owners, (owner, method) => (isMethod[method] ? (places.get(owner) ?? rest) : rest));
  const named = largest.reduce((sum, [, own]) => sum + own, 0);
  const legend: LegendEntry[] = largest.map(([owner, own], place) => ({
    colour: CATEGORIES[place]!,
    text: `${owner || "(no package)"} ${share(own, total)}`,
    pattern: `${part === "package" ? "package" : "class"}:${owner}`,
  }));
  legend.push({ colour: OTHERS, text: `others ${share(total - named, total)}` });
  return {
    palette: [...CATEGORIES.slice(0, rest), OTHERS],
    of: (context) => byMethod[tree.method[context]!]!,
    legend,
    title: `${part === "package" ? "Package" : "Class"} of the method, with its share of ${metric}`,
    ordered: false,
  };
}

/** Colours of waiting, which is none of the processor's work. */
const WAITING: Record<string, string> = { "wait-io": "#e0a35c", "wait-time": "#c9b8a0", "wait-idle": "#8f8578" };

/** The cause of most of a context's own cycles. */
function byCause(tree: Tree): Colours {
  const causes = tree.header.metrics.filter((metric) => !["cycles", "bytecodes", "calls"].includes(metric));
  const prefixes = causes.map((cause) => tree.prefix(tree.sides ? "both" : 0, cause));
  const total = prefixes.reduce((sum, prefix) => sum + prefix[tree.count]!, 0);
  const palette = [...causes.map((cause, place) => WAITING[cause] ?? CATEGORIES[place] ?? "#d8d8d8"), OTHERS];
  return {
    palette,
    of: (context) => {
      let [most, found] = [0, causes.length];
      for (let place = 0; place < prefixes.length; place++) {
        const own = tree.own(prefixes[place]!, context);
        if (own > most) [most, found] = [own, place];
      }
      return found;
    },
    legend: causes.map((cause, place) => ({
      colour: palette[place]!,
      text: `${cause} ${share(prefixes[place]![tree.count]!, total)}`,
    })),
    title: "Cause of most of the context's own cycles, with its share of all cycles",
    ordered: false,
  };
}

/** How much of what a context has with its callees is its own. */
function byOwnShare(tree: Tree, metric: string, dark: boolean): Colours {
  const prefix = tree.prefix(tree.sides ? "both" : 0, metric);
  const palette = dark ? [...SEQUENTIAL].reverse() : [...SEQUENTIAL];
  const steps = palette.length;
  return {
    palette,
    of: (context) => {
      const total = tree.total(prefix, context);
      return total === 0 ? 0 : Math.min(steps - 1, Math.floor((steps * tree.own(prefix, context)) / total));
    },
    legend: palette.map((colour, step) => ({
      colour,
      text: `${Math.round((100 * step) / steps)} to ${Math.round((100 * (step + 1)) / steps)} %`,
    })),
    title: `Part of the context's ${metric} that is its own`,
    ordered: true,
  };
}

const SCALES = [0.001, 0.01, 0.05, 0.1, 0.2, 0.5, 1];

/** The second profile against the first. */
function byDifference(tree: Tree, metric: string, wanted: number, dark: boolean): Colours {
  const [first, second] = [tree.prefix(0, metric), tree.prefix(1, metric)];
  const scale = wanted || fittingScale(tree, first, second);
  const palette = [...(dark ? DIVERGING_DARK : DIVERGING_LIGHT)];
  const middle = (palette.length - 1) / 2;
  // Equal is a colour of its own, so that an exact prediction shows as such.
  const of = (context: number) => {
    const [before, after] = [tree.total(first, context), tree.total(second, context)];
    if (before === after) return middle;
    const error = before === 0 ? Infinity : (after - before) / before;
    const steps = Math.min(middle, Math.max(1, Math.ceil((middle * Math.abs(error)) / scale)));
    return middle + Math.sign(error) * steps;
  };
  const edge = (step: number) => relative((step * scale) / middle, 1);
  const legend = palette.map((colour, place) => {
    const step = place - middle;
    if (step === 0) return { colour, text: "equal" };
    const sign = Math.sign(step);
    const inner = Math.abs(step) === 1 ? "0" : edge(sign * (Math.abs(step) - 1));
    if (Math.abs(step) === middle) return { colour, text: `beyond ${inner}` + (sign > 0 ? ", or new" : ", or gone") };
    return { colour, text: `${inner} to ${edge(step)}` };
  });
  return {
    palette,
    of,
    legend,
    title: `Total ${metric}: ${tree.header.sides[1]!.name} against ${tree.header.sides[0]!.name}`,
    ordered: true,
  };
}

/** The smallest scale that holds the contexts of nine tenths of what differs at all. */
function fittingScale(tree: Tree, first: Float64Array, second: Float64Array): number {
  const weights = new Float64Array(SCALES.length);
  let all = 0;
  for (let context = 0; context < tree.count; context++) {
    const [before, after] = [tree.total(first, context), tree.total(second, context)];
    if (before === after) continue;
    const error = before === 0 ? Infinity : Math.abs(after - before) / before;
    all += before + after;
    for (let place = 0; place < SCALES.length; place++) if (error <= SCALES[place]!) weights[place]! += before + after;
  }
  const place = weights.findIndex((weight) => weight >= 0.9 * all);
  return SCALES[place] ?? 1;
}
