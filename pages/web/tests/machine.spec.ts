// The machine in the page: its cycles, state and output are those of the command, and every control works.

import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { expect, folder, once, picture, run, test } from "./pages";

interface Report {
  outcome: { status: number };
  statistics: { cycles: number; bytecodes: number; memory_reads: number; method_lookups: number };
}

const PROGRAMS = (JSON.parse(run("programs", "--format", "json")) as { rows: { program: string }[] }).rows.map(({ program }) => program);
const whole = (number: number) => new Intl.NumberFormat("en-GB").format(number);
const status = (page: Page) => page.locator("#status");
const panel = (page: Page, id: string) => page.locator(`#panel-${id}`);
const toggle = (page: Page, id: string) => page.locator(`.toggles [data-panel="${id}"]`);

/** Makes a page with `jop view`. */
function view(name: string, ...words: string[]): string {
  return once(`${name}.html`, () => run("view", "-o", `${name}.html`, ...words));
}

async function open(page: Page, file: string, hash = ""): Promise<void> {
  // A page that is open already would only see another hash, and load itself anew at some later time.
  await page.goto("about:blank");
  await page.goto(`file://${join(folder, file)}${hash}`);
  await expect(page.locator("html[data-ready]")).toBeAttached({ timeout: 30_000 });
}

/** Opens the usual page at a place. */
async function at(page: Page, hash: string): Promise<void> {
  view("machine");
  await open(page, "machine.html", hash);
}

async function show(page: Page, ...ids: string[]): Promise<void> {
  for (const id of ids) if ((await toggle(page, id).getAttribute("aria-pressed")) !== "true") await toggle(page, id).click();
}

async function cycleOf(page: Page): Promise<number> {
  const text = (await status(page).textContent())!;
  return Number(/cycle ([\d,]+)/.exec(text)![1]!.replaceAll(",", ""));
}

async function runToEnd(page: Page): Promise<void> {
  await page.locator("#run").click();
  await expect(status(page)).toContainText("ended", { timeout: 50_000 });
}

async function command(page: Page, line: string): Promise<string> {
  await page.locator("#command").fill(line);
  await page.locator("#command").press("Enter");
  return (await panel(page, "commands").locator("pre").textContent())!;
}

const facts = async (box: Locator) => Object.fromEntries(await box.locator("dl").evaluate((list) => [...list.querySelectorAll("dt")].map((term) => [term.textContent, term.nextElementSibling!.textContent]))) as Record<string, string>;

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
  await expect(panel(page, "memory").locator("tbody th").first()).toHaveText("1024");
});

test("classes, jars, images, checkpoints and traces are opened", async ({ page }) => {
  run("build", "--program", "sieve", "-o", "sieve.jop", "--", "1");
  run("run", "--program", "sieve", "--checkpoint-every", "200000", "--checkpoints", "checks", "--", "1");
  const usual = JSON.parse((run("run", "--program", "sieve", "--report", "sieve1.json", "--", "1"), readFileSync(join(folder, "sieve1.json"), "utf8"))) as Report;
  const cycles = usual.statistics.cycles;
  const jar = join(import.meta.dirname, "../../../runtime/programs.jar");
  await at(page, "#program=lift&args=1");
  const give = (...files: string[]) => page.locator("#files").setInputFiles(files.map((file) => (file.startsWith("/") ? file : join(folder, file))));
  await give("sieve.jop.sym.json", "sieve.jop");
  await expect(status(page)).toContainText("sieve.jop");
  await runToEnd(page);
  expect(await cycleOf(page)).toBe(cycles);
  await page.locator("#args").fill("1");
  await give(jar);
  await page.locator("#mains").selectOption("kernel.Sieve");
  await runToEnd(page);
  expect(await cycleOf(page)).toBe(cycles);
  const [checkpoint] = readdirSync(join(folder, "checks"));
  await give(`checks/${checkpoint}`);
  await expect(page.locator("#restart")).toBeVisible();
  expect(await cycleOf(page)).toBeGreaterThan(100_000);
  await runToEnd(page);
  expect(await cycleOf(page)).toBe(cycles);
  run("trace", "--program", "lift", "--cycles", "20000..20100", "-o", "trace.csv", "--", "10");
  await give("trace.csv");
  await expect(status(page)).toContainText("cycle 20000, row 1 of 100");
  await page.locator("#forward").click();
  await page.locator("#forward").click();
  await expect(status(page)).toContainText("cycle 20002");
  await page.locator("#cycle").fill("20050");
  await page.locator("#go").click();
  await expect(panel(page, "trace").locator("tr[aria-selected]")).toContainText("20050");
  writeFileSync(join(folder, "no.class"), "nonsense");
  await give("no.class");
  await expect(page.locator("#says")).toContainText("no.class: not a class file");
});

test("jop view opens an image, a checkpoint, a trace and a lesson", async ({ page }) => {
  run("build", "--program", "sieve", "-o", "own.jop", "--", "1");
  view("own", "own.jop", "--cycle", "5000");
  await open(page, "own.html");
  await expect(status(page)).toContainText("own.jop   cycle 5,000");
  run("trace", "--program", "lift", "--cycles", "300..310", "-o", "own.csv", "--", "1");
  view("own-trace", "own.csv");
  await open(page, "own-trace.html");
  await expect(status(page)).toContainText("cycle 300, row 1 of 10");
  view("own-lesson", "--lesson", "cache");
  await open(page, "own-lesson.html");
  await expect(page.locator("#lesson h2")).toContainText("A cache miss");
});

test("input reaches a program that waits for it", async ({ page }) => {
  const echo = join(import.meta.dirname, "../../../cli/tests/programs/Echo.class");
  view("echo", echo);
  await open(page, "echo.html");
  await show(page, "console");
  await page.locator("#run").click();
  await expect(page.locator("#says")).toContainText("waits for input", { timeout: 20_000 });
  await page.locator("#uart-input").fill("hello.");
  await panel(page, "console").getByRole("button", { name: "Send" }).click();
  await runToEnd(page);
  await expect(panel(page, "console").locator("pre")).toContainText("HELLO");
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
  await page.locator("#lesson-close").click();
  await expect(page.locator("#lesson")).toBeHidden();
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
  await lab.locator("#microcode-file").selectOption({ label: "integer.asm" });
  const line = lab.locator(".cm-line", { hasText: /^\s+add\s+nxt$/ }).first();
  await line.click();
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+End");
  await page.keyboard.type("ad");
  await lab.getByRole("button", { name: "Assemble", exact: true }).click();
  await expect(lab.locator(".wrong")).toContainText("An error");
  await expect(lab.locator("pre")).toContainText("^^");
  await expect(lab.locator(".cm-lintRange-error")).toHaveText("ad");
  await page.keyboard.press("Escape");
  await lab.locator(".cm-line", { hasText: /^\s*ad$/ }).click();
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+End");
  await page.keyboard.type("add\nnop     nxt");
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
