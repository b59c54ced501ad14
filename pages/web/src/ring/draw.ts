// Segments on a canvas.

import { brief, shortName } from "../shared/format";
import { mix, textOn } from "../shared/palette";
import type { Colours } from "./colour";
import { type Disc, radiusAt, type Segments, type View } from "./layout";
import type { Marks } from "./search";
import type { Tree } from "./tree";
import type { Weights } from "./weights";

/** Colours of the page that the chart uses. */
export interface Ink {
  background: string;
  text: string;
  /** Callees that are drawn as one. */
  rest: string;
  focus: string;
}

export interface Scene {
  tree: Tree;
  weights: Weights;
  segments: Segments;
  view: View;
  disc: Disc;
  colours: Colours;
  marks: Marks | undefined;
  ink: Ink;
}

export const FONT = "system-ui, sans-serif";
const FONT_SIZE = 11;

/** The fills of a scene; a segment's is known by its place. Odd rings are a shade darker where colours have no order, so that rings part. */
export interface Fills {
  styles: string[];
  of(segment: number): number;
}

/** Fills of a scene: each colour of the palette in two shades, each plain and faint; then the one of what is drawn as one. */
export function fills(scene: Scene): Fills {
  const { colours, ink, marks, segments, tree } = scene;
  const shades = [0, colours.ordered ? 0 : 0.12].map((part) => colours.palette.map((colour) => mix(colour, "#000000", part)));
  const plain = shades.flat();
  const faint = plain.map((colour) => mix(colour, ink.background, 0.8));
  const rest = plain.length * 2;
  const styles = [...plain, ...faint, ink.rest, mix(ink.rest, ink.background, 0.6)];
  const of = (segment: number) => {
    const context = segments.context[segment]!;
    if (segments.rest[segment]) return marks && marks.contexts[context] === 0 ? rest + 1 : rest;
    const shade = (tree.depth[context]! & 1) * colours.palette.length;
    const isFaint = marks !== undefined && marks.contexts[context] !== 2;
    return colours.of(context) + shade + (isFaint ? plain.length : 0);
  };
  return { styles, of };
}

/** Edges of a segment: radii in pixels, angles in radians from the top. */
export interface Shape {
  inner: number;
  outer: number;
  from: number;
  to: number;
}

/** The edges, drawn in a little so that neighbours part. */
export function shape(scene: Scene, segment: number): Shape {
  const { segments, view, disc } = scene;
  const level = segments.level[segment]!;
  const inner = radiusAt(level, view.rings, disc);
  const outer = radiusAt(level + 1, view.rings, disc);
  const [from, to] = [segments.from[segment]! * 2 * Math.PI, segments.to[segment]! * 2 * Math.PI];
  const arc = (to - from) * outer;
  const gap = arc > 3 && to - from < 2 * Math.PI - 1e-9 ? 0.4 / outer : 0;
  return { inner, outer: Math.max(inner, outer - 0.8), from: from + gap, to: to - gap };
}

/** Draws a scene around the middle of a canvas that is `width` by `height` CSS pixels; with at most `labels` names. */
export function draw(scene: Scene, context: CanvasRenderingContext2D, width: number, height: number, labels: number): void {
  const { segments } = scene;
  context.save();
  context.clearRect(0, 0, width, height);
  context.translate(width / 2, height / 2);
  const painted = fills(scene);
  const byFill: number[][] = painted.styles.map(() => []);
  for (let segment = 0; segment < segments.length; segment++) byFill[painted.of(segment)]!.push(segment);
  byFill.forEach((some, fill) => {
    if (some.length === 0) return;
    context.fillStyle = painted.styles[fill]!;
    context.beginPath();
    for (const segment of some) trace(context, shape(scene, segment));
    context.fill();
  });
  drawLabels(scene, painted, context, labels);
  context.restore();
}

/** Adds the outline of a segment to the path. */
export function trace(context: CanvasRenderingContext2D, { inner, outer, from, to }: Shape): void {
  const quarter = Math.PI / 2;
  const [start, end] = [from - quarter, to - quarter];
  if (inner <= 0) {
    context.moveTo(outer, 0);
    context.arc(0, 0, outer, 0, 2 * Math.PI);
  } else if ((to - from) * outer < 4) {
    // An arc this short is a line to the eye, and much cheaper.
    const [c0, s0, c1, s1] = [Math.cos(start), Math.sin(start), Math.cos(end), Math.sin(end)];
    context.moveTo(inner * c0, inner * s0);
    context.lineTo(outer * c0, outer * s0);
    context.lineTo(outer * c1, outer * s1);
    context.lineTo(inner * c1, inner * s1);
    context.closePath();
  } else {
    context.moveTo(outer * Math.cos(start), outer * Math.sin(start));
    context.arc(0, 0, outer, start, end);
    if (to - from > 2 * Math.PI - 1e-9) context.moveTo(inner * Math.cos(end), inner * Math.sin(end));
    context.arc(0, 0, inner, end, start, true);
    context.closePath();
  }
}

