// The evaluation page: accuracy, hot methods, predictors, execution times and slow-down, each as a picture and a table.

import "../shared/style.css";
import "../shared/charts.css";
import { ChartBox, tooltip } from "../shared/charts";
import { choice, element, showFailure } from "../shared/dom";
import { count } from "../shared/format";
import { footer, heading } from "../shared/frame";
import { CATEGORIES } from "../shared/palette";
import { readPayload } from "../shared/payload";
import { SortableTable } from "../shared/sortable";

interface Accuracy {
  cache: string;
  program: string;
  prediction: string;
  truth: number;
  predicted: number;
  error: number | null;
  methods: number | null;
  contexts: number | null;
  kendall_tau: number | null;
  top_shared: number;
  top_of: number;
}

interface HotMethod {
  program: string;
  prediction: string;
  method: string;
  truth: number;
  predicted: number;
  rank: number;
  predicted_rank: number | null;
}

interface Predictor {
  predictor: string;
  compared_with: string;
  least: number;
  mean: number | null;
  most: number;
  source: string;
}

interface Time {
  program: string;
  environment: string;
  cycles: number;
  seconds: number;
  source: string;
}

interface SlowDown {
  suite: string;
  program: string;
  variant: string;
  plain_seconds: number;
  cross_seconds: number;
  factor: number;
}

interface Mean {
  suite: string;
  variant: string;
  programs: number;
  factor: number;
}

interface Parts {
  accuracy: Accuracy[];
  hot_methods: HotMethod[];
  predictors: Predictor[];
  times: Time[];
  slow_down: SlowDown[];
  means: Mean[];
  skipped: string[];
}

/** Logarithmic axes cannot show 0. Unit: percent. */
const LEAST = 0.001;

const distinct = (names: string[]) => [...new Set(names)];
const percent = (part: number | null) => (part === null ? "–" : `${(100 * part).toFixed(2)} %`);
const signed = (part: number | null) => (part !== null && part > 0 ? `+${percent(part)}` : percent(part).replace("-", "−"));
const size = (part: number | null) => (part === null ? -1 : Math.abs(part));
const seconds = (time: number) => (time >= 100 ? count(Math.round(time)) : time.toPrecision(3));

const rotated = { rotate: 45, interval: 0, fontSize: 10 };
const grid = { left: 60, right: 20, top: 46, bottom: 110 };

/** Standing bars: a group for each program, a colour for each series. */
function groups<Row extends { program: string }>(
  rows: Row[],
  series: (row: Row) => string,
  value: (row: Row) => number | null,
  text: (row: Row) => string,
  axis: object,
) {
  const programs = distinct(rows.map((row) => row.program));
  const names = distinct(rows.map(series));
  return {
    legend: {},
    grid,
    tooltip: { formatter: (point: { data: { tip: string } }) => point.data.tip },
    xAxis: { type: "category", data: programs, axisLabel: rotated },
    yAxis: axis,
    series: names.map((name, place) => ({
      type: "bar",
      name,
      color: CATEGORIES[place % CATEGORIES.length],
      data: programs.map((program) => {
        const row = rows.find((row) => row.program === program && series(row) === name);
        return { value: row === undefined ? null : value(row), tip: row === undefined ? "" : tooltip(program, name, text(row)) };
      }),
    })),
  };
}

/** State of the cache that is shown first, and of which hot methods are. */
const SIMULATED = "on, simulated";

class Page {
  #cache: string;
  #program: string;
  readonly #charts: ChartBox[] = [];
  readonly #accuracy: SortableTable<Accuracy>;
  readonly #hot: SortableTable<HotMethod>;

