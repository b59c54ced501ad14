// The profile of the chosen part of the run: a ring chart, and the figures of a context.

import { choice, element } from "../shared/dom";
import { isDark, onTheme } from "../shared/theme";
import { Chart, type Place } from "../ring/chart";
import { type Colouring, colours } from "../ring/colour";
import { callees, describe, figures } from "../ring/panel";
import type { Tree } from "../ring/tree";
import { Weights } from "../ring/weights";
import { CELL_METRICS, type Part, type Windows } from "./windows";

export class ProfileBox {
  readonly element: HTMLElement;
  readonly #chart: Chart;
  readonly #path = element("nav", { id: "path", "aria-label": "From the outermost root to the centre" });
  readonly #figures = element("section", { id: "figures", "aria-label": "Figures" });
  readonly #callees = element("section", { id: "callees", "aria-label": "Callees" });
  readonly #legend = element("ul", { class: "legend" });
  readonly #live = element("p", { class: "unseen", "aria-live": "polite" });
  #metric: string = CELL_METRICS[0];
  #colouring: Colouring = "package";

  constructor(
    readonly tree: Tree,
    readonly windows: Windows,
  ) {
    this.#chart = new Chart(tree, {
      hover: (place) => this.#show(place ?? this.#chart.focused),
      focus: (place) => this.#focus(place),
      zoomed: () => this.#zoomed(),
    });
    this.#chart.element.addEventListener("keydown", (event) => this.#key(event));
    const bar = element("div", { class: "bar" });
    bar.append(choice("Size", "size", CELL_METRICS.map((name) => [name, name] as const), (metric) => this.#set(() => (this.#metric = metric))));
    const ways = [["package", "package"], ["class", "class"], ["own", "own part"]] as const;
    bar.append(choice("Colours", "colouring", ways, (way) => this.#set(() => (this.#colouring = way as Colouring))));
    const side = element("div", { id: "side" }, this.#figures, this.#callees);
    const ring = element("div", { class: "ring" }, this.#chart.element, side);
    this.element = element("section", { class: "box wide", id: "profile" }, element("h2", {}, "Profile of the chosen part"), bar, this.#legend, this.#path, ring, this.#live);
    onTheme(() => this.#set(() => {}));
  }

  /** Shows another part of the run. */
  take(part: Part): void {
    const own = this.windows.figures(part, this.tree.count);
    CELL_METRICS.forEach((metric, place) => this.tree.replace(metric, own[place]!));
    this.#set(() => {});
  }

  #set(change: () => void): void {
    change();
    this.#chart.weights = new Weights(this.tree, this.#metric, 0, "metric");
    const chosen = colours(this.tree, this.#colouring, this.#metric, 0, isDark());
    this.#chart.colours = chosen;
    const entries = chosen.legend.map(({ colour, text }) => {
      const swatch = element("span", { class: "swatch" });
      swatch.style.borderColor = colour;
      return element("li", { class: "entry" }, swatch, text);
    });
    this.#legend.replaceChildren(...entries);
    this.#chart.update();
    this.#zoomed();
  }

  #zoomed(): void {
    const root = this.#chart.root;
    const path = this.tree.path(root).map((context) => {
      const zoom = () => this.#chart.zoomTo(context);
      return element("button", { type: "button", class: "link", click: zoom }, this.tree.name(context).replace(/(?<=.)\(.*/, ""));
    });
    this.#path.replaceChildren(...path.flatMap((button, place) => (place ? [" › ", button] : [button])));
    this.#callees.replaceChildren(...callees(this.#chart, root));
    this.#focus(this.#chart.focused);
  }

  #focus(place: Place): void {
    this.#live.textContent = describe(this.#chart, place);
    this.#show(place);
  }

  #show(place: Place): void {
    this.#figures.replaceChildren(...figures(this.#chart, place));
  }

  #key(event: KeyboardEvent): void {
    const chart = this.#chart;
    const up = () => chart.zoomTo(this.tree.parent[chart.root]!);
    const actions: Record<string, () => void> = {
      ArrowLeft: () => chart.setFocus(chart.sibling(-1)),
      ArrowRight: () => chart.setFocus(chart.sibling(1)),
      ArrowDown: () => chart.setFocus(chart.callee()),
      ArrowUp: () => chart.setFocus(chart.caller()),
      Enter: () => chart.zoomTo(chart.focused.context),
      Backspace: up,
      Home: () => chart.zoomTo(0),
    };
    const action = actions[event.key];
    if (!action || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    action();
  }
}
