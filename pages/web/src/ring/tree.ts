// The contexts of a page in preorder: what stands below a context follows it, up to its `end`.

import type { Payload } from "../shared/payload";

export interface Provenance {
  program: string;
  engine: string;
  machine: string;
  microcode: string;
  image: string;
}

export interface SideHeader {
  name: string;
  provenance: Provenance;
  flat: boolean;
  totals: number[];
  calls: MethodTimes[];
}

/** How long the calls of a method took. Unit: cycles. */
export interface MethodTimes {
  method: string;
  calls: number;
  unfinished: number;
  min: number;
  mean: number;
  p50: number;
  p90: number;
  p99: number;
  max: number;
  worst_at: number;
  worst_thread: string;
  worst_context: string[];
  histogram: [from: number, to: number, calls: number][];
}

export interface RingHeader {
  title: string;
  metrics: string[];
  services: string[];
  methods: string[];
  contexts: number;
  threads: string[];
  sides: SideHeader[];
}

/** Which profile a figure is of: the first, the second, or the sum of both. */
export type Side = 0 | 1 | "both";

export class Tree {
  readonly header: RingHeader;
  readonly count: number;
  /** By context: its caller; the root is its own. */
  readonly parent: Uint32Array;
  /** By context: the first one behind all that stand below it. */
  readonly end: Uint32Array;
  readonly depth: Uint32Array;
  readonly method: Uint32Array;
  readonly service: Uint8Array;
  /** By context: 1 if the first profile has it, 2 if the second, 3 if both. */
  readonly sides: Uint8Array | undefined;
  readonly #payload: Payload<RingHeader>;
  readonly #prefixes = new Map<string, Float64Array>();
  /** The same without what is removed. */
  readonly #remaining = new Map<string, Float64Array>();
  #removed: Uint8Array | undefined;

  constructor(payload: Payload<RingHeader>) {
    this.#payload = payload;
    this.header = payload.header;
    this.count = payload.header.contexts;
    this.parent = new Uint32Array(this.count);
    this.end = new Uint32Array(this.count);
    this.depth = new Uint32Array(this.count);
    this.method = new Uint32Array(this.count);
    this.service = payload.bytes("service");
    if (payload.header.sides.length === 2) this.sides = payload.bytes("sides");
    payload.numbers("method", this.count, (method, place) => (this.method[place] = method));
    this.#readShape(payload);
  }

