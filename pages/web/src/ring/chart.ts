// The chart: two canvases, the zoom between contexts, and what is under the pointer or has the focus.

import { element } from "../shared/dom";
import { cssColour } from "../shared/theme";
import { textOn } from "../shared/palette";
import type { Colours } from "./colour";
import { centreText, draw, fills, FONT, type Ink, labels, type Scene, shape, trace } from "./draw";
import { byRing, type Disc, layOut, segmentAt, Segments, type View } from "./layout";
import type { Marks } from "./search";
import type { Tree } from "./tree";
import type { Weights } from "./weights";

/** Shortest arc of a segment on its own: at rest, and while a zoom goes on. Unit: CSS pixels. */
const FINEST = { rest: 1, moving: 2.5 };
const ZOOM_MILLISECONDS = 420;
const LABELS = { rest: 160, moving: 24 };

/** A segment, as the page speaks of it: a context, or callees of a context that are drawn as one. */
export interface Place {
  context: number;
  /** 0 for the context itself; else 1 + how many of its callees are drawn on their own. */
  rest: number;
}

export interface ChartEvents {
  hover(place: Place | undefined, x: number, y: number): void;
  focus(place: Place): void;
  zoomed(root: number): void;
}

export class Chart {
  readonly element: HTMLElement;
  readonly #base = element("canvas", { "aria-hidden": "true" });
  readonly #overlay = element("canvas", { "aria-hidden": "true" });
  readonly #segments = new Segments();
  #rings: number[][] = [];
  #view: View = { top: 0, from: 0, to: 1, level: 0, rings: 1 };
  #disc: Disc = { radius: 1, centre: 1 };
  #size = 0;
  #root = 0;
  #focus: Place = { context: 0, rest: 0 };
  #hover: Place | undefined;
  #zoom = 0;

  weights!: Weights;
  colours!: Colours;
  marks: Marks | undefined;
  depthLimit = 10;

