// The page of metrics over time: linked charts, phases, and the profile of any part of the run.

import "../shared/style.css";
import "../shared/charts.css";
import "../ring/ring.css";
import "./metrics.css";
import { ChartBox, tooltip } from "../shared/charts";
import { choice, element, showFailure } from "../shared/dom";
import { brief, count, decimal, share } from "../shared/format";
import { footer, heading } from "../shared/frame";
import { CATEGORIES } from "../shared/palette";
import { readPayload } from "../shared/payload";
import { SortableTable } from "../shared/sortable";
import { Tree } from "../ring/tree";
import { ProfileBox } from "./profile";
import { CELL_METRICS, type Focus, type MetricsHeader, type Part, Windows } from "./windows";

interface PhaseRow {
  phase: number;
  first: number;
  windows: number;
  stretches: number;
  cycles: number;
  bytecodes: number;
}

class Page {
  readonly #run: Focus;
  readonly #charts: ChartBox[];
  readonly #profile: ProfileBox;
  readonly #phases: SortableTable<PhaseRow>;
  readonly #from = element("input", { id: "from", type: "number", min: "0", change: () => this.#typed() });
  readonly #to = element("input", { id: "to", type: "number", min: "0", change: () => this.#typed() });
  readonly #what = element("output", { id: "chosen", "aria-live": "polite" });
  #metric = 0;
  #part: Part;
  #chosenPhase: PhaseRow | undefined;

