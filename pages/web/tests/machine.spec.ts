// The machine in the page: its cycles, state and output are those of the command, and every control works.

import { spawnSync } from "node:child_process";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Report, at, command, cycleOf, facts, open, panel, runToEnd, show, status, toggle, view, whole } from "./machine";
import { expect, folder, picture, run, test } from "./pages";

const PROGRAMS = (JSON.parse(run("programs", "--format", "json")) as { rows: { program: string }[] }).rows.map(({ program }) => program);
for (const program of PROGRAMS) {
  test(`${program} has the cycles, counters and output of the command`, async ({ page }) => {
    // Some have work for more than this length, and say so by their status.
    const words = ["-q", "run", "--program", program, "--report", `${program}.json`, "--", "2"];
    const { stdout: output } = spawnSync(process.env["JOP"] ?? "jop", words, { cwd: folder, encoding: "utf8" });
    const { statistics, outcome } = JSON.parse(readFileSync(join(folder, `${program}.json`), "utf8")) as Report;
    await at(page, `#program=${program}&args=2&panels=counters,console`);
    await runToEnd(page);
    expect(await cycleOf(page)).toBe(statistics.cycles);
    await expect(status(page)).toContainText(`ended with status ${outcome.status}`);
    const counted = await facts(panel(page, "counters"));
    expect(counted["bytecodes"]).toContain(`${whole(statistics.bytecodes)},`);
    expect(counted["memory"]).toContain(`${whole(statistics.memory_reads)} reads`);
    expect(counted["method lookups"]).toContain(`${whole(statistics.method_lookups)},`);
    await expect(panel(page, "console").locator("pre")).toHaveText(output.replaceAll("\r", ""), { useInnerText: false });
  });
}

test("cycle 20,000 of lift is the same in page, debugger and trace", async ({ page }) => {
  run("trace", "--program", "lift", "--cycles", "20000..20001", "-o", "cycle.csv", "--", "10");
  const [names, values] = readFileSync(join(folder, "cycle.csv"), "utf8").split("\n").map((line) => line.split(","));
  const traced = Object.fromEntries(names!.map((name, place) => [name, values![place]!]));
  writeFileSync(join(folder, "cycle.jdb"), "goto 20000\nregisters\nwhere\n");
  const debugged = run("debug", "--program", "lift", "--commands", "cycle.jdb", "--", "10");
  await at(page, "#program=lift&args=10&cycle=20000&panels=data-path,stack,calls");
  const path = (await panel(page, "data-path").textContent())!;
  const word = (name: string) => traced[name]!.padStart(8, "0");
  for (const text of [`jpc ${traced["jpc"]}`, `byte ${traced["jbc_q"]}`, `pc ${traced["pc"]}`, word("a"), word("b"), traced["mem_state"]!, word("mem_rd_data")]) expect(path).toContain(text);
  const stack = (await panel(page, "stack").textContent())!;
  const number = (name: string) => parseInt(traced[name]!, 16);
  expect(stack).toContain(`sp ${number("sp")}   vp ${number("vp")}   ar ${number("ar")}`);
  expect(debugged).toContain(`a  0x${word("a")}   b  0x${word("b")}`);
  expect(debugged).toContain(`sp ${String(number("sp")).padStart(3)}  vp ${String(number("vp")).padStart(3)}`);
  for (const call of await panel(page, "calls").locator("ul").first().locator("li").allTextContents()) expect(debugged).toContain(call);
  await picture(page, "machine-data-path-light");
});

test("the pipeline has the rows of jop trace", async ({ page }) => {
  run("trace", "--program", "lift", "--cycles", "19970..20020", "-o", "rows.txt", "--", "10");
  const timeline = readFileSync(join(folder, "rows.txt"), "utf8");
  await at(page, "#program=lift&args=10&cycle=20000&panels=pipeline");
  const lines = panel(page, "pipeline").locator("tbody tr:not(.place)");
  const rows = await lines.evaluateAll((all) => all.map((row) => ({ text: row.children[1]!.textContent!, letters: [...row.querySelectorAll(".cell")].map((cell) => cell.textContent || ".").join(" ") })));
  expect(rows.length).toBeGreaterThan(10);
  let compared = 0;
  for (const { text, letters } of rows) {
    const moves = letters.replace(/^[. ]+|[. ]+$/g, "");
    if (!/^F? ?R.*X$/.test(moves)) continue;
    expect(timeline.split("\n").some((line) => line.includes(` ${text} `) && line.includes(moves)), `${text}: ${moves}`).toBe(true);
    compared += 1;
  }
  expect(compared).toBeGreaterThan(8);
});

