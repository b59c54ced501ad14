// Ring chart pages.

import { spawnSync } from "node:child_process";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, folder, once, open, picture, profile, rows as rowsOf, run, test } from "./pages";

interface ContextRow {
  context: string;
  total_cycles: number;
  self_cycles: number;
  calls: number;
}

/** The contexts of a profile as `jop show` tells them, by their chains of calls. */
function report(file: string, ...options: string[]): Map<string, ContextRow> {
  return new Map(rowsOf<ContextRow>("show", "tree", file, ...options).map((row) => [row.context, row]));
}

function lift(): string {
  const file = profile("lift", 20);
  return once("lift.html", () => run("show", "tree", file, "-o", "lift.html"));
}

function comparison(): string {
  writeFileSync(join(folder, "slow.toml"), "ram_cnt = 4\n");
  const before = profile("lift", 20);
  const after = profile("lift", 20, "--config", "slow.toml");
  return once("change.html", () => run("show", "diff", before, after, "-o", "change.html"));
}

const whole = (number: number) => new Intl.NumberFormat("en-GB").format(number);

/** Chain of calls that the path above the chart shows, without descriptors. */
async function path(page: Page): Promise<string[]> {
  return page.locator("#path button").allTextContents();
}

async function totalOf(page: Page, metric: string): Promise<string> {
  const row = page.locator("#figures tbody tr", { has: page.getByRole("rowheader", { name: metric, exact: true }) });
  return row.locator("td").nth(1).innerText();
}

test("shows every context's figures as jop show tells them", async ({ page }) => {
  await open(page, lift());
  const rows = report("lift.jrec");
  const chains = [...rows.keys()].sort((a, b) => rows.get(b)!.total_cycles - rows.get(a)!.total_cycles).slice(0, 12);
  for (const chain of chains) {
    await page.locator("#chart").focus();
    await page.keyboard.press("Home");
    // Names have semicolons in their descriptors, too.
    for (let rest = chain.slice("(start)".length); rest !== ""; ) {
      const names = await page.locator("#callees button").allTextContents();
      const name = names.find((name) => `${rest};`.startsWith(`;${name};`))!;
      await page.locator("#callees").getByRole("button", { name, exact: true }).click();
      rest = rest.slice(name.length + 1);
    }
    expect(await totalOf(page, "cycles"), chain).toBe(whole(rows.get(chain)!.total_cycles));
    expect(await totalOf(page, "calls")).toMatch(/\d/);
  }
  await expect(page.locator("#exact")).toContainText(`${whole(rows.size)} contexts`);
});

test("a click makes a context the root, one on the centre its caller", async ({ page }) => {
  await open(page, lift());
  const chart = page.locator("#chart");
  const box = (await chart.boundingBox())!;
  const size = Math.min(box.width, box.height);
  const [x, y] = [box.width / 2, box.height / 2];
  // To the right of the centre, in the first ring.
  await chart.click({ position: { x: x + size / 13 + 12, y } });
  await expect.poll(() => path(page)).toHaveLength(2);
  await page.waitForTimeout(600);
  await chart.click({ position: { x, y } });
  await expect.poll(() => path(page)).toHaveLength(1);
});

test("the times follow the focus", async ({ page }) => {
  await open(page, lift());
  const timed = page.locator("#times").locator("xpath=..").locator(".histogram h2");
  const first = await timed.innerText();
  const other = rowsOf<Record<string, never>>("show", "calls", "lift.jrec").map((row) => String(row["method"])).find((method) => method !== first && method.startsWith("lift."))!;
  await page.locator("#search").fill(`${other.replace(/^(.*)\.([^.]+)\.([^.(]+)\(.*$/, "package:$1 class:$2 method:$3")}`);
  await page.locator("#search").press("Enter");
  await expect(timed).toHaveText(other);
});

test("hovering tells figures and shares", async ({ page }) => {
  await open(page, lift());
  const box = (await page.locator("#chart").boundingBox())!;
  await page.mouse.move(box.x + box.width / 2 + 70, box.y + box.height / 2);
  await expect(page.locator("#tip")).toBeVisible();
  await expect(page.locator("#tip")).toHaveText(/[\d,]+ cycles, [\d.]+ % of its caller, [\d.]+ % of all/);
  const name = (await page.locator("#tip").innerText()).split(", ")[0]!;
  await expect(page.locator("#figures h2")).toHaveText(name);
  await page.mouse.move(2, 2);
  await expect(page.locator("#tip")).toBeHidden();
  await expect(page.locator("#figures h2")).toHaveText("(start)");
});

