// A lesson: its text beside the machine.

import { element } from "../shared/dom";
import type { Lesson } from "./lessons";

/** A paragraph whose `code` is set as such. */
function paragraph(tag: "p" | "li", text: string): HTMLElement {
  const parts = text.split("`").map((part, place) => (place % 2 === 1 ? element("code", {}, part) : part));
  return element(tag, {}, ...parts);
}

/** The elements of a lesson; `go` opens another one. */
export function lessonElement(lesson: Lesson, at: number, of: number, go: (next: number) => void, close: () => void): HTMLElement[] {
  const move = (text: string, next: number, id: string) =>
    element("button", { type: "button", id, disabled: next < 0 || next >= of, click: () => go(next) }, text);
  return [
    element("h2", {}, `${at + 1}. ${lesson.title}`),
    ...lesson.text.map((text) => paragraph("p", text)),
    element("h3", {}, "Try"),
    element("ul", {}, ...lesson.tries.map((text) => paragraph("li", text))),
    element(
      "div",
      { class: "bar" },
      move("Previous", at - 1, "lesson-previous"),
      move("Next", at + 1, "lesson-next"),
      element("button", { type: "button", id: "lesson-again", title: "The prepared state again", click: () => go(at) }, "Again"),
      element("button", { type: "button", id: "lesson-close", click: close }, "Close"),
    ),
  ];
}