test("steps of every unit go forward and back to the same cycle", async ({ page }) => {
  await at(page, "#program=lift&args=10&cycle=60000");
  for (const unit of ["cycle", "microinstruction", "bytecode", "source line", "line, over calls"]) {
    await page.locator("#unit").selectOption(unit);
    await page.locator("#forward").click();
    const one = await cycleOf(page);
    await page.locator("#forward").click();
    const two = await cycleOf(page);
    expect(two).toBeGreaterThan(one);
    await page.locator("#back").click();
    // Over calls, the way back may stay in a caller.
    if (unit === "line, over calls") expect(await cycleOf(page)).toBeLessThan(two);
    else expect(await cycleOf(page), unit).toBe(one);
  }
  await page.locator("#unit").selectOption("out of the method");
  const before = await cycleOf(page);
  await page.locator("#forward").click();
  expect(await cycleOf(page)).toBeGreaterThan(before);
  await page.locator("#restart").click();
  expect(await cycleOf(page)).toBe(0);
});

test("a program is chosen in the toolbar", async ({ page }) => {
  await at(page, "#program=lift&args=1&cycle=700");
  await page.locator("#program").selectOption("sieve");
  await expect(status(page)).toContainText("sieve   cycle 0   stopped");
  expect(page.url()).toContain("program=sieve");
});

test("another link in an open page is followed", async ({ page }) => {
  await at(page, "#program=lift&args=1");
  await page.evaluate(() => (location.hash = "#program=sieve&args=1&cycle=300"));
  await expect(status(page)).toContainText("sieve   cycle 300   stopped");
});

test("each panel is shown and hidden by its button", async ({ page }) => {
  await at(page, "#program=lift&args=10&cycle=20000&panels=source");
  for (const id of await page.locator(".toggles button").evaluateAll((all) => all.map((button) => (button as HTMLElement).dataset["panel"]!))) {
    const isShown = id === "source";
    await expect(panel(page, id)).toHaveCount(isShown ? 1 : 0);
    await toggle(page, id).click();
    await expect(panel(page, id)).toHaveCount(isShown ? 0 : 1);
    await expect(toggle(page, id)).toHaveAttribute("aria-pressed", String(!isShown));
    if (!isShown) {
      await toggle(page, id).click();
      await expect(panel(page, id)).toHaveCount(0);
    }
  }
});

test("each unit of a step is the command of the debugger", async ({ page }) => {
  await at(page, "#program=lift&args=10&cycle=60000&panels=commands");
  const units = [["cycle", "cycle"], ["microinstruction", "micro"], ["bytecode", "bytecode"], ["source line", "step"], ["line, over calls", "next"], ["out of the method", "finish"]] as const;
  const reached = new Set<number>();
  for (const [unit, name] of units) {
    await page.locator("#unit").selectOption(unit);
    for (const [button, line] of [["forward", name], ["back", `back-${name}`]] as const) {
      await command(page, "goto 60000");
      await command(page, line);
      const cycle = await cycleOf(page);
      expect(cycle).not.toBe(60_000);
      await command(page, "goto 60000");
      await page.locator(`#${button}`).click();
      expect(await cycleOf(page), `${unit} ${button}`).toBe(cycle);
      reached.add(cycle);
    }
  }
  // The units are of different lengths.
  expect(reached.size).toBeGreaterThan(6);
});

