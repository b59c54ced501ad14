// What the page can do, as a dialog.

import { element } from "../shared/dom";

const KEYS: [string, string][] = [
  ["←  →", "segment beside the focus, at the same caller"],
  ["↓  ↑", "largest callee, caller"],
  ["Enter or click", "make the context the root"],
  ["Backspace, Escape, or click on the centre", "make the root's caller the root"],
  ["Home", "back to the outermost root"],
  ["/", "search"],
  ["n  N", "next, previous marked context"],
  ["?", "this text"],
];

const PATTERNS: [string, string][] = [
  ["Heap", "names that hold this text"],
  ["java.lang.*", "whole names, * for any letters, ? for one"],
  ["class:Heap method:copy*", "by package, class or method; all words have to match"],
  ["copy | clear", "either"],
  ["/\\.f_.*field/", "a regular expression"],
  ["cycles > 1 %", "contexts by a figure with all callees: any of Size; % is of the run"],
  ["own > 1000", "by the figure of Size without callees; total is the one with them"],
  ["own/total > 0.5", "by their own part"],
  ["Heap depth < 6", "words and conditions together; with two profiles change > 10 %"],
];

function list(rows: [string, string][]): HTMLElement {
  const entries = rows.flatMap(([term, text]) => [element("dt", {}, element("kbd", {}, term)), element("dd", {}, text)]);
  return element("dl", {}, ...entries);
}

/** The dialog; closed at first. */
export function helpDialog(): HTMLDialogElement {
  const dialog = element("dialog", { id: "help", "aria-label": "Help" });
  const close = element("button", { type: "button", click: () => dialog.close() }, "Close");
  dialog.append(
    element("h2", {}, "Ring chart of calling contexts"),
    element(
      "p",
      {},
      "The centre is a context; around it are its callees, around those theirs. The angle of a segment is its part of what its " +
        "caller has with all callees; what stays open is the caller's own. Segments narrower than a pixel are drawn as one, in " +
        "grey, with their sum.",
    ),
    element("h3", {}, "Keys, with the chart in focus"),
    list(KEYS),
    element("h3", {}, "Search patterns"),
    list(PATTERNS),
    close,
  );
  return dialog;
}