  constructor(
    readonly tree: Tree,
    readonly events: ChartEvents,
  ) {
    this.element = element("div", {
      id: "chart",
      tabindex: "0",
      role: "application",
      "aria-label": "Ring chart of calling contexts. Arrow keys move, Enter zooms in, Backspace zooms out, ? tells all keys.",
      mousemove: (event: MouseEvent) => this.#moved(event),
      mouseleave: () => this.#setHover(undefined, 0, 0),
      click: (event: MouseEvent) => this.#clicked(event),
      focus: () => this.#drawOverlay(),
      blur: () => this.#drawOverlay(),
    });
    this.element.append(this.#base, this.#overlay);
    new ResizeObserver(() => this.#resized()).observe(this.element);
  }

  get root(): number {
    return this.#root;
  }

  get focused(): Place {
    return this.#focus;
  }

  /** Segments that are seen. */
  get seen(): number {
    return this.#segments.length;
  }

  scene(): Scene {
    const ink: Ink = {
      background: cssColour("--background"),
      text: cssColour("--text"),
      rest: cssColour("--rest"),
      focus: cssColour("--focus"),
    };
    return {
      tree: this.tree,
      weights: this.weights,
      segments: this.#segments,
      view: this.#view,
      disc: this.#disc,
      colours: this.colours,
      marks: this.marks,
      ink,
    };
  }

  /** Draws all anew, after anything but the root has changed. */
  update(): void {
    cancelAnimationFrame(this.#zoom);
    this.#view = this.#viewOf(this.#root);
    this.#settle();
  }

  /** Makes a context the root; the zoom is left out for those who asked their system for less motion. */
  zoomTo(root: number): void {
    if (root === this.#root) return;
    cancelAnimationFrame(this.#zoom);
    const old = this.#root;
    this.#root = root;
    this.#focus = { context: root, rest: 0 };
    this.#setHover(undefined, 0, 0);
    this.events.zoomed(root);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches || this.#size === 0) this.update();
    else this.#animate(old, root);
  }

  /** Gives a segment the focus; it need not be seen. */
  setFocus(place: Place): void {
    this.#focus = place;
    this.#drawOverlay();
    this.events.focus(place);
  }

  /** The neighbour of the focus at its caller, `step` segments on. */
  sibling(step: number): Place {
    const { context, rest } = this.#focus;
    const caller = rest ? context : this.tree.parent[context]!;
    if (!rest && context === this.#root) return this.#focus;
    const callees = this.#seenCallees(caller);
    const at = callees.findIndex((place) => place.rest === rest && place.context === context);
    return callees[(at + step + callees.length) % callees.length] ?? this.#focus;
  }

  /** The largest callee of the focus. */
  callee(): Place {
    const { context, rest } = this.#focus;
    return (rest ? undefined : this.#seenCallees(context)[0]) ?? this.#focus;
  }

  /** The caller of the focus, up to the root. */
  caller(): Place {
    const { context, rest } = this.#focus;
    if (rest) return { context, rest: 0 };
    return { context: context === this.#root ? context : this.tree.parent[context]!, rest: 0 };
  }

  /** Where a segment is, by the middle of its shape. Unit: CSS pixels of the page. */
  position(place: Place): { x: number; y: number } | undefined {
    const segment = this.#find(place);
    if (segment < 0) return undefined;
    const { inner, outer, from, to } = shape(this.scene(), segment);
    const box = this.#base.getBoundingClientRect();
    const [radius, angle] = [inner <= 0 ? 0 : (inner + outer) / 2, (from + to) / 2];
    return {
      x: box.x + box.width / 2 + radius * Math.sin(angle),
      y: box.y + box.height / 2 - radius * Math.cos(angle),
    };
  }

  #seenCallees(caller: number): Place[] {
    const seen: Place[] = [];
    for (let segment = 0; segment < this.#segments.length; segment++) {
      const context = this.#segments.context[segment]!;
      const rest = this.#segments.rest[segment]!;
      const of = rest || context === this.#root ? context : this.tree.parent[context]!;
      if (of === caller && (rest || context !== caller)) seen.push({ context, rest });
    }
    return seen;
  }

  #find(place: Place): number {
    for (let segment = 0; segment < this.#segments.length; segment++) {
      const same = this.#segments.context[segment] === place.context && this.#segments.rest[segment] === place.rest;
      if (same) return segment;
    }
    return -1;
  }

  #viewOf(root: number): View {
    const rings = Math.max(1, Math.min(this.depthLimit, this.tree.height(root)));
    return { top: root, from: 0, to: 1, level: 0, rings };
  }

  #animate(old: number, root: number): void {
    const { tree, weights } = this;
    const top = tree.meeting(old, root);
    const [from0, to0] = weights.range(top, old);
    const [from1, to1] = weights.range(top, root);
    const [rings0, rings1] = [this.#view.rings, this.#viewOf(root).rings];
    const [level0, level1] = [tree.depth[old]! - tree.depth[top]!, tree.depth[root]! - tree.depth[top]!];
    if (!(to0 > from0) || !(to1 > from1)) {
      this.update();
      return;
    }
    let start: number | undefined;
    const frame = (now: number) => {
      start ??= now;
      const linear = Math.min(1, (now - start) / ZOOM_MILLISECONDS);
      if (linear === 1) {
        this.update();
        return;
      }
      const part = linear * linear * (3 - 2 * linear);
      const between = (a: number, b: number) => a + (b - a) * part;
      this.#view = {
        top,
        from: between(from0, from1),
        to: between(to0, to1),
        level: between(level0, level1),
        rings: between(rings0, rings1),
      };
      layOut(this.#segments, this.weights, this.#view, this.#disc, FINEST.moving);
      this.#drawBase(LABELS.moving);
      this.#clear(this.#overlay);
      this.#zoom = requestAnimationFrame(frame);
    };
    this.#zoom = requestAnimationFrame(frame);
  }

  #settle(): void {
    layOut(this.#segments, this.weights, this.#view, this.#disc, FINEST.rest);
    this.#rings = byRing(this.#segments);
    this.#drawBase(LABELS.rest);
    this.#drawOverlay();
    this.element.dataset["root"] = String(this.#root);
    this.element.dataset["segments"] = String(this.#segments.length);
  }

  #drawBase(most: number): void {
    const scene = this.scene();
    const context = this.#base.getContext("2d")!;
    draw(scene, context, this.#size, this.#size, most);
    if (this.#segments.length === 0 || !Number.isInteger(this.#view.level)) return;
    const painted = fills(scene);
    context.fillStyle = textOn(painted.styles[painted.of(0)]!);
    context.textAlign = "center";
    const [name, amount] = centreText(this.weights, this.#root);
    context.font = `600 12px ${FONT}`;
    context.fillText(name, this.#size / 2, this.#size / 2 - 8, this.#disc.centre * 1.8);
    context.font = `12px ${FONT}`;
    context.fillText(amount, this.#size / 2, this.#size / 2 + 9, this.#disc.centre * 1.8);
  }

  #drawOverlay(): void {
    if (this.#size === 0) return;
    const context = this.#clear(this.#overlay);
    const scene = this.scene();
    context.save();
    context.translate(this.#size / 2, this.#size / 2);
    const outline = (place: Place, colour: string, width: number, dash: number[]) => {
      const segment = this.#find(place);
      if (segment < 0) return;
      for (const [style, line] of [[scene.ink.background, width + 2] as const, [colour, width] as const]) {
        context.beginPath();
        trace(context, shape(scene, segment));
        context.setLineDash(style === colour ? dash : []);
        context.strokeStyle = style;
        context.lineWidth = line;
        context.stroke();
      }
    };
    if (this.#hover) outline(this.#hover, scene.ink.text, 1.5, []);
    if (document.activeElement === this.element) outline(this.#focus, scene.ink.focus, 3, []);
    context.restore();
  }

  #clear(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
    const context = canvas.getContext("2d")!;
    context.clearRect(0, 0, this.#size, this.#size);
    return context;
  }

  #resized(): void {
    const size = Math.floor(Math.min(this.element.clientWidth, this.element.clientHeight));
    if (size <= 0) return;
    this.#size = size;
    this.#disc = { radius: size / 2 - 4, centre: Math.max(34, size / 13) };
    for (const canvas of [this.#base, this.#overlay]) {
      canvas.width = canvas.height = Math.round(size * devicePixelRatio);
      canvas.style.width = canvas.style.height = `${size}px`;
      canvas.getContext("2d")!.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    }
    this.update();
  }

  #placeAt(event: MouseEvent): Place | undefined {
    const box = this.#base.getBoundingClientRect();
    const [x, y] = [event.clientX - box.x - this.#size / 2, event.clientY - box.y - this.#size / 2];
    const segment = segmentAt(this.#segments, this.#rings, this.#view, this.#disc, x, y);
    if (segment < 0) return undefined;
    return { context: this.#segments.context[segment]!, rest: this.#segments.rest[segment]! };
  }

  #moved(event: MouseEvent): void {
    if (Number.isInteger(this.#view.level)) this.#setHover(this.#placeAt(event), event.clientX, event.clientY);
  }

  #setHover(place: Place | undefined, x: number, y: number): void {
    const same = place?.context === this.#hover?.context && place?.rest === this.#hover?.rest;
    this.#hover = place;
    if (!same) this.#drawOverlay();
    this.events.hover(place, x, y);
  }

  /** A click makes a context the root; one into the centre its caller. */
  #clicked(event: MouseEvent): void {
    const place = this.#placeAt(event);
    if (!place) return;
    if (place.context === this.#root && !place.rest) this.zoomTo(this.tree.parent[this.#root]!);
    else this.zoomTo(place.context);
  }

  /** The chart as an SVG document, with exact figures as titles. */
  segmentsForExport(): { scene: Scene; names: ReturnType<typeof labels>; size: number } {
    const scene = this.scene();
    return { scene, names: labels(scene, this.#base.getContext("2d")!, Infinity), size: this.#size };
  }
}