test("keys step, run and choose the unit", async ({ page }) => {
  await at(page, "#program=lift&args=10&cycle=1000");
  await page.keyboard.press("ArrowRight");
  expect(await cycleOf(page)).toBe(1001);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  expect(await cycleOf(page)).toBe(999);
  await page.keyboard.press("3");
  await expect(page.locator("#unit")).toHaveValue("bytecode");
  await page.keyboard.press("g");
  await page.keyboard.type("5,000");
  await page.keyboard.press("Enter");
  expect(await cycleOf(page)).toBe(5000);
  await page.locator("h1").click();
  await page.keyboard.press("Space");
  await expect(status(page)).toContainText("ended", { timeout: 30_000 });
  await page.keyboard.press("Home");
  expect(await cycleOf(page)).toBe(0);
  await page.keyboard.press("?");
  await expect(page.locator("#help-window")).toContainText("one step forward");
  await page.locator("#help-window summary").click();
  await expect(page.locator("#help-window pre")).toContainText("zrender");
  await page.locator("#help-window").getByRole("button", { name: "Close" }).click();
  await expect(page.locator("#help-window")).toHaveCount(0);
  await page.locator("#help").click();
  await expect(page.locator("#help-window")).toContainText("one step forward");
});

test("Space runs and pauses whatever was clicked last", async ({ page }) => {
  await at(page, "#program=lift&args=10&cycle=1000&panels=console");
  await page.locator("#speed").selectOption("1,000 cycles/s");
  for (const clicked of ["#forward", "#unit", "#run", '.toggles [data-panel="stack"]']) {
    await page.locator(clicked).click();
    if (clicked === "#unit") await page.locator(clicked).selectOption("bytecode");
    if (clicked === "#run") await page.locator(clicked).click();
    await expect(status(page)).toContainText("stopped");
    await page.keyboard.press("Space");
    await expect(status(page), clicked).toContainText("runs");
    await page.keyboard.press("Space");
    await expect(status(page), clicked).toContainText("stopped");
  }
  // A button that the keyboard has reached is pressed.
  await page.locator("#restart").focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Space");
  await expect(status(page)).toContainText("cycle 0 ");
});

test("slow runs step visibly and can be paused", async ({ page }) => {
  await at(page, "#program=lift&args=10&cycle=20000");
  await page.locator("#speed").selectOption("10 steps/s");
  await page.locator("#run").click();
  await expect.poll(() => cycleOf(page)).toBeGreaterThan(20_003);
  await page.locator("#run").click();
  await expect(status(page)).toContainText("stopped");
  expect(await cycleOf(page)).toBeLessThan(20_100);
  await page.locator("#speed").selectOption("1,000 cycles/s");
  const before = await cycleOf(page);
  await page.locator("#run").click();
  await page.waitForTimeout(1000);
  await page.locator("#run").click();
  const ran = (await cycleOf(page)) - before;
  expect(ran).toBeGreaterThan(200);
  expect(ran).toBeLessThan(3000);
});

test("a click beside a line sets a breakpoint, at which a run stops", async ({ page }) => {
  await at(page, "#program=quick-sort&args=1&cycle=20000");
  await show(page, "commands");
  await command(page, "break QuickSort.split");
  await page.locator("#run").click();
  await expect(page.locator("#says")).toContainText("breakpoint 1, QuickSort.split");
  const split = await cycleOf(page);
  await command(page, "delete");
  const line = panel(page, "code").locator("li").nth(4);
  await line.locator(".gutter").click();
  await expect(line).toHaveClass(/stops/);
  await page.locator("#run").click();
  await expect(page.locator("#says")).toContainText("breakpoint");
  expect(await cycleOf(page)).toBeGreaterThan(split);
  await panel(page, "commands").getByRole("button", { name: "delete" }).click();
  await expect(line).not.toHaveClass(/stops/);
  expect(await command(page, "print 6 + 1")).toContain("7 (0x7)");
  expect(await command(page, "nonsense")).toContain("no command");
});

test("a click beside a line of any text, or a double click on it, sets its breakpoint and takes it away", async ({ page }) => {
  await at(page, "#program=lift&args=10&cycle=20000&panels=source,code,microcode,commands");
  const list = panel(page, "commands").locator("ul");
  for (const [id, place] of [["source", /^[A-Z]\w*\.java:\d+delete$|^[A-Z]\w*\.java:\d+ delete$/], ["code", /\+\d+ delete$/], ["microcode", /^mc:\d+ delete$/]] as const) {
    const line = panel(page, id).locator("li.current");
    await expect(list).toContainText("no breakpoints");
    await line.locator(".gutter").click();
    await expect(line).toHaveClass(/stops/);
    await expect(list).toHaveText(place);
    await line.dblclick({ position: { x: 60, y: 6 } });
    await expect(line).not.toHaveClass(/stops/);
  }
});