test("the path leads back", async ({ page }) => {
  await open(page, lift());
  await page.locator("#callees button").first().click();
  await page.locator("#callees button").first().click();
  expect(await path(page)).toHaveLength(3);
  await page.locator("#path button").first().click();
  expect(await path(page)).toHaveLength(1);
});

test("keys move the focus and the root, and tell it to screen readers", async ({ page }) => {
  await open(page, lift());
  const live = page.locator("#live");
  await expect(live).toContainText("(start)");
  await page.keyboard.press("ArrowDown");
  const first = await live.innerText();
  await page.keyboard.press("ArrowRight");
  expect(await live.innerText()).not.toBe(first);
  await page.keyboard.press("ArrowLeft");
  expect(await live.innerText()).toBe(first);
  await page.keyboard.press("Enter");
  expect(await path(page)).toHaveLength(2);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  expect(await path(page)).toHaveLength(3);
  await page.keyboard.press("Backspace");
  expect(await path(page)).toHaveLength(2);
  await page.keyboard.press("Escape");
  expect(await path(page)).toHaveLength(1);
  await page.keyboard.press("ArrowDown");
  const callee = await live.innerText();
  await page.keyboard.press("ArrowUp");
  expect(await live.innerText()).not.toBe(callee);
  await expect(live).toContainText("(start)");
  for (const depth of [2, 3]) {
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    expect(await path(page)).toHaveLength(depth);
  }
  await page.keyboard.press("Home");
  expect(await path(page)).toHaveLength(1);
  await page.keyboard.press("?");
  await expect(page.locator("#help")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.locator("#help")).toBeHidden();
  await page.locator("#keys").click();
  await expect(page.locator("#help")).toBeVisible();
  await page.locator("#help").getByRole("button", { name: "Close" }).click();
  await expect(page.locator("#help")).toBeHidden();
});

test("a search marks methods and sums them as jop show does", async ({ page }) => {
  await open(page, lift());
  await page.keyboard.press("/");
  await page.keyboard.type("class:JVM");
  const methods = rowsOf<Record<string, never>>("show", "lift.jrec");
  const own = methods.filter((row) => String(row["method"]).includes(".JVM.")).map((row) => Number(row.self_cycles));
  const sum = own.reduce((a, b) => a + b, 0);
  await expect(page.locator("#found")).toContainText(`${whole(sum)} cycles of their own`);
  await page.keyboard.press("Enter");
  await expect(page.locator("#live")).toContainText("Marked context 1 of");
  await page.locator("#chart").focus();
  await page.keyboard.press("n");
  await expect(page.locator("#live")).toContainText("Marked context 2 of");
  await page.keyboard.press("N");
  await expect(page.locator("#live")).toContainText("Marked context 1 of");
  await page.locator("#search").fill("/[/");
  await expect(page.locator("#search")).toHaveAttribute("aria-invalid", "true");
  await page.locator("#search").press("Escape");
  await expect(page.locator("#found")).toHaveText("");
  await expect(page.locator("#chart")).toBeFocused();
});

test("conditions on figures mark contexts", async ({ page }) => {
  await open(page, lift());
  const rows = [...report("lift.jrec").values()];
  const whole_run = report("lift.jrec").get("(start)")!.total_cycles;
  const search = page.locator("#search");
  const marked = (condition: (row: ContextRow) => boolean) => `in ${whole(rows.filter(condition).length)} contexts marked`;
  await search.fill("cycles > 1 %");
  await expect(page.locator("#found")).toContainText(marked((row) => row.total_cycles > whole_run / 100));
  await search.fill("own/total > 0.5");
  await expect(page.locator("#found")).toContainText(marked((row) => row.self_cycles > row.total_cycles / 2));
  await search.fill("calls >= 100 own < 2 %");
  await expect(page.locator("#found")).toContainText(marked((row) => row.calls >= 100 && row.self_cycles < whole_run / 50));
  await search.fill("colour > 3");
  await expect(search).toHaveAttribute("aria-invalid", "true");
  await expect(page.locator("#found")).toContainText("there is no figure colour");
  await search.fill("cycles > ");
  await expect(search).toHaveAttribute("aria-invalid", "true");
  await search.fill("method:<init> calls > 1");
  await expect(page.locator("#found")).toContainText(marked((row) => /\.<init>\([^()]*\)V$/.test(row.context) && row.calls > 1));
  await search.fill("<clinit");
  await expect(page.locator("#found")).toContainText(marked((row) => /\.<clinit>\(\)V$/.test(row.context)));
});

