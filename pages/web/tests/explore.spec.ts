// The exploration page.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, folder, once, open, picture, run, said, test } from "./pages";

interface Row {
  program: string;
  method_cache: string;
  ram_cnt: number;
  size: number;
  object_cache: boolean;
  cycles: number;
  pareto: boolean;
}

const SPACE = ["--program", "lift,crc32", "--org", "fifo,lru", "--size", "1K..8K", "--ram-cnt", "2,3,5", "--vary", "object_cache=false,true"];

/** The page of two programs, and the rows that the command writes. */
function points(): Row[] {
  once("explore.html", () => {
    run("explore", ...SPACE, "--page", "explore.html", "-o", "explore.json", "--", "10");
  });
  return (JSON.parse(readFileSync(join(folder, "explore.json"), "utf8")) as { rows: Row[] }).rows;
}

const whole = (number: number) => new Intl.NumberFormat("en-GB").format(number);

test("every point of a program has its row, with the cycles of the command", async ({ page }) => {
  const rows = points().filter((row) => row.program === "lift");
  await open(page, "explore.html");
  await expect(page.locator("#shown")).toContainText(`${rows.length} of ${rows.length} points, ${rows.filter((row) => row.pareto).length} of them on the front`);
  await expect(page.locator("#points tbody tr")).toHaveCount(rows.length);
  // Front, four axes, cycles.
  const cycles = await page.locator("#points tbody td:nth-child(6)").allInnerTexts();
  expect(cycles.sort()).toEqual(rows.map((row) => whole(row.cycles)).sort());
});

test("values that are switched off take their points away", async ({ page }) => {
  const rows = points().filter((row) => row.program === "crc32");
  await open(page, "explore.html");
  await page.locator("#program").selectOption({ label: "crc32" });
  await page.locator(".axis", { hasText: "ram_cnt" }).getByRole("button", { name: "5", exact: true }).click();
  await page.locator(".axis", { hasText: "object_cache" }).getByRole("button", { name: "true" }).click();
  const left = rows.filter((row) => row.ram_cnt !== 5 && !row.object_cache);
  await expect(page.locator("#shown")).toContainText(`${left.length} of ${rows.length} points`);
  await expect(page.locator("#points tbody tr")).toHaveCount(left.length);
  // Both programs have as many points; their cycles differ.
  const cycles = await page.locator("#points tbody td:nth-child(6)").allInnerTexts();
  expect(cycles.sort()).toEqual(left.map((row) => whole(row.cycles)).sort());
});

test("the chosen point is a machine that the command reads", async ({ page }) => {
  const rows = points();
  await open(page, "explore.html");
  for (const [axis, value] of [["method cache", "fifo"], ["object_cache", "false"], ["cache size", "1 KB"], ["cache size", "2 KB"], ["cache size", "4 KB"]] as const) {
    await page.locator(".axis", { hasText: axis }).getByRole("button", { name: value, exact: true }).click();
  }
  // The first row is chosen before anybody chooses.
  const last = page.locator("#points tbody tr").last();
  await expect(last).not.toHaveAttribute("aria-selected");
  await last.click();
  await expect(last).toHaveAttribute("aria-selected", "true");
  await expect(page.locator("#points tbody tr[aria-selected]")).toHaveCount(1);
  const toml = await page.locator("#machine").innerText();
  for (const line of ['method_cache = "lru"', "jpc_width = 13", "object_cache = true"]) expect(toml).toContain(line);
  const count = Number(/ram_cnt = (\d+)/.exec(toml)![1]);
  const row = rows.find((row) => row.program === "lift" && row.method_cache === "lru" && row.size === 8192 && row.object_cache && row.ram_cnt === count)!;
  await expect(page.locator("#chosen")).toContainText(`${whole(row.cycles)} cycles`);
});

test("the charts show the points, the axes and the chosen point", async ({ page }) => {
  points();
  await open(page, "explore.html");
  expect(await said(page, "front")).toContain("representing on the front.");
  expect(await said(page, "parallel")).toContain("representing on the front.");
  const before = await said(page, "sensitivity");
  for (const axis of ["method cache", "ram_cnt", "object_cache"]) expect(before).toContain(`the data for ${axis}`);
  await page.locator("#points tbody tr").last().click();
  expect(await said(page, "sensitivity")).not.toBe(before);
  await picture(page, "explore");
});

test("the machine of the chosen point is copied", async ({ page }) => {
  points();
  await open(page, "explore.html");
  const copied = page.evaluate(() => new Promise<string>((resolve) => (navigator.clipboard.writeText = (text) => (resolve(text), Promise.resolve()))));
  await page.locator("#copy").click();
  await expect(page.locator("#copy")).toHaveText("Copied");
  expect(await copied).toBe(await page.locator("#machine").textContent());
});

test("the page fits a narrow window, light and dark", async ({ page }) => {
  points();
  await page.setViewportSize({ width: 800, height: 900 });
  for (const [colorScheme, background] of [["light", "rgb(255, 255, 255)"], ["dark", "rgb(21, 24, 29)"]] as const) {
    await page.emulateMedia({ colorScheme });
    await open(page, "explore.html");
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(background);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(800);
  }
  // What scripts draw follows, too.
  const drawn = () => page.locator("#front canvas").first().evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
  const dark = await drawn();
  await page.emulateMedia({ colorScheme: "light" });
  await expect.poll(drawn).not.toBe(dark);
});
