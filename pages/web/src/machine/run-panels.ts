// Panels of the run: console, calls with locals, counters, breakpoints and commands.

import { element } from "../shared/dom";
import { count, share } from "../shared/format";
import type { Bench, Views } from "./bench";
import { Panel } from "./panel";

/** The UART: what the program prints, and what it is sent. */
export class ConsolePanel extends Panel {
  readonly #output = element("pre", { class: "output", tabindex: "0", "aria-label": "Output of the program" });
  readonly #line = element("input", { id: "uart-input", placeholder: "a line for the program", "aria-label": "Input of the UART" });

  constructor(readonly feed: (text: string) => void) {
    super("console", "UART", ["output"], 6);
    const form = element("form", { class: "bar" });
    form.append(
      this.#line,
      element("button", { type: "submit" }, "Send"),
      element("button", { type: "button", title: "Sends Ctrl-D: no more input will come", click: () => this.feed("\u0004") }, "End of input"),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.feed(`${this.#line.value}\n`);
      this.#line.value = "";
    });
    this.body.append(this.#output, form);
  }

  show(views: Views): void {
    const output = views.output;
    if (!output) return;
    const text = (output.cut > 0 ? `… ${count(output.cut)} bytes before\n` : "") + output.text;
    if (this.#output.textContent === text) return;
    this.#output.textContent = text;
    this.#output.scrollTop = this.#output.scrollHeight;
  }
}

/** The calls that lead here, and the locals of the running method. */
export class CallsPanel extends Panel {
  constructor() {
    super("calls", "Calls and locals", ["calls", "locals"], 6);
  }

  show(views: Views): void {
    const calls = (views.calls ?? []).map((line) => element("li", {}, line));
    const locals = (views.locals ?? []).map((line) => element("li", {}, line));
    const list = (lines: HTMLElement[]) => element("ul", { class: "plain mono" }, ...lines);
    this.body.replaceChildren(
      element("div", { class: "scroll two" }, list(calls), locals.length > 0 ? list(locals) : element("p", {}, "no locals")),
    );
  }
}

/** Counters of the run until now, and stalls by cause. */
export class CountersPanel extends Panel {
  constructor() {
    super("counters", "Counters", ["statistics"], 6);
  }

  show(views: Views): void {
    const counted = views.statistics;
    if (!counted) return;
    const facts: [string, string][] = [
      ["cycles", count(counted.cycles)],
      ["microinstructions", count(counted.microinstructions)],
      ["bytecodes", `${count(counted.bytecodes)}${counted.bytecodes > 0 ? `, ${(counted.cycles / counted.bytecodes).toFixed(2)} cycles each` : ""}`],
      ["method lookups", `${count(counted.lookups)}, ${count(counted.lookups - counted.hits)} misses`],
      ["memory", `${count(counted.reads)} reads, ${count(counted.writes)} writes`],
      ["taken", `${count(counted.interrupts)} interrupts, ${count(counted.exceptions)} exceptions`],
    ];
    const all = counted.stalls.reduce((sum, [, cycles]) => sum + cycles, 0);
    const bars = counted.stalls
      .filter(([, cycles]) => cycles > 0)
      .map(([cause, cycles]) => {
        const bar = element("i", { class: "bar-of" });
        bar.style.width = `${(100 * cycles) / Math.max(all, 1)}%`;
        return element("tr", {}, element("td", {}, cause), element("td", {}, count(cycles)), element("td", {}, share(cycles, counted.cycles)), element("td", { class: "bars" }, bar));
      });
    this.body.replaceChildren(
      element("dl", {}, ...facts.flatMap(([term, fact]) => [element("dt", {}, term), element("dd", {}, fact)])),
      element("h3", {}, `Stalls: ${count(all)} cycles, ${share(all, counted.cycles)} of all`),
      element("table", {}, element("tbody", {}, ...bars)),
    );
  }
}

/** Breakpoints, and commands as in `jop debug`. */
export class CommandsPanel extends Panel {
  readonly #list = element("ul", { class: "plain" });
  readonly #answer = element("pre", { class: "output", "aria-live": "polite" });
  readonly #line = element("input", { id: "command", placeholder: "break Cab.step, print this, help", "aria-label": "Command of the debugger", class: "mono" });

  constructor(readonly execute: (line: string) => string) {
    super("commands", "Breakpoints and commands", ["breakpoints"], 6);
    const form = element("form", { class: "bar" });
    form.append(this.#line, element("button", { type: "submit" }, "Execute"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const line = this.#line.value;
      this.#line.value = "";
      this.#answer.textContent = `> ${line}\n${this.execute(line)}`;
    });
    this.body.append(this.#list, form, this.#answer);
  }

  show(views: Views, _: Bench): void {
    const breakpoints = (views.breakpoints ?? []).map(({ number, text }) =>
      element(
        "li",
        {},
        element("code", {}, text),
        " ",
        element("button", { type: "button", class: "link", title: `Delete the breakpoint at ${text}`, click: () => void this.execute(`delete ${number}`) }, "delete"),
      ),
    );
    this.#list.replaceChildren(...(breakpoints.length > 0 ? breakpoints : [element("li", { class: "faint" }, "no breakpoints: click on the left of a line, or give the command break")]));
  }
}
