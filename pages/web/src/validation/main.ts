// The validation page: predicted cycles compared with those of the machine.

import "../shared/style.css";
import "../shared/charts.css";
import { ChartBox, PAIR, tooltip } from "../shared/charts";
import { choice, element, showFailure } from "../shared/dom";
import { brief, count, firstOf, relative, shortName, signed } from "../shared/format";
import { footer, heading } from "../shared/frame";
import { readPayload } from "../shared/payload";
import { SortableTable } from "../shared/sortable";
import { cssColour } from "../shared/theme";
import { type Decomposition, PartsView } from "./parts";

interface Pair {
  what: string;
  truth: number;
  predicted: number;
}

interface Distribution {
  count: number;
  missed: number;
  without_truth: number;
  bias: number;
  mape: number;
  weighted: number;
  median: number;
  p95: number;
  worst: number;
  worst_name: string;
}

interface Prediction {
  name: string;
  total: Pair;
  methods: Distribution | null;
  contexts: Distribution | null;
  kendall_tau: number | null;
  top_overlap: number;
  top_of: number;
  by_method: Pair[];
  by_cause: Pair[];
  by_bytecode: (Omit<Pair, "what"> & { what: number })[];
  decomposition: Decomposition;
}

interface Case {
  program: string;
  machine: string;
  cycles: number;
  facts: [string, string][];
  predictions: Prediction[];
}

interface Header {
  title: string;
  bytecodes: string[];
  parts: string[];
  cases: Case[];
}

/** A method with its places among the methods of both sides; none for those without cycles. */
interface Ranked extends Pair {
  rank: number | undefined;
  predictedRank: number | undefined;
}

/** Bytecodes that their chart shows. */
const BYTECODES = 24;
/** Methods that the chart of ranks shows. */
const RANKED = 20;
/** Edges of the distribution. Unit: percent. */
const EDGES = [0.01, 0.1, 1, 2, 5, 10, 20, 50, 100];

const percent = (part: number | undefined) => (part === undefined ? "–" : relative(part, 1));
const absolute = (part: number | undefined) => percent(part).replace("+", "");
const difference = (pair: Omit<Pair, "what">) => pair.predicted - pair.truth;
const error = (pair: Omit<Pair, "what">) => (pair.truth === 0 ? Infinity : difference(pair) / pair.truth);

function ranked(pairs: Pair[]): Ranked[] {
  const order = (of: (pair: Pair) => number) => {
    const sorted = pairs.filter((pair) => of(pair) > 0).sort((a, b) => of(b) - of(a) || (a.what < b.what ? -1 : 1));
    return new Map(sorted.map((pair, place) => [pair.what, place + 1]));
  };
  const [truth, predicted] = [order((pair) => pair.truth), order((pair) => pair.predicted)];
  return pairs.map((pair) => ({ ...pair, rank: truth.get(pair.what), predictedRank: predicted.get(pair.what) }));
}

