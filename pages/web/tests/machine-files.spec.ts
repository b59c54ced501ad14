// Files in the page of the machine: by *Open files*, dropped, and inside a page of `jop view`; those that are refused say why.

import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { type Report, at, cycleOf, open, panel, runToEnd, status, view } from "./machine";
import { expect, folder, once, run, test } from "./pages";

/** Hands files to *Open files*. */
async function give(page: Page, ...files: string[]): Promise<void> {
  await page.locator("#files").setInputFiles(files.map((file) => (file.startsWith("/") ? file : join(folder, file))));
}

const says = (page: Page) => page.locator("#says");

const MACHINES = {
  usual: "",
  "another-cache": 'method_cache = "lru"\njpc_width = 11\n',
  "every-unit": 'memory = "sram16"\nobject_cache = true\ndata_cache = true\nuart = "timed"\nmemory_words = 65_536\n',
  slow: "ram_cnt = 7\n",
};

type Name = keyof typeof MACHINES;

/** The file of a machine. */
function machine(name: Name): string {
  writeFileSync(join(folder, `${name}.toml`), MACHINES[name]);
  return `${name}.toml`;
}

/** Cycles of sieve for one unit. */
function cyclesOfSieve(name: Name): number {
  const config = machine(name);
  const report = once(`${name}.json`, () => run("run", "--program", "sieve", "--config", config, "--report", `${name}.json`, "--", "1"));
  return (JSON.parse(readFileSync(join(folder, report), "utf8")) as Report).statistics.cycles;
}

/** An image of sieve with its symbols. */
function image(): string {
  return once("sieve.jop", () => run("build", "--program", "sieve", "-o", "sieve.jop", "--", "1"));
}

/** A checkpoint of sieve at cycle 200,000. */
function checkpoint(name: Name): string {
  const config = machine(name);
  return once(`${name}.jopcheck`, () => {
    run("run", "--program", "sieve", "--config", config, "--checkpoint-every", "200k", "--checkpoints", name, "--", "1");
    copyFileSync(join(folder, name, "sieve-000000200000.jopcheck"), join(folder, `${name}.jopcheck`));
  });
}

/** Stack pointers of sieve in a cycle, as the stack panel writes them. */
function pointers(name: Name, cycle: number): string {
  const config = machine(name);
  run("trace", "--program", "sieve", "--config", config, "--cycles", `${cycle}..${cycle + 1}`, "-o", `${name}.csv`, "--", "1");
  const [names, values] = readFileSync(join(folder, `${name}.csv`), "utf8").split("\n").map((line) => line.split(","));
  const [sp, vp, ar] = ["sp", "vp", "ar"].map((pointer) => parseInt(values![names!.indexOf(pointer)]!, 16));
  return `sp ${sp}   vp ${vp}   ar ${ar}`;
}

test("an image is opened with its symbols", async ({ page }) => {
  image();
  await at(page, "#program=lift&args=1&panels=calls");
  await expect(status(page)).toContainText("lift   cycle 0   stopped");
  await give(page, "sieve.jop.sym.json", "sieve.jop");
  await expect(status(page)).toContainText("sieve.jop   cycle 0   stopped");
  await expect(says(page)).toContainText("sieve.jop: ");
  await page.locator("#cycle").fill("200000");
  await page.locator("#go").click();
  await expect(panel(page, "calls")).toContainText("Sieve.run (Sieve.java:");
  await runToEnd(page);
  expect(await cycleOf(page)).toBe(cyclesOfSieve("usual"));
  // An image has its arguments inside.
  await page.locator("#args").fill("3");
  await page.locator("#args").press("Enter");
  await expect(says(page)).toContainText("has its arguments inside");
});

