// The block diagram of the data path: values on the wires, active parts lit.

import type { DataPath, Views } from "./bench";
import { Panel } from "./panel";

const SVG = "http://www.w3.org/2000/svg";

/** A part: place, size, title, names that light it, and lines of text from a cycle. */
interface Box {
  at: [x: number, y: number, width: number, height: number];
  title: string;
  lit: string[];
  lines: (path: DataPath) => string[];
  kind?: "register" | "memory";
}

/** A wire: a path of points, what lights it, and its label. */
interface Wire {
  points: [x: number, y: number][];
  lit: string[];
  label?: (path: DataPath) => string;
  labelAt?: [x: number, y: number];
}

const signal = (name: string) => (path: DataPath) => path.signals[name] ?? "";
const number = (path: DataPath, name: string) => parseInt(path.signals[name] ?? "0", 16);
const word = (path: DataPath, name: string) => number(path, name).toString(16).padStart(8, "0");
const isOn = (path: DataPath, name: string) => path.signals[name] === "1";

const BOXES: Box[] = [
  {
    at: [10, 34, 150, 74],
    title: "Bytecode RAM",
    kind: "memory",
    lit: ["jbc", "jbc-write"],
    lines: (path) => [`jpc ${signal("jpc")(path)}`, `byte ${signal("jbc_q")(path)}`, `operand ${signal("jopd")(path)}`],
  },
  {
    at: [240, 34, 110, 74],
    title: "Jump table",
    lit: ["jump-table", "interrupt"],
    lines: (path) =>
      [isOn(path, "nxt") ? "dispatches" : "", path.active.includes("interrupt") ? "entry taken" : ""].filter(Boolean),
  },
  {
    at: [430, 34, 150, 74],
    title: "Microcode ROM",
    kind: "memory",
    lit: ["rom", "held"],
    lines: (path) => [`pc ${signal("pc")(path)}${path.active.includes("held") ? "  held" : ""}`, path.stages[0]],
  },
  { at: [650, 34, 140, 74], title: "IR: decode", kind: "register", lit: ["ir"], lines: (path) => [path.stages[1]] },
  {
    at: [860, 34, 140, 74],
    title: "EX: execute",
    kind: "register",
    lit: ["a", "b", "memory-op", "pointer"],
    lines: (path) => [path.stages[2]],
  },
  {
    at: [10, 190, 180, 118],
    title: "Stack RAM",
    kind: "memory",
    lit: ["ram-read", "ram-write"],
    lines: (path) => [
      `sp ${number(path, "sp")}   vp ${number(path, "vp")}   ar ${number(path, "ar")}`,
      path.active.includes("ram-read") ? `reads ${path.read[0]}: ${path.read[1]}` : "",
      path.active.includes("ram-write") ? "writes" : path.write ? `will write ${path.write}` : "",
    ],
  },
  { at: [270, 190, 130, 50], title: "B  next of stack", kind: "register", lit: ["b"], lines: (path) => [word(path, "b")] },
  { at: [270, 262, 130, 50], title: "A  top of stack", kind: "register", lit: ["a"], lines: (path) => [word(path, "a")] },
  { at: [470, 180, 110, 40], title: "ALU", lit: ["alu"], lines: (path) => (path.active.includes("alu") ? [path.next_a] : []) },
  { at: [470, 230, 110, 40], title: "Shifter", lit: ["shifter"], lines: (path) => (path.active.includes("shifter") ? [path.next_a] : []) },
  { at: [470, 280, 110, 40], title: "Multiplier", lit: ["multiplier"], lines: () => [] },
  {
    at: [650, 180, 140, 62],
    title: "Memory controller",
    lit: ["controller", "memory-op"],
    lines: (path) => [signal("mem_state")(path), isOn(path, "bsy") ? "busy" : "ready"],
  },
  {
    at: [650, 258, 140, 54],
    title: "Method cache",
    lit: ["method-cache"],
    lines: (path) => [path.active.includes("method-cache") ? "looks up" : isOn(path, "mc_in_cache") ? "last: hit" : "last: miss"],
  },
  { at: [650, 328, 140, 36], title: "Object cache", lit: ["object-cache"], lines: () => [] },
  {
    at: [860, 180, 140, 62],
    title: "Main memory",
    kind: "memory",
    lit: ["memory"],
    lines: (path) => [
      isOn(path, "mem_rd") ? `read ${signal("mem_addr")(path)}` : isOn(path, "mem_wr") ? `write ${signal("mem_addr")(path)}` : "",
      `data ${word(path, "mem_rd_data")}`,
    ],
  },
  {
    at: [860, 258, 140, 54],
    title: "I/O devices",
    lit: ["io"],
    lines: (path) => [isOn(path, "io_rd") ? `read ${signal("io_addr")(path)}` : isOn(path, "io_wr") ? `write ${signal("io_addr")(path)}` : ""],
  },
];

