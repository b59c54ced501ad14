// Charts of ECharts in the style of the pages.

import { type EChartsCoreOption, init } from "../libraries/echarts";
import { element } from "./dom";
import { CATEGORIES } from "./palette";
import { cssColour, onTheme } from "./theme";

/** Colours of two things that are compared. */
export const PAIR = ["#4477aa", "#ee7733"] as const;

/** A chart with its title. `options` gives what it shows, in the colours of the page as they are now. */
export class ChartBox {
  readonly element: HTMLElement;
  readonly #canvas = element("div", { class: "canvas" });
  readonly #note;
  readonly #legend = element("ul", { class: "legend" });
  /** Series that the legend has switched off, by name. */
  readonly #hidden = new Set<string>();
  readonly #chart;

  constructor(
    id: string,
    title: string,
    note: string,
    readonly options: () => EChartsCoreOption,
    clicked?: (name: string, data: unknown) => void,
  ) {
    this.#note = element("p", {}, note);
    this.element = element("section", { class: "box", id }, element("h2", {}, title), this.#note, this.#legend, this.#canvas);
    this.#chart = init(this.#canvas, undefined, { renderer: "canvas", width: 400, height: 300 });
    if (clicked) this.#chart.on("click", (event) => clicked(event.name, event.data));
    new ResizeObserver(() => this.#chart.resize({ width: "auto", height: "auto" })).observe(this.#canvas);
    onTheme(() => this.update());
  }

  /** Calls `dragged` with two values of the horizontal axis while the pointer is drawn from one to the other. */
  onDrag(dragged: (from: number, to: number) => void): void {
    let from: number | undefined;
    const value = (event: { offsetX: number }) => this.#chart.convertFromPixel({ xAxisIndex: 0 }, event.offsetX) as number;
    const area = this.#chart.getZr();
    area.on("mousedown", (event) => {
      from = value(event);
    });
    area.on("mousemove", (event) => {
      if (from !== undefined) dragged(from, value(event));
    });
    area.on("mouseup", (event) => {
      if (from !== undefined) dragged(from, value(event));
      from = undefined;
    });
    area.on("globalout", () => {
      from = undefined;
    });
  }

  /** Explains what the chart shows now. */
  set note(text: string) {
    this.#note.textContent = text;
  }

  #showLegend(series: Series[]): void {
    const entries = series.flatMap(({ name, color, lineStyle }) => {
      if (name === undefined) return [];
      const swatch = element("span", { class: "swatch" });
      swatch.style.borderColor = color ?? "";
      if ((lineStyle as { type?: string } | undefined)?.type === "dashed") swatch.style.borderStyle = "dashed";
      const toggle = () => {
        if (!this.#hidden.delete(name)) this.#hidden.add(name);
        this.update();
      };
      const pressed = String(!this.#hidden.has(name));
      return [element("li", {}, element("button", { type: "button", class: "entry", "aria-pressed": pressed, click: toggle }, swatch, name))];
    });
    this.#legend.replaceChildren(...entries);
  }

  /** Draws all anew. */
  update(): void {
    const [text, faint, line, panel] = ["--text", "--faint", "--line", "--panel"].map(cssColour);
    const axis = {
      axisLabel: { color: faint },
      axisLine: { lineStyle: { color: line } },
      splitLine: { lineStyle: { color: line } },
      nameTextStyle: { color: faint },
    };
    const themed = (axes: unknown) => {
      const one = (own: Record<string, unknown>) => ({
        ...axis,
        ...own,
        axisLabel: { ...axis.axisLabel, ...(own["axisLabel"] as object | undefined) },
      });
      if (axes === undefined) return undefined;
      return Array.isArray(axes) ? axes.map(one) : one(axes as Record<string, unknown>);
    };
    const own = this.options() as Record<string, unknown>;
    const series = distinct(own["series"] as Series[]);
    if (own["legend"]) this.#showLegend(series);
    this.#chart.setOption(
      {
        animation: false,
        aria: { enabled: true },
        color: [...CATEGORIES],
        textStyle: { color: text, fontFamily: "system-ui, sans-serif" },
        ...own,
        series,
        // The page has a legend of its own: that of ECharts shows its entries in pages.
        legend: { show: false, selected: Object.fromEntries([...this.#hidden].map((name) => [name, false])) },
        tooltip: { confine: true, backgroundColor: panel, borderColor: faint, textStyle: { color: text }, ...(own["tooltip"] as object) },
        xAxis: themed(own["xAxis"]),
        yAxis: themed(own["yAxis"]),
      },
      true,
    );
  }
}

interface Series {
  name?: string;
  type?: string;
  color?: string;
  lineStyle?: object;
}

/** The same series, each with a colour; those beyond the number of colours are dashed, too. */
function distinct(all: Series[]): Series[] {
  let place = 0;
  return all.map((series) => {
    if (series.color || series.name === undefined) return series;
    const color = CATEGORIES[place % CATEGORIES.length];
    const isRepeated = place++ >= CATEGORIES.length;
    return { ...series, color, lineStyle: { ...series.lineStyle, type: isRepeated ? "dashed" : "solid" } };
  });
}

/** Lines of a tooltip; ECharts takes markup, so texts are escaped. */
export function tooltip(...lines: string[]): string {
  return lines.map((line) => line.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)).join("<br>");
}
