// The microcode lab: an editor, errors at their carets, and what a change does to the cycles of bytecodes.

import {
  type Diagnostic,
  EditorState,
  EditorView,
  HighlightStyle,
  StreamLanguage,
  defaultKeymap,
  drawSelection,
  highlightActiveLine,
  history,
  historyKeymap,
  indentWithTab,
  keymap,
  lineNumbers,
  lintGutter,
  setDiagnostics,
  syntaxHighlighting,
  tags,
} from "../libraries/codemirror";
import { element } from "../shared/dom";
import type { Assembled, Bench, Change, SourceError } from "./bench";
import { reason } from "./control";
import { Panel } from "./panel";

/** Comments, labels, directives, numbers: what there is to see in microcode. */
const MICROCODE = StreamLanguage.define<null>({
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match(/^\/.*/)) return "comment";
    if (stream.sol() && stream.match(/^#\s*\w+/)) return "meta";
    if (stream.match(/^[A-Za-z_]\w*\s*:/)) return "labelName";
    if (stream.match(/^(nxt|opd)\b/)) return "keyword";
    if (stream.match(/^-?(0x)?[0-9a-fA-F]*\d\b/)) return "number";
    if (stream.match(/^[A-Za-z_:]\w*/)) return "name";
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: "//" } },
});

const COLOURS = HighlightStyle.define([
  { tag: tags.comment, color: "var(--faint)", fontStyle: "italic" },
  { tag: tags.labelName, color: "var(--accent)", fontWeight: "600" },
  { tag: tags.keyword, color: "var(--mark)" },
  { tag: tags.number, color: "var(--number)" },
  { tag: tags.meta, color: "var(--mark)" },
]);

const THEME = EditorView.theme({
  "&": { height: "100%", backgroundColor: "var(--background)", color: "var(--text)", fontSize: "12.5px" },
  ".cm-gutters": { backgroundColor: "var(--panel)", color: "var(--faint)", borderColor: "var(--line)" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--accent) 10%, transparent)" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "color-mix(in srgb, var(--accent) 30%, transparent) !important" },
  ".cm-tooltip": { backgroundColor: "var(--panel)", color: "var(--text)", border: "1px solid var(--line)" },
});

export class LabPanel extends Panel {
  #sources: { path: string; text: string }[] = [];
  readonly #changed = new Map<string, string>();
  #path = "";
  #editor: EditorView | undefined;
  #errors: SourceError[] = [];
  readonly #files = element("select", { id: "microcode-file", "aria-label": "Source file", change: () => this.#open(this.#files.value) });
  readonly #answer = element("div", { class: "lab-answer", "aria-live": "polite" });
  readonly #place = element("div", { class: "editor" });

