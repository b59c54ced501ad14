// The cache exploration page.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, figure, folder, once, open, picture, run, said, test } from "./pages";

interface Row {
  organisation: string;
  size: number;
  blocks: number;
  cycles: number;
  invoke_misses: number;
  return_misses: number;
  pareto: boolean;
}

const SPACE = ["--program", "lift", "--org", "fifo,one-block,lru,fixed-lru,ideal", "--size", "1K..8K", "--blocks", "8,16"];

/** The page of the lift program, and the rows that the command prints. */
function lift(): Row[] {
  once("caches.html", () => {
    run("explore", "--caches", ...SPACE, "--page", "caches.html", "-o", "caches.json", "--", "10");
  });
  return (JSON.parse(readFileSync(join(folder, "caches.json"), "utf8")) as { rows: Row[] }).rows;
}

const whole = (number: number) => new Intl.NumberFormat("en-GB").format(number);

test("every cache has its row, and the table is filtered and sorted", async ({ page }) => {
  const rows = lift();
  await open(page, "caches.html");
  const front = await page.locator("#caches tbody tr").count();
  expect(front).toBeGreaterThan(0);
  expect(front).toBeLessThan(rows.length);
  await expect(page.locator("#caches tbody td:last-child").first()).toHaveText("pareto");
  await page.locator("#organisation").selectOption({ label: "all" });
  await expect(page.locator("#caches tbody tr")).toHaveCount(rows.length);
  const cycles = await page.locator("#caches tbody td:nth-child(3)").allInnerTexts();
  expect(cycles.sort()).toEqual(rows.map((row) => whole(row.cycles)).sort());
  await page.locator("#caches input").fill("lru pareto");
  for (const text of await page.locator("#caches tbody td:first-child").allInnerTexts()) expect(text).toContain("lru");
  await page.locator("#caches input").fill("");
  await page.locator("#organisation").selectOption("fifo");
  await expect(page.locator("#caches tbody tr")).toHaveCount(rows.filter((row) => row.organisation === "fifo").length);
  await page.locator("#caches tbody tr").first().click();
  await expect(page.locator("#caches tbody tr[aria-selected]")).toHaveCount(1);
});

test("the charts show the caches of the table, and the methods that miss", async ({ page }) => {
  const rows = lift();
  await open(page, "caches.html");
  const front = await said(page, "cycles");
  for (const row of rows.filter((row) => row.pareto)) expect(front).toContain(`${row.size}, ${row.cycles}`);
  expect(front).not.toContain("representing one-block");
  await page.locator("#organisation").selectOption("one-block");
  expect(await said(page, "cycles")).toContain("representing one-block");
  for (const waiting of await page.locator("#caches tbody td:nth-child(5)").allInnerTexts()) expect(await said(page, "loads")).toContain(`, ${figure(waiting)}`);
  for (const cause of ["first use", "capacity", "conflict"]) expect(await said(page, "causes")).toContain(`representing ${cause}`);
  expect(await said(page, "heat")).toMatch(/Heat map.* is \d/);
});

test("a column is sorted by a click on its heading, and the other way by a second one", async ({ page }) => {
  lift();
  await open(page, "caches.html");
  await page.locator("#organisation").selectOption({ label: "all" });
  const waiting = async () => (await page.locator("#caches tbody td:nth-child(5)").allInnerTexts()).map(figure);
  const heading = page.locator("#caches").getByRole("button", { name: "waiting" });
  const rising = [...(await waiting())].sort((a, b) => a - b);
  await heading.click();
  expect(await waiting()).toEqual([...rising].reverse());
  await heading.click();
  expect(await waiting()).toEqual(rising);
});

test("a cache that is chosen in the chart is chosen in the table", async ({ page }) => {
  lift();
  await open(page, "caches.html");
  await page.locator("#organisation").selectOption("one-block");
  const canvas = page.locator("#cycles canvas");
  const box = (await canvas.boundingBox())!;
  // The smallest cache is at the left edge of the grid, between its top, which is 30 pixels down, and its bottom.
  for (let y = 30; y < box.height - 40 && (await page.locator("tr[aria-selected]").count()) === 0; y += 4) {
    await canvas.click({ position: { x: 64, y } });
  }
  await expect(page.locator("#caches tr[aria-selected]")).toContainText("one-block");
});

test("the legend shows every line at once and switches lines off", async ({ page }) => {
  lift();
  await open(page, "caches.html");
  await page.locator("#organisation").selectOption({ label: "all" });
  const entries = page.locator("#cycles .legend .entry");
  // Fixed LRU, LRU, FIFO in two divisions each, one block, ideal, and the front.
  expect(await entries.count()).toBeGreaterThan(5);
  const name = await entries.last().innerText();
  expect(await said(page, "cycles")).toContain(`representing ${name}.`);
  await entries.last().click();
  await expect(entries.last()).toHaveAttribute("aria-pressed", "false");
  expect(await said(page, "cycles")).not.toContain(`representing ${name}.`);
  await entries.last().click();
  await expect(entries.last()).toHaveAttribute("aria-pressed", "true");
  expect(await said(page, "cycles")).toContain(`representing ${name}.`);
});

