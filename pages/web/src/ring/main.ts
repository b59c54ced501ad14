// The ring chart page: puts chart, controls, search and figures together.

import "../shared/style.css";
import "../shared/charts.css";
import "./ring.css";
import { choice, download, element, showFailure } from "../shared/dom";
import { count, share } from "../shared/format";
import { readPayload } from "../shared/payload";
import { footer, heading } from "../shared/frame";
import { isDark, onTheme } from "../shared/theme";
import { Chart, type Place } from "./chart";
import { CallTimes } from "./calls";
import { type Colouring, colours } from "./colour";
import { helpDialog } from "./help";
import { callees, describe, figures } from "./panel";
import { mark, PatternError } from "./search";
import { svg } from "./svg";
import { type RingHeader, type Side, Tree } from "./tree";
import { type Sizing, Weights } from "./weights";

const DEFAULT_RINGS = 10;

class Page {
  readonly #tree: Tree;
  readonly #chart: Chart;
  readonly #main = element("main", { id: "ring" });
  readonly #path = element("nav", { id: "path", "aria-label": "From the outermost root to the centre" });
  readonly #figures = element("section", { id: "figures", "aria-label": "Figures" });
  readonly #callees = element("section", { id: "callees", "aria-label": "Callees" });
  readonly #legend = element("section", { id: "legend", "aria-label": "Legend" });
  readonly #tip = element("div", { id: "tip", hidden: true });
  readonly #live = element("p", { id: "live", class: "unseen", "aria-live": "polite" });
  readonly #found = element("p", { id: "found", "aria-live": "polite" });
  readonly #search = element("input", {
    id: "search",
    type: "search",
    placeholder: "class:Heap, cycles > 1 %, /regex/ …",
    "aria-label": "Mark contexts by a pattern",
    input: () => this.#mark(),
    keydown: (event: KeyboardEvent) => this.#searchKey(event),
  });
  readonly #removeButton = element("button", { type: "button", id: "remove", title: "Take the marked contexts out of all sums", disabled: true, click: () => this.#remove() }, "Remove");
  readonly #restoreButton = element("button", { type: "button", id: "restore", hidden: true, click: () => this.#restore() }, "Put back");
  readonly #removed = element("p", { id: "removed", "aria-live": "polite" });
  readonly #help = helpDialog();
  /** Of each profile that knows them. */
  readonly #times: CallTimes[];
  readonly #threads: HTMLSelectElement | undefined;
  #metric = "cycles";
  #side: Side;
  #sizing: Sizing = "metric";
  #colouring: Colouring;
  #scale = 0;
  /** Place of the marked context that was shown last. */
  #shown = -1;

  constructor(tree: Tree) {
    this.#tree = tree;
    // Of two profiles the second is looked at, a prediction or what came after; colours compare it with the first.
    this.#side = tree.sides ? 1 : 0;
    this.#colouring = tree.sides ? "difference" : "package";
    this.#chart = new Chart(tree, {
      hover: (place, x, y) => this.#hover(place, x, y),
      focus: (place) => this.#focus(place),
      zoomed: () => this.#zoomed(),
    });
    this.#chart.depthLimit = DEFAULT_RINGS;
    this.#weigh();
    this.#colour();
    const bar = this.#toolbar();
    this.#threads = bar.querySelector<HTMLSelectElement>("#thread") ?? undefined;
    const side = element("div", { id: "side" }, this.#found, this.#removed, this.#legend, this.#figures, this.#callees);
    this.#main.append(bar, this.#path, this.#chart.element, side, this.#tip, this.#live, this.#help);
    this.#chart.element.addEventListener("keydown", (event) => this.#key(event));
    document.addEventListener("keydown", (event) => this.#anywhereKey(event));
    onTheme(() => {
      this.#colour();
      this.#chart.update();
    });
    this.#times = [...tree.header.sides]
      .reverse()
      .flatMap((side, place) => (side.calls.length > 0 ? [new CallTimes(side, place === 0 ? "times" : "times-first")] : []));
    const title = tree.sides ? "Calling contexts, two profiles compared" : "Calling contexts";
    document.body.append(heading(tree.header.title, title), this.#main, ...this.#times.map((times) => times.element), footer(this.#provenance()));
    this.#zoomed();
    this.#chart.element.focus();
  }

  #toolbar(): HTMLElement {
    const { header } = this.#tree;
    const metrics = [...header.metrics, "contexts"].map((metric) => [metric, metric] as const);
    const bar = element("div", { id: "controls", role: "toolbar", "aria-label": "What the chart shows" });
    bar.append(choice("Size", "metric", metrics, (metric) => this.#set(() => (this.#metric = metric))));
    if (this.#tree.sides) {
      const names = header.sides.map((side) => side.name);
      const sides = [["1", names[1]!], ["0", names[0]!], ["both", "both, added"]] as const;
      bar.append(choice("of", "of", sides, (of) => this.#set(() => (this.#side = of === "both" ? of : (Number(of) as Side)))));
    }
    const sizings = [["metric", "in proportion"], ["equal", "callees alike"]] as const;
    bar.append(choice("Angles", "sizing", sizings, (sizing) => this.#set(() => (this.#sizing = sizing as Sizing))));
    bar.append(this.#colourChoice());
    if (this.#tree.sides) bar.append(this.#scaleChoice());
    const rings = element("input", { id: "rings", type: "number", min: "1", max: "60", value: String(DEFAULT_RINGS) });
    rings.addEventListener("change", () =>
      this.#set(() => (this.#chart.depthLimit = Math.min(60, Math.max(1, rings.valueAsNumber || DEFAULT_RINGS)))),
    );
    bar.append(element("label", { class: "choice" }, "Rings", rings));
    if (header.threads.length > 0) {
      const threads = this.#tree.callees(0).map((root) => [String(root), this.#tree.name(root).slice(1, -1)] as const);
      bar.append(choice("Thread", "thread", [["0", "all"], ...threads], (root) => this.#chart.zoomTo(Number(root))));
    }
    const exported = () => download(`${header.title.replace(/[^\w.-]+/g, "-")}.svg`, "image/svg+xml", svg(this.#chart));
    bar.append(
      element("label", { class: "choice grow" }, "Mark", this.#search),
      this.#removeButton,
      this.#restoreButton,
      element("button", { type: "button", id: "export", click: exported }, "Save SVG"),
      element("button", { type: "button", id: "keys", click: () => this.#help.showModal() }, "Help"),
    );
    return bar;
  }

  #colourChoice(): HTMLElement {
    const ways: [Colouring, string][] = [
      ["package", "package"],
      ["class", "class"],
      ["own", "own part"],
    ];
    if (this.#tree.header.metrics.includes("execute")) ways.splice(2, 0, ["cause", "cause"]);
    if (this.#tree.sides) ways.unshift(["difference", "difference"]);
    return choice("Colours", "colouring", ways, (way) => this.#set(() => (this.#colouring = way as Colouring)));
  }

  #scaleChoice(): HTMLElement {
    const scales = [["0", "fitting"], ...[0.001, 0.01, 0.05, 0.1, 0.2, 0.5, 1].map((s) => [String(s), `±${s * 100} %`])];
    return choice("Scale", "scale", scales as [string, string][], (scale) => this.#set(() => (this.#scale = Number(scale))));
  }

  #set(change: () => void): void {
    change();
    this.#weigh();
    this.#colour();
    this.#mark();
    this.#zoomed();
    this.#chart.update();
    this.#showRemoved();
  }

  #weigh(): void {
    this.#chart.weights = new Weights(this.#tree, this.#metric, this.#side, this.#sizing);
  }

  #colour(): void {
    const chosen = colours(this.#tree, this.#colouring, this.#metric, this.#scale, isDark());
    this.#chart.colours = chosen;
    const entries = chosen.legend.map(({ colour, text, pattern }) => {
      const swatch = element("span", { class: "swatch" });
      swatch.style.background = colour;
      if (!pattern) return element("li", {}, swatch, text);
      const search = () => this.#searchFor(this.#search.value === pattern ? "" : pattern);
      return element("li", {}, swatch, element("button", { type: "button", class: "link", click: search }, text));
    });
    this.#legend.replaceChildren(element("h2", {}, chosen.title), element("ul", {}, ...entries));
  }

  #searchFor(pattern: string): void {
    this.#search.value = pattern;
    this.#mark();
  }

  #mark(): void {
    this.#shown = -1;
    const pattern = this.#search.value;
    try {
      const marks = mark(pattern, this.#chart.weights);
      this.#chart.marks = marks;
      this.#removeButton.disabled = !marks?.found.some((context) => context !== 0);
      this.#found.textContent = "";
      if (marks) {
        const all = this.#chart.weights.total(0);
        const methods = marks.methods.reduce((sum, one) => sum + one, 0);
        this.#found.textContent =
          `${count(methods)} methods in ${count(marks.found.length)} contexts marked: ${count(marks.own)} ${this.#metric} of their own ` +
          `(${share(marks.own, all)}), ${count(marks.total)} with their callees (${share(marks.total, all)})`;
      }
      this.#search.removeAttribute("aria-invalid");
    } catch (error) {
      if (!(error instanceof PatternError)) throw error;
      this.#search.setAttribute("aria-invalid", "true");
      this.#found.textContent = error.message;
    }
    this.#chart.update();
  }

  /** Takes the marked contexts out of all sums, with what they call. */
  #remove(): void {
    const found = this.#chart.marks?.found.filter((context) => context !== 0) ?? [];
    if (found.length === 0) return;
    this.#tree.remove(found);
    this.#search.value = "";
    this.#afterRemoval();
  }

  #restore(): void {
    this.#tree.remove([]);
    this.#afterRemoval();
  }

  #afterRemoval(): void {
    if (this.#tree.isRemoved(this.#chart.root)) this.#chart.zoomTo(0);
    this.#set(() => {});
  }

  #showRemoved(): void {
    const { contexts, sum, of } = this.#tree.removed(this.#side, this.#metric);
    this.#restoreButton.hidden = contexts === 0;
    this.#removed.textContent =
      contexts === 0 ? "" : `${count(contexts)} contexts removed: ${count(sum)} ${this.#metric} (${share(sum, of)}); shares are of the rest`;
  }

  /** Shows the next marked context: its caller becomes the root if it is not seen. */
  #showMarked(step: number): void {
    const found = this.#chart.marks?.found ?? [];
    if (found.length === 0) return;
    this.#shown = (this.#shown + step + found.length) % found.length;
    const context = found[this.#shown]!;
    this.#chart.zoomTo(this.#tree.parent[context]!);
    this.#chart.setFocus({ context, rest: 0 });
    this.#live.textContent = `Marked context ${this.#shown + 1} of ${found.length}: ${describe(this.#chart, { context, rest: 0 })}`;
  }

  #hover(place: Place | undefined, x: number, y: number): void {
    this.#tip.hidden = !place;
    if (!place) {
      this.#showFigures(this.#chart.focused);
      return;
    }
    this.#tip.textContent = describe(this.#chart, place);
    const left = Math.min(x + 14, innerWidth - this.#tip.offsetWidth - 8);
    const top = y + 18 + this.#tip.offsetHeight > innerHeight ? y - this.#tip.offsetHeight - 10 : y + 18;
    this.#tip.style.transform = `translate(${Math.max(0, left)}px, ${Math.max(0, top)}px)`;
    this.#showFigures(place);
  }

  #focus(place: Place): void {
    this.#live.textContent = describe(this.#chart, place);
    this.#showFigures(place);
    if (!place.rest) for (const times of this.#times) times.show(this.#tree.name(place.context));
  }

  #showFigures(place: Place): void {
    this.#figures.replaceChildren(...figures(this.#chart, place));
  }

  #zoomed(): void {
    const root = this.#chart.root;
    const path = this.#tree.path(root).map((context) => {
      const current = context === root;
      return element(
        "button",
        { type: "button", class: "link", "aria-current": current ? "true" : false, click: () => this.#chart.zoomTo(context) },
        this.#tree.name(context).replace(/(?<=.)\(.*/, ""),
      );
    });
    this.#path.replaceChildren(...path.flatMap((button, place) => (place ? [" › ", button] : [button])));
    if (this.#threads) {
      this.#threads.value = String(this.#tree.path(root)[1] ?? 0);
    }
    this.#callees.replaceChildren(...callees(this.#chart, root));
    this.#focus(this.#chart.focused);
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const chart = this.#chart;
    const up = () => chart.zoomTo(this.#tree.parent[chart.root]!);
    const actions: Record<string, () => void> = {
      ArrowLeft: () => chart.setFocus(chart.sibling(-1)),
      ArrowRight: () => chart.setFocus(chart.sibling(1)),
      ArrowDown: () => chart.setFocus(chart.callee()),
      ArrowUp: () => chart.setFocus(chart.caller()),
      Enter: () => chart.zoomTo(chart.focused.context),
      Backspace: up,
      Escape: up,
      Home: () => chart.zoomTo(0),
      n: () => this.#showMarked(1),
      N: () => this.#showMarked(-1),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  #anywhereKey(event: KeyboardEvent): void {
    const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
    if (typing || this.#help.open || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "/") {
      event.preventDefault();
      this.#search.focus();
    } else if (event.key === "?") {
      event.preventDefault();
      this.#help.showModal();
    }
  }

  #searchKey(event: KeyboardEvent): void {
    if (event.key === "Enter") {
      this.#showMarked(1);
    } else if (event.key === "Escape") {
      this.#searchFor("");
      this.#chart.element.focus();
    }
  }

  #provenance(): HTMLElement[] {
    const { header } = this.#tree;
    const sides = header.sides.map(({ name, provenance, totals, flat }) => {
      const facts: [string, string][] = [
        ["program", provenance.program],
        ["engine", provenance.engine],
        ["machine", provenance.machine],
        ["microcode", provenance.microcode],
        ["image", provenance.image],
      ];
      const known = facts.filter(([, fact]) => fact !== "");
      const list = known.flatMap(([term, fact]) => [element("dt", {}, term), element("dd", {}, fact)]);
      const sum = `${count(totals[0]!)} cycles${flat ? "; it knows methods but no chains of calls" : ""}`;
      return element("div", {}, element("h2", {}, name), element("dl", {}, ...list, element("dt", {}, "sum"), element("dd", {}, sum)));
    });
    const exact =
      `${count(header.contexts)} contexts. All figures are exact: each sum of the page was found equal to the one it was made with, and all ` +
      "are below 2^53.";
    return [...sides, element("p", { id: "exact" }, exact)];
  }
}

try {
  const started = performance.now();
  const tree = new Tree(await readPayload<RingHeader>());
  // All sums are held against the file's before anything is shown.
  for (const side of tree.header.sides.keys()) {
    for (const metric of tree.header.metrics) tree.prefix(side as Side, metric);
  }
  new Page(tree);
  document.documentElement.dataset["ready"] = (performance.now() - started).toFixed(0);
} catch (error) {
  showFailure(error);
}