test("a context that only the second profile has grew", async ({ page }) => {
  const file = once("grown.html", () => run("show", "diff", profile("recursion", 1), profile("lift", 20), "-o", "grown.html"));
  await open(page, file);
  const search = page.locator("#search");
  await search.fill("method:step class:Controller change > 1000 %");
  await expect(page.locator("#found")).toContainText("in 1 contexts marked");
  await search.fill("method:step class:Controller change < 0");
  await expect(page.locator("#found")).toContainText("in 0 contexts marked");
});

test("marked contexts are taken out of all sums, and put back", async ({ page }) => {
  await open(page, lift());
  const rows = report("lift.jrec");
  const all = rows.get("(start)")!.total_cycles;
  const step = [...rows.keys()].filter((chain) => /;lift\.Controller\.step\([^;]*\)[^;]*$/.test(chain));
  expect(step).toHaveLength(1);
  await page.locator("#search").fill("method:step class:Controller");
  // The marked context becomes the root, which cannot stay when it is removed.
  await page.locator("#search").press("Enter");
  await page.locator("#chart").press("Enter");
  await expect(page.locator("#path button").last()).toHaveText("lift.Controller.step");
  await page.locator("#remove").click();
  await expect(page.locator("#path button")).toHaveCount(1);
  await expect(page.locator("#removed")).toContainText("contexts removed");
  expect(await totalOf(page, "cycles")).toBe(whole(all - rows.get(step[0]!)!.total_cycles));
  await page.locator("#restore").click();
  expect(await totalOf(page, "cycles")).toBe(whole(all));
  await expect(page.locator("#removed")).toHaveText("");
});

test("the times of calls are those of jop show, with a histogram", async ({ page }) => {
  await open(page, lift());
  const times = rowsOf<Record<string, never>>("show", "calls", "lift.jrec");
  const ended = times.filter((row) => Number(row["calls"]) > 0);
  await expect(page.locator("#times tbody tr")).toHaveCount(ended.length);
  const row = ended.find((row) => String(row["method"]).startsWith("lift.Controller.step("))!;
  await page.locator("#times input").fill("lift.Controller.step");
  await page.locator("#times tbody tr").first().click();
  const cells = await page.locator("#times tbody tr").first().locator("td").allInnerTexts();
  const keys = ["calls", "unfinished", "min"] as const;
  expect(cells.slice(1, 4)).toEqual(keys.map((key) => whole(Number(row[key]))));
  expect(cells[8]).toBe(whole(Number(row["max"])));
  const bars = await page.locator(".histogram rect title").allTextContents();
  const calls = bars.map((bar) => Number(/: ([\d,]+) calls/.exec(bar)![1]!.replaceAll(",", "")));
  expect(calls.reduce((a, b) => a + b, 0)).toBe(Number(row["calls"]));
});

test("other metrics size the segments and are summed exactly", async ({ page }) => {
  await open(page, lift());
  const causes = rowsOf<Record<string, never>>("show", "causes", "lift.jrec");
  const read = causes.find((row) => String(row["cause"]) === "memory-read")!;
  await page.locator("#metric").selectOption("memory-read");
  await expect(page.locator("#live")).toContainText(`${whole(Number(read["cycles"]))} memory-read`);
  await page.locator("#metric").selectOption("contexts");
  await expect(page.locator("#live")).toContainText(/contexts, 100.00 % of all/);
});

test("angles and rings change what is seen", async ({ page }) => {
  await open(page, lift());
  const segments = async () => Number(await page.locator("#chart").getAttribute("data-segments"));
  const usual = await segments();
  await page.locator("#sizing").selectOption("equal");
  // Other callees are too narrow now.
  await expect.poll(segments).not.toBe(usual);
  const equal = await segments();
  await page.locator("#rings").fill("3");
  await page.locator("#rings").press("Enter");
  await expect.poll(segments).toBeLessThan(equal);
});

test("colours mean what the legend says, and an entry of it is searched for", async ({ page }) => {
  await open(page, lift());
  const title = page.locator("#legend h2");
  for (const [way, text] of [["class", "Class of the method"], ["cause", "Cause of most"], ["own", "that is its own"], ["package", "Package of the method"]] as const) {
    await page.locator("#colouring").selectOption(way);
    await expect(title).toContainText(text);
  }
  const entry = page.locator("#legend button").first();
  await entry.click();
  await expect(page.locator("#search")).not.toHaveValue("");
  await expect(page.locator("#found")).toContainText("contexts marked");
  await entry.click();
  await expect(page.locator("#search")).toHaveValue("");
  await expect(page.locator("#found")).toHaveText("");
});

