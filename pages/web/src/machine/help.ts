// Keys, and what the panels show.

import { element } from "../shared/dom";
import { UNITS } from "./control";

const KEYS: [key: string, meaning: string][] = [
  ["→, ←", "one step forward, one back"],
  ["Space", "run, pause"],
  ["Home", "back to the first cycle"],
  ["1 – 6", `unit of a step: ${Object.keys(UNITS).join(", ")}`],
  ["g", "go to a cycle"],
  ["?", "this window"],
];

const PANELS: [name: string, meaning: string][] = [
  ["Cycle", "registers and signals are shown during the cycle, before the edge that ends it, as in `jop trace`"],
  ["Pipeline", "cycles after the present one are what comes if no input does"],
  ["Source, bytecode, microcode", "a click on the left of a line, or a double click, sets a breakpoint"],
  ["Files", "class files and jars are linked; images open with their .sym.json, checkpoints go on where they were, traces of `jop trace` as CSV are shown row by row"],
];

/** Opens the window. */
export function helpDialog(licences: () => string): void {
  const list = (rows: [string, string][]) => element("dl", {}, ...rows.flatMap(([term, text]) => [element("dt", {}, term), element("dd", {}, text)]));
  const texts = element("details", {}, element("summary", {}, "Licences of what is inside this page"));
  texts.addEventListener("toggle", () => texts.children.length === 1 && texts.append(element("pre", { class: "output" }, licences())));
  const dialog = element(
    "dialog",
    { id: "help-window" },
    element("h2", {}, "Keys"),
    list(KEYS),
    element("h2", {}, "What is shown"),
    list(PANELS),
    texts,
    element("form", { method: "dialog" }, element("button", {}, "Close")),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
