// The exploration page.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, folder, once, open, picture, run, test } from "./pages";

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
});

test("the chosen point is a machine that the command reads", async ({ page }) => {
  const rows = points();
  await open(page, "explore.html");
  for (const [axis, value] of [["method cache", "fifo"], ["object_cache", "false"], ["cache size", "1 KB"], ["cache size", "2 KB"], ["cache size", "4 KB"]] as const) {
    await page.locator(".axis", { hasText: axis }).getByRole("button", { name: value, exact: true }).click();
  }
  const first = page.locator("#points tbody tr").first();
  await first.click();
  await expect(page.locator("#points tbody tr[aria-selected]")).toHaveCount(1);
  const toml = await page.locator("#machine").innerText();
  for (const line of ['method_cache = "lru"', "jpc_width = 13", "object_cache = true"]) expect(toml).toContain(line);
  const count = Number(/ram_cnt = (\d+)/.exec(toml)![1]);
  const row = rows.find((row) => row.program === "lift" && row.method_cache === "lru" && row.size === 8192 && row.object_cache && row.ram_cnt === count)!;
  await expect(page.locator("#chosen")).toContainText(`${whole(row.cycles)} cycles`);
});

test("the page looks as it should in both themes and in a narrow window", async ({ page }) => {
  points();
  await open(page, "explore.html");
  await expect(page.locator("#sensitivity canvas")).toBeVisible();
  await expect(page.locator("#parallel canvas")).toBeVisible();
  await picture(page, "explore");
});
