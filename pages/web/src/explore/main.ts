// The exploration page: programs on machines along several axes.

import "../shared/style.css";
import "../shared/charts.css";
import "./explore.css";
import { ChartBox, tooltip } from "../shared/charts";
import { choice, element, showFailure } from "../shared/dom";
import { brief, count, decimal, relative } from "../shared/format";
import { footer, heading } from "../shared/frame";
import { CATEGORIES, OTHERS } from "../shared/palette";
import { readPayload } from "../shared/payload";
import { SortableTable } from "../shared/sortable";
import { cssColour } from "../shared/theme";
import { type Points, type Row, textAt, toml } from "./points";

interface Header {
  title: string;
  facts: [string, string][];
  points: Points;
}

/** Lines and points that a chart draws at most; those of the front are always drawn. */
const DRAWN = 3000;
const FRONT_COLOUR = CATEGORIES[1];

class Page {
  #program = 0;
  #chosen: Row | undefined;
  /** Values that are switched off, by axis. */
  readonly #off: Set<number>[];
  readonly #charts: ChartBox[];
  readonly #table: SortableTable<Row>;
  readonly #machine = element("pre", { id: "machine", tabindex: "0" });
  readonly #what = element("p", { id: "chosen", "aria-live": "polite" });
  readonly #shown = element("p", { id: "shown", class: "wide", "aria-live": "polite" });

