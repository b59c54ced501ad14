// How long calls took, by method: a table, and the histogram of one method.

import { breakable, element } from "../shared/dom";
import { count, decimal } from "../shared/format";
import { SortableTable } from "../shared/sortable";
import type { MethodTimes, SideHeader } from "./tree";

const WIDTH = 640;
const HEIGHT = 150;
const BASE = 120;

/** The section of a profile's times of calls; none if the profile knows none. */
export class CallTimes {
  readonly element: HTMLElement;
  #chosen: MethodTimes | undefined;
  readonly #histogram = element("section", { class: "box histogram", "aria-label": "Times of calls of a method" });
  readonly #table: SortableTable<MethodTimes>;

  constructor(
    readonly side: SideHeader,
    id: string,
  ) {
    const figure = (name: string, of: (row: MethodTimes) => number, digits = 0) => ({
      name,
      text: (row: MethodTimes) => (digits ? decimal(of(row), digits) : count(of(row))),
      key: of,
    });
    this.#table = new SortableTable<MethodTimes>(
      id,
      `Cycles of a call, from entry to return with all callees: ${side.name}`,
      [
        { name: "method", text: (row) => row.method },
        figure("calls", (row) => row.calls),
        figure("unfinished", (row) => row.unfinished),
        figure("min", (row) => row.min),
        figure("mean", (row) => row.mean, 1),
        figure("p50", (row) => row.p50),
        figure("p90", (row) => row.p90),
        figure("p99", (row) => row.p99),
        figure("max", (row) => row.max),
        figure("longest from cycle", (row) => row.worst_at),
      ],
      8,
      (row) => this.#choose(row),
      (row) => row === this.#chosen,
    );
    this.element = element("div", { class: "times charts" }, this.#histogram, this.#table.element);
    // One call has no distribution.
    this.#choose(side.calls.find((row) => row.calls > 1) ?? side.calls[0]);
  }

  /** Shows the histogram of a method, if it has one. */
  show(method: string): void {
    const found = this.side.calls.find((row) => row.method === method);
    if (found && found !== this.#chosen) this.#choose(found);
  }

  #choose(row: MethodTimes | undefined): void {
    this.#chosen = row;
    this.#table.set(this.side.calls);
    this.#histogram.replaceChildren(...(row ? histogram(row) : []));
  }
}

function histogram(row: MethodTimes): Element[] {
  const longest = `The longest call took ${count(row.max)} cycles, from cycle ${count(row.worst_at)} on in thread ${row.worst_thread}: `;
  const note =
    `${count(row.calls)} ${row.calls === 1 ? "call" : "calls"}, ${count(row.unfinished)} unfinished. A bar is a range of cycles that has calls; others are left out. Percentiles are wrong by ` +
    "1.6 % at most, the other figures exact.";
  const chain = element("p", { class: "chain" }, longest + row.worst_context.join(" › "));
  return [element("h2", { class: "method" }, ...breakable(row.method)), element("p", {}, note), bars(row), chain];
}

/** Bars of equal width, one for each range of cycles that has calls. */
function bars({ histogram, method }: MethodTimes): SVGElement {
  const svg = node("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `Histogram of the calls of ${method}` });
  const most = Math.max(...histogram.map(([, , calls]) => calls), 1);
  const step = Math.min(60, WIDTH / histogram.length);
  histogram.forEach(([from, to, calls], place) => {
    const height = Math.max(1, (calls / most) * (BASE - 18));
    const range = from === to ? count(from) : `${count(from)} to ${count(to)}`;
    const title = node("title", {});
    title.textContent = `${range} cycles: ${count(calls)} calls`;
    const box = { x: place * step + 1, y: BASE - height, width: Math.max(1, step - 2), height, class: "bar-of-calls" };
    svg.append(node("rect", box, title));
    if (step >= 34) svg.append(label(place * step + step / 2, BASE - height - 4, count(calls), "middle"));
  });
  svg.append(node("line", { x1: 0, x2: WIDTH, y1: BASE, y2: BASE, class: "axis" }));
  const first = histogram[0]!;
  const last = histogram.at(-1)!;
  svg.append(label(0, BASE + 16, `${count(first[0])} cycles`, "start"));
  if (histogram.length > 1) {
    svg.append(label(Math.max(histogram.length * step, 220), BASE + 16, `${count(last[1])} cycles`, "end"));
  }
  return svg;
}

function label(x: number, y: number, text: string, anchor: string): SVGElement {
  const made = node("text", { x, y, "text-anchor": anchor });
  made.textContent = text;
  return made;
}

function node(tag: string, attributes: Record<string, string | number>, ...children: Element[]): SVGElement {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}