test("a jar is linked, with the class and the arguments that are chosen", async ({ page }) => {
  await at(page, "#program=lift&args=1");
  await page.locator("#args").fill("5");
  await give(page, join(import.meta.dirname, "../../../runtime/programs.jar"));
  await expect(page.locator("#args")).toHaveValue("");
  await page.locator("#mains").selectOption("kernel.QuickSort");
  await expect(status(page)).toContainText("kernel.QuickSort   cycle 0   stopped");
  await page.locator("#mains").selectOption("kernel.Sieve");
  await expect(status(page)).toContainText("kernel.Sieve   cycle 0   stopped");
  await page.locator("#args").fill("1");
  await page.locator("#args").press("Enter");
  await runToEnd(page);
  const cycles = cyclesOfSieve("usual");
  expect(await cycleOf(page)).toBe(cycles);
  await page.locator("#args").fill("2");
  await page.locator("#args").press("Enter");
  await expect(status(page)).toContainText("cycle 0   stopped");
  await runToEnd(page);
  expect(await cycleOf(page)).toBeGreaterThan(cycles);
  // What is opened next is not linked again with other arguments.
  image();
  await give(page, "sieve.jop");
  await expect(page.locator("#mains")).toHaveCount(0);
});

for (const name of ["usual", "another-cache", "every-unit"] as const) {
  test(`a checkpoint of a machine, ${name}, goes on where the command took it`, async ({ page }) => {
    const file = checkpoint(name);
    await at(page, "#program=lift&args=1&panels=stack");
    await expect(status(page)).toContainText("lift   cycle 0   stopped");
    await give(page, file);
    await expect(status(page)).toContainText("sieve   cycle 200,000   stopped");
    await expect(says(page)).toContainText(`${file}: checkpoint of sieve, cycle 200,000: `);
    await expect(panel(page, "stack")).toContainText(pointers(name, 200_000));
    await runToEnd(page);
    expect(await cycleOf(page)).toBe(cyclesOfSieve(name));
    await page.locator("#restart").click();
    await expect(status(page)).toContainText("cycle 200,000   stopped");
    await page.locator("#machine-kind").selectOption({ label: "cache of one method" });
    await expect(says(page)).toContainText("a checkpoint holds its own machine");
    await expect(page.locator("#machine-kind")).toHaveValue("");
    await expect(status(page)).toContainText("sieve   cycle 200,000   stopped");
  });
}

test("a trace is shown row by row, and a program after it", async ({ page }) => {
  run("trace", "--program", "lift", "--cycles", "20000..20100", "-o", "trace.csv", "--", "10");
  await at(page, "#program=lift&args=1");
  await give(page, "trace.csv");
  await expect(status(page)).toContainText("trace trace.csv: cycle 20000, row 1 of 100");
  await expect(says(page)).toHaveText("trace.csv: a trace of 100 cycles");
  await page.locator("#forward").click();
  await page.locator("#forward").click();
  await expect(status(page)).toContainText("cycle 20002");
  await page.locator("#back").click();
  await expect(status(page)).toContainText("cycle 20001");
  await page.locator("#cycle").fill("20050");
  await page.locator("#go").click();
  const selected = panel(page, "trace").locator("tr[aria-selected]");
  await expect(selected).toContainText("20050");
  await panel(page, "trace").locator("tbody tr", { hasText: "20055" }).click();
  await expect(selected).toContainText("20055");
  await expect(status(page)).toContainText("cycle 20055, row 56 of 100");
  await page.locator("#cycle").fill("30000");
  await page.locator("#go").click();
  await expect(says(page)).toContainText("cycles 20000 to 20099, and not 30000");
  await page.locator("#restart").click();
  await expect(status(page)).toContainText("cycle 20000, row 1");
  await page.locator("#program").selectOption("sieve");
  await expect(status(page)).toContainText("sieve   cycle 0   stopped");
  await expect(panel(page, "trace")).toHaveCount(0);
});

/** Files that cannot be opened, and what the page says of them. */
const REFUSED: [name: string, text: string, reason: string][] = [
  ["no.class", "nonsense", "not a class file"],
  ["no.jar", "nonsense", "no.jar"],
  ["no.jop", "nonsense", "is not a number"],
  ["no.jop.sym.json", "nonsense", "expected"],
  ["no.jopcheck", "nonsense", "is no checkpoint"],
  ["no.csv", "nonsense\n1", "no column cycle"],
  ["cut.csv", "cycle,pc,a,mem_state\n7,1,2,idl\n8,1", "row 2 has other columns"],
  ["empty.csv", "cycle,pc,a,mem_state\n", "no cycles"],
  ["no.txt", "nonsense", "no file that this page opens"],
];

