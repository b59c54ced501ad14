// The machine: requests of the crate `browser` and their answers, typed.

import init, { Machine } from "./wasm/machine_wasm.js";

export interface Program {
  name: string;
  summary: string;
  main_class: string;
  length: number;
}

/** What the page brings for the machine: sizes of the archives of classes, and the programs. Sources follow the classes. */
export interface Library {
  runtime: number;
  programs: number;
  table: Program[];
}

export interface Moment {
  program: string;
  cycle: number;
  first: number;
  farthest: number;
  end: number | null;
  status: number | null;
  place: string;
  method: string | null;
  pc: number | null;
  begins: boolean;
  file: string | null;
  line: number | null;
}

export interface DataPath {
  signals: Record<string, string>;
  stages: [string, string, string];
  active: string[];
  next_a: string;
  next_b: string;
  read: [string, number];
  write: string | null;
}

export interface Stack {
  words: [address: number, value: number, role: string][];
  a: number;
  b: number;
  sp: number;
  vp: number;
  ar: number;
  size: number;
  frame: { start: number; locals: number; operands: number } | null;
  frames: { start: number; name: string }[];
}

export interface Cache {
  kind: string;
  blocks: ({ method: number; name: string; words: number | null } | null)[];
  block_words: number | null;
  next: number;
  words: number;
  running: number;
  loading: number | null;
  left: number;
  lookups: number;
  hits: number;
  objects_on: boolean;
  objects: { handle: number; valid: number; words: number[] }[];
}

export interface Counters {
  cycles: number;
  microinstructions: number;
  bytecodes: number;
  reads: number;
  writes: number;
  lookups: number;
  hits: number;
  interrupts: number;
  exceptions: number;
  stalls: [cause: string, cycles: number][];
}

export interface TextPlace {
  title: string;
  current: number | null;
}

export interface Texts {
  source: TextPlace | null;
  code: TextPlace | null;
  microcode: TextPlace | null;
}

/** Views of one moment; those that were asked for are there. */
export interface Views {
  moment: Moment;
  "data-path"?: DataPath;
  stack?: Stack;
  cache?: Cache;
  calls?: string[];
  locals?: string[];
  statistics?: Counters;
  output?: { cut: number; text: string };
  texts?: Texts;
  breakpoints?: { number: number; text: string }[];
}

export type Part = Exclude<keyof Views, "moment">;

export interface PipelineRow {
  address: number;
  text: string;
  place: string | null;
  bytecode: string | null;
  dispatched: number | null;
  fetched: number;
  stalls: string;
  a: string | null;
  notes: string[];
}

export interface PipelineRows {
  from: number;
  now: number;
  end: number;
  rows: PipelineRow[];
}

export interface Words {
  size: number;
  start: number;
  words: number[];
  names: Record<string, string>;
}

export interface Opened {
  opened: string;
  cycle: number;
  words: number;
  restarts: boolean;
}

export interface SourceError {
  file: string | null;
  line: number | null;
  column: number | null;
  width: number;
  title: string;
  label: string;
  help: string | null;
}

export interface Change {
  bytecode: string;
  scenario: string;
  before: number | null;
  after: number | null;
}

export interface Assembled {
  errors?: SourceError[];
  text?: string;
  words?: number;
  warnings?: string;
  changes?: Change[];
}

const NOTHING: Uint8Array = new Uint8Array();

/** A machine in this page. */
export class Bench {
  readonly #machine: Machine;

  private constructor(library: Library, archives: Uint8Array) {
    this.#machine = new Machine();
    this.#ask({ do: "library", ...library }, archives);
  }

  /** Compiles the module, makes the machine and hands it the library. */
  static async of(module: Uint8Array<ArrayBuffer>, library: Library, archives: Uint8Array): Promise<Bench> {
    await init({ module_or_path: module });
    return new Bench(library, archives);
  }

  #ask<Answer>(request: object, bytes = NOTHING): Answer {
    const answer = JSON.parse(this.#machine.answer(JSON.stringify(request), bytes)) as { ok: Answer; error?: string };
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer.ok;
  }

  openProgram = (name: string, args: string[]) => this.#ask<Opened>({ do: "program", name, arguments: args });
  openFile = (name: string, bytes: Uint8Array) => this.#ask<Partial<Opened> & { mains?: string[]; kept?: string }>({ do: "file", name }, bytes);
  link = (main: string, args: string[]) => this.#ask<Opened>({ do: "link", main, arguments: args });
  machine = (config: string) => this.#ask<Opened | null>({ do: "machine", config });
  run = (until: number) => this.#ask<{ ended: boolean; arrived: boolean; text: string; cycle: number }>({ do: "run", until });
  command = (line: string) => this.#ask<{ text: string; failed: boolean; interrupted: boolean }>({ do: "command", line });
  show = (parts: Part[]) => this.#ask<Views>({ do: "show", parts });
  pipeline = (before: number, after: number) => this.#ask<PipelineRows>({ do: "pipeline", before, after });
  text = (of: keyof Texts) => this.#ask<{ title: string; lines: string[] } | null>({ do: "text", of });
  memory = (start: number, words: number) => this.#ask<Words>({ do: "memory", start, words });
  input = (text: string) => this.#ask<null>({ do: "input", text });
  sources = () => this.#ask<{ path: string; text: string }[]>({ do: "sources" });
  assemble = (files: Record<string, string>, load: boolean) => this.#ask<Assembled>({ do: "assemble", files, load });
}
