// Panels of the memories: stack, method cache, main memory.

import { element } from "../shared/dom";
import { count, share } from "../shared/format";
import { CATEGORIES } from "../shared/palette";
import type { Bench, Cache, Stack, Views } from "./bench";
import { Panel, hex, signedWord } from "./panel";

/** Words of the stack that are shown. */
const SHOWN = 40;

/** The stack: top words first, those in registers marked, the running frame with its locals. */
export class StackPanel extends Panel {
  #before = new Map<number, number>();

  constructor() {
    super("stack", "Stack", ["stack"], 4);
  }

  show(views: Views): void {
    const stack = views.stack;
    if (!stack) return;
    const rows = stack.words.slice(0, SHOWN).map(([address, value, role], place) => {
      const known = this.#before.get(address);
      const register = place === 0 ? "A" : place === 1 ? "B" : "";
      const changed = this.#before.size > 0 && known !== value;
      return element(
        "tr",
        { class: `${changed ? "changed " : ""}${partOf(stack, address, role)}` },
        element("td", {}, register),
        element("td", {}, String(address)),
        element("td", { class: "mono" }, hex(value)),
        element("td", {}, signedWord(value)),
        element("td", { class: "words" }, [role, ...marks(stack, address)].filter(Boolean).join("  ")),
      );
    });
    this.#before = new Map(stack.words.map(([address, value]) => [address, value]));
    const more = stack.words.length - SHOWN;
    const names = ["", "word", "hexadecimal", "number", "role"];
    const head = element("tr", {}, ...names.map((name) => element("th", { scope: "col", class: name === "role" ? "words" : "" }, name)));
    this.body.replaceChildren(
      element("p", { class: "facts-line" }, `sp ${stack.sp}   vp ${stack.vp}   ar ${stack.ar}   ${stack.words.length} of ${stack.size} words in use`),
      element("div", { class: "scroll" }, element("table", { class: "words-table" }, element("thead", {}, head), element("tbody", {}, ...rows))),
    );
    if (more > 0) this.body.append(element("p", { class: "facts-line" }, `and ${count(more)} more below`));
  }
}

function partOf(stack: Stack, address: number, role: string): string {
  if (!stack.frame || address < stack.frame.start) return "caller";
  return role === "operand" ? "operand" : role === "frame" ? "frame" : "local";
}

function marks(stack: Stack, address: number): string[] {
  const found: string[] = [];
  if (address === stack.sp) found.push("◀ sp");
  if (address === stack.vp) found.push("◀ vp");
  const frame = stack.frames.find(({ start }) => start === address);
  if (frame) found.push(`locals of ${frame.name}`);
  return found;
}

/** Blocks of the method cache, filling up; lines of the object cache. */
export class CachePanel extends Panel {
  constructor() {
    super("cache", "Method cache", ["cache"], 6);
  }

  show(views: Views): void {
    const cache = views.cache;
    if (!cache) return;
    const misses = cache.lookups - cache.hits;
    const size = `${cache.kind}, ${count(cache.words * 4)} bytes${cache.blocks.length > 0 ? `, ${cache.blocks.length} blocks of ${cache.block_words} words` : ""}`;
    const parts: HTMLElement[] = [
      element("p", { class: "facts-line" }, size),
      element(
        "p",
        { class: "facts-line" },
        `${count(cache.lookups)} lookups, ${count(cache.hits)} hits (${share(cache.hits, cache.lookups)}), ${count(misses)} misses`,
      ),
      blocksOf(cache),
    ];
    parts.push(
      element(
        "p",
        { class: "facts-line", role: "status" },
        cache.loading === null ? "no method is being loaded" : `loads a method: word ${cache.loading} of the bytecode RAM, ${cache.left} words to come`,
      ),
    );
    if (cache.objects_on) parts.push(objects(cache));
    this.body.replaceChildren(...parts);
  }
}

