// What the angle of a segment stands for.

import type { Side, Tree } from "./tree";

/** How a callee's angle comes from its caller's. */
export type Sizing = "metric" | "equal";

export class Weights {
  readonly prefix: Float64Array;
  readonly #order = new Map<number, Uint32Array>();

  constructor(
    readonly tree: Tree,
    readonly metric: string,
    readonly side: Side,
    readonly sizing: Sizing,
  ) {
    this.prefix = tree.prefix(side, metric);
  }

  own(context: number): number {
    return this.tree.own(this.prefix, context);
  }

  total(context: number): number {
    return this.tree.total(this.prefix, context);
  }

  /** Callees that have anything of the metric, the largest first. */
  callees(context: number): Uint32Array {
    let order = this.#order.get(context);
    if (!order) {
      const callees = this.tree.callees(context).filter((callee) => this.total(callee) > 0);
      order = Uint32Array.from(callees.sort((a, b) => this.total(b) - this.total(a) || a - b));
      this.#order.set(context, order);
    }
    return order;
  }

  /** Part of its caller's angle that the callee at `place` of `callees` has. */
  part(caller: number, callees: Uint32Array, place: number): number {
    if (this.sizing === "equal") return 1 / callees.length;
    return this.total(callees[place]!) / this.total(caller);
  }

  /** Where a context lies in a full turn of `top`, which stands above it. */
  range(top: number, context: number): [number, number] {
    if (context === top) return [0, 1];
    const caller = this.tree.parent[context]!;
    const [start, end] = this.range(top, caller);
    const callees = this.callees(caller);
    let at = start;
    for (let place = 0; place < callees.length; place++) {
      const width = (end - start) * this.part(caller, callees, place);
      if (callees[place] === context) return [at, at + width];
      at += width;
    }
    return [at, at];
  }
}
