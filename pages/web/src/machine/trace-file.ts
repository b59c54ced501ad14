// A trace of `jop trace` as CSV: one row for each cycle, shown in the data path and as a table.

import { element } from "../shared/dom";
import { count } from "../shared/format";
import type { DataPath } from "./bench";
import { DataPathPanel } from "./data-path";
import { Panel } from "./panel";

/** Rows of the table around the present one. */
const AROUND = 12;
const SHOWN = ["cycle", "pc", "nxt", "opd", "jpc", "jbc_q", "a", "b", "sp", "vp", "bsy", "mem_state", "mem_rd", "mem_wr", "mem_addr", "mc_in_cache", "bc_wr_ena"];

/** A trace in memory. */
export class TraceFile {
  readonly #lines: string[];
  readonly columns: string[];

  constructor(
    readonly name: string,
    text: string,
  ) {
    const [head = "", ...lines] = text.split("\n");
    this.columns = head.trim().split(",");
    this.#lines = lines.filter((line) => line !== "");
    for (const column of ["cycle", "pc", "a", "mem_state"]) {
      if (!this.columns.includes(column)) throw new Error(`${name}: no column ${column}; this page opens traces of jop trace as CSV`);
    }
    if (this.#lines.length === 0) throw new Error(`${name}: no cycles`);
    const cut = this.#lines.findIndex((line) => line.split(",").length !== this.columns.length);
    if (cut >= 0) throw new Error(`${name}: row ${cut + 1} has other columns than the heading; take the trace again`);
  }

  get length(): number {
    return this.#lines.length;
  }

  /** Values of a row by column. */
  row(place: number): Record<string, string> {
    const values = (this.#lines[place] ?? "").trim().split(",");
    return Object.fromEntries(this.columns.map((column, at) => [column, values[at] ?? ""]));
  }

  /** The cycle of a row. */
  cycle(place: number): number {
    return Number(this.row(place)["cycle"]);
  }

  /** The row of a cycle, or the nearest before it. */
  placeOf(cycle: number): number {
    let [low, high] = [0, this.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.cycle(middle) <= cycle) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** What the data path shows of a row: signals, and the parts that they light. */
  dataPath(place: number): DataPath {
    const signals = this.row(place);
    const next = this.row(Math.min(place + 1, this.length - 1));
    const is = (name: string) => signals[name] === "1";
    const changes = (name: string) => signals[name] !== next[name];
    const parts: [string, boolean][] = [
      ["jbc", is("nxt") || is("opd")],
      ["jbc-write", is("bc_wr_ena")],
      ["jump-table", is("nxt")],
      ["rom", changes("pc")],
      ["held", is("bsy") && !changes("pc")],
      ["ir", true],
      ["a", changes("a")],
      ["b", changes("b")],
      ["controller", is("bsy")],
      ["method-cache", is("mc_find") || !is("mc_rdy")],
      ["memory", is("mem_rd") || is("mem_wr")],
      ["io", is("io_rd") || is("io_wr")],
    ];
    const flags = `${is("nxt") ? " nxt" : ""}${is("opd") ? " opd" : ""}`;
    return {
      signals,
      stages: [`word at pc${flags}`, `ir ${signals["ir"]}`, ""],
      active: parts.filter(([, lit]) => lit).map(([name]) => name),
      next_a: "",
      next_b: "",
      read: ["", 0],
      write: null,
    };
  }
}

/** The rows of a trace as a table. */
export class TracePanel extends Panel {
  constructor(
    readonly trace: TraceFile,
    readonly go: (place: number) => void,
  ) {
    super("trace", `Trace ${trace.name}`, [], 12);
  }

  show(): void {}

  draw(place: number): void {
    const { trace } = this;
    const columns = SHOWN.filter((column) => trace.columns.includes(column));
    const first = Math.max(0, Math.min(place - AROUND, trace.length - 2 * AROUND - 1));
    const rows = Array.from({ length: Math.min(2 * AROUND + 1, trace.length) }, (_, at) => first + at).map((at) => {
      const values = trace.row(at);
      const before = at > 0 ? trace.row(at - 1) : values;
      const cells = columns.map((column) => element("td", { class: `mono${values[column] !== before[column] ? " changed" : ""}` }, values[column] ?? ""));
      return element("tr", { "aria-selected": at === place && "true", click: () => this.go(at) }, ...cells);
    });
    const head = columns.map((column) => element("th", { scope: "col" }, column));
    this.body.replaceChildren(
      element("p", { class: "facts-line" }, `${count(trace.length)} cycles; values during the cycle, in hexadecimal but for the cycle`),
      element("div", { class: "scroll" }, element("table", { class: "words-table" }, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows))),
    );
  }
}

/** Opens a trace in place of a machine. */
export function tracePanels(trace: TraceFile, go: (place: number) => void): { panels: Panel[]; draw: (place: number) => void } {
  const [path, table] = [new DataPathPanel(), new TracePanel(trace, go)];
  return {
    panels: [path, table],
    draw: (place) => {
      path.draw(trace.dataPath(place));
      table.draw(place);
    },
  };
}
