// A panel: a box with a title that is shown or not.

import { element } from "../shared/dom";
import type { Bench, Part, Views } from "./bench";

export abstract class Panel {
  readonly element: HTMLElement;
  readonly head = element("div", { class: "panel-head" });
  readonly body = element("div", { class: "panel-body" });

  constructor(
    readonly id: string,
    readonly title: string,
    /** Views that it shows. */
    readonly parts: readonly Part[],
    /** Columns of twelve that it takes on a wide page. */
    readonly columns: number,
  ) {
    this.head.append(element("h2", {}, title));
    this.element = element("section", { class: "box panel", id: `panel-${id}`, "aria-label": title }, this.head, this.body);
    this.element.style.setProperty("--columns", String(columns));
  }

  /** True if it is made anew only when the machine has stopped. */
  get waits(): boolean {
    return false;
  }

  /** Shows a moment. */
  abstract show(views: Views, bench: Bench): void;
}

/** A word in hexadecimal, eight digits. */
export function hex(word: number): string {
  return (word >>> 0).toString(16).padStart(8, "0");
}

/** A word as a signed number. */
export function signedWord(word: number): string {
  return String(word | 0).replace("-", "−");
}