test("a comparison shows both profiles and their difference", async ({ page }) => {
  await open(page, comparison());
  const [before, after] = ["lift.jrec", "lift-config-slowtoml.jrec"].map((file) => {
    const row = report(file).get("(start)")!;
    return row.total_cycles;
  });
  const cells = page.locator("#figures tbody tr").first().locator("td");
  await expect(cells).toHaveText([
    whole(before!),
    whole(after!),
    `+${whole(after! - before!)}`,
    `+${((100 * (after! - before!)) / before!).toFixed(2)} %`,
  ]);
  await expect(page.locator("#legend li")).toHaveCount(9);
  const legend = await page.locator("#legend li").allInnerTexts();
  await page.locator("#scale").selectOption("0.05");
  expect(await page.locator("#legend li").allInnerTexts()).not.toEqual(legend);
  // The second profile is what is looked at.
  await expect(page.locator("#live")).toContainText(`${whole(after!)} cycles`);
  await page.locator("#of").selectOption("both");
  await expect(page.locator("#live")).toContainText(`${whole(before! + after!)} cycles`);
});

test("threads can be looked at one by one", async ({ page }) => {
  const file = profile("producer-consumer", 2);
  once("threads.html", () => run("show", "tree", file, "-o", "threads.html"));
  await open(page, "threads.html");
  const names = rowsOf<Record<string, never>>("show", "threads", file);
  expect(names.length).toBeGreaterThan(1);
  for (const row of names) {
    await page.locator("#thread").selectOption({ label: `thread ${String(row["thread"])}` });
    expect(await totalOf(page, "cycles")).toBe(whole(Number(row["cycles"])));
  }
});

test("what is seen is saved as SVG with exact figures", async ({ page }) => {
  await open(page, lift());
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#export").click()]);
  const text = readFileSync(await download.path(), "utf8");
  const total = report("lift.jrec").get("(start)")!.total_cycles;
  expect(text).toContain(`(start): ${whole(total)} cycles, 100.00 %`);
  expect(text.match(/<path /g)!.length).toBe(Number(await page.locator("#chart").getAttribute("data-segments")));
  const parsed = await page.evaluate(
    (svg) => new DOMParser().parseFromString(svg, "image/svg+xml").querySelector("parsererror")?.textContent ?? "",
    text,
  );
  expect(parsed).toBe("");
});

test("the reader chooses between light and dark", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await open(page, lift());
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(await background()).toBe("rgb(255, 255, 255)");
  // What scripts draw follows, too.
  const drawn = () => page.locator("#chart canvas").first().evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
  const before = await drawn();
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await background()).toBe("rgb(21, 24, 29)");
  await expect.poll(drawn).not.toBe(before);
  await page.locator("#theme").click();
  expect(await background()).toBe("rgb(255, 255, 255)");
  // The choice is remembered; the browser may write it a moment later.
  await expect(async () => {
    await page.reload();
    expect(await background()).toBe("rgb(255, 255, 255)");
  }).toPass();
  await page.locator("#theme").click();
  expect(await background()).toBe("rgb(21, 24, 29)");
});

test.describe("pictures of the documentation", () => {
  test.use({ viewport: { width: 1160, height: 760 } });

  test("a program on the host's JVM", async ({ page }) => {
    test.skip(spawnSync("java", ["-version"]).status !== 0, "no java on the path");
    const classes = join(import.meta.dirname, "../../../docs/cross.in");
    for (const name of ["Fir", "Fir$Noise", "Fir$Source"]) copyFileSync(join(classes, `${name}.class`), join(folder, `${name}.class`));
    run("cross", "run", "-o", "fir.jrec", "--", "java", "-cp", ".", "Fir");
    run("show", "tree", "fir.jrec", "-o", "fir.html");
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    await open(page, "fir.html");
    await page.keyboard.press("ArrowDown");
    await expect(page.locator("body")).toContainText("Fir.main");
    await picture(page, "ring-cross-light");
  });

  for (const scheme of ["light", "dark"] as const) {
    test(scheme, async ({ page }) => {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
      await open(page, lift());
      await page.keyboard.press("ArrowDown");
      if (scheme === "light") await picture(page, "ring-light");
      await page.locator("#search").fill("class:Heap");
      await page.locator("#chart").focus();
      if (scheme === "dark") await picture(page, "ring-search-dark");
      await open(page, comparison());
      if (scheme === "light") await picture(page, "ring-compare-light");
    });
  }
});
