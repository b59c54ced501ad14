// Control of the machine: steps in both directions, runs at a speed, cycles to go to.

import type { Bench } from "./bench";

/** Units of a step, with the commands of the debugger for one forward and one back. */
export const UNITS = {
  cycle: ["cycle", "back-cycle"],
  microinstruction: ["micro", "back-micro"],
  bytecode: ["bytecode", "back-bytecode"],
  "source line": ["step", "back-step"],
  "line, over calls": ["next", "back-next"],
  "out of the method": ["finish", "back-finish"],
} as const;

export type Unit = keyof typeof UNITS;

/** Speeds: steps of the unit in a second, or cycles in a second, or all that the computer can do. */
export const SPEEDS = {
  "2 steps/s": { steps: 2 },
  "10 steps/s": { steps: 10 },
  "1,000 cycles/s": { cycles: 1_000 },
  "100,000 cycles/s": { cycles: 100_000 },
  full: {},
} as const satisfies Record<string, { steps?: number; cycles?: number }>;

export type Speed = keyof typeof SPEEDS;

/** Time of a frame that the machine may have. Unit: milliseconds. */
const FRAME = 24;
/** Cycles between two looks at the clock. */
const FEWEST = 20_000;
const MOST = 4_000_000;

/** What the control reports. */
export interface Listener {
  /** The machine has moved; `stopped` if it stays there. */
  moved(stopped: boolean): void;
  /** Why it stopped, or what it refuses. */
  says(text: string): void;
}

export class Control {
  unit: Unit = "cycle";
  speed: Speed = "full";
  /** Cycles per second of the last run at full speed. */
  rate = 0;
  /** The last run stopped as the program waits for input. */
  waitsForInput = false;
  #running = false;
  #timer = 0;
  #piece = FEWEST;
  #started = { at: 0, cycle: 0 };

  constructor(
    readonly bench: Bench,
    readonly listener: Listener,
  ) {}

  get isRunning(): boolean {
    return this.#running;
  }

  /** What was measured belongs to another program. */
  forget(): void {
    this.rate = 0;
    this.waitsForInput = false;
  }

  get cycle(): number {
    return this.bench.show([]).moment.cycle;
  }

  /** One step of the unit. */
  step(isBack: boolean): void {
    this.pause();
    this.command(UNITS[this.unit][isBack ? 1 : 0]);
  }

  /** A command of the debugger; gives its answer. */
  command(line: string): string {
    this.pause();
    this.waitsForInput = false;
    try {
      const reply = this.bench.command(line);
      const text = reply.interrupted ? `${reply.text}\nnot there yet: press again to go on` : reply.text;
      this.listener.says(text);
      this.listener.moved(true);
      return text;
    } catch (error) {
      const text = reason(error);
      this.listener.says(text);
      return text;
    }
  }

  /** Goes to a cycle, however far it is. */
  goTo(cycle: number): void {
    this.pause();
    for (;;) {
      const reply = this.bench.command(`goto ${cycle}`);
      if (!reply.interrupted) {
        this.listener.says(reply.text);
        break;
      }
    }
    this.listener.moved(true);
  }

  toggle(): void {
    if (this.#running) this.pause();
    else this.start();
  }

  pause(): void {
    if (!this.#running) return;
    this.#running = false;
    clearTimeout(this.#timer);
    this.listener.moved(true);
  }

  start(): void {
    // Without a program there is no cycle, and nothing starts.
    this.waitsForInput = false;
    this.#started = { at: performance.now(), cycle: this.cycle };
    this.#running = true;
    this.#piece = FEWEST;
    this.listener.moved(false);
    this.#next(0);
  }

  #next(delay: number): void {
    this.#timer = window.setTimeout(() => {
      if (!this.#running) return;
      const speed: { steps?: number; cycles?: number } = SPEEDS[this.speed];
      if (speed.steps) this.#oneStep(1000 / speed.steps);
      else this.#frame(speed.cycles);
    }, delay);
  }

  #oneStep(pause: number): void {
    const before = this.cycle;
    const reply = this.bench.command(UNITS[this.unit][0]);
    if (/^(breakpoint|the program|every thread)/.test(reply.text) || this.cycle === before) return this.#stop(reply.text);
    this.listener.says(reply.text);
    this.listener.moved(false);
    this.#next(pause);
  }

  /** Runs for a frame, or for the cycles of one. */
  #frame(perSecond: number | undefined): void {
    const start = performance.now();
    let cycle = this.cycle;
    let left = perSecond === undefined ? Infinity : Math.max(1, Math.round(perSecond / 30));
    while (left > 0 && performance.now() - start < FRAME) {
      const piece = Math.min(this.#piece, left);
      const before = performance.now();
      const arrival = this.bench.run(cycle + piece);
      const took = performance.now() - before;
      left -= piece;
      cycle = arrival.cycle;
      if (!arrival.arrived) {
        this.#measure(cycle);
        return this.#stop(arrival.text);
      }
      if (took < FRAME / 4 && piece === this.#piece) this.#piece = Math.min(MOST, this.#piece * 2);
      else if (took > FRAME) this.#piece = Math.max(FEWEST, this.#piece / 2);
    }
    this.#measure(cycle);
    this.listener.moved(false);
    this.#next(perSecond === undefined ? 0 : 1000 / 30);
  }

  #measure(cycle: number): void {
    const seconds = (performance.now() - this.#started.at) / 1000;
    if (this.speed === "full" && seconds > 0) this.rate = (cycle - this.#started.cycle) / seconds;
  }

  #stop(text: string): void {
    this.#running = false;
    this.waitsForInput = text.includes("waits for input");
    this.listener.says(text);
    this.listener.moved(true);
  }
}

/** The text of an error. */
export function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