test("breakpoints stay when the machine or the microcode is another", async ({ page }) => {
  await at(page, "#program=quick-sort&args=1&panels=commands,lab");
  await command(page, "break QuickSort.split");
  await page.locator("#machine-kind").selectOption({ label: "memory with reads of 5 cycles" });
  await expect(status(page)).toContainText("cycle 0   stopped");
  await page.locator("#run").click();
  await expect(page.locator("#says")).toContainText("QuickSort.split");
  await panel(page, "lab").getByRole("button", { name: "Assemble and load" }).click();
  await expect(status(page)).toContainText("cycle 0   stopped");
  await page.locator("#run").click();
  await expect(page.locator("#says")).toContainText("breakpoint 1, QuickSort.split");
});

test("the link of the present place is copied", async ({ page }) => {
  await at(page, "#program=lift&args=10&cycle=1234&panels=stack");
  const copied = page.evaluate(() => new Promise<string>((resolve) => (navigator.clipboard.writeText = (text) => (resolve(text), Promise.resolve()))));
  await page.locator("#link").click();
  await expect(page.locator("#says")).toHaveText("the link is in the clipboard");
  const link = await copied;
  for (const word of ["program=lift", "args=10", "cycle=1234", "panels=stack"]) expect(link).toContain(word);
});

test("a link brings program, cycle, panels and breakpoints back", async ({ page }) => {
  await at(page, "#program=sieve&args=1");
  await show(page, "commands", "counters");
  await toggle(page, "source").click();
  await command(page, "break Sieve.run");
  await page.locator("#run").click();
  await expect(page.locator("#says")).toContainText("Sieve.run");
  const cycle = await cycleOf(page);
  const address = page.url();
  await page.goto("about:blank");
  await page.goto(address);
  await expect(page.locator("html[data-ready]")).toBeAttached();
  expect(await cycleOf(page)).toBe(cycle);
  await expect(panel(page, "counters")).toBeVisible();
  await expect(panel(page, "source")).toHaveCount(0);
  await expect(panel(page, "commands")).toContainText("Sieve.run");
});

test("other arguments and other machines start the program again", async ({ page }) => {
  await at(page, "#program=sieve&args=1&panels=cache,console");
  await runToEnd(page);
  const usual = await cycleOf(page);
  await page.locator("#machine-kind").selectOption({ label: "memory with reads of 5 cycles" });
  expect(await cycleOf(page)).toBe(0);
  await runToEnd(page);
  expect(await cycleOf(page)).toBeGreaterThan(usual);
  await page.locator("#machine-kind").selectOption({ label: "cache of one method" });
  await runToEnd(page);
  await expect(panel(page, "cache")).toContainText("one-block");
  await page.locator("#machine-kind").selectOption({ label: "usual machine" });
  await page.locator("#args").fill("2");
  await page.locator("#args").press("Enter");
  await runToEnd(page);
  expect(await cycleOf(page)).toBeGreaterThan(usual);
});

test("blocks of the cache fill up, and memory shows what changes", async ({ page }) => {
  await at(page, "#program=lift&args=10&cycle=2000&panels=cache,memory,stack");
  const held = () => panel(page, "cache").locator(".block.held").count();
  const before = await held();
  await page.locator("#cycle").fill("60000");
  await page.locator("#go").click();
  expect(await held()).toBeGreaterThan(before);
  await expect(panel(page, "memory").locator("td.changed").first()).toBeVisible();
  await page.locator("#memory-address").fill("1024");
  await page.locator("#memory-address").press("Enter");
  const first = panel(page, "memory").locator("tbody th").first();
  await expect(first).toHaveText("1024");
  await page.locator("#panel-memory").getByRole("button", { name: "▶" }).click();
  await expect(first).toHaveText("1152");
  for (const start of ["1024", "896"]) {
    await page.locator("#panel-memory").getByRole("button", { name: "◀" }).click();
    await expect(first).toHaveText(start);
  }
  // The stack grows and shrinks between the two cycles.
  await expect(panel(page, "stack").locator("tr.changed").first()).toBeVisible();
});