for (const [name, text, reason] of REFUSED) {
  test(`${name} is refused with its name and the reason, and what is open stays`, async ({ page }) => {
    writeFileSync(join(folder, name), text);
    await at(page, "#program=lift&args=1&cycle=1000");
    await give(page, name);
    await expect(says(page)).toContainText(reason);
    await expect(says(page)).toContainText(`${name}: `);
    await expect(status(page)).toContainText("lift   cycle 1,000   stopped");
  });
}

test("why a program is refused is a list in place of the state, until the next move", async ({ page }) => {
  await at(page, "#program=lift&args=1&cycle=1000");
  await give(page, join(import.meta.dirname, "../../../cli/tests/programs/Missing.class"));
  const reasons = page.locator("#reasons");
  await expect(reasons.locator("h2")).toHaveText("Missing cannot run on JOP");
  await expect(reasons.locator("li")).toHaveText(["class java.util.TimeZone is not in the runtime's library, used by Missing.main (Missing.java:5)"]);
  await expect(status(page)).toHaveText("Missing   refused");
  await expect(panel(page, "source")).toHaveCount(0);
  await reasons.getByRole("button", { name: "Back to lift" }).click();
  await expect(reasons).toHaveCount(0);
  await expect(page.locator("#args")).toHaveValue("1");
  await expect(page.locator("#mains")).toHaveCount(0);
  await expect(status(page)).toContainText("lift   cycle 1,000   stopped");
});

test("title, arguments and speed are those of the program that is open", async ({ page }) => {
  image();
  await at(page, "#program=lift&args=1");
  await expect(page.locator("h1")).toHaveText("lift");
  await expect(page).toHaveTitle("lift: JOP, cycle by cycle");
  await runToEnd(page);
  await expect(status(page)).toContainText("cycles/s");
  await give(page, "sieve.jop");
  await expect(page.locator("h1")).toHaveText("sieve.jop");
  await expect(page).toHaveTitle("sieve.jop: JOP, cycle by cycle");
  await expect(page.locator("#args")).toHaveValue("");
  await expect(status(page)).not.toContainText("cycles/s");
});

test("a checkpoint with a changed byte is refused, and what is open stays", async ({ page }) => {
  const bytes = readFileSync(join(folder, checkpoint("usual")));
  bytes[bytes.length >> 1]! ^= 1;
  writeFileSync(join(folder, "changed.jopcheck"), bytes);
  await at(page, "#program=lift&args=1");
  await give(page, "changed.jopcheck");
  await expect(says(page)).toContainText("changed.jopcheck: the checkpoint is damaged");
  await expect(status(page)).toContainText("lift   cycle 0   stopped");
});

test("of several files each that is refused is told", async ({ page }) => {
  image();
  for (const name of ["one.class", "two.jopcheck"]) writeFileSync(join(folder, name), "nonsense");
  await at(page, "#program=lift&args=1");
  await give(page, "one.class", "two.jopcheck", "sieve.jop");
  await expect(status(page)).toContainText("sieve.jop   cycle 0   stopped");
  await expect(says(page)).toContainText("one.class: ");
  await expect(says(page)).toContainText("two.jopcheck: ");
});

test("files that are dropped onto the page are opened", async ({ page }) => {
  const text = readFileSync(join(folder, image()), "utf8");
  await at(page, "#program=lift&args=1");
  const transfer = await page.evaluateHandle((text) => {
    const made = new DataTransfer();
    made.items.add(new File([text], "dropped.jop"));
    return made;
  }, text);
  // A browser drops only where the page has said before that it takes files.
  const over = await page.evaluate(() => !document.body.dispatchEvent(new Event("dragover", { bubbles: true, cancelable: true })));
  expect(over).toBe(true);
  await page.dispatchEvent("body", "drop", { dataTransfer: transfer });
  await expect(status(page)).toContainText("dropped.jop   cycle 0   stopped");
});