test("the page says what the causes of misses are", async ({ page }) => {
  lift();
  await open(page, "caches.html");
  for (const cause of ["first use", "capacity", "conflict", "reference cache"]) {
    await expect(page.locator("#definitions dt", { hasText: cause })).toBeVisible();
  }
});

test("the causes of misses add up to those of the machine's own cache", async ({ page }) => {
  const own = lift().find((row) => row.organisation === "fifo" && row.size === 4096 && row.blocks === 16)!;
  await open(page, "caches.html");
  const misses = own.invoke_misses + own.return_misses;
  await expect(page.locator("#misses-sum")).toContainText(`${whole(misses)} of`);
  const number = async (column: number) => {
    const texts = await page.locator(`#miss-methods tbody td:nth-child(${column})`).allInnerTexts();
    return texts.reduce((sum, text) => sum + Number(text.replaceAll(",", "")), 0);
  };
  expect((await number(4)) + (await number(5)) + (await number(6))).toBe(misses);
});

test("pairs of methods are found by the full names of the methods", async ({ page }) => {
  lift();
  await open(page, "caches.html");
  const rows = page.locator("#miss-pairs tbody tr");
  const all = await rows.count();
  const short = rows.first().locator("td").first();
  const full = (await short.getAttribute("title"))!;
  expect(full).toContain("(");
  expect(await short.innerText()).not.toContain("(");
  await page.locator("#miss-pairs input").fill(full);
  const found = await rows.count();
  expect(found).toBeGreaterThan(0);
  expect(found).toBeLessThan(all);
  for (const row of await rows.all()) {
    const titles = await row.locator("td[title]").evaluateAll((cells) => cells.map((cell) => (cell as HTMLElement).title));
    expect(titles).toContain(full);
  }
});

test("rows whose path is assumed are marked in the table", async ({ page }) => {
  const space = ["--org", "fifo,lru,icache", "--size", "1K", "--blocks", "8", "--line", "16", "--ways", "1"];
  const file = once("timed.html", () => run("explore", "--caches", "--program", "producer-consumer", ...space, "--page", "timed.html", "-o", "timed.txt", "--", "2"));
  await open(page, file);
  await page.locator("#organisation").selectOption({ label: "all" });
  await expect(page.locator("#cycles")).toContainText("Hollow points are not exact");
  const rows = page.locator("#caches tbody tr");
  for (const [organisation, path] of [["fifo", "exact"], ["lru", "exact"], ["icache", "assumed"]] as const) {
    await expect(rows.filter({ hasText: organisation }).locator("td:nth-child(8)")).toHaveText(path);
  }
});

test("each program has its caches and its misses", async ({ page }) => {
  const space = ["--program", "lift,quick-sort", "--org", "fifo", "--size", "4K", "--blocks", "16"];
  once("runs.html", () => run("explore", "--caches", ...space, "--page", "runs.html", "-o", "runs.json", "--", "2"));
  const rows = (JSON.parse(readFileSync(join(folder, "runs.json"), "utf8")) as { rows: (Row & { program: string })[] }).rows;
  await open(page, "runs.html");
  for (const program of ["quick-sort", "lift"]) {
    const own = rows.filter((row) => row.program === program);
    const names = await page.locator("#run option").allInnerTexts();
    await page.locator("#run").selectOption({ label: names.find((name) => name.startsWith(`${program} `))! });
    await expect(page.locator("#caches tbody td:nth-child(3)")).toHaveText(own.map((row) => whole(row.cycles)));
    await page.locator("#misses-run").selectOption(program);
    await expect(page.locator("#misses-sum")).toContainText(`${program} on `);
    await expect(page.locator("#miss-methods tbody")).toContainText(program === "lift" ? "lift." : "kernel.QuickSort");
  }
});

test.describe("pictures of the documentation", () => {
  test.use({ viewport: { width: 1160, height: 1240 } });

  for (const scheme of ["light", "dark"] as const) {
    test(scheme, async ({ page }) => {
      const shown = ["--program", "lift", "--org", "fifo,lru,fixed-lru,bump-pointer", "--size", "1K..8K", "--blocks", "8..32"];
      once("pictures.html", () => run("explore", "--caches", ...shown, "--page", "pictures.html", "-o", "pictures.txt", "--", "10"));
      await page.emulateMedia({ colorScheme: scheme });
      await open(page, "pictures.html");
      if (scheme === "light") await picture(page, "caches-light");
      await page.locator("#misses").evaluate((element) => element.scrollIntoView());
      if (scheme === "dark") await picture(page, "caches-misses-dark");
    });
  }
});

test("caches without a size are shown although they are on no front", async ({ page }) => {
  const file = once("ideal.html", () => run("explore", "--caches", "--program", "lift", "--org", "ideal", "--page", "ideal.html", "--", "10"));
  await open(page, file);
  await expect(page.locator("#caches tbody tr")).toHaveCount(1);
});