test("the object cache is shown where the machine has one", async ({ page }) => {
  await at(page, "#program=lift&args=10&panels=cache");
  await expect(panel(page, "cache")).not.toContainText("object cache");
  await page.locator("#machine-kind").selectOption({ label: "object cache" });
  await page.locator("#cycle").fill("60000");
  await page.locator("#go").click();
  await expect(panel(page, "cache")).toContainText(/object cache: [1-9]\d* objects/);
});

test("input reaches a program that waits for it", async ({ page }) => {
  const echo = join(import.meta.dirname, "../../../cli/tests/programs/Echo.class");
  view("echo", echo);
  await open(page, "echo.html");
  await show(page, "console");
  await page.locator("#run").click();
  await expect(page.locator("#says")).toContainText("waits for input", { timeout: 20_000 });
  await page.locator("#uart-input").fill("hello.");
  await expect(page.locator("#says")).toContainText("send it a line in the panel UART");
  await panel(page, "console").getByRole("button", { name: "Send" }).click();
  // It goes on by itself.
  await expect(status(page)).toContainText("ended", { timeout: 50_000 });
  await expect(panel(page, "console").locator("pre")).toContainText("HELLO");
});

test("the end of input reaches the program", async ({ page }) => {
  view("echo", join(import.meta.dirname, "../../../cli/tests/programs/Echo.class"));
  await open(page, "echo.html");
  await show(page, "console");
  await page.locator("#run").click();
  await expect(page.locator("#says")).toContainText("waits for input", { timeout: 20_000 });
  await panel(page, "console").getByRole("button", { name: "End of input" }).click();
  // It reads -1, and prints that as a character, again and again.
  await expect.poll(() => panel(page, "console").locator("pre").textContent(), { timeout: 20_000 }).toContain("\uffff");
});

const LESSONS = ["pipeline", "branch", "field", "array", "call", "cache", "division", "exception", "interrupt", "collection", "microcode"];
/** What the prepared state of a lesson shows, and in which panel. */
const SHOWN: Record<string, [panel: string, text: string]> = {
  pipeline: ["code", "isub"],
  branch: ["pipeline", "branch taken"],
  field: ["pipeline", "stgf"],
  array: ["pipeline", "stald"],
  call: ["code", "invokestatic"],
  cache: ["code", "lift.Plant.drive"],
  division: ["code", "idiv"],
  exception: ["calls", "JVM.f_athrow"],
  interrupt: ["pipeline", "interrupt in place of"],
  collection: ["calls", "Collector.collect"],
  microcode: ["lab", "iadd"],
};

test("every lesson leads to the next one, with its state prepared", async ({ page }) => {
  await at(page, "#lesson=pipeline");
  for (const [place, lesson] of LESSONS.entries()) {
    await expect(page.locator("#lesson h2")).toContainText(`${place + 1}. `);
    expect(page.url()).toContain(`lesson=${lesson}`);
    const [box, text] = SHOWN[lesson]!;
    await expect(panel(page, box), lesson).toContainText(text);
    if (place + 1 < LESSONS.length) await page.locator("#lesson-next").click();
  }
  await expect(page.locator("#lesson-next")).toBeDisabled();
  // The last one has changed the microcode.
  await panel(page, "lab").getByRole("button", { name: "Assemble", exact: true }).click();
  await expect(page.locator("#changes tr", { hasText: "iadd" })).toContainText("+1");
  await page.locator("#lesson-close").click();
  await expect(page.locator("#lesson")).toBeHidden();
});

test("a lesson is chosen, prepared again, left for the one before, and closed", async ({ page }) => {
  await at(page, "#program=lift&args=1");
  await page.locator("#lessons").selectOption("cache");
  await expect(page.locator("#lesson h2")).toContainText("A cache miss");
  await expect(panel(page, "code")).toContainText("lift.Plant.drive");
  const prepared = await cycleOf(page);
  await page.locator("#forward").click();
  await page.locator("#forward").click();
  expect(await cycleOf(page)).toBeGreaterThan(prepared);
  await page.locator("#lesson-again").click();
  expect(await cycleOf(page)).toBe(prepared);
  await page.locator("#lesson-previous").click();
  await expect(page.locator("#lesson h2")).toContainText(`${LESSONS.indexOf("cache")}. `);
  await page.locator("#lessons").selectOption("");
  await expect(page.locator("#lesson")).toBeHidden();
  expect(page.url()).not.toContain("lesson=");
});

