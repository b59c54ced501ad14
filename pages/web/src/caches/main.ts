// The cache exploration page: what each method cache of a sweep costs, and why one of them misses.

import "../shared/style.css";
import "../shared/charts.css";
import { ChartBox, tooltip } from "../shared/charts";
import { choice, element, showFailure } from "../shared/dom";
import { brief, count, relative, share } from "../shared/format";
import { footer, heading } from "../shared/frame";
import { readPayload } from "../shared/payload";
import { SortableTable } from "../shared/sortable";
import { misses, type RunMisses } from "./misses";

interface Row {
  program: string;
  memory: string;
  ram_cnt: number;
  organisation: string;
  size: number | null;
  blocks: number | null;
  line: number | null;
  ways: number | null;
  lookups: number;
  invoke_misses: number;
  return_misses: number;
  words_loaded: number;
  cycles: number;
  stall_cycles: number;
  bytecodes: number;
  pareto: boolean;
  /** Whether the program takes this path with this cache, or the recorded one is taken for it. */
  path: "exact" | "assumed";
}

interface Header {
  title: string;
  facts: [string, string][];
  rows: Row[];
  runs: RunMisses[];
}

const run = (row: Row) => `${row.program} on ${row.memory}, ram_cnt ${row.ram_cnt}`;
const isAssumed = (row: Row) => row.path === "assumed";
const missesOf = (row: Row) => row.invoke_misses + row.return_misses;
const hitRate = (row: Row) => (row.lookups === 0 ? "–" : share(row.lookups - missesOf(row), row.lookups));
const bytes = (size: number) => (size % 1024 === 0 ? `${size / 1024} KB` : `${size} B`);

/** The organisation with what it leaves open besides its size: a line of the chart. */
function family(row: Row): string {
  if (row.blocks !== null) return `${row.organisation}, ${row.blocks} blocks`;
  if (row.line !== null) return `${row.organisation}, ${row.ways} × ${row.line} B`;
  return row.organisation;
}

/** What the page shows besides single organisations. */
const FRONT = "*front";
const ALL = "*all";

class Page {
  #run: string;
  /** The organisation that is shown, the front of all of them, or all. */
  #organisation = FRONT;
  #chosen: Row | undefined;
  readonly #charts: ChartBox[];
  readonly #table = new SortableTable<Row>(
    "caches",
    "Caches",
    [
      { name: "organisation", text: (row) => family(row) },
      { name: "size", text: (row) => (row.size === null ? "–" : bytes(row.size)), key: (row) => row.size ?? Infinity },
      { name: "cycles", text: (row) => count(row.cycles), key: (row) => row.cycles },
      { name: "against the fewest", text: (row) => this.#againstFewest(row), key: (row) => row.cycles },
      { name: "waiting", text: (row) => count(row.stall_cycles), key: (row) => row.stall_cycles },
      { name: "hit rate", text: hitRate, key: (row) => 1 - missesOf(row) / (row.lookups || 1) },
      { name: "words loaded", text: (row) => count(row.words_loaded), key: (row) => row.words_loaded },
      { name: "path", text: (row) => row.path },
      { name: "front", text: (row) => (row.pareto ? "pareto" : ""), key: (row) => Number(row.pareto) },
    ],
    2,
    (row) => this.#choose(row),
    (row) => row === this.#chosen,
    false,
  );

