// The page of annotated methods: source lines and bytecodes with their costs.

import "../shared/style.css";
import "../shared/charts.css";
import "./annotation.css";
import { breakable, element, showFailure } from "../shared/dom";
import { count, share } from "../shared/format";
import { footer, heading } from "../shared/frame";
import { readPayload } from "../shared/payload";
import { SortableTable } from "../shared/sortable";

interface Row {
  is_bytecode: boolean;
  line: number | null;
  text: string;
  /** Cycles, executions, and stalls by cause. */
  figures: number[] | null;
}

interface Method {
  name: string;
  file: string | null;
  calls: number;
  cycles: number;
  causes: string[];
  rows: Row[];
}

interface Header {
  title: string;
  facts: [string, string][];
  cycles: number;
  methods: Method[];
}

class Page {
  readonly #sections = element("div", { id: "sections" });
  readonly #found = element("p", { id: "found", "aria-live": "polite" });
  readonly #search = element("input", {
    id: "search",
    type: "search",
    placeholder: "search methods and source …",
    "aria-label": "Search methods and source",
    input: () => this.#show(),
  });
  readonly #index = new SortableTable<Method>(
    "methods",
    "Methods",
    [
      { name: "method", text: (row) => row.name },
      { name: "cycles", text: (row) => count(row.cycles), key: (row) => row.cycles },
      { name: "of all", text: (row) => share(row.cycles, this.header.cycles), key: (row) => row.cycles },
      { name: "calls", text: (row) => count(row.calls), key: (row) => row.calls },
      {
        name: "a call",
        text: (row) => (row.calls === 0 ? "–" : (row.cycles / row.calls).toFixed(1)),
        key: (row) => row.cycles / (row.calls || Infinity),
      },
    ],
    1,
    (row) => this.#goTo(row),
  );

  constructor(readonly header: Header) {
    const bytecodes = element("input", { type: "checkbox", id: "bytecodes" });
    bytecodes.addEventListener("change", () => this.#sections.classList.toggle("with-bytecodes", bytecodes.checked));
    const bar = element("div", { class: "bar wide", role: "toolbar", "aria-label": "What the page shows" });
    bar.append(element("label", { class: "choice grow" }, "Search", this.#search));
    const hasBytecodes = header.methods.some((method) => method.rows.some((row) => row.is_bytecode));
    if (hasBytecodes) bar.append(element("label", { class: "choice" }, bytecodes, "bytecodes below their lines"));
    this.#index.set(header.methods);
    const list = element("dl", {}, ...header.facts.flatMap(([term, fact]) => [element("dt", {}, term), element("dd", {}, fact)]));
    const main = element("main", { class: "charts" }, bar, this.#found, this.#index.element, this.#sections);
    main.classList.add("one");
    // What a bound covers comes before its cycles.
    const isBound = this.#whole === "bound";
    if (isBound) bar.after(element("section", { class: "box", id: "facts" }, list));
    document.body.append(
      heading(header.title, `${count(header.cycles)} cycles by source line${hasBytecodes ? " and bytecode" : ""}`),
      main,
    );
    if (!isBound) document.body.append(footer([list]));
    this.#show();
  }

  /** What all cycles of the page are those of. */
  get #whole(): string {
    return ["bound", "region"].find((whole) => this.header.facts.some(([term]) => term === whole)) ?? "run";
  }

  /** A search that hides the method ends. */
  #goTo(method: Method): void {
    if (!this.#section(method)) {
      this.#search.value = "";
      this.#show();
    }
    this.#section(method)?.scrollIntoView();
  }

  #section(method: Method): Element | undefined {
    return this.#sections.children.namedItem(`m${this.header.methods.indexOf(method)}`) ?? undefined;
  }

  /** Methods whose name or text has what is searched; of these the lines that have it are marked. */
  #show(): void {
    const wanted = this.#search.value.trim().toLowerCase();
    const has = (text: string) => wanted !== "" && text.toLowerCase().includes(wanted);
    const shown = this.header.methods.filter(
      (method) => wanted === "" || has(method.name) || method.rows.some((row) => has(row.text)),
    );
    const lines = shown.reduce((sum, method) => sum + method.rows.filter((row) => has(row.text)).length, 0);
    this.#found.textContent =
      wanted === "" ? "" : `${count(shown.length)} of ${count(this.header.methods.length)} methods, ${count(lines)} lines and bytecodes`;
    this.#sections.replaceChildren(...shown.map((method) => this.#made(method, has)));
  }

  #made(method: Method, has: (text: string) => boolean): HTMLElement {
    const place = this.header.methods.indexOf(method);
    const indent = indentation(method);
    const names = ["share", "cycles", "executions", ...method.causes, "line"];
    const head = element(
      "tr",
      {},
      ...names.map((name) => element("th", { scope: "col" }, name)),
      element("th", { scope: "col", class: "code" }, "source"),
    );
    const body = element("tbody", {}, ...method.rows.map((row) => line(row, method, indent, has(row.text))));
    const facts =
      `${method.file ? `${method.file}, ` : ""}${count(method.calls)} ${method.calls === 1 ? "call" : "calls"}, ${count(method.cycles)} cycles, ` +
      `${share(method.cycles, this.header.cycles)} of the ${this.#whole}`;
    return element(
      "section",
      { class: "box", id: `m${place}` },
      element("h2", { class: "method" }, ...breakable(method.name)),
      element("p", {}, facts),
      element("div", { class: "lines" }, element("table", {}, element("thead", {}, head), body)),
    );
  }
}

/** Spaces that all lines of a method begin with. */
function indentation(method: Method): number {
  const lines = method.rows.filter((row) => row.line !== null && row.text.trim() !== "");
  const spaces = lines.map((row) => row.text.length - row.text.trimStart().length);
  return spaces.length === 0 ? 0 : Math.min(...spaces);
}

function line(row: Row, method: Method, indent: number, isMarked: boolean): HTMLTableRowElement {
  const cells = (row.figures ?? []).map((cycles, place) => element("td", {}, cycles === 0 && place > 1 ? "" : count(cycles)));
  const made = element("tr", { class: row.is_bytecode ? "bytecode" : "line" });
  if (row.figures) {
    made.append(element("td", { class: "share" }, share(row.figures[0]!, method.cycles)), ...cells);
    made.style.setProperty("--heat", (row.figures[0]! / (method.cycles || 1)).toFixed(4));
  } else {
    made.append(element("td", { colspan: String(3 + method.causes.length) }));
  }
  if (isMarked) made.classList.add("marked");
  made.append(element("td", {}, row.line === null ? "" : String(row.line)), element("td", { class: "code" }, row.line === null ? row.text : row.text.slice(indent)));
  return made;
}

try {
  const { header } = await readPayload<Header>();
  new Page(header);
  document.documentElement.dataset["ready"] = "";
} catch (error) {
  showFailure(error);
}
