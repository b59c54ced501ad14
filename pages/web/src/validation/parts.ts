// Parts of a prediction's error, which add up to it: as a chart in total, as a chart and a table by method.

import { ChartBox, tooltip } from "../shared/charts";
import { element } from "../shared/dom";
import { brief, count, relative, shortName, signed } from "../shared/format";
import { CATEGORIES, OTHERS } from "../shared/palette";
import { cssColour } from "../shared/theme";
import { type Column, SortableTable } from "../shared/sortable";

/** Cycles by the name of the part. */
type Parts = Record<string, number>;

interface MethodParts {
  method: string;
  truth: number;
  predicted: number;
  parts: Parts;
}

export interface Decomposition {
  total: Parts;
  by_method: MethodParts[];
}

/** Methods that the chart shows. */
const SHOWN = 15;

const MEANINGS: Record<string, string> = {
  calls: "wrong numbers of calls, at the true cycles of a call",
  bytecodes: "wrong numbers of bytecodes, at the true cycles of a bytecode",
  prices: "wrong cycles of bytecodes",
  routines: "Java methods that the machine calls for a bytecode, an exception or an interrupt",
  runtime: "methods of the runtime",
  library: "methods of the class library",
  cache: "loads of the method cache",
  missing: "methods that only the truth has",
  foreign: "methods that only the prediction has",
  uncounted: "the profile has neither calls nor bytecodes",
};

const sum = (parts: Parts) => Object.values(parts).reduce((sum, cycles) => sum + cycles, 0);
const magnitude = (cycles: number) => (cycles < 0 ? `−${brief(-cycles)}` : brief(cycles));

/** The parts of the chosen prediction. */
export class PartsView {
  #decomposition: Decomposition = { total: {}, by_method: [] };
  #truth = 0;
  readonly #total: ChartBox;
  readonly #methods: ChartBox;
  readonly #table = element("div", { class: "wide" });

  /** `names` in the order in which they are shown. */
  constructor(readonly names: string[]) {
    this.#total = new ChartBox("parts", "Parts of the error", "", () => this.#totalChart());
    this.#methods = new ChartBox("method-parts", "Parts of the error by method", "", () => this.#methodChart());
  }

  get charts(): HTMLElement[] {
    return [this.#total.element, this.#methods.element];
  }

  get table(): HTMLElement {
    return this.#table;
  }

  /** Shows another prediction of a run with so many true cycles. */
  set(decomposition: Decomposition, truth: number): void {
    this.#decomposition = decomposition;
    this.#truth = truth;
    const total = sum(decomposition.total);
    const rows = decomposition.by_method.length;
    this.#total.note = decomposition.by_method.length
      ? `They add up to the difference: ${signed(total)} cycles, ${relative(total, truth)}.`
      : "No method differs.";
    this.#methods.note = rows > SHOWN ? `The ${SHOWN} methods that differ most, of ${rows}.` : rows ? "All methods that differ." : "No method differs.";
    this.#total.update();
    this.#methods.update();
    this.#table.replaceChildren(...(rows ? [this.#newTable()] : []));
  }

  /** Parts that a method has. */
  #used(): string[] {
    return this.names.filter((name) => this.#decomposition.by_method.some(({ parts }) => parts[name] !== 0));
  }

  #colour(name: string): string {
    return CATEGORIES[this.names.indexOf(name)] ?? OTHERS;
  }

  #tip(name: string, cycles: number, ...above: string[]): string {
    return tooltip(...above, `${name}: ${MEANINGS[name] ?? ""}`, `${signed(cycles)} cycles, ${relative(cycles, this.#truth)} of all true cycles`);
  }

  #totalChart() {
    const names = [...this.names].reverse();
    const { total } = this.#decomposition;
    return {
      grid: { left: 90, right: 76, top: 10, bottom: 30 },
      tooltip: { formatter: ({ name, value }: { name: string; value: number }) => this.#tip(name, value) },
      xAxis: { type: "value", axisLabel: { formatter: magnitude, hideOverlap: true } },
      yAxis: { type: "category", data: names, axisLabel: { interval: 0 } },
      series: [
        {
          type: "bar",
          label: { show: true, position: "right", color: cssColour("--text"), formatter: ({ value }: { value: number }) => (value === 0 ? "0" : relative(value, this.#truth)) },
          data: names.map((name) => ({
            value: total[name] ?? 0,
            itemStyle: { color: this.#colour(name) },
            label: { position: (total[name] ?? 0) < 0 ? "left" : "right" },
          })),
        },
      ],
    };
  }

  #methodChart() {
    const rows = this.#decomposition.by_method.slice(0, SHOWN).reverse();
    return {
      legend: {},
      grid: { left: 200, right: 24, top: 30, bottom: 30 },
      tooltip: {
        formatter: (point: { seriesName: string; data: { value: number; row: MethodParts } }) =>
          this.#tip(point.seriesName, point.data.value, point.data.row.method),
      },
      xAxis: { type: "value", axisLabel: { formatter: magnitude, hideOverlap: true } },
      yAxis: {
        type: "category",
        data: rows.map(({ method }) => shortName(method)),
        axisLabel: { interval: 0, fontSize: 10, width: 188, overflow: "truncate" },
      },
      series: this.#used().map((name) => ({
        type: "bar",
        stack: "parts",
        name,
        color: this.#colour(name),
        data: rows.map((row) => ({ value: row.parts[name] ?? 0, row })),
      })),
    };
  }

  /** Only parts that a method has are columns. */
  #newTable(): HTMLElement {
    const columns: Column<MethodParts>[] = [
      { name: "method", text: (row) => row.method },
      { name: "true", text: (row) => count(row.truth), key: (row) => row.truth },
      { name: "difference", text: (row) => signed(row.predicted - row.truth), key: (row) => Math.abs(row.predicted - row.truth) },
      ...this.#used().map((name) => ({
        name,
        text: (row: MethodParts) => signed(row.parts[name] ?? 0),
        key: (row: MethodParts) => Math.abs(row.parts[name] ?? 0),
      })),
    ];
    const table = new SortableTable<MethodParts>("parts-table", "Parts of the error by method", columns, 2);
    table.set(this.#decomposition.by_method);
    return table.element;
  }
}
