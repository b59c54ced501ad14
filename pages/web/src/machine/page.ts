// The page: toolbar, panels, lesson, status.

import { choice, element } from "../shared/dom";
import { brief, count } from "../shared/format";
import { heading } from "../shared/frame";
import type { Bench, Library, Opened, Part } from "./bench";
import { Control, SPEEDS, type Speed, UNITS, type Unit, reason } from "./control";
import { DataPathPanel } from "./data-path";
import { helpDialog } from "./help";
import { LabPanel } from "./lab";
import { LESSONS, type Lesson } from "./lessons";
import { lessonElement } from "./lesson-panel";
import { type Place, hashOf, writePlace } from "./link";
import { CachePanel, MemoryPanel, StackPanel } from "./memories";
import type { Panel } from "./panel";
import { PipelinePanel } from "./pipeline";
import { CallsPanel, CommandsPanel, ConsolePanel, CountersPanel } from "./run-panels";
import { TextPanel } from "./texts";
import { TraceFile, tracePanels } from "./trace-file";

/** What `jop view` put into the page. */
export interface Header {
  title: string;
  files: { name: string; bytes: number }[];
  start: Place;
  library: Library;
}

const USUAL = ["source", "code", "microcode", "pipeline", "data-path", "stack", "cache", "console"];

/** Machines to choose from: the usual one, and what changes times most. */
const MACHINES: readonly (readonly [config: string, name: string])[] = [
  ["", "usual machine"],
  ["ram_cnt = 5", "memory with reads of 5 cycles"],
  ['method_cache = "one-block"', "cache of one method"],
  ["jpc_width = 10", "cache of 1 kB"],
  ["object_cache = true", "object cache"],
];

/** What the debugger says of input; the page has a panel for it. */
const INPUT_COMMANDS = /`input TEXT` feeds it, `input \\d` ends it/;

export class Page {
  readonly #control: Control;
  readonly #panels: Panel[];
  #shown = new Set<string>(USUAL);
  #place: Place = {};
  #breaks: string[] = [];
  #lesson: Lesson | undefined;
  #trace: { file: TraceFile; at: number; draw: (place: number) => void; panels: Panel[] } | undefined;

  readonly #main = element("main", { id: "machine" });
  readonly #grid = element("div", { class: "panels" });
  readonly #side = element("aside", { id: "lesson", "aria-label": "Lesson" });
  readonly #status = element("p", { id: "status", role: "status" });
  readonly #says = element("p", { id: "says", "aria-live": "polite" });
  readonly #run = element("button", { type: "button", id: "run", title: "Run or pause (Space)", click: () => this.#toggle() }, "Run");
  readonly #args = element("input", { id: "args", size: "8", placeholder: "arguments", "aria-label": "Arguments of main", change: () => this.#again() });
  /** The arguments that the open program has. */
  #given = "";
  /** The reasons of a refused program are shown. */
  #isRefused = false;
  readonly #title: HTMLElement;
  readonly #cycle = element("input", { id: "cycle", size: "11", inputmode: "numeric", "aria-label": "Cycle to go to" });
  readonly #toggles = element("div", { class: "toggles", role: "toolbar", "aria-label": "Panels" });
  readonly #programs: HTMLSelectElement;
  readonly #units: HTMLSelectElement;
  readonly #machines: HTMLSelectElement;