const WIRES: Wire[] = [
  { points: [[160, 71], [240, 71]], lit: ["jbc"], label: signal("jbc_q"), labelAt: [200, 64] },
  { points: [[350, 71], [430, 71]], lit: ["jump-table"], label: (path) => (isOn(path, "nxt") ? "nxt" : ""), labelAt: [390, 64] },
  { points: [[580, 71], [650, 71]], lit: ["rom"] },
  { points: [[790, 71], [860, 71]], lit: ["ir"] },
  // Operand down to A.
  { points: [[60, 108], [60, 150], [230, 150], [230, 280], [270, 280]], lit: ["operand"], label: signal("jopd"), labelAt: [100, 144] },
  // Control of the stack RAM from IR.
  { points: [[690, 108], [690, 130], [35, 130], [35, 190]], lit: ["ram-read", "ram-write"], label: (path) => path.read[0], labelAt: [560, 124] },
  // Stack RAM to B and A, and back.
  { points: [[190, 215], [270, 215]], lit: ["ram-read"] },
  { points: [[270, 300], [190, 300]], lit: ["ram-write"] },
  // A and B to the units.
  { points: [[400, 205], [470, 205]], lit: ["alu", "shifter", "multiplier"], label: (path) => word(path, "b"), labelAt: [436, 198] },
  { points: [[400, 297], [435, 297], [435, 212], [470, 212]], lit: ["alu"] },
  { points: [[435, 250], [470, 250]], lit: ["shifter"] },
  { points: [[435, 297], [470, 297]], lit: ["multiplier"] },
  // Results to A.
  { points: [[580, 200], [610, 200], [610, 350], [335, 350], [335, 312]], lit: ["alu"], label: (path) => path.next_a, labelAt: [450, 344] },
  { points: [[580, 250], [610, 250]], lit: ["shifter"] },
  { points: [[580, 300], [610, 300]], lit: ["multiplier"] },
  // A to the memory controller, and what comes back.
  { points: [[400, 276], [418, 276], [418, 164], [670, 164], [670, 180]], lit: ["memory-op"], label: (path) => (path.active.includes("memory-op") ? word(path, "a") : ""), labelAt: [560, 158] },
  { points: [[650, 225], [625, 225], [625, 366], [320, 366], [320, 312]], lit: ["external"] },
  // The bus.
  { points: [[790, 211], [860, 211]], lit: ["memory"], label: (path) => (isOn(path, "mem_rd") ? "rd" : isOn(path, "mem_wr") ? "wr" : ""), labelAt: [825, 204] },
  { points: [[790, 225], [825, 225], [825, 285], [860, 285]], lit: ["io"] },
  { points: [[720, 242], [720, 258]], lit: ["method-cache"] },
  { points: [[770, 242], [805, 250], [805, 346], [790, 346]], lit: ["object-cache"] },
  // Loaded methods to the bytecode RAM.
  { points: [[930, 180], [930, 148], [1012, 148], [1012, 16], [85, 16], [85, 34]], lit: ["jbc-write"], label: () => "method load", labelAt: [520, 12] },
];

export class DataPathPanel extends Panel {
  readonly #boxes: { group: SVGElement; lines: SVGElement[]; box: Box }[] = [];
  readonly #wires: { line: SVGElement; label: SVGElement | undefined; wire: Wire }[] = [];

  constructor() {
    super("data-path", "Data path", ["data-path"], 8);
    const drawing = svg("svg", { viewBox: "0 0 1024 376", role: "img", "aria-label": "Block diagram of the data path", class: "data-path" });
    for (const wire of WIRES) {
      const line = svg("polyline", { class: "wire", points: wire.points.map((point) => point.join(",")).join(" ") });
      drawing.append(line);
      this.#wires.push({ line, label: undefined, wire });
    }
    for (const box of BOXES) {
      const [x, y, width, height] = box.at;
      const group = svg("g", { class: `part ${box.kind ?? "unit"}` });
      const title = svg("text", { x: String(x + 8), y: String(y + 16), class: "title" });
      title.textContent = box.title;
      group.append(svg("rect", { x: String(x), y: String(y), width: String(width), height: String(height), rx: "5" }), title);
      const count = Math.floor((height - 18) / 16);
      const lines = Array.from({ length: Math.max(count, 1) }, (_, place) => {
        const beside = count === 0 || height <= 40;
        const at: Record<string, string> = beside ? { x: String(x + width - 8), y: String(y + 32), "text-anchor": "end" } : { x: String(x + 8), y: String(y + 34 + 16 * place) };
        return svg("text", { ...at, class: "value" });
      });
      group.append(...lines);
      drawing.append(group);
      this.#boxes.push({ group, lines, box });
    }
    // Labels over everything else.
    for (const entry of this.#wires) {
      if (!entry.wire.labelAt) continue;
      const [x, y] = entry.wire.labelAt;
      entry.label = svg("text", { x: String(x), y: String(y), class: "label", "text-anchor": "middle" });
      drawing.append(entry.label);
    }
    this.body.append(drawing);
  }

  show(views: Views): void {
    const path = views["data-path"];
    if (path) this.draw(path);
  }

  /** Shows a cycle, of the machine or of a trace. */
  draw(path: DataPath): void {
    const isLit = (names: string[]) => names.some((name) => path.active.includes(name));
    for (const { group, lines, box } of this.#boxes) {
      group.classList.toggle("active", isLit(box.lit));
      const texts = box.lines(path);
      lines.forEach((line, place) => (line.textContent = texts[place] ?? ""));
    }
    for (const { line, label, wire } of this.#wires) {
      const lit = isLit(wire.lit);
      line.classList.toggle("active", lit);
      if (label) label.textContent = lit ? (wire.label?.(path) ?? "") : "";
    }
  }
}

function svg(tag: string, attributes: Record<string, string>): SVGElement {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}