test("Open files lets the reader choose", async ({ page }) => {
  image();
  await at(page, "#program=lift&args=1");
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.locator("#open").click()]);
  await chooser.setFiles(join(folder, "sieve.jop"));
  await expect(status(page)).toContainText("sieve.jop   cycle 0   stopped");
});

test("jop view opens an image", async ({ page }) => {
  image();
  view("own", "sieve.jop", "--cycle", "5000");
  await open(page, "own.html");
  await expect(status(page)).toContainText("sieve.jop   cycle 5,000   stopped");
});

test("jop view opens a checkpoint", async ({ page }) => {
  const file = checkpoint("usual");
  view("own-checkpoint", file);
  await open(page, "own-checkpoint.html");
  await expect(status(page)).toContainText("sieve   cycle 200,000   stopped");
  await expect(says(page)).toContainText(`${file}: checkpoint of sieve, cycle 200,000: `);
  await runToEnd(page);
  expect(await cycleOf(page)).toBe(cyclesOfSieve("usual"));
});

test("jop view opens a checkpoint at a later cycle", async ({ page }) => {
  view("own-later", checkpoint("usual"), "--cycle", "250000");
  await open(page, "own-later.html");
  await expect(status(page)).toContainText("sieve   cycle 250,000   stopped");
});

test("jop view opens a trace", async ({ page }) => {
  run("trace", "--program", "lift", "--cycles", "300..310", "-o", "own.csv", "--", "1");
  view("own-trace", "own.csv", "--cycle", "304");
  await open(page, "own-trace.html");
  await expect(status(page)).toContainText("trace own.csv: cycle 304, row 5 of 10");
});

test("jop view opens a lesson", async ({ page }) => {
  view("own-lesson", "--lesson", "cache");
  await open(page, "own-lesson.html");
  await expect(page.locator("#lesson h2")).toContainText("A cache miss");
});

test("jop view opens a program on its own machine", async ({ page }) => {
  view("own-machine", "--program", "sieve", "--config", machine("slow"), "--", "1");
  await open(page, "own-machine.html");
  await expect(page.locator("#machine-kind option:checked")).toHaveText("its own machine");
  await runToEnd(page);
  expect(await cycleOf(page)).toBe(cyclesOfSieve("slow"));
});

test("a page whose checkpoint is damaged says so, and opens nothing in its place", async ({ page }) => {
  view("own-damaged", checkpoint("usual"));
  const file = join(folder, "own-damaged.html");
  writeFileSync(file, withDamagedEnd(readFileSync(file, "utf8")));
  await open(page, "own-damaged.html");
  await expect(says(page)).toContainText("usual.jopcheck: the checkpoint is damaged");
  await expect(status(page)).toHaveText("no program is open");
});

test("a link to a program that is not there says so, and opens nothing in its place", async ({ page }) => {
  await at(page, "#program=nothing&cycle=5");
  await expect(says(page)).toHaveText("no embedded program `nothing`");
  await expect(says(page)).toHaveClass("wrong");
  await expect(status(page)).toHaveText("no program is open");
  for (const move of ["run", "forward", "back", "restart"]) {
    await page.locator(`#${move}`).click();
    await expect(says(page)).toHaveText("no program is open");
  }
  await page.locator("#program").selectOption("lift");
  await expect(status(page)).toContainText("lift   cycle 0   stopped");
  await expect(says(page)).not.toHaveClass("wrong");
});

/** A page with another byte near the end of its data, where its last file ends. */
function withDamagedEnd(html: string): string {
  return html.replace(/(id="data">)([^<]*)/, (_, head: string, data: string) => {
    const bytes = gunzipSync(Buffer.from(data, "base64"));
    bytes[bytes.length - 1000]! ^= 1;
    return head + gzipSync(bytes).toString("base64");
  });
}