  constructor(
    readonly bench: Bench,
    header: Header,
    readonly licences: () => string,
  ) {
    this.#control = new Control(bench, { moved: (stopped) => this.#moved(stopped), says: (text) => this.#say(text) });
    const breakAt = (place: string) => this.#toggleBreak(place);
    this.#panels = [
      new TextPanel("source", breakAt),
      new TextPanel("code", breakAt),
      new TextPanel("microcode", breakAt),
      new PipelinePanel(),
      new DataPathPanel(),
      new StackPanel(),
      new CachePanel(),
      new ConsolePanel((text) => this.#feed(text)),
      new CallsPanel(),
      new CountersPanel(),
      new MemoryPanel(),
      new CommandsPanel((line) => this.#control.command(line)),
      new LabPanel(bench, () => this.#loaded()),
    ];
    const programs = header.library.table;
    const programChoice = choice("Program", "program", [["", "…"], ...programs.map(({ name }) => [name, name] as const)], (name) => name && this.#guard(() => this.#openProgram(name, [])));
    this.#programs = programChoice.querySelector("select")!;
    for (const option of this.#programs.options) option.title = programs.find(({ name }) => name === option.value)?.summary ?? "";
    const unitChoice = choice("Step", "unit", Object.keys(UNITS).map((unit) => [unit, unit] as const), (unit) => (this.#control.unit = unit as Unit));
    this.#units = unitChoice.querySelector("select")!;
    const speedChoice = choice("Speed", "speed", Object.keys(SPEEDS).map((speed) => [speed, speed] as const), (speed) => (this.#control.speed = speed as Speed));
    speedChoice.querySelector("select")!.value = this.#control.speed;
    const machineChoice = choice("on", "machine-kind", MACHINES, (config) => this.#guard(() => this.#otherMachine(config)));
    this.#machines = machineChoice.querySelector("select")!;
    const lessonChoice = choice("Lesson", "lessons", [["", "none"], ...LESSONS.map(({ id, title }, at) => [id, `${at + 1}. ${title}`] as const)], (id) =>
      id === "" ? this.#closeLesson() : this.#guard(() => this.#openLesson(id)),
    );
    const files = element("input", { type: "file", multiple: true, hidden: true, id: "files", change: () => void this.#take([...(files.files ?? [])]) });
    const button = (id: string, text: string, title: string, click: () => void) => element("button", { type: "button", id, title, click }, text);
    const bar = element(
      "div",
      { class: "bar", role: "toolbar", "aria-label": "Program and run" },
      lessonChoice,
      programChoice,
      this.#args,
      machineChoice,
      button("open", "Open files", "Open class files, jars, images, checkpoints, traces; or drop them onto the page", () => files.click()),
      files,
    );
    const goes = element("form", { class: "choice" }, element("label", { for: "cycle" }, "Cycle"), this.#cycle, element("button", { type: "submit", id: "go" }, "Go"));
    goes.addEventListener("submit", (event) => {
      event.preventDefault();
      const cycle = Number(this.#cycle.value.replaceAll(/[,_ ]/g, ""));
      if (Number.isSafeInteger(cycle) && cycle >= 0) this.#goTo(cycle);
      else this.#say(`${this.#cycle.value} is no cycle`);
      this.#cycle.blur();
    });
    const moves = element(
      "div",
      { class: "bar moves", role: "toolbar", "aria-label": "Moves" },
      button("restart", "|◀ Start", "Back to the first cycle (Home)", () => this.#restart()),
      button("back", "◀ Back", "One step back (←)", () => this.#step(true)),
      this.#run,
      button("forward", "Step ▶", "One step (→)", () => this.#step(false)),
      unitChoice,
      speedChoice,
      goes,
      button("link", "Copy link", "A link to this program, cycle and panels", () => void this.#copyLink()),
      button("help", "Keys", "Keys and what the panels show (?)", () => helpDialog(this.licences)),
    );
    for (const panel of this.#panels) {
      this.#toggles.append(element("button", { type: "button", "data-panel": panel.id, "aria-pressed": "false", click: () => this.#togglePanel(panel.id) }, panel.title));
    }
    this.#main.append(this.#side, element("div", { class: "work" }, this.#grid));
    const top = element("div", { class: "top" }, bar, moves, element("div", { class: "state" }, this.#status, this.#says), this.#toggles);
    const head = heading(header.title, "JOP, cycle by cycle");
    this.#title = head.querySelector("h1")!;
    document.body.append(head, top, this.#main);
    this.#side.hidden = true;
    this.#listen();
  }

  /** Opens what the page was made for, or what its address names. */
  async begin(header: Header, bytes: Uint8Array, place: Place): Promise<void> {
    if (place.panels) this.#shown = new Set(place.panels);
    let start = 0;
    const files = header.files.map(({ name, bytes: length }) => ({ name, bytes: bytes.slice(start, (start += length)) }));
    const lesson = place.lesson ?? header.start.lesson;
    // A file that cannot be opened is said to be so, and no other program takes its place.
    const program = place.program ?? (files.length > 0 ? undefined : (header.start.program ?? "lift"));
    const wanted = { ...header.start, ...place };
    const opened = this.#guard(() => {
      for (const { name, bytes } of files) this.#openBytes(name, bytes);
      if (lesson) return this.#openLesson(lesson);
      if (wanted.machine) this.#setMachine(wanted.machine);
      if (program) this.#openProgram(program, words(wanted.args ?? ""));
    });
    if (lesson && place.panels) this.#shown = new Set(place.panels);
    if (opened) {
      for (const line of place.breaks ?? []) this.#control.command(`break ${line}`);
      if (wanted.cycle !== undefined && (!lesson || place.cycle !== undefined)) this.#goTo(wanted.cycle);
    }
    this.#moved(true);
  }

  /** Names what is open, for the reader and for the browser's tab. */
  #name(program: string): void {
    this.#title.textContent = program;
    document.title = `${program}: JOP, cycle by cycle`;
  }

  #say(said: string): void {
    const text = said.replace(INPUT_COMMANDS, "send it a line in the panel UART, or end its input there");
    this.#says.textContent = text.trim().replaceAll(/\s*\n\s*/g, "  |  ");
    this.#says.title = text;
    this.#says.classList.remove("wrong");
  }

  #refuse(text: string): void {
    this.#say(text);
    this.#says.classList.add("wrong");
  }

  #listen(): void {
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      void this.#take([...(event.dataTransfer?.files ?? [])]);
    });
    // What was clicked gives the keys back; what the keyboard has reached keeps them.
    let clicked = false;
    const release = (event: Event) => {
      const control = (event.target as HTMLElement).closest<HTMLElement>("button, summary, a, select");
      if (clicked && control && !control.closest("dialog")) control.blur();
    };
    document.addEventListener("pointerdown", () => (clicked = true), true);
    document.addEventListener("keydown", () => (clicked = false), true);
    document.addEventListener("click", (event) => event.target instanceof HTMLSelectElement || release(event));
    document.addEventListener("change", release);
    document.addEventListener("keydown", (event) => this.#key(event));
    this.#args.addEventListener("keydown", ({ key }) => {
      if (key !== "Enter") return;
      this.#args.blur();
      // A browser reports no change where the text is again what it was before other text was shown.
      if (this.#args.value !== this.#given) this.#again();
    });
    addEventListener("hashchange", () => location.reload());
  }

  #key(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, select, textarea, .cm-editor, dialog")) return;
    const onButton = target.closest("button, summary, a") !== null;
    const units = Object.keys(UNITS) as Unit[];
    const keys: Record<string, () => void> = {
      ArrowRight: () => this.#step(false),
      ArrowLeft: () => this.#step(true),
      Home: () => this.#restart(),
      "?": () => helpDialog(this.licences),
      g: () => this.#cycle.focus(),
    };
    if (!onButton) keys[" "] = () => this.#toggle();
    units.forEach((unit, place) => (keys[String(place + 1)] = () => this.#setUnit(unit)));
    const action = keys[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  /** Does something that may be refused; gives true if it was done. */
  #guard(action: () => void): boolean {
    try {
      action();
      return true;
    } catch (error) {
      this.#refuse(reason(error));
      return false;
    }
  }

  #setUnit(unit: Unit): void {
    this.#control.unit = unit;
    this.#units.value = unit;
  }

  #step(isBack: boolean): void {
    if (this.#trace) this.#showRow(this.#trace.at + (isBack ? -1 : 1));
    else this.#control.step(isBack);
  }

  #toggle(): void {
    if (!this.#trace) this.#guard(() => this.#control.toggle());
  }

  #restart(): void {
    if (this.#trace) this.#showRow(0);
    else this.#control.command("restart");
  }

  #goTo(cycle: number): void {
    if (this.#trace) this.#goToRow(this.#trace.file, cycle);
    else this.#guard(() => this.#control.goTo(cycle));
  }

  #goToRow(file: TraceFile, cycle: number): void {
    const [at, end] = [file.placeOf(cycle), file.length - 1];
    this.#showRow(at);
    if (file.cycle(at) !== cycle) this.#say(`the trace has the cycles ${file.cycle(0)} to ${file.cycle(end)}, and not ${cycle}`);
  }

  #toggleBreak(place: string): void {
    const found = this.bench.show(["breakpoints"]).breakpoints?.find(({ text }) => text === place);
    this.#control.command(found ? `delete ${found.number}` : `break ${place}`);
  }

  #feed(text: string): void {
    this.#guard(() => {
      const waits = this.#control.waitsForInput;
      this.bench.input(text);
      this.#moved(!this.#control.isRunning);
      if (waits) this.#control.start();
    });
  }

  #openProgram(name: string, args: string[]): void {
    this.#control.pause();
    this.#closeTrace();
    this.#forgetClasses();
    this.#opened(this.bench.openProgram(name, args));
    this.#programs.value = name;
    this.#showArguments(args.join(" "));
    this.#place = { program: name, args: args.join(" "), machine: this.#place.machine ?? "" };
    this.#moved(true);
  }

  #showArguments(text: string): void {
    this.#args.value = this.#given = text;
  }

  /** The same program with other arguments. */
  #again(): void {
    this.#given = this.#args.value;
    this.#guard(() => {
      if (this.#place.program) this.#openProgram(this.#place.program, words(this.#args.value));
      else if (this.#main.dataset["main"]) this.#link(this.#main.dataset["main"]);
      else this.#say("what is open has its arguments inside; they change for embedded programs and class files");
    });
  }

  #opened(opened: Opened, what = opened.opened): void {
    this.#breaks = [];
    this.#control.forget();
    this.#isRefused = false;
    this.#say(`${what}: ${count(opened.words)} words`);
    for (const panel of this.#panels) if (panel instanceof TextPanel) panel.forget();
  }

  #setMachine(config: string): void {
    this.bench.machine(config);
    this.#place.machine = config;
    if (![...this.#machines.options].some(({ value }) => value === config)) this.#machines.append(element("option", { value: config, title: config }, "its own machine"));
    this.#machines.value = config;
  }

  #otherMachine(config: string): void {
    this.#control.pause();
    // What is refused is not shown as chosen.
    this.#machines.value = this.#place.machine ?? "";
    this.#setMachine(config);
    for (const place of this.#breaks) this.bench.command(`break ${place}`);
    this.#moved(true);
  }

  /** Other microcode is loaded: the program starts again. */
  #loaded(): void {
    for (const panel of this.#panels) if (panel instanceof TextPanel) panel.forget();
    for (const place of this.#breaks) this.#guard(() => this.bench.command(`break ${place}`));
    this.#say("starts again with this microcode");
    this.#moved(true);
  }

  async #take(files: File[]): Promise<void> {
    // Symbols before their image, classes before all that links them.
    const order = (name: string) => (name.endsWith(".sym.json") ? 0 : 1);
    files.sort((a, b) => order(a.name) - order(b.name));
    const refused: string[] = [];
    for (const file of files) {
      const bytes = new Uint8Array(await file.arrayBuffer());
      if (!this.#guard(() => this.#openBytes(file.name, bytes))) refused.push(this.#says.title);
    }
    // Of several files the last ones do not hide what became of the first.
    if (refused.length > 0) this.#refuse(refused.join("\n"));
  }

  #openBytes(name: string, bytes: Uint8Array): void {
    this.#control.pause();
    if (name.toLowerCase().endsWith(".csv")) return this.#openTrace(new TraceFile(name, new TextDecoder().decode(bytes)));
    const answer = this.bench.openFile(name, bytes);
    if (answer.mains) return this.#offer(answer.mains);
    if (answer.kept) return this.#say(`${name}: kept for its program`);
    this.#closeTrace();
    const opened = answer as Opened;
    this.#opened(opened, opened.restarts ? name : `${name}: checkpoint of ${opened.opened}, cycle ${count(opened.cycle)}`);
    this.#forgetClasses();
    this.#showArguments("");
    this.#programs.value = "";
    this.#place = { machine: this.#place.machine ?? "" };
    this.#moved(true);
  }

  /** Links the only class with a `main`, or lets the reader choose. */
  #offer(mains: string[]): void {
    // Arguments are those of the class that was open, unless it is opened again.
    if (!mains.includes(this.#main.dataset["main"] ?? "")) this.#showArguments("");
    this.#forgetClasses();
    if (mains.length === 0) return this.#say("no class with a `main` yet: open more class files");
    const made = choice("Main class", "mains", mains.map((name) => [name, name] as const), (name) => this.#guard(() => this.#link(name)));
    this.#args.after(made);
    this.#link(mains[0]!);
  }

  /** The choice among classes goes when something else is open. */
  #forgetClasses(): void {
    document.getElementById("mains")?.parentElement?.remove();
    delete this.#main.dataset["main"];
  }

  #link(main: string): void {
    this.#main.dataset["main"] = main;
    let opened;
    try {
      opened = this.bench.link(main, words(this.#args.value));
    } catch (error) {
      return this.#refuseProgram(main, reason(error));
    }
    this.#closeTrace();
    this.#opened(opened);
    this.#programs.value = "";
    this.#place = { machine: this.#place.machine ?? "" };
    this.#moved(true);
  }

  /** Shows why a program is refused in place of the state; the next move shows what is open. */
  #refuseProgram(name: string, text: string): void {
    const reasons = text.split("\n").map((line) => line.trim()).filter(Boolean);
    this.#isRefused = true;
    this.#refuse(reasons.length === 1 ? "the reason is below" : `${reasons.length} reasons are below`);
    this.#status.textContent = `${name}   refused`;
    const back = element("button", { type: "button", click: () => (this.#trace ? this.#openTrace(this.#trace.file) : this.#moved(true)) }, `Back to ${this.#title.textContent}`);
    const list = element("ul", {}, ...reasons.map((line) => element("li", {}, line)));
    this.#grid.replaceChildren(element("section", { id: "reasons", class: "reasons", "aria-label": `Why ${name} is refused` }, element("h2", {}, `${name} cannot run on JOP`), list, back));
  }

  /** Shows what is open, with its arguments. */
  #forgetRefused(): void {
    this.#isRefused = false;
    this.#forgetClasses();
    this.#showArguments(this.#place.args ?? "");
  }

  #openTrace(file: TraceFile): void {
    this.#isRefused = false;
    const made = tracePanels(file, (place) => this.#showRow(place));
    this.#trace = { file, at: 0, draw: made.draw, panels: made.panels };
    this.#grid.replaceChildren(...made.panels.map((panel) => panel.element));
    this.#toggles.hidden = true;
    this.#run.disabled = true;
    this.#forgetClasses();
    this.#programs.value = "";
    this.#showArguments("");
    this.#place = {};
    this.#name(file.name);
    this.#say(`${file.name}: a trace of ${count(file.length)} cycles`);
    this.#showRow(0);
  }

  #closeTrace(): void {
    this.#trace = undefined;
    this.#toggles.hidden = false;
    this.#run.disabled = false;
  }

  #showRow(place: number): void {
    const trace = this.#trace;
    if (!trace) return;
    trace.at = Math.max(0, Math.min(trace.file.length - 1, place));
    trace.draw(trace.at);
    this.#status.textContent = `trace ${trace.file.name}: cycle ${trace.file.row(trace.at)["cycle"]}, row ${count(trace.at + 1)} of ${count(trace.file.length)}`;
  }

  #openLesson(id: string): void {
    const at = LESSONS.findIndex((lesson) => lesson.id === id);
    const lesson = LESSONS[at];
    if (!lesson) throw new Error(`no lesson ${id}`);
    this.#lesson = undefined;
    this.#openProgram(lesson.program, words(lesson.args));
    for (const line of lesson.commands) {
      let reply = this.bench.command(line);
      while (reply.interrupted) reply = this.bench.command(line);
    }
    this.#lesson = lesson;
    this.#setUnit(lesson.unit);
    this.#shown = new Set(lesson.panels);
    (document.getElementById("lessons") as HTMLSelectElement).value = id;
    const go = (next: number) => this.#guard(() => this.#openLesson(LESSONS[next]!.id));
    this.#side.replaceChildren(...lessonElement(lesson, at, LESSONS.length, go, () => this.#closeLesson()));
    this.#side.hidden = false;
    this.#moved(true);
    if (lesson.edit) {
      const { file, from, to } = lesson.edit;
      for (const panel of this.#panels) if (panel instanceof LabPanel) panel.edit(file, (text) => text.replace(from, to));
    }
    this.#say(this.bench.show([]).moment.place);
  }

  #closeLesson(): void {
    this.#lesson = undefined;
    this.#side.hidden = true;
    (document.getElementById("lessons") as HTMLSelectElement).value = "";
    this.#moved(true);
  }

  #togglePanel(id: string): void {
    if (!this.#shown.delete(id)) this.#shown.add(id);
    this.#moved(!this.#control.isRunning);
  }

  /** Shows the present moment in all panels that are open. */
  #moved(stopped: boolean): void {
    if (this.#trace) return;
    if (this.#isRefused) this.#forgetRefused();
    const open = this.#panels.filter(({ id }) => this.#shown.has(id));
    for (const toggle of this.#toggles.querySelectorAll("button")) toggle.setAttribute("aria-pressed", String(this.#shown.has(toggle.dataset["panel"]!)));
    const elements = open.map((panel) => panel.element);
    if (elements.length !== this.#grid.children.length || elements.some((made, place) => this.#grid.children[place] !== made)) this.#grid.replaceChildren(...elements);
    const shown = open.filter((panel) => stopped || !panel.waits || this.#control.speed.endsWith("steps/s"));
    const parts = [...new Set<Part>([...shown.flatMap((panel) => panel.parts), "breakpoints"])];
    let views;
    try {
      views = this.bench.show(parts);
    } catch (error) {
      this.#status.textContent = reason(error);
      return;
    }
    for (const panel of shown) panel.show(views, this.bench);
    const { moment } = views;
    if (this.#title.textContent !== moment.program) this.#name(moment.program);
    this.#run.textContent = this.#control.isRunning ? "Pause" : "Run";
    const state = moment.end === moment.cycle ? `ended with status ${moment.status}` : this.#control.isRunning ? "runs" : "stopped";
    const rate = this.#control.rate > 0 ? `   ${brief(Math.round(this.#control.rate))} cycles/s` : "";
    this.#status.textContent = `${moment.program}   cycle ${count(moment.cycle)}   ${state}${rate}`;
    this.#cycle.placeholder = String(moment.cycle);
    if (stopped) {
      this.#breaks = (views.breakpoints ?? []).map(({ text }) => text);
      this.#write(moment.cycle);
    }
  }

  #write(cycle: number): void {
    const panels = this.#panels.map(({ id }) => id).filter((id) => this.#shown.has(id));
    const place: Place = { ...this.#place, cycle, panels, breaks: this.#breaks };
    if (this.#lesson) place.lesson = this.#lesson.id;
    writePlace(place);
  }

  async #copyLink(): Promise<void> {
    const link = location.href.split("#")[0] + hashOf(Object.fromEntries(new URLSearchParams(location.hash.slice(1))) as Place);
    try {
      await navigator.clipboard.writeText(link);
      this.#say("the link is in the clipboard");
    } catch {
      this.#say(`the address of the page is the link: ${link}`);
    }
  }
}

function words(text: string): string[] {
  return text.split(/\s+/).filter(Boolean);
}
