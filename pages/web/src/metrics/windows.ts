// The windows of a run, and what contexts did in them.

import type { Payload } from "../shared/payload";
import type { RingHeader } from "../ring/tree";

export interface OverTime {
  name: string;
  is_cause: boolean;
  is_sum: boolean;
}

export interface Focus {
  name: string;
  /** By metric and window. */
  series: number[][];
}

export interface MetricsHeader extends RingHeader {
  facts: [string, string][];
  over_time: OverTime[];
  /** The first one is the whole run. */
  foci: Focus[];
  windows: number;
}

/** What a context did in a part of the run; a column of cells for each. */
export const CELL_METRICS = ["cycles", "bytecodes", "calls"] as const;

/** The first and the last window of a part, by place. */
export interface Part {
  first: number;
  last: number;
}

export class Windows {
  readonly start: Float64Array;
  readonly end: Float64Array;
  readonly phase: Uint32Array;
  /** Place of each window's first cell; one more behind the last. */
  readonly #cells: Uint32Array;
  readonly #context: Uint32Array;
  readonly #figures: Float64Array[];

  constructor(payload: Payload<MetricsHeader>) {
    const count = payload.header.windows;
    const column = (name: string, length: number) => {
      const numbers = new Float64Array(length);
      payload.numbers(name, length, (number, place) => (numbers[place] = number));
      return numbers;
    };
    this.start = column("start", count);
    this.end = column("end", count);
    this.phase = Uint32Array.from(column("phase", count));
    this.#cells = new Uint32Array(count + 1);
    payload.numbers("cells", count, (cells, place) => (this.#cells[place + 1] = this.#cells[place]! + cells));
    const cells = this.#cells[count]!;
    this.#context = Uint32Array.from(column("context", cells));
    this.#figures = CELL_METRICS.map((metric) => column(`cell-${metric}`, cells));
  }

  get count(): number {
    return this.start.length;
  }

  /** The whole run. */
  get all(): Part {
    return { first: 0, last: this.count - 1 };
  }

  /** What each of `contexts` contexts did in a part; in the order of `CELL_METRICS`. */
  figures(part: Part, contexts: number): Float64Array[] {
    return this.#figures.map((figures) => {
      const sums = new Float64Array(contexts);
      for (let cell = this.#cells[part.first]!; cell < this.#cells[part.last + 1]!; cell++) sums[this.#context[cell]!]! += figures[cell]!;
      return sums;
    });
  }

  /** The window that a cycle is in, or the nearest one before it. */
  at(cycle: number): number {
    let [low, high] = [0, this.count - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.start[middle]! <= cycle) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Stretches of windows of one phase that follow each other. */
  stretches(): { phase: number; part: Part }[] {
    const found: { phase: number; part: Part }[] = [];
    this.phase.forEach((phase, window) => {
      const before = found.at(-1);
      if (before?.phase === phase) before.part.last = window;
      else found.push({ phase, part: { first: window, last: window } });
    });
    return found;
  }
}