  constructor(readonly header: Header) {
    const runs = [...new Set(header.rows.map(run))];
    this.#run = runs[0] ?? "";
    // ECharts copies its data, so that a point knows the place of its row and not the row.
    const clicked = (_: string, data: unknown) => this.#choose(header.rows[(data as { place?: number } | undefined)?.place ?? -1]);
    this.#charts = [
      new ChartBox(
        "cycles",
        "Cycles against size",
        "A line for each organisation and division. The thick one is the Pareto front: no other cache is as small and faster, or as fast and " +
          "smaller. A click chooses a cache, here, beside and in the table." +
          (header.rows.some(isAssumed) ? " Hollow points are not exact: the path of their program is assumed." : ""),
        () => this.#cycles(),
        clicked,
      ),
      new ChartBox(
        "loads",
        "Waiting against hit rate",
        "Equal hit rates cost differently, as methods differ in length.",
        () => this.#waits(),
        clicked,
      ),
    ];
    const bar = element("div", { class: "bar wide", role: "toolbar", "aria-label": "What the page shows" });
    bar.append(choice("Run", "run", runs.map((name) => [name, name] as const), (name) => this.#show(() => (this.#run = name))));
    const organisations = [...new Set(header.rows.map((row) => row.organisation))];
    const options = [[FRONT, "Pareto front of all"], ...organisations.map((name) => [name, name] as const), [ALL, "all"]] as [string, string][];
    bar.append(choice("Organisation", "organisation", options, (name) => this.#show(() => (this.#organisation = name))));
    const main = element("main", { class: "charts" }, bar, ...this.#charts.map((chart) => chart.element), this.#table.element);
    main.append(...misses(header.runs));
    const facts = header.facts.flatMap(([term, fact]) => [element("dt", {}, term), element("dd", {}, fact)]);
    document.body.append(heading(header.title, "Method caches"), main, footer([element("dl", {}, ...facts)]));
    this.#show(() => {});
  }

  #show(change: () => void): void {
    change();
    if (this.#chosen && !this.#rows().includes(this.#chosen)) this.#chosen = undefined;
    this.#table.set(this.#rows());
    for (const chart of this.#charts) chart.update();
  }

  #choose(row: Row | undefined): void {
    this.#show(() => (this.#chosen = row === this.#chosen ? undefined : row));
  }

  #ofRun(): Row[] {
    return this.header.rows.filter((row) => run(row) === this.#run);
  }

  #rows(): Row[] {
    const all = this.#ofRun();
    if (this.#organisation === ALL) return all;
    if (this.#organisation !== FRONT) return all.filter((row) => row.organisation === this.#organisation);
    const front = all.filter((row) => row.pareto);
    // Caches without a size are on no front.
    return front.length > 0 ? front : all;
  }

  #againstFewest(row: Row): string {
    const fewest = Math.min(...this.#ofRun().map((row) => row.cycles));
    return relative(row.cycles - fewest, fewest);
  }

  #point(row: Row, value: [number, number], size: number) {
    const chosen = row === this.#chosen;
    const shape = chosen ? "diamond" : "circle";
    const symbol = isAssumed(row) ? `empty${shape[0]!.toUpperCase()}${shape.slice(1)}` : shape;
    return { value, row, place: this.header.rows.indexOf(row), symbolSize: chosen ? 18 : size, symbol };
  }

  #cycles() {
    const families = new Map<string, Row[]>();
    for (const row of this.#rows()) {
      if (row.size !== null) families.set(family(row), [...(families.get(family(row)) ?? []), row]);
    }
    const lines = [...families].map(([name, rows]) => ({
      type: "line",
      name,
      lineStyle: { width: 1.2 },
      data: rows.sort((a, b) => a.size! - b.size!).map((row) => this.#point(row, [row.size!, row.cycles], 6)),
    }));
    const front = this.#ofRun().filter((row) => row.pareto);
    front.sort((a, b) => a.size! - b.size!);
    const line = {
      type: "line",
      name: "Pareto front",
      step: "end",
      z: 0,
      lineStyle: { width: 7, opacity: 0.3 },
      color: "#8a8f98",
      symbol: "none",
      data: front.map((row) => [row.size!, row.cycles]),
    };
    return {
      legend: {},
      grid: { left: 64, right: 60, top: 30, bottom: 44 },
      // Caches that cost much more than the others flatten them all.
      dataZoom: [{ type: "slider", yAxisIndex: 0, filterMode: "none", width: 14, right: 12, showDetail: false, brushSelect: false }],
      tooltip: { formatter: rowTip },
      xAxis: { type: "log", logBase: 2, name: "size", nameLocation: "middle", nameGap: 28, min: "dataMin", max: "dataMax", axisLabel: { formatter: bytes } },
      yAxis: { type: "value", scale: true, name: "cycles", axisLabel: { formatter: brief } },
      series: [line, ...lines],
    };
  }

  #waits() {
    const byOrganisation = new Map<string, Row[]>();
    for (const row of this.#rows()) {
      if (row.lookups > 0) byOrganisation.set(row.organisation, [...(byOrganisation.get(row.organisation) ?? []), row]);
    }
    return {
      legend: {},
      grid: { left: 64, right: 24, top: 30, bottom: 44 },
      tooltip: { formatter: rowTip },
      xAxis: { type: "value", scale: true, name: "hit rate", nameLocation: "middle", nameGap: 28, max: 100, axisLabel: { formatter: "{value} %" } },
      yAxis: { type: "value", name: "cycles waiting", axisLabel: { formatter: brief } },
      series: [...byOrganisation].map(([name, rows]) => ({
        type: "scatter",
        name,
        data: rows.map((row) => this.#point(row, [(100 * (row.lookups - missesOf(row))) / row.lookups, row.stall_cycles], 8)),
      })),
    };
  }
}

function rowTip(point: { data: { row?: Row } }): string {
  const row = point.data.row;
  if (!row) return "";
  const size = row.size === null ? "no size" : bytes(row.size);
  const path = isAssumed(row) ? ["assumed path, not exact"] : [];
  return tooltip(`${family(row)}, ${size}`, `${count(row.cycles)} cycles`, `${count(row.stall_cycles)} waiting`, `${hitRate(row)} hits`, ...path);
}

try {
  const { header } = await readPayload<Header>();
  new Page(header);
  document.documentElement.dataset["ready"] = "";
} catch (error) {
  showFailure(error);
}
