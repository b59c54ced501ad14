// The pipeline: a row for each microinstruction, a column for each cycle, stalls coloured by their cause.

import { element } from "../shared/dom";
import type { Bench, PipelineRow, PipelineRows, Views } from "./bench";
import { Panel } from "./panel";

/** Letters of stalls, as in a timeline of `jop trace`. */
export const STALLS: Record<string, string> = {
  m: "method cache",
  r: "plain read",
  w: "plain write",
  s: "static field",
  f: "object field",
  a: "array element",
  c: "copy unit",
  d: "I/O device",
  o: "other",
};

const STAGES: Record<string, string> = {
  F: "bytecode dispatched",
  R: "on the ROM's output",
  I: "in IR",
  X: "executes",
};

/** Width of a cycle, and of all other columns. Unit: pixels. */
const CYCLE = 18;
const OTHERS = 620;
/** Cycles at least and at most; a quarter of them comes after the present one. */
const FEWEST = 16;
const MOST = 44;

/** The letter of a row in a cycle, or nothing. */
export function letterOf(row: PipelineRow, cycle: number): string {
  const last = row.fetched + row.stalls.length;
  if (cycle === row.fetched) return "R";
  if (cycle === row.dispatched) return "F";
  if (cycle === last + 1) return "I";
  if (cycle === last + 2) return "X";
  return row.stalls[cycle - row.fetched - 1] ?? "";
}

export class PipelinePanel extends Panel {
  constructor() {
    super("pipeline", "Pipeline", [], 12);
    const entry = (letter: string, meaning: string, kind: string) =>
      element("span", { class: "entry" }, element("i", { class: `cell ${kind}` }, letter), meaning);
    this.element.append(
      element(
        "p",
        { class: "legend-line" },
        ...Object.entries(STAGES).map(([letter, meaning]) => entry(letter, meaning, `stage-${letter}`)),
        element("span", { class: "entry" }, "held by wait for:"),
        ...Object.entries(STALLS).map(([letter, meaning]) => entry(letter, meaning, `stall-${letter}`)),
      ),
    );
  }

  override get waits(): boolean {
    return true;
  }

  show(_: Views, bench: Bench): void {
    const room = Math.floor((this.body.clientWidth - OTHERS) / CYCLE);
    const cycles = Math.max(FEWEST, Math.min(MOST, room));
    const after = Math.floor(cycles / 4);
    this.body.replaceChildren(table(bench.pipeline(cycles - after - 1, after)));
    // The rows of the present cycle, which are not the last ones.
    const now = [...this.body.querySelectorAll<HTMLElement>("tr.present")].at(-1);
    if (now) this.body.scrollTop = now.offsetTop + now.offsetHeight - this.body.clientHeight * 0.8;
  }
}

function table({ from, now, end, rows }: PipelineRows): HTMLElement {
  const cycles = Array.from({ length: end - from }, (_, place) => from + place);
  const moment = (cycle: number) => (cycle === now ? " now" : cycle > now ? " later" : "");
  const head = element(
    "tr",
    {},
    element("th", { scope: "col", class: "words" }, "bytecode"),
    element("th", { scope: "col", class: "words" }, "microinstruction"),
    ...cycles.map((cycle) => {
      const shown = cycle === now || (cycle % 10 === 0 && Math.abs(cycle - now) > 5);
      return element("th", { scope: "col", class: `cycle${moment(cycle)}`, title: `cycle ${cycle}` }, shown ? element("span", {}, String(cycle)) : "");
    }),
    element("th", { scope: "col" }, "A after"),
    element("th", { scope: "col", class: "words" }, "events"),
  );
  let place: string | null = null;
  const lines = rows
    .filter((row) => row.fetched + row.stalls.length + 2 >= from && (row.dispatched ?? row.fetched) < end)
    .flatMap((row) => {
      const cells = cycles.map((cycle) => {
        const letter = letterOf(row, cycle);
        if (letter === "") return element("td", { class: `cell${moment(cycle)}` });
        const kind = letter in STAGES ? `stage-${letter}` : `stall-${letter}`;
        const meaning = STAGES[letter] ?? `waits: ${STALLS[letter]}`;
        return element("td", { class: `cell ${kind}${moment(cycle)}`, title: `cycle ${cycle}: ${meaning}` }, letter);
      });
      const line = element(
        "tr",
        { class: row.fetched > now ? "later" : letterOf(row, now) === "" ? "" : "present" },
        element("td", { class: "words", title: row.bytecode ?? "" }, row.bytecode ?? ""),
        element("td", { class: "words" }, row.text),
        ...cells,
        element("td", { class: "mono" }, row.a ?? ""),
        element("td", { class: "words notes" }, row.notes.join(", ")),
      );
      if (row.place === null || row.place === place) return [line];
      place = row.place;
      return [element("tr", { class: "place" }, element("td", { colspan: String(cycles.length + 4), class: "words" }, place)), line];
    });
  return element("table", { class: "pipeline" }, element("thead", {}, head), element("tbody", {}, ...lines));
}