/** A name in a segment. */
export interface Label {
  segment: number;
  text: string;
  x: number;
  y: number;
  /** Turn of the text in radians. */
  turn: number;
}

const widths = new Map<string, number>();

function textWidth(context: CanvasRenderingContext2D, text: string): number {
  let width = widths.get(text);
  if (width === undefined) {
    width = context.measureText(text).width;
    widths.set(text, width);
  }
  return width;
}

/** Names that fit into their segments, of the widest segments first. The centre has its own text. */
export function labels(scene: Scene, context: CanvasRenderingContext2D, most: number): Label[] {
  const { segments } = scene;
  context.font = `${FONT_SIZE}px ${FONT}`;
  const candidates: { segment: number; size: number }[] = [];
  for (let segment = 0; segment < segments.length; segment++) {
    const { inner, outer, from, to } = shape(scene, segment);
    const middle = (inner + outer) / 2;
    const arc = Math.min(to - from, Math.PI) * middle;
    if (inner > 0 && outer - inner > FONT_SIZE + 2 && arc > FONT_SIZE + 2) candidates.push({ segment, size: arc });
  }
  candidates.sort((a, b) => b.size - a.size);
  const made: Label[] = [];
  for (const { segment } of candidates) {
    if (made.length >= most) break;
    const label = fit(scene, context, segment);
    if (label) made.push(label);
  }
  return made;
}

/** A label along the ring where there is room, else across it. */
function fit(scene: Scene, context: CanvasRenderingContext2D, segment: number): Label | undefined {
  const { inner, outer, from, to } = shape(scene, segment);
  const middle = (inner + outer) / 2;
  const angle = (from + to) / 2;
  const place = { segment, x: middle * Math.sin(angle), y: -middle * Math.cos(angle) };
  const name = scene.segments.rest[segment]
    ? "…"
    : shortName(scene.tree.name(scene.segments.context[segment]!));
  const short = name.slice(name.lastIndexOf(".") + 1);
  // A straight text leaves a ring at its ends: as far as the chord allows within the ring's thickness.
  const lower = inner + FONT_SIZE * 0.2;
  const upper = outer - FONT_SIZE * 0.2;
  const high = middle + FONT_SIZE / 2;
  const half = to - from >= Math.PI ? Infinity : middle * Math.tan((to - from) / 2);
  const along = middle - FONT_SIZE / 2 > lower ? 2 * Math.min(Math.sqrt(Math.max(0, upper ** 2 - high ** 2)), half) - 4 : 0;
  const across = (to - from) * inner > FONT_SIZE ? outer - inner - 4 : 0;
  const upright = angle > Math.PI / 2 && angle < 1.5 * Math.PI ? angle + Math.PI : angle;
  const sideways = angle < Math.PI ? angle - Math.PI / 2 : angle + Math.PI / 2;
  for (const text of [name, short]) {
    const width = textWidth(context, text);
    if (width <= along) return { ...place, text, turn: upright };
    if (width <= across) return { ...place, text, turn: sideways };
  }
  const [room, turn] = along >= across ? [along, upright] : [across, sideways];
  const letters = Math.floor((short.length * room) / textWidth(context, short)) - 1;
  return letters >= 3 ? { ...place, text: `${short.slice(0, letters)}…`, turn } : undefined;
}

function drawLabels(scene: Scene, painted: Fills, context: CanvasRenderingContext2D, most: number): void {
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (const label of labels(scene, context, most)) {
    context.save();
    context.translate(label.x, label.y);
    context.rotate(label.turn);
    context.fillStyle = textOn(painted.styles[painted.of(label.segment)]!);
    context.fillText(label.text, 0, 0);
    context.restore();
  }
}

/** The text of the centre: what it is, and how much. */
export function centreText(weights: Weights, context: number): [string, string] {
  const name = shortName(weights.tree.name(context));
  return [name.slice(name.lastIndexOf(".") + 1), brief(weights.total(context))];
}