  constructor(readonly parts: Parts) {
    const states = distinct(parts.accuracy.map((row) => row.cache));
    const first = states.find((state) => state === SIMULATED) ?? states[0] ?? "";
    const caches = [first, ...states.filter((state) => state !== first)];
    const programs = distinct(parts.hot_methods.map((row) => row.program));
    this.#cache = first;
    this.#program = programs[0] ?? "";
    this.#accuracy = accuracyTable();
    this.#hot = hotTable();
    const main = element("main", { class: "charts" });
    document.body.append(heading("Evaluation", "Cost tables and cross-profiler of Joplab"), main, this.#footer());
    if (parts.accuracy.length) {
      const bar = element("div", { class: "bar wide", role: "toolbar", "aria-label": "What the page shows" });
      const option = (name: string) => [name, name] as const;
      bar.append(choice("Method cache", "cache", caches.map(option), (cache) => this.#show(cache, this.#program)));
      bar.append(choice("Hot methods of", "program", programs.map(option), (program) => this.#show(this.#cache, program)));
      main.append(bar, this.#chart(errorChart(() => this.#own())), this.#chart(meansChart(() => this.#own())));
      main.append(this.#accuracy.element, this.#hot.element);
    }
    if (parts.predictors.length) main.append(this.#chart(predictorChart(parts.predictors)), predictorTable(parts.predictors));
    if (parts.times.length) main.append(this.#chart(timeChart(parts.times)), timeTable(parts.times));
    if (parts.slow_down.length) main.append(this.#chart(slowDownChart(parts)), slowDownTable(parts));
    this.#show(this.#cache, this.#program);
  }

  #chart(chart: ChartBox): HTMLElement {
    this.#charts.push(chart);
    chart.element.classList.add("wide");
    return chart.element;
  }

  #own(): Accuracy[] {
    return this.parts.accuracy.filter((row) => row.cache === this.#cache);
  }

  #show(cache: string, program: string): void {
    this.#cache = cache;
    this.#program = program;
    this.#accuracy.set(this.#own());
    this.#hot.set(this.parts.hot_methods.filter((row) => row.program === program));
    for (const chart of this.#charts) chart.update();
  }

  #footer(): HTMLElement {
    const skipped = this.parts.skipped.map((line) => element("li", {}, line));
    const list = skipped.length ? [element("p", {}, "Skipped:"), element("ul", { id: "skipped" }, ...skipped)] : [];
    return footer([element("p", {}, "Times were measured in one run of jop-evaluate and depend on the load of its host."), ...list]);
  }
}

function errorChart(rows: () => Accuracy[]): ChartBox {
  return new ChartBox("errors", "Error in total", "Predicted less true cycles below main, relative to the true cycles.", () =>
    groups(
      rows(),
      (row) => row.prediction,
      (row) => (row.error === null ? null : 100 * row.error),
      (row) => signed(row.error),
      { type: "value", name: "%" },
    ),
  );
}

/** Means over the programs, by total, method and context. */
function meansChart(rows: () => Accuracy[]): ChartBox {
  const note = "Means over the programs of the absolute errors, in percent, on a logarithmic axis; an error of 0 is at its lower end.";
  return new ChartBox("error-means", "Mean errors in total, by method and by context", note, () => {
    const figures: [string, (row: Accuracy) => number | null][] = [
      ["total", (row) => row.error],
      ["by method", (row) => row.methods],
      ["by context", (row) => row.contexts],
    ];
    const predictions = distinct(rows().map((row) => row.prediction));
    const means = figures.flatMap(([name, figure]) =>
      predictions.map((program) => {
        const own = rows().filter((row) => row.prediction === program);
        const values = own.map(figure).filter((value) => value !== null);
        return { program, name, mean: values.reduce((sum, value) => sum + Math.abs(value), 0) / (values.length || 1) };
      }),
    );
    return groups(
      means,
      (row) => row.name,
      (row) => Math.max(100 * row.mean, LEAST),
      (row) => percent(row.mean),
      { type: "log", name: "%", min: LEAST, startValue: LEAST },
    );
  });
}

function accuracyTable(): SortableTable<Accuracy> {
  return new SortableTable<Accuracy>(
    "accuracy",
    "Accuracy",
    [
      { name: "program", text: (row) => row.program },
      { name: "prediction", text: (row) => row.prediction },
      { name: "true", text: (row) => count(row.truth), key: (row) => row.truth },
      { name: "predicted", text: (row) => count(row.predicted), key: (row) => row.predicted },
      { name: "error", text: (row) => signed(row.error), key: (row) => size(row.error) },
      { name: "by method", text: (row) => percent(row.methods), key: (row) => size(row.methods) },
      { name: "by context", text: (row) => percent(row.contexts), key: (row) => size(row.contexts) },
      { name: "Kendall's τ", text: (row) => row.kendall_tau?.toFixed(3) ?? "–", key: (row) => row.kendall_tau ?? -2 },
      { name: "hottest found", text: (row) => `${row.top_shared} of ${row.top_of}`, key: (row) => row.top_shared },
    ],
    0,
    undefined,
    undefined,
    false,
  );
}

function hotTable(): SortableTable<HotMethod> {
  return new SortableTable<HotMethod>(
    "hot",
    "Hot methods, cache simulated",
    [
      { name: "method", text: (row) => row.method },
      { name: "prediction", text: (row) => row.prediction },
      { name: "true", text: (row) => count(row.truth), key: (row) => row.truth },
      { name: "predicted", text: (row) => count(row.predicted), key: (row) => row.predicted },
      { name: "rank", text: (row) => String(row.rank), key: (row) => row.rank },
      { name: "predicted rank", text: (row) => String(row.predicted_rank ?? "–"), key: (row) => row.predicted_rank ?? Infinity },
    ],
    4,
    undefined,
    undefined,
    false,
  );
}

function predictorChart(rows: Predictor[]): ChartBox {
  const from = (row: Predictor) => Math.max(row.least, LEAST);
  const drawn = [...rows].reverse();
  const tip = (row: Predictor) => tooltip(row.predictor, row.compared_with, `${row.least.toFixed(2)} to ${row.most.toFixed(2)} %`, row.source);
  const points = (name: string, color: string, value: (row: Predictor) => number | null, of: Predictor[]) => ({
    type: "scatter",
    name,
    color,
    symbolSize: 9,
    data: of.filter((row) => value(row) !== null).map((row) => ({ value: [Math.max(value(row)!, LEAST), row.predictor], tip: tip(row) })),
  });
  const note = "Least and largest absolute errors, with the mean of those of this run. Published figures are of other programs and hardware.";
  const box = new ChartBox("predictors", "Predictors", note, () => ({
    legend: {},
    grid: { left: 290, right: 30, top: 34, bottom: 30 },
    tooltip: { formatter: (point: { data: { tip: string } }) => point.data.tip },
    xAxis: { type: "log", min: LEAST, name: "%", axisLabel: { hideOverlap: true } },
    yAxis: { type: "category", data: drawn.map((row) => row.predictor), axisLabel: { interval: 0, fontSize: 10, width: 270, overflow: "truncate" } },
    series: [
      points("least", CATEGORIES[0], from, drawn),
      points("mean", CATEGORIES[3], (row) => row.mean, drawn),
      points("most", CATEGORIES[1], (row) => row.most, drawn),
    ],
  }));
  (box.element.querySelector(".canvas") as HTMLElement).style.height = `${80 + 20 * rows.length}px`;
  return box;
}

function filled<Row>(table: SortableTable<Row>, rows: Row[]): HTMLElement {
  table.set(rows);
  return table.element;
}

function predictorTable(rows: Predictor[]): HTMLElement {
  const figure = (value: number | null) => (value === null ? "–" : `${value.toFixed(2)} %`);
  const table = new SortableTable<Predictor>(
    "predictor-table",
    "Errors of predictors",
    [
      { name: "predictor", text: (row) => row.predictor },
      { name: "compared with", text: (row) => row.compared_with },
      { name: "least", text: (row) => figure(row.least), key: (row) => row.least },
      { name: "mean", text: (row) => figure(row.mean), key: (row) => row.mean ?? Infinity },
      { name: "most", text: (row) => figure(row.most), key: (row) => row.most },
      { name: "source", text: (row) => row.source },
    ],
    4,
    undefined,
    undefined,
    false,
  );
  return filled(table, rows);
}

function timeChart(rows: Time[]): ChartBox {
  const note = "Seconds on a logarithmic axis. RTL simulation: the cycles at its published speed; all else was measured, processes of a JVM as a whole.";
  return new ChartBox("times", "Execution times", note, () =>
    groups(
      rows,
      (row) => row.environment,
      (row) => row.seconds,
      (row) => `${seconds(row.seconds)} s, ${row.source}`,
      { type: "log", name: "s", startValue: LEAST },
    ),
  );
}

function timeTable(rows: Time[]): HTMLElement {
  const table = new SortableTable<Time>(
    "time-table",
    "Execution times in seconds",
    [
      { name: "program", text: (row) => row.program },
      { name: "environment", text: (row) => row.environment },
      { name: "cycles", text: (row) => count(row.cycles), key: (row) => row.cycles },
      { name: "seconds", text: (row) => seconds(row.seconds), key: (row) => row.seconds },
      { name: "cycles per second", text: (row) => count(Math.round(row.cycles / row.seconds)), key: (row) => row.cycles / row.seconds },
      { name: "source", text: (row) => row.source },
    ],
    0,
    undefined,
    undefined,
    false,
  );
  return filled(table, rows);
}

/** Factors, with the geometric means as the last group of each suite. */
function slowDownChart(parts: Parts): ChartBox {
  const means = parts.means.map((mean) => ({ ...mean, program: `mean, ${mean.suite}` }));
  const suites = distinct(parts.slow_down.map((row) => row.suite));
  const rows = suites.flatMap((suite) => [...parts.slow_down, ...means].filter((row) => row.suite === suite));
  const note = "Time under the cross-profiler by the time without it. Embedded programs: whole processes; big ones: CPU time after a warm-up.";
  return new ChartBox("slow-down", "Slow-down", note, () =>
    groups(
      rows,
      (row) => row.variant,
      (row) => row.factor,
      (row) => `${row.factor.toFixed(2)} times`,
      { type: "value", name: "times" },
    ),
  );
}

function slowDownTable(parts: Parts): HTMLElement {
  type Row = { suite: string; program: string; variant: string; plain: number | null; cross: number | null; factor: number };
  const own = parts.slow_down.map((row): Row => ({ ...row, plain: row.plain_seconds, cross: row.cross_seconds }));
  const means = parts.means.map((mean): Row => ({ ...mean, program: `geometric mean of ${mean.programs}`, plain: null, cross: null }));
  const time = (value: number | null) => (value === null ? "–" : seconds(value));
  const table = new SortableTable<Row>(
    "slow-down-table",
    "Slow-down",
    [
      { name: "suite", text: (row) => row.suite },
      { name: "program", text: (row) => row.program },
      { name: "variant", text: (row) => row.variant },
      { name: "plain s", text: (row) => time(row.plain), key: (row) => row.plain ?? -1 },
      { name: "cross s", text: (row) => time(row.cross), key: (row) => row.cross ?? -1 },
      { name: "factor", text: (row) => row.factor.toFixed(2), key: (row) => row.factor },
    ],
    0,
    undefined,
    undefined,
    false,
  );
  return filled(table, [...own, ...means]);
}

try {
  const { header } = await readPayload<{ parts: Parts }>();
  new Page(header.parts);
  document.documentElement.dataset["ready"] = "";
} catch (error) {
  showFailure(error);
}