/** Boxes of blocks; those of one method have its colour, the first one its name. */
function blocksOf(cache: Cache): HTMLElement {
  const size = cache.block_words ?? 1;
  let method: Cache["blocks"][number] = null;
  let last = -1;
  const boxes = cache.blocks.map((block, place) => {
    if (block) {
      method = block;
      last = place + Math.max(1, Math.ceil((block.words ?? size) / size)) - 1;
    }
    const owner = block ?? (place <= last ? method : null);
    const name = block ? block.name : owner ? "″" : "empty";
    const words = block?.words === null || block?.words === undefined ? "" : `${block.words} words`;
    const box = element(
      "li",
      { class: `block${owner ? " held" : ""}${owner?.method === cache.running ? " running" : ""}`, title: owner ? `${owner.name}, ${owner.words} words` : "empty" },
      element("span", { class: "place" }, `${place}${place === cache.next ? " next" : ""}`),
      element("span", { class: "name" }, name),
      element("span", { class: "size" }, words),
    );
    if (owner) box.style.setProperty("--owner", CATEGORIES[owner.method % CATEGORIES.length]!);
    const first = cache.loading === null ? -1 : Math.floor(cache.loading / size);
    if (place === first) box.classList.add("loading");
    return box;
  });
  return element("ol", { class: "blocks" }, ...boxes);
}

function objects(cache: Cache): HTMLElement {
  const lines = cache.objects.map(({ handle, valid, words }) =>
    element(
      "tr",
      {},
      element("td", { class: "mono" }, hex(handle)),
      ...words.map((word, place) => element("td", { class: "mono" }, (valid >> place) & 1 ? hex(word) : "·")),
    ),
  );
  return element(
    "details",
    { open: lines.length > 0 && lines.length < 5 },
    element("summary", {}, `object cache: ${lines.length} objects`),
    element("div", { class: "scroll" }, element("table", { class: "words-table" }, element("tbody", {}, ...lines))),
  );
}

/** Words of main memory, eight in a row, with the names of static fields and methods. */
export class MemoryPanel extends Panel {
  static readonly WORDS = 128;
  #start = 0;
  #before = new Map<number, number>();
  #bench: Bench | undefined;
  readonly #address = element("input", {
    id: "memory-address",
    size: "10",
    value: "0",
    "aria-label": "First address, decimal or 0x",
    change: () => this.#goTo(Number(this.#address.value)),
  });

  constructor() {
    super("memory", "Main memory", [], 12);
    this.head.append(
      element("label", { class: "choice" }, "from address", this.#address),
      element("button", { type: "button", title: "Words before", click: () => this.#goTo(this.#start - MemoryPanel.WORDS) }, "◀"),
      element("button", { type: "button", title: "Words after", click: () => this.#goTo(this.#start + MemoryPanel.WORDS) }, "▶"),
    );
  }

  #goTo(address: number): void {
    if (!Number.isFinite(address)) return;
    this.#start = Math.max(0, Math.floor(address / 8) * 8);
    this.#address.value = String(this.#start);
    this.#before.clear();
    if (this.#bench) this.#draw(this.#bench);
  }

  show(_: Views, bench: Bench): void {
    this.#bench = bench;
    this.#draw(bench);
  }

  #draw(bench: Bench): void {
    const memory = bench.memory(this.#start, MemoryPanel.WORDS);
    const before = this.#before;
    this.#before = new Map(memory.words.map((word, place) => [memory.start + place, word]));
    const rows = [];
    for (let at = 0; at < memory.words.length; at += 8) {
      const address = memory.start + at;
      const cells = memory.words.slice(at, at + 8).map((word, place) => {
        const name = memory.names[String(address + place)];
        const changed = before.size > 0 && before.get(address + place) !== word;
        return element("td", { class: `mono${name ? " named" : ""}${changed ? " changed" : ""}`, title: `${address + place}: ${signedWord(word)}${name ? `  ${name}` : ""}` }, hex(word));
      });
      const names = Array.from({ length: 8 }, (_, place) => memory.names[String(address + place)]).filter((name) => name !== undefined);
      rows.push(element("tr", {}, element("th", { scope: "row" }, String(address)), ...cells, element("td", { class: "words notes" }, names.join("  "))));
    }
    this.body.replaceChildren(
      element("div", { class: "scroll" }, element("table", { class: "words-table" }, element("tbody", {}, ...rows))),
      element("p", { class: "facts-line" }, `${count(memory.size)} words; underlined words have a name`),
    );
  }
}