  constructor(
    readonly bench: Bench,
    /** The program starts again with other microcode. */
    readonly loaded: () => void,
  ) {
    super("lab", "Microcode lab", [], 12);
    const button = (text: string, title: string, click: () => void) => element("button", { type: "button", title, click }, text);
    this.head.append(
      this.#files,
      button("Assemble", "Assemble and compare with our microcode (Ctrl+Enter)", () => void this.assemble(false)),
      button("Assemble and load", "Start the program again with this microcode", () => void this.assemble(true)),
      button("Undo all changes", "Our sources again", () => this.#reset()),
    );
    this.body.append(element("div", { class: "lab" }, this.#place, this.#answer));
  }

  show(): void {
    if (this.#editor) return;
    this.#sources = this.bench.sources();
    for (const { path } of this.#sources) this.#files.append(element("option", { value: path }, nameOf(path)));
    this.#editor = new EditorView({ parent: this.#place });
    this.#open(this.#sources.find(({ path }) => path.endsWith("/integer.asm"))?.path ?? this.#sources[0]!.path);
    this.#answer.replaceChildren(
      element("p", {}, "Change a microinstruction and assemble: errors show their place, and a table the bytecodes whose cycles have changed. Loaded, the program runs with it."),
    );
  }

  /** Puts a text into a file, as a lesson does. */
  edit(name: string, change: (text: string) => string): void {
    this.show();
    const path = this.#sources.find((source) => nameOf(source.path) === name)?.path;
    if (!path) return;
    this.#keep();
    this.#changed.set(path, change(this.#text(path)));
    this.#path = "";
    this.#open(path);
  }

  #text(path: string): string {
    return this.#changed.get(path) ?? this.#sources.find((source) => source.path === path)?.text ?? "";
  }

  #keep(): void {
    if (!this.#editor || this.#path === "") return;
    const text = this.#editor.state.doc.toString();
    const own = this.#sources.find(({ path }) => path === this.#path)?.text;
    if (text === own) this.#changed.delete(this.#path);
    else this.#changed.set(this.#path, text);
    for (const option of this.#files.options) option.text = nameOf(option.value) + (this.#changed.has(option.value) ? " *" : "");
  }

  #open(path: string): void {
    this.#keep();
    this.#path = path;
    this.#files.value = path;
    const state = EditorState.create({
      doc: this.#text(path),
      extensions: [
        lineNumbers(),
        history(),
        drawSelection(),
        highlightActiveLine(),
        lintGutter(),
        MICROCODE,
        syntaxHighlighting(COLOURS),
        THEME,
        EditorView.contentAttributes.of({ "aria-label": "Microcode" }),
        keymap.of([{ key: "Ctrl-Enter", run: () => (this.assemble(false), true) }, ...defaultKeymap, ...historyKeymap, indentWithTab]),
      ],
    });
    this.#editor?.setState(state);
    this.#mark();
  }

  #reset(): void {
    this.#changed.clear();
    this.#errors = [];
    const path = this.#path;
    this.#path = "";
    this.#open(path);
    this.#keep();
    this.assemble(true);
  }

  /** Assembles; `load` starts the program again if there is nothing wrong. */
  assemble(load: boolean): Assembled | undefined {
    this.show();
    this.#keep();
    try {
      const answer = this.bench.assemble(Object.fromEntries(this.#changed), load);
      this.#errors = answer.errors ?? [];
      this.#explain(answer, load);
      if (load && !answer.errors) this.loaded();
      return answer;
    } catch (error) {
      this.#answer.replaceChildren(element("p", { class: "wrong" }, reason(error)));
      return undefined;
    }
  }

  #explain(answer: Assembled, load: boolean): void {
    const first = this.#errors[0];
    if (first) {
      if (first.file && first.file !== this.#path) this.#open(first.file);
      else this.#mark();
      this.#answer.replaceChildren(
        element("p", { class: "wrong" }, `${this.#errors.length === 1 ? "An error" : `${this.#errors.length} errors`}; the machine keeps its microcode`),
        element("pre", { class: "output" }, answer.text ?? ""),
      );
      return;
    }
    this.#mark();
    const changes = answer.changes ?? [];
    const rows = changes.map(row);
    const head = ["bytecode", "case", "before", "after", ""].map((name) => element("th", { scope: "col" }, name));
    const parts: HTMLElement[] = [
      element("p", { class: "right" }, `Assembled${load ? " and loaded" : ""}: ${changes.length === 0 ? "no bytecode has other cycles than in our microcode" : `other cycles in ${changes.length === 1 ? "1 case" : `${changes.length} cases`}`}`),
    ];
    if (rows.length > 0) parts.push(element("div", { class: "scroll" }, element("table", { id: "changes" }, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows))));
    if (answer.warnings) parts.push(element("pre", { class: "output" }, answer.warnings));
    this.#answer.replaceChildren(...parts);
  }

  /** Underlines the errors of the open file. */
  #mark(): void {
    if (!this.#editor) return;
    const { doc } = this.#editor.state;
    const found = this.#errors.flatMap(({ file, line, column, width, title, label, help }): Diagnostic[] => {
      if (file !== this.#path || line === null || line > doc.lines) return [];
      const of = doc.line(line);
      const from = Math.min(of.to, of.from + (column ?? 1) - 1);
      const message = [title, label, help].filter(Boolean).join("\n");
      return [{ from, to: Math.min(of.to, from + width), severity: "error", message }];
    });
    this.#editor.dispatch(setDiagnostics(this.#editor.state, found));
    const first = found[0];
    if (first) this.#editor.dispatch({ selection: { anchor: first.from }, effects: EditorView.scrollIntoView(first.from, { y: "center" }) });
  }
}

function nameOf(path: string): string {
  return path.split("/").at(-1)!.replace(/ \*$/, "");
}

function row({ bytecode, scenario, before, after }: Change): HTMLElement {
  const cycles = (number: number | null) => (number === null ? "–" : String(number));
  const change = before === null || after === null ? "" : after > before ? `+${after - before}` : `−${before - after}`;
  return element("tr", {}, element("td", {}, bytecode), element("td", {}, scenario || "usual"), element("td", {}, cycles(before)), element("td", {}, cycles(after)), element("td", {}, change));
}