test("the lesson of the cache miss, walked through", async ({ page }) => {
  await at(page, "#lesson=cache");
  const cache = panel(page, "cache");
  const misses = async () => Number(/([\d,]+) misses/.exec((await cache.textContent())!)![1]!.replaceAll(",", ""));
  const before = await misses();
  await picture(page, "machine-lesson-light");
  const start = await cycleOf(page);
  while (!(await cache.textContent())!.includes("loads a method")) {
    await page.keyboard.press("ArrowRight");
    expect((await cycleOf(page)) - start).toBeLessThan(200);
  }
  await expect(panel(page, "pipeline").locator(".stall-m").first()).toBeVisible();
  await expect(panel(page, "data-path").locator(".part.active .title", { hasText: "Bytecode RAM" })).toHaveCount(1);
  expect(await misses()).toBe(before + 1);
  await page.keyboard.press("3");
  await page.keyboard.press("ArrowRight");
  await expect(panel(page, "code")).toContainText("Plant.drive");
  await page.keyboard.press("6");
  await page.keyboard.press("ArrowRight");
  await expect(panel(page, "code")).toContainText("Plant.step");
  // The return looked its caller up, which was there.
  expect(await misses()).toBe(before + 1);
});

test("the lab shows an error at its place, and the cycles that a change costs", async ({ page }) => {
  await at(page, "#program=quick-sort&args=1&panels=lab,counters");
  const lab = panel(page, "lab");
  await runToEnd(page);
  const usual = await cycleOf(page);
  await lab.locator("#microcode-file").selectOption({ label: "jvm.asm" });
  const line = lab.locator(".cm-line", { hasText: /^\s+add\s+nxt$/ }).first();
  await expect(line).toHaveCount(0);
  await lab.locator("#microcode-file").selectOption({ label: "integer.asm" });
  await line.click();
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+End");
  await page.keyboard.type("ad");
  await lab.getByRole("button", { name: "Assemble", exact: true }).click();
  await expect(lab.locator(".wrong")).toContainText("An error");
  await expect(lab.locator("pre")).toContainText("^^");
  await expect(lab.locator(".cm-lintRange-error")).toHaveText("ad");
  await expect(lab.locator("#microcode-file option:checked")).toHaveText("integer.asm *");
  await page.keyboard.press("Escape");
  await lab.locator(".cm-line", { hasText: /^\s*ad$/ }).click();
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+End");
  await page.keyboard.type("add\nnop     nxt");
  await page.keyboard.press("Control+Enter");
  await expect(lab.locator(".right")).toContainText("Assembled: other cycles");
  await lab.getByRole("button", { name: "Assemble and load" }).click();
  await expect(lab.locator("#changes tr", { hasText: "iadd" })).toContainText("+1");
  await picture(page, "machine-lab-light");
  await runToEnd(page);
  expect(await cycleOf(page)).toBeGreaterThan(usual);
  await lab.getByRole("button", { name: "Undo all changes" }).click();
  await runToEnd(page);
  expect(await cycleOf(page)).toBe(usual);
});

test("the page fits narrow and wide windows, light and dark", async ({ page }) => {
  for (const width of [1280, 800]) {
    for (const scheme of ["light", "dark"] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: scheme });
      await at(page, `#program=lift&args=10&cycle=20000`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      if (width === 1280) await picture(page, `machine-${scheme}`);
    }
  }
  await page.locator("#theme").click();
  await page.locator("#theme").click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("the page is small, starts soon and runs fast", async ({ page }) => {
  view("machine");
  const size = statSync(join(folder, "machine.html")).size;
  expect(size).toBeLessThan(6_000_000);
  const begin = Date.now();
  await at(page, "#program=lift&args=800&panels=console");
  const started = Date.now() - begin;
  await page.locator("#forward").click();
  await runToEnd(page);
  const rate = await status(page).textContent();
  console.log(`size ${size} bytes, first cycle after ${started} ms, ${rate}`);
  // A loaded computer is slower; the figures of the book are from a quiet one.
  expect(started).toBeLessThan(20_000);
});