class Page {
  #case: Case;
  #prediction: Prediction;
  #methods: Ranked[] = [];
  readonly #charts: ChartBox[];
  readonly #parts: PartsView;
  readonly #predictions = element("select", { id: "prediction" });
  readonly #summary = new SortableTable<Prediction>(
    "summary",
    "All predictions of this program on this machine",
    [
      { name: "prediction", text: (row) => row.name },
      { name: "cycles", text: (row) => count(row.total.predicted), key: (row) => row.total.predicted },
      { name: "error", text: (row) => relative(difference(row.total), row.total.truth), key: (row) => Math.abs(error(row.total)) },
      { name: "methods: mean |error|", text: (row) => absolute(row.methods?.mape), key: (row) => row.methods?.mape ?? -1 },
      { name: "95 % within", text: (row) => absolute(row.methods?.p95), key: (row) => row.methods?.p95 ?? -1 },
      { name: "worst", text: (row) => percent(row.methods?.worst), key: (row) => Math.abs(row.methods?.worst ?? 0) },
      { name: "weighted", text: (row) => absolute(row.methods?.weighted), key: (row) => row.methods?.weighted ?? -1 },
      { name: "contexts: weighted", text: (row) => absolute(row.contexts?.weighted), key: (row) => row.contexts?.weighted ?? -1 },
      { name: "Kendall's τ", text: (row) => row.kendall_tau?.toFixed(4) ?? "–", key: (row) => row.kendall_tau ?? -2 },
      { name: "hottest found", text: (row) => `${row.top_overlap} of ${row.top_of}`, key: (row) => row.top_overlap },
    ],
    2,
    (row) => this.#choose(this.#case, row),
    (row) => row === this.#prediction,
  );
  readonly #table = new SortableTable<Ranked>(
    "methods",
    "Methods",
    [
      { name: "method", text: (row) => row.what },
      { name: "true", text: (row) => count(row.truth), key: (row) => row.truth },
      { name: "predicted", text: (row) => count(row.predicted), key: (row) => row.predicted },
      { name: "difference", text: (row) => signed(difference(row)), key: (row) => Math.abs(difference(row)) },
      { name: "error", text: (row) => relative(difference(row), row.truth), key: (row) => Math.abs(error(row)) },
      { name: "rank", text: (row) => String(row.rank ?? "–"), key: (row) => row.rank ?? Infinity },
      { name: "predicted rank", text: (row) => String(row.predictedRank ?? "–"), key: (row) => row.predictedRank ?? Infinity },
    ],
    1,
  );

  constructor(readonly header: Header) {
    this.#case = header.cases[0]!;
    this.#prediction = this.#case.predictions[0]!;
    this.#charts = [
      new ChartBox("scatter", "Methods: predicted against true cycles", "On the line a prediction is exact. Axes are logarithmic.", () =>
        this.#scatter(),
      ),
      new ChartBox("distribution", "Distribution of the errors", "Methods by their relative error, and the true cycles in them.", () =>
        this.#distribution(),
      ),
      new ChartBox("ranking", "The hottest methods", "", () =>
        this.#ranking(),
      ),
      new ChartBox("causes", "Causes", "Cycles by their cause, where the prediction tells it.", () => this.#causes()),
      new ChartBox("bytecodes", "Bytecodes", "", () =>
        this.#bytecodes(),
      ),
    ];
    const cases = header.cases.map(({ program, machine }, place) => [String(place), `${program} on ${machine}`] as const);
    const bar = element("div", { class: "bar wide", role: "toolbar", "aria-label": "What the page shows" });
    bar.append(choice("Run", "case", cases, (place) => this.#choose(header.cases[Number(place)]!)));
    this.#predictions.addEventListener("change", () =>
      this.#choose(this.#case, this.#case.predictions[Number(this.#predictions.value)]),
    );
    bar.append(element("label", { class: "choice" }, "Prediction", this.#predictions));
    this.#parts = new PartsView(header.parts);
    const boxes = this.#charts.map((chart) => chart.element);
    boxes.at(-1)!.classList.add("wide");
    boxes.splice(2, 0, ...this.#parts.charts);
    const tables = [this.#parts.table, this.#table.element];
    const main = element("main", { class: "charts" }, bar, this.#summary.element, ...boxes, ...tables);
    document.body.append(heading(header.title, "Predictions compared with the machine"), main, this.#footer);
    this.#choose(this.#case);
  }

  readonly #footer = footer([]);

  #choose(chosen: Case, prediction = chosen.predictions[0]!): void {
    this.#case = chosen;
    this.#prediction = prediction;
    this.#methods = ranked(prediction.by_method);
    const options = chosen.predictions.map(({ name }, place) => element("option", { value: String(place) }, name));
    this.#predictions.replaceChildren(...options);
    this.#predictions.value = String(chosen.predictions.indexOf(prediction));
    this.#summary.set(chosen.predictions);
    this.#table.set(this.#methods);
    const [ranking, bytecodes] = ["ranking", "bytecodes"].map((id) => this.#charts.find((chart) => chart.element.id === id)!);
    const rankedMethods = this.#methods.filter(({ rank }) => rank !== undefined).length;
    ranking!.note = `${firstOf(RANKED, rankedMethods, "methods")}: those with the most true cycles, and what is predicted.`;
    bytecodes!.note = `${firstOf(BYTECODES, prediction.by_bytecode.length, "bytecodes")}: those that differ most, then those with the most cycles.`;
    for (const chart of this.#charts) chart.update();
    this.#parts.set(prediction.decomposition, prediction.total.truth);
    const facts = chosen.facts.flatMap(([term, fact]) => [element("dt", {}, term), element("dd", {}, fact)]);
    const sum = element("p", { id: "sum" }, `${count(chosen.cycles)} true cycles of ${chosen.program} on ${chosen.machine}`);
    this.#footer.replaceChildren(sum, element("dl", {}, ...facts));
  }

  #scatter() {
    const both = this.#methods.filter((pair) => pair.truth > 0 && pair.predicted > 0);
    const most = both.reduce((most, pair) => Math.max(most, pair.truth, pair.predicted), 10);
    const axis = { type: "log", min: 1, max: 10 ** Math.ceil(Math.log10(most)), axisLabel: { formatter: brief } };
    return {
      grid: { left: 60, right: 24, top: 38, bottom: 44 },
      tooltip: { formatter: (point: { data: { pair: Pair } }) => pairTip(point.data.pair) },
      xAxis: { ...axis, name: "true cycles", nameLocation: "middle", nameGap: 28 },
      yAxis: { ...axis, name: "predicted" },
      series: [
        {
          type: "scatter",
          symbolSize: 7,
          itemStyle: { color: PAIR[1], opacity: 0.75 },
          data: both.map((pair) => ({ value: [pair.truth, pair.predicted], pair })),
          markLine: {
            silent: true,
            symbol: "none",
            label: { show: false },
            lineStyle: { color: cssColour("--faint"), type: "solid" },
            data: [[{ coord: [1, 1] }, { coord: [axis.max, axis.max] }]],
          },
        },
      ],
    };
  }

  #distribution() {
    const names = [...EDGES].reverse().map((edge) => `to −${edge} %`);
    const bins = ["only predicted", ...names, "exact", ...EDGES.map((edge) => `to +${edge} %`), "beyond +100 %"];
    // An error of -100 % is a method without a predicted cycle; it stands in the bin of its edge.
    const bin = (pair: Pair) => {
      if (pair.truth === 0) return 0;
      const percent = 100 * error(pair);
      if (percent === 0) return 1 + EDGES.length;
      const step = EDGES.findIndex((edge) => Math.abs(percent) <= edge);
      const steps = step < 0 ? EDGES.length + 1 : step + 1;
      return 1 + EDGES.length + Math.sign(percent) * steps;
    };
    const [methods, cycles] = [bins.map(() => 0), bins.map(() => 0)];
    for (const pair of this.#methods) {
      methods[bin(pair)]! += 1;
      cycles[bin(pair)]! += pair.truth;
    }
    const total = cycles.reduce((sum, some) => sum + some, 0) || 1;
    return {
      legend: {},
      grid: { left: 56, right: 56, top: 34, bottom: 84 },
      tooltip: { trigger: "axis" },
      xAxis: { type: "category", data: bins, axisLabel: { rotate: 55, interval: 0 } },
      yAxis: [
        { type: "value", name: "methods", minInterval: 1 },
        { type: "value", name: "cycles", max: 100, splitLine: { show: false }, axisLabel: { formatter: "{value} %" } },
      ],
      series: [
        { type: "bar", name: "methods", data: methods, color: PAIR[0] },
        {
          type: "bar",
          name: "true cycles in them",
          data: cycles.map((some) => Number(((100 * some) / total).toFixed(2))),
          yAxisIndex: 1,
          color: PAIR[1],
        },
      ],
    };
  }

  #ranking() {
    const hottest = this.#methods.filter((pair) => pair.rank !== undefined && pair.rank <= RANKED);
    hottest.sort((a, b) => b.rank! - a.rank!);
    const label = (pair: Ranked) => `${shortName(pair.what)}  ${pair.rank}→${pair.predictedRank ?? "–"}`;
    return bars(hottest, label, { left: 230 });
  }

  #causes() {
    return bars([...this.#prediction.by_cause].reverse(), (pair) => pair.what, { left: 120 });
  }

  #bytecodes() {
    const named = this.#prediction.by_bytecode.map((pair) => ({ ...pair, what: this.header.bytecodes[pair.what]! }));
    const by = (a: Pair, b: Pair) => Math.abs(difference(b)) - Math.abs(difference(a)) || b.truth - a.truth;
    return columns(named.sort(by).slice(0, BYTECODES));
  }
}

function pairTip(pair: Pair): string {
  const error = `${signed(difference(pair))} (${relative(difference(pair), pair.truth)})`;
  return tooltip(pair.what, `true ${count(pair.truth)}`, `predicted ${count(pair.predicted)}`, error);
}

const sides = [["true", "truth"], ["predicted", "predicted"]] as const;

function series(pairs: Pair[]) {
  return sides.map(([name, key], place) => ({
    type: "bar",
    name,
    color: PAIR[place],
    data: pairs.map((pair) => ({ value: pair[key], pair })),
  }));
}

/** Pairs as lying bars, the first at the bottom. */
function bars<P extends Pair>(pairs: P[], label: (pair: P) => string, grid: { left: number }) {
  return {
    legend: {},
    grid: { ...grid, right: 30, top: 30, bottom: 30 },
    tooltip: { formatter: (point: { data: { pair: Pair } }) => pairTip(point.data.pair) },
    xAxis: { type: "value", axisLabel: { formatter: brief, hideOverlap: true } },
    yAxis: { type: "category", data: pairs.map(label), axisLabel: { interval: 0, fontSize: 10, width: grid.left - 12, overflow: "truncate" } },
    series: series(pairs),
  };
}

/** Pairs as standing bars. */
function columns(pairs: Pair[]) {
  return {
    legend: {},
    grid: { left: 60, right: 20, top: 34, bottom: 90 },
    tooltip: { formatter: (point: { data: { pair: Pair } }) => pairTip(point.data.pair) },
    xAxis: { type: "category", data: pairs.map((pair) => pair.what), axisLabel: { rotate: 50, interval: 0 } },
    yAxis: { type: "value", axisLabel: { formatter: brief } },
    series: series(pairs),
  };
}

try {
  const { header } = await readPayload<Header>();
  new Page(header);
  document.documentElement.dataset["ready"] = "";
} catch (error) {
  showFailure(error);
}
