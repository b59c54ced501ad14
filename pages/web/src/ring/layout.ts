// Which segments are seen. Only what is a pixel wide is visited, so that the work depends on the screen and not on the tree.

import type { Weights } from "./weights";

/** What part of the tree is on the screen; all of it can lie between two values while a zoom goes on. */
export interface View {
  /** Context whose full turn the window is a part of. */
  top: number;
  /** The window: this part of `top`'s turn fills the chart. */
  from: number;
  to: number;
  /** Calls from `top` to the context in the centre. */
  level: number;
  /** Rings around the centre. */
  rings: number;
}

/** Measures of the chart. Unit: CSS pixels. */
export interface Disc {
  radius: number;
  centre: number;
}

/** Radius at a level: 0 to 1 is the centre, each further level a ring. */
export function radiusAt(level: number, rings: number, disc: Disc): number {
  if (level <= 1) return Math.max(0, level) * disc.centre;
  return disc.centre + ((disc.radius - disc.centre) * (level - 1)) / rings;
}

/** The segments of a view, a column for each property; angles are parts of a turn, 0 at the top, clockwise. */
export class Segments {
  length = 0;
  /** The context; of several that are drawn as one, their caller. */
  context = new Uint32Array(4096);
  from = new Float64Array(4096);
  to = new Float64Array(4096);
  /** Inner edge, counted from the centre. */
  level = new Float64Array(4096);
  /** 0 for a context; for callees drawn as one, 1 + how many larger ones of their caller are drawn on their own. */
  rest = new Uint32Array(4096);

  push(context: number, from: number, to: number, level: number, rest: number): void {
    if (this.length === this.context.length) this.#grow();
    const place = this.length++;
    this.context[place] = context;
    this.from[place] = from;
    this.to[place] = to;
    this.level[place] = level;
    this.rest[place] = rest;
  }

  #grow(): void {
    const size = this.length * 2;
    const grown = <A extends Uint32Array | Float64Array>(old: A, made: A): A => (made.set(old), made);
    this.context = grown(this.context, new Uint32Array(size));
    this.from = grown(this.from, new Float64Array(size));
    this.to = grown(this.to, new Float64Array(size));
    this.level = grown(this.level, new Float64Array(size));
    this.rest = grown(this.rest, new Uint32Array(size));
  }
}

/** Fills `segments` with what is seen; `finest` is the shortest arc of a segment on its own, in CSS pixels. */
export function layOut(segments: Segments, weights: Weights, view: View, disc: Disc, finest: number): void {
  segments.length = 0;
  const turn = view.to - view.from;
  if (!(turn > 0)) return;
  const place = (at: number) => Math.min(1, Math.max(0, (at - view.from) / turn));

  const visit = (context: number, start: number, end: number, level: number): void => {
    const [from, to] = [place(start), place(end)];
    if (to <= from || level >= view.rings + 1) return;
    if (level > -1) segments.push(context, from, to, level, 0);
    if (level + 1 >= view.rings + 1) return;
    const callees = weights.callees(context);
    const shortest = finest / (2 * Math.PI * Math.max(1, radiusAt(level + 2, view.rings, disc)));
    let at = start;
    for (let callee = 0; callee < callees.length; callee++) {
      const width = (end - start) * weights.part(context, callees, callee);
      if (width / turn < shortest) {
        visitRest(context, at, start, end, callees, callee, level + 1);
        return;
      }
      visit(callees[callee]!, at, at + width, level + 1);
      at += width;
    }
  };

  const visitRest = (
    caller: number,
    at: number,
    start: number,
    end: number,
    callees: Uint32Array,
    drawn: number,
    level: number,
  ): void => {
    const below = weights.sizing === "equal" ? 1 : 1 - weights.own(caller) / weights.total(caller);
    const [from, to] = [place(at), place(start + (end - start) * below)];
    const seen = (to - from) * 2 * Math.PI * radiusAt(level + 1, view.rings, disc) > finest / 2;
    if (level > -1 && seen && drawn < callees.length) segments.push(caller, from, to, level, drawn + 1);
  };

  visit(view.top, 0, 1, -view.level);
}

/** The segments of each ring in the order of their angles, to find the one at a point. */
export function byRing(segments: Segments): number[][] {
  const rings: number[][] = [];
  for (let place = 0; place < segments.length; place++) {
    const level = Math.round(segments.level[place]!);
    if (level >= 0) (rings[level] ??= []).push(place);
  }
  return rings;
}

/** The segment at a point relative to the centre, or -1. */
export function segmentAt(
  segments: Segments,
  rings: number[][],
  view: View,
  disc: Disc,
  x: number,
  y: number,
): number {
  const radius = Math.hypot(x, y);
  if (radius > disc.radius) return -1;
  const outside = ((radius - disc.centre) * view.rings) / (disc.radius - disc.centre);
  const ring = rings[radius <= disc.centre ? 0 : Math.floor(outside) + 1];
  if (!ring) return -1;
  const turn = Math.atan2(x, -y) / (2 * Math.PI);
  const angle = turn < 0 ? turn + 1 : turn;
  let [low, high] = [0, ring.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (segments.from[ring[middle]!]! <= angle) low = middle;
    else high = middle - 1;
  }
  const found = ring[low]!;
  return segments.from[found]! <= angle && angle < segments.to[found]! ? found : -1;
}
