// Source, bytecode and microcode side by side, each at its present line; a click on a line sets a breakpoint.

import { element } from "../shared/dom";
import type { Bench, Texts, Views } from "./bench";
import { Panel } from "./panel";

const NAMES: Record<keyof Texts, string> = { source: "Source", code: "Bytecode", microcode: "Microcode" };

/** What a line of a text is called as a place of a breakpoint. */
type PlaceOf = (line: string, views: Views) => string | undefined;

const PLACES: Record<keyof Texts, PlaceOf> = {
  source: (line, { texts }) => {
    const number = /^\s*(\d+)/.exec(line)?.[1];
    const file = texts?.source?.title.split("/").at(-1);
    return number && file ? `${file}:${number}` : undefined;
  },
  code: (line, { moment }) => {
    const offset = /^\s*(\d+)/.exec(line)?.[1];
    return offset && moment.method ? `${moment.method}+${offset}` : undefined;
  },
  microcode: (line) => {
    const address = /^(\d{4})/.exec(line)?.[1];
    return address ? `mc:${Number(address)}` : undefined;
  },
};

export class TextPanel extends Panel {
  #title = "";
  #lines: HTMLElement[] = [];
  #views: Views | undefined;
  readonly #name = element("p", { class: "facts-line" });
  readonly #list = element("ol", { class: "text-lines", tabindex: "0" });

  constructor(
    readonly of: keyof Texts,
    readonly breakAt: (place: string) => void,
  ) {
    super(of, NAMES[of], ["texts", "breakpoints"], 4);
    this.body.append(this.#name, this.#list);
    this.#list.addEventListener("dblclick", (event) => this.#clicked(event));
    this.#list.addEventListener("click", (event) => {
      if ((event.target as Element).classList.contains("gutter")) this.#clicked(event);
    });
  }

  /** Lines are read again: the program or the microcode has changed. */
  forget(): void {
    this.#title = "";
  }

  #clicked(event: Event): void {
    const line = (event.target as Element).closest("li");
    const place = line && this.#views ? PLACES[this.of](line.dataset["text"] ?? "", this.#views) : undefined;
    if (place) this.breakAt(place);
  }

  show(views: Views, bench: Bench): void {
    this.#views = views;
    const place = views.texts?.[this.of] ?? null;
    // Microcode has one text; its title is the place.
    const title = place === null ? "" : this.of === "microcode" ? "microcode" : place.title;
    if (title === "" || title !== this.#title) this.#read(title, bench);
    this.#name.textContent = place === null ? "nothing is known here" : place.title;
    this.#list.hidden = place === null;
    for (const line of this.#list.querySelectorAll(".current")) line.classList.remove("current");
    const current = this.#lines[place?.current ?? -1];
    if (current) {
      current.classList.add("current");
      scrollTo(this.#list, current);
    }
    this.#mark(views);
  }

  #read(title: string, bench: Bench): void {
    this.#title = title;
    const text = title === "" ? null : bench.text(this.of);
    this.#lines = (text?.lines ?? []).map((line) => {
      const made = element("li", {}, element("span", { class: "gutter", title: "Set a breakpoint" }), line);
      made.dataset["text"] = line;
      return made;
    });
    this.#list.replaceChildren(...this.#lines);
  }

  /** Marks lines with breakpoints. */
  #mark(views: Views): void {
    const places = new Set(views.breakpoints?.map(({ text }) => text));
    for (const line of this.#lines) {
      const place = places.size > 0 ? PLACES[this.of](line.dataset["text"] ?? "", views) : undefined;
      line.classList.toggle("stops", place !== undefined && places.has(place));
    }
  }
}

/** Scrolls a list, and nothing around it, so that a line is in its middle. */
function scrollTo(list: HTMLElement, line: HTMLElement): void {
  const top = line.offsetTop - list.offsetTop;
  const isSeen = top >= list.scrollTop + 20 && top <= list.scrollTop + list.clientHeight - 40;
  if (!isSeen) list.scrollTop = top - list.clientHeight / 2;
}