  #readShape(payload: Payload<RingHeader>): void {
    const { parent, end, depth, count } = this;
    let last = 0;
    payload.numbers("depth", count, (here, place) => {
      depth[place] = here;
      if (place > 0) {
        // All contexts that are not above this one end here.
        let open = last;
        while (depth[open]! >= here) {
          end[open] = place;
          open = parent[open]!;
        }
        parent[place] = open;
      }
      last = place;
    });
    for (let open = last; ; open = parent[open]!) {
      end[open] = count;
      if (open === 0) break;
    }
  }

  /** Name of a context's method. */
  name(context: number): string {
    return this.header.methods[this.method[context]!]!;
  }

  /** On whose behalf a context runs. */
  serviceName(context: number): string {
    return this.header.services[this.service[context]!]!;
  }

  /**
   * Sums of a figure over the contexts before each: what a context has of itself is `p[c + 1] - p[c]`, with all below it
   * `p[end[c]] - p[c]`. All sums are below 2^53 and so exact; they are held against those that the writer of the page gave.
   */
  prefix(side: Side, metric: string): Float64Array {
    const whole = this.#whole(side, metric);
    if (!this.#removed) return whole;
    const key = `${side}:${metric}`;
    let prefix = this.#remaining.get(key);
    if (!prefix) {
      prefix = new Float64Array(this.count + 1);
      for (let place = 0; place < this.count; place++) {
        prefix[place + 1] = prefix[place]! + (this.#removed[place] ? 0 : this.own(whole, place));
      }
      this.#remaining.set(key, prefix);
    }
    return prefix;
  }

  /** Puts other figures of each context in place of the page's, such as those of a part of the run. */
  replace(metric: string, own: ArrayLike<number>): void {
    const prefix = new Float64Array(this.count + 1);
    for (let place = 0; place < this.count; place++) prefix[place + 1] = prefix[place]! + own[place]!;
    this.#prefixes.set(`0:${metric}`, prefix);
    this.#remaining.clear();
  }

  /** Takes contexts out of all sums, with everything below them; none brings all back. */
  remove(contexts: readonly number[]): void {
    this.#remaining.clear();
    if (contexts.length === 0) {
      this.#removed = undefined;
      return;
    }
    this.#removed ??= new Uint8Array(this.count);
    for (const context of contexts) this.#removed.fill(1, context, this.end[context]);
  }

  isRemoved(context: number): boolean {
    return this.#removed?.[context] === 1;
  }

  /** Contexts that are removed, and what they had. */
  removed(side: Side, metric: string): { contexts: number; sum: number; of: number } {
    const whole = this.#whole(side, metric);
    let contexts = 0;
    for (let place = 0; place < this.count; place++) contexts += this.#removed?.[place] ?? 0;
    const of = whole[this.count]!;
    return { contexts, sum: of - this.prefix(side, metric)[this.count]!, of };
  }

  #whole(side: Side, metric: string): Float64Array {
    const key = `${side}:${metric}`;
    let prefix = this.#prefixes.get(key);
    if (!prefix) {
      prefix = metric === "contexts" ? this.#countContexts(side) : this.#readPrefix(side, metric);
      this.#prefixes.set(key, prefix);
    }
    return prefix;
  }

  #readPrefix(side: Side, metric: string): Float64Array {
    const prefix = new Float64Array(this.count + 1);
    if (side === "both") {
      const [first, second] = [this.#whole(0, metric), this.#whole(1, metric)];
      for (let place = 0; place <= this.count; place++) prefix[place] = first[place]! + second[place]!;
      return prefix;
    }
    let sum = 0;
    this.#payload.numbers(`${side}:${metric}`, this.count, (own, place) => {
      sum += own;
      prefix[place + 1] = sum;
    });
    const expected = this.header.sides[side]!.totals[this.header.metrics.indexOf(metric)];
    if (sum !== expected) throw new Error(`the sum of ${metric} is ${sum}, not ${expected}: make this page again`);
    return prefix;
  }

  #countContexts(side: Side): Float64Array {
    const prefix = new Float64Array(this.count + 1);
    for (let place = 0; place < this.count; place++) {
      const here = !this.sides || side === "both" || (this.sides[place]! >> side) & 1 ? 1 : 0;
      prefix[place + 1] = prefix[place]! + here;
    }
    return prefix;
  }

  /** What a context has of itself. */
  own(prefix: Float64Array, context: number): number {
    return prefix[context + 1]! - prefix[context]!;
  }

  /** What a context and all below it have. */
  total(prefix: Float64Array, context: number): number {
    return prefix[this.end[context]!]! - prefix[context]!;
  }

  /** Callees of a context, in the order of the file: by falling cycles. */
  callees(context: number): number[] {
    const callees = [];
    for (let callee = context + 1; callee < this.end[context]!; callee = this.end[callee]!) callees.push(callee);
    return callees;
  }

  /** From the root to a context. */
  path(context: number): number[] {
    const path = [context];
    for (let at = context; at !== 0; ) {
      at = this.parent[at]!;
      path.push(at);
    }
    return path.reverse();
  }

  /** Whether `above` is `context` or one of its callers, direct or not. */
  isAbove(above: number, context: number): boolean {
    return above <= context && context < this.end[above]!;
  }

  /** The nearest context that stands above both. */
  meeting(a: number, b: number): number {
    let at = a;
    while (!this.isAbove(at, b)) at = this.parent[at]!;
    return at;
  }

  /** Most calls below a context. */
  height(context: number): number {
    let deepest = this.depth[context]!;
    for (let at = context; at < this.end[context]!; at++) if (this.depth[at]! > deepest) deepest = this.depth[at]!;
    return deepest - this.depth[context]!;
  }
}