  constructor(
    readonly header: MetricsHeader,
    readonly windows: Windows,
    tree: Tree,
  ) {
    this.#run = header.foci[0]!;
    this.#part = windows.all;
    this.#profile = new ProfileBox(tree, windows);
    const drag = "Draw over the chart to choose a part of the run.";
    this.#charts = [
      new ChartBox("causes", "Cycles by cause", `Parts of the cycles of each window. ${drag}`, () => this.#causes()),
      new ChartBox("foci", "Foci", `The chosen metric of each focus, for a thousand cycles where it is a sum. ${drag}`, () => this.#foci()),
      new ChartBox("mix", "Phases", `Windows of one phase have the same mix of methods. ${drag}`, () => this.#strip()),
    ];
    for (const chart of this.#charts) chart.onDrag((from, to) => this.#choose(from, to));
    this.#phases = this.#table();
    const bar = element("div", { class: "bar wide", role: "toolbar", "aria-label": "What the page shows" });
    const metrics = header.over_time.map(({ name }, place) => [String(place), name] as const);
    bar.append(choice("Metric", "metric", metrics, (place) => this.#show(() => (this.#metric = Number(place)))));
    const whole = element("button", { type: "button", id: "whole", click: () => this.#take(windows.all) }, "Whole run");
    const part = element("div", { id: "part" }, element("label", {}, "Cycles ", this.#from), element("label", {}, "to ", this.#to), whole, this.#what);
    bar.append(part);
    const main = element("main", { class: "charts" }, bar, ...this.#charts.map((chart) => chart.element), this.#phases.element, this.#profile.element);
    const facts = header.facts.flatMap(([term, fact]) => [element("dt", {}, term), element("dd", {}, fact)]);
    document.body.append(heading(header.title, "Metrics over time"), main, footer([element("dl", {}, ...facts)]));
    this.#take(windows.all);
  }

  #show(change: () => void): void {
    change();
    for (const chart of this.#charts) chart.update();
  }

  #typed(): void {
    this.#choose(this.#from.valueAsNumber || 0, this.#to.valueAsNumber || this.windows.end[this.windows.count - 1]!);
  }

  #choose(from: number, to: number): void {
    const [first, last] = [Math.min(from, to), Math.max(from, to)];
    const part = { first: this.windows.at(first), last: this.windows.at(Math.max(first, last - 1)) };
    if (part.first !== this.#part.first || part.last !== this.#part.last) this.#take(part);
  }

  #take(part: Part, phase?: PhaseRow): void {
    this.#chosenPhase = phase;
    this.#part = part;
    const { start, end } = this.windows;
    const [from, to] = [start[part.first]!, end[part.last]!];
    this.#from.value = String(from);
    this.#to.value = String(to);
    const cycles = this.#sum(this.#place("cycles"), part);
    const bytecodes = this.#sum(this.#place("bytecodes"), part);
    const windows = part.last - part.first + 1;
    this.#what.textContent =
      `${count(windows)} of ${count(this.windows.count)} windows, ${count(cycles)} cycles, ` +
      `${bytecodes > 0 ? decimal(cycles / bytecodes, 3) : "–"} cycles per bytecode`;
    this.#profile.take(part);
    this.#phases.set(this.#phaseRows());
    this.#show(() => {});
  }

  #place(metric: string): number {
    return this.header.over_time.findIndex(({ name }) => name === metric);
  }

  #sum(metric: number, part: Part): number {
    let sum = 0;
    for (let window = part.first; window <= part.last; window++) sum += this.#run.series[metric]![window]!;
    return sum;
  }

  /** What all charts have: the cycles below, and the chosen part marked. */
  #frame() {
    const { start, end, count: windows } = this.windows;
    const isWhole = this.#part.first === 0 && this.#part.last === windows - 1;
    const ends = [{ xAxis: start[this.#part.first]! }, { xAxis: end[this.#part.last]! }];
    const markArea = { silent: true, itemStyle: { color: "#8a8f98", opacity: 0.25 }, data: isWhole ? [] : [ends] };
    const mark = { type: "line", data: [], z: 10, markArea };
    const xAxis = { type: "value", name: "cycles", nameLocation: "middle", nameGap: 28, min: start[0]!, max: end[windows - 1]!, axisLabel: { formatter: brief } };
    return { mark, xAxis, grid: { left: 64, right: 24, top: 30, bottom: 44 } };
  }

  /** The end of each window and a value, from the start of the first on; steps have it up to there. */
  #steps(values: (window: number) => number): [number, number][] {
    const points: [number, number][] = [[this.windows.start[0]!, values(0)]];
    for (let window = 0; window < this.windows.count; window++) points.push([this.windows.end[window]!, values(window)]);
    return points;
  }

  #tip() {
    return {
      trigger: "axis",
      formatter: (points: { seriesName: string; value: [number, number] }[]) => {
        const window = this.windows.at(Math.max(0, (points[0]?.value[0] ?? 1) - 1));
        const lines = points.filter(({ value }) => value && value[1] > 0).map(({ seriesName, value }) => `${seriesName}: ${decimal(value[1], 2)}`);
        return tooltip(`cycles ${count(this.windows.start[window]!)} to ${count(this.windows.end[window]!)}, phase ${this.windows.phase[window]! + 1}`, ...lines);
      },
    };
  }

  #causes() {
    const { mark, ...frame } = this.#frame();
    const cycles = this.#run.series[this.#place("cycles")]!;
    const causes = this.header.over_time.flatMap(({ name, is_cause }, place) => {
      const series = this.#run.series[place]!;
      if (!is_cause || series.every((value) => value === 0)) return [];
      const part = (window: number) => (100 * series[window]!) / Math.max(1, cycles[window]!);
      return [{ type: "line", name, stack: "causes", step: "end", symbol: "none", lineStyle: { width: 0 }, areaStyle: { opacity: 0.85 }, data: this.#steps(part) }];
    });
    return { legend: {}, ...frame, tooltip: this.#tip(), yAxis: { type: "value", name: "% of cycles", max: 100 }, series: [...causes, mark] };
  }

  #foci() {
    const { mark, ...frame } = this.#frame();
    const { name, is_sum } = this.header.over_time[this.#metric]!;
    const { start, end } = this.windows;
    const lines = this.header.foci.map((focus) => {
      const series = focus.series[this.#metric]!;
      const value = (window: number) => (is_sum ? (1000 * series[window]!) / Math.max(1, end[window]! - start[window]!) : series[window]!);
      return { type: "line", name: focus.name, step: "end", symbol: "none", lineStyle: { width: 1.4 }, data: this.#steps(value) };
    });
    return { legend: {}, ...frame, tooltip: this.#tip(), yAxis: { type: "value", name: is_sum ? `${name} in 1000 cycles` : name, axisLabel: { formatter: brief } }, series: [...lines, mark] };
  }

  #strip() {
    const { mark, ...frame } = this.#frame();
    const { start, end } = this.windows;
    const areas = this.windows.stretches().map(({ phase, part }) => [
      { xAxis: start[part.first]!, yAxis: phase + 0.5, itemStyle: { color: CATEGORIES[phase % CATEGORIES.length] } },
      { xAxis: end[part.last]!, yAxis: phase + 1.5 },
    ]);
    const phases = Math.max(...this.windows.phase) + 1;
    const strip = { type: "line", data: [], markArea: { silent: true, data: areas } };
    const yAxis = { type: "value", name: "phase", min: 0.5, max: phases + 0.5, interval: Math.max(1, Math.ceil(phases / 12)), splitLine: { show: false }, axisLabel: { formatter: (value: number) => (value % 1 === 0.5 && value < phases + 0.5 ? String(value + 0.5) : "") } };
    return { ...frame, yAxis, series: [strip, mark] };
  }

  #phaseRows(): PhaseRow[] {
    const [cycles, bytecodes] = [this.#place("cycles"), this.#place("bytecodes")].map((place) => this.#run.series[place]!);
    const rows: PhaseRow[] = [];
    this.windows.phase.forEach((phase, window) => {
      const row = (rows[phase] ??= { phase, first: this.windows.start[window]!, windows: 0, stretches: 0, cycles: 0, bytecodes: 0 });
      row.windows += 1;
      if (window === 0 || this.windows.phase[window - 1] !== phase) row.stretches += 1;
      row.cycles += cycles![window]!;
      row.bytecodes += bytecodes![window]!;
    });
    return rows;
  }

  #table(): SortableTable<PhaseRow> {
    const all = this.#sum(this.#place("cycles"), this.windows.all);
    return new SortableTable<PhaseRow>(
      "phases",
      "Phases",
      [
        { name: "phase", text: (row) => count(row.phase + 1), key: (row) => row.phase },
        { name: "first cycle", text: (row) => count(row.first), key: (row) => row.first },
        { name: "windows", text: (row) => count(row.windows), key: (row) => row.windows },
        { name: "stretches", text: (row) => count(row.stretches), key: (row) => row.stretches },
        { name: "cycles", text: (row) => count(row.cycles), key: (row) => row.cycles },
        { name: "share", text: (row) => share(row.cycles, all), key: (row) => row.cycles },
        { name: "cycles per bytecode", text: (row) => (row.bytecodes > 0 ? decimal(row.cycles / row.bytecodes, 3) : "–"), key: (row) => row.cycles / row.bytecodes },
      ],
      0,
      (row) => this.#takePhase(row),
      (row) => row.phase === this.#chosenPhase?.phase,
      false,
    );
  }

  /** The longest stretch of a phase. */
  #takePhase(row: PhaseRow): void {
    const length = ({ first, last }: Part) => this.windows.end[last]! - this.windows.start[first]!;
    const own = this.windows.stretches().filter(({ phase }) => phase === row.phase);
    const longest = own.reduce((best, other) => (length(other.part) > length(best.part) ? other : best));
    this.#take({ ...longest.part }, row);
  }
}

try {
  const payload = await readPayload<MetricsHeader>();
  const windows = new Windows(payload);
  // Windows know these alone of each context.
  payload.header.metrics = [...CELL_METRICS];
  new Page(payload.header, windows, new Tree(payload));
  document.documentElement.dataset["ready"] = "";
} catch (error) {
  showFailure(error);
}