  constructor(
    readonly header: Header,
    readonly points = header.points,
  ) {
    const { axes, programs, cost } = points;
    this.#off = axes.map(() => new Set<number>());
    const columns = axes.map((axis, place) => ({ name: axis.label, text: (row: Row) => textAt(points, row, place), key: (row: Row) => row.at[place]! }));
    const costs = cost === "bits" ? [] : [{ name: "cost", text: (row: Row) => decimal(row.cost, 1), key: (row: Row) => row.cost }];
    this.#table = new SortableTable<Row>(
      "points",
      "Points",
      [
        { name: "front", text: (row) => (row.pareto ? "pareto" : ""), key: (row) => Number(row.pareto) },
        ...columns,
        { name: "cycles", text: (row) => count(row.cycles), key: (row) => row.cycles },
        { name: "microseconds", text: (row) => decimal(row.microseconds, 1), key: (row) => row.microseconds },
        { name: "against the fastest", text: (row) => this.#againstFastest(row), key: (row) => row.microseconds },
        { name: "bits", text: (row) => count(row.bits), key: (row) => row.bits },
        ...costs,
        { name: "source", text: (row) => row.source },
      ],
      axes.length + 2,
      (row) => this.#choose(row),
      (row) => row === this.#chosen,
      false,
    );
    const clicked = (_: string, data: unknown) => this.#choose(points.rows[(data as { place?: number } | undefined)?.place ?? -1]);
    this.#charts = [
      new ChartBox("front", "Time against cost", `Cost is ${cost === "bits" ? "on-chip memory in bits" : cost}. The line is the Pareto front of all points. A click chooses a point.`, () => this.#front(), clicked),
      new ChartBox("sensitivity", "Sensitivity", "What each axis changes around the chosen point, all others as there: from its best to its worst value.", () => this.#sensitivity()),
      new ChartBox("parallel", "Axes side by side", "A line is a point; those of the front are red, the chosen one is thick.", () => this.#parallel(), clicked),
    ];
    const bar = element("div", { class: "bar wide", role: "toolbar", "aria-label": "What the page shows" });
    bar.append(choice("Program", "program", programs.map((name, place) => [String(place), name] as const), (place) => this.#show(() => (this.#program = Number(place)))));
    const filters = element("div", { class: "filters wide" }, ...axes.map((_, place) => this.#filter(place)));
    const machine = element("section", { class: "box wide", id: "point" }, element("h2", {}, "Chosen point"), this.#what, this.#copy(), this.#machine);
    const main = element("main", { class: "charts" }, bar, filters, this.#shown, ...this.#charts.map((chart) => chart.element), machine, this.#table.element);
    const facts = header.facts.flatMap(([term, fact]) => [element("dt", {}, term), element("dd", {}, fact)]);
    document.body.append(heading(header.title, "Machines and instruction sets"), main, footer([element("dl", {}, ...facts)]));
    this.#show(() => {});
  }

  /** Switches for the values of an axis. */
  #filter(axis: number): HTMLElement {
    const { label, texts } = this.points.axes[axis]!;
    const off = this.#off[axis]!;
    const buttons = texts.map((text, value) => {
      const button = element("button", { type: "button", class: "value", "aria-pressed": "true" }, text);
      button.addEventListener("click", () => {
        if (!off.delete(value)) off.add(value);
        button.setAttribute("aria-pressed", String(!off.has(value)));
        this.#show(() => {});
      });
      return button;
    });
    return element("fieldset", { class: "axis" }, element("legend", {}, label), ...buttons);
  }

  #copy(): HTMLElement {
    const button = element("button", { type: "button", id: "copy" }, "Copy as TOML");
    button.addEventListener("click", () => {
      void navigator.clipboard.writeText(this.#machine.textContent ?? "").then(
        () => (button.textContent = "Copied"),
        () => getSelection()?.selectAllChildren(this.#machine),
      );
    });
    return button;
  }

  #show(change: () => void): void {
    change();
    const rows = this.#rows();
    if (!this.#chosen || !rows.includes(this.#chosen)) this.#chosen = rows.find((row) => row.pareto) ?? rows[0];
    const all = this.#ofProgram().length;
    this.#shown.textContent = `${count(rows.length)} of ${count(all)} points, ${count(rows.filter((row) => row.pareto).length)} of them on the front`;
    const drawn = this.#drawn().length;
    if (drawn < rows.length) this.#shown.textContent += `; charts draw ${count(drawn)}, evenly, with the whole front`;
    const chosen = this.#chosen;
    this.#what.textContent = chosen ? `${count(chosen.cycles)} cycles, ${decimal(chosen.microseconds, 1)} µs, ${count(chosen.bits)} bits; ${chosen.source}` : "No point is left.";
    this.#machine.textContent = chosen ? toml(this.points, chosen) : "";
    const copy = document.getElementById("copy");
    if (copy) copy.textContent = "Copy as TOML";
    this.#table.set(rows);
    for (const chart of this.#charts) chart.update();
  }

  #choose(row: Row | undefined): void {
    if (row) this.#show(() => (this.#chosen = row));
  }

  #ofProgram(): Row[] {
    return this.points.rows.filter((row) => row.program === this.#program);
  }

  #rows(): Row[] {
    return this.#ofProgram().filter((row) => row.at.every((value, axis) => !this.#off[axis]!.has(value)));
  }

  #againstFastest(row: Row): string {
    const fastest = this.#ofProgram().reduce((least, other) => Math.min(least, other.microseconds), Infinity);
    return relative(row.microseconds - fastest, fastest);
  }

  /** What a chart draws: the front, and others evenly. */
  #drawn(): Row[] {
    const rows = this.#rows();
    const step = Math.max(1, Math.ceil(rows.length / DRAWN));
    return rows.filter((row, place) => row.pareto || row === this.#chosen || place % step === 0);
  }

  #datum(row: Row, value: unknown) {
    return { value, row, place: this.points.rows.indexOf(row) };
  }

  #front() {
    const drawn = this.#drawn();
    const point = (row: Row) => ({ ...this.#datum(row, [row.cost, row.microseconds]), symbolSize: row === this.#chosen ? 16 : row.pareto ? 8 : 5, symbol: row === this.#chosen ? "diamond" : "circle" });
    const front = this.#ofProgram().filter((row) => row.pareto);
    front.sort((a, b) => a.cost - b.cost);
    const line = { type: "line", name: "Pareto front", step: "end", symbol: "none", color: FRONT_COLOUR, lineStyle: { width: 2 }, data: front.map((row) => [row.cost, row.microseconds]) };
    return {
      legend: {},
      grid: { left: 64, right: 60, top: 30, bottom: 44 },
      dataZoom: [{ type: "slider", yAxisIndex: 0, filterMode: "none", width: 14, right: 12, showDetail: false, brushSelect: false }],
      tooltip: { formatter: (hovered: { data: { row?: Row } }) => this.#tip(hovered.data.row) },
      xAxis: { type: "value", scale: true, name: this.points.cost, nameLocation: "middle", nameGap: 28, axisLabel: { formatter: brief } },
      yAxis: { type: "value", scale: true, name: "microseconds", axisLabel: { formatter: brief } },
      series: [
        { type: "scatter", name: "beaten", color: OTHERS, data: drawn.filter((row) => !row.pareto).map(point) },
        { type: "scatter", name: "on the front", color: FRONT_COLOUR, data: drawn.filter((row) => row.pareto).map(point) },
        line,
      ],
    };
  }

  /** The rows that differ from the chosen one on one axis alone, or on none. */
  #along(axis: number): Row[] {
    const chosen = this.#chosen;
    if (!chosen) return [];
    return this.#ofProgram().filter((row) => row.at.every((value, other) => other === axis || value === chosen.at[other]));
  }

  #sensitivity() {
    const { axes } = this.points;
    const here = this.#chosen?.microseconds ?? 0;
    const spans = axes.map((axis, place) => {
      const rows = this.#along(place).sort((a, b) => a.microseconds - b.microseconds);
      const [best, worst] = [rows[0], rows.at(-1)];
      const percent = (row: Row | undefined) => (row && here > 0 ? (100 * (row.microseconds - here)) / here : 0);
      const value = (row: Row | undefined) => (row ? textAt(this.points, row, place) : "–");
      return { name: axis.label, low: percent(best), high: percent(worst), from: value(best), to: value(worst), swing: percent(worst) - percent(best) };
    });
    // The axis that changes most is at the top, where the chart has its last category.
    spans.sort((a, b) => a.swing - b.swing);
    const bar = (name: string, color: string, end: "low" | "high") => ({ type: "bar", name, color, stack: "span", barMaxWidth: 22, data: spans.map((span) => ({ value: span[end], span })) });
    return {
      grid: { left: 110, right: 30, top: 12, bottom: 44 },
      tooltip: {
        formatter: ({ data: { span } }: { data: { span: (typeof spans)[number] } }) =>
          tooltip(span.name, `${span.from}: ${relative(span.low, 100)}`, `${span.to}: ${relative(span.high, 100)}`),
      },
      xAxis: { type: "value", name: "change of time, percent", nameLocation: "middle", nameGap: 28 },
      yAxis: { type: "category", data: spans.map((span) => span.name), axisLabel: { fontSize: 11 } },
      series: [bar("faster", CATEGORIES[3], "low"), bar("slower", FRONT_COLOUR, "high")],
    };
  }

  #parallel() {
    const { axes } = this.points;
    const [text, faint] = [cssColour("--text"), cssColour("--faint")];
    const style = { nameTextStyle: { color: text }, axisLabel: { color: faint }, axisLine: { lineStyle: { color: faint } }, axisTick: { lineStyle: { color: faint } } };
    const drawn = this.#drawn();
    const line = (row: Row) => ({ ...this.#datum(row, [...row.at.map((value, axis) => axes[axis]!.texts[value]!), row.cost, row.microseconds]), lineStyle: row === this.#chosen ? { width: 4, opacity: 1 } : {} });
    const series = (name: string, color: string, opacity: number, rows: Row[]) => ({ type: "parallel", name, color, lineStyle: { width: 1.2, color, opacity }, data: rows.map(line) });
    return {
      legend: {},
      tooltip: { formatter: (hovered: { data: { row?: Row } }) => this.#tip(hovered.data.row) },
      parallel: { left: 50, right: 70, top: 40, bottom: 24 },
      parallelAxis: [
        ...axes.map((axis, dim) => ({ dim, name: axis.label, type: "category", data: axis.texts, ...style })),
        { dim: axes.length, name: this.points.cost === "bits" ? "bits" : "cost", scale: true, ...style, axisLabel: { color: faint, formatter: brief } },
        { dim: axes.length + 1, name: "µs", scale: true, ...style, axisLabel: { color: faint, formatter: brief } },
      ],
      series: [
        series("beaten", OTHERS, 0.25, drawn.filter((row) => !row.pareto)),
        series("on the front", FRONT_COLOUR, 0.9, drawn.filter((row) => row.pareto)),
      ],
    };
  }

  #tip(row: Row | undefined): string {
    if (!row) return "";
    const values = this.points.axes.map((axis, place) => `${axis.label}: ${textAt(this.points, row, place)}`);
    return tooltip(...values, `${count(row.cycles)} cycles`, `${decimal(row.microseconds, 1)} µs`, `${count(row.bits)} bits`);
  }
}

try {
  const { header } = await readPayload<Header>();
  new Page(header);
  document.documentElement.dataset["ready"] = "";
} catch (error) {
  showFailure(error);
}
