// The page of metrics over time.

import { expect, once, open, picture, rows, run, test } from "./pages";

interface WindowRow {
  window: number;
  start: number;
  end: number;
  focus: string;
  cycles: number;
  bytecodes: number;
}

interface PhaseRow {
  phase: number;
  first_cycle: number;
  windows: number;
  cycles: number;
}

const whole = (number: number) => new Intl.NumberFormat("en-GB").format(number);

/** The page of a recording of udpip. */
function page_of_udpip(): void {
  once("udpip.jmet", () => run("metrics", "--program", "udpip", "--window", "10k", "-o", "udpip.jmet", "--", "4"));
  once("metrics.html", () => run("metrics", "udpip.jmet", "--focus", "ip=below:udpip.Ip", "--page", "metrics.html"));
}

test("the whole run is chosen first, with the cycles of the command", async ({ page }) => {
  page_of_udpip();
  const windows = rows<WindowRow>("metrics", "udpip.jmet", "--windows");
  const cycles = windows.reduce((sum, row) => sum + row.cycles, 0);
  await open(page, "metrics.html");
  await expect(page.locator("#chosen")).toContainText(`${windows.length} of ${windows.length} windows, ${whole(cycles)} cycles`);
  await expect(page.locator("#figures")).toContainText(whole(cycles));
});

test("the profile of a chosen part is the one that the command writes", async ({ page }) => {
  page_of_udpip();
  run("metrics", "udpip.jmet", "--between", "200k..400k", "-o", "part.jprof");
  const methods = rows<{ method: string; total_cycles: number }>("report", "part.jprof");
  const main = methods.find(({ method }) => method.startsWith("udpip.Main.main("))!;
  const windows = rows<WindowRow>("metrics", "udpip.jmet", "--windows", "--between", "200k..400k");
  await open(page, "metrics.html");
  await page.locator("#from").fill(String(windows[0]!.start));
  await page.locator("#to").fill(String(windows.at(-1)!.end));
  await page.locator("#to").press("Enter");
  const cycles = windows.reduce((sum, row) => sum + row.cycles, 0);
  await expect(page.locator("#chosen")).toContainText(`${windows.length} of`);
  await expect(page.locator("#chosen")).toContainText(`${whole(cycles)} cycles`);
  await expect(page.locator("#callees")).toContainText(whole(main.total_cycles));
});

test("a part is drawn in a chart, and the button brings the whole run back", async ({ page }) => {
  page_of_udpip();
  await open(page, "metrics.html");
  const box = (await page.locator("#foci canvas").boundingBox())!;
  await page.mouse.move(box.x + box.width * 0.4, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  const all = await page.locator("#chosen").textContent();
  const [part, of] = /^([\d,]+) of ([\d,]+)/.exec(all!)!.slice(1).map((text) => Number(text.replaceAll(",", "")));
  expect(part! / of!).toBeGreaterThan(0.1);
  expect(part! / of!).toBeLessThan(0.4);
  await page.locator("#whole").click();
  await expect(page.locator("#chosen")).toContainText(`${whole(of!)} of ${whole(of!)} windows`);
});

test("phases are those of the command, and a click takes the longest stretch of one", async ({ page }) => {
  page_of_udpip();
  const phases = rows<PhaseRow>("metrics", "udpip.jmet", "--phases");
  await open(page, "metrics.html");
  await expect(page.locator("#phases tbody tr")).toHaveCount(phases.length);
  const cycles = await page.locator("#phases tbody td:nth-child(5)").allInnerTexts();
  expect(cycles).toEqual(phases.map((row) => whole(row.cycles)));
  await page.locator("#phases tbody tr").first().click();
  await expect(page.locator("#phases tbody tr[aria-selected]")).toHaveCount(1);
  await expect(page.locator("#from")).toHaveValue(String(phases[0]!.first_cycle));
});

test("other metrics, sizes and colours are chosen", async ({ page }) => {
  page_of_udpip();
  await open(page, "metrics.html");
  await page.locator("#metric").selectOption({ label: "words-loaded" });
  await page.locator("#size").selectOption("bytecodes");
  await page.locator("#colouring").selectOption("class");
  await expect(page.locator("#profile .legend")).toContainText("udpip.");
  await page.locator("#chart").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.locator("#path button")).toHaveCount(2);
});

test("a narrow page does not scroll sideways", async ({ page }) => {
  page_of_udpip();
  await page.setViewportSize({ width: 800, height: 900 });
  await open(page, "metrics.html");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(800);
});

for (const scheme of ["light", "dark"] as const) {
  test(`pictures of the documentation › ${scheme}`, async ({ page }) => {
    page_of_udpip();
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width: 1280, height: 1750 });
    await open(page, "metrics.html");
    await page.locator("#from").fill("400000");
    await page.locator("#to").fill("600000");
    await page.locator("#to").press("Enter");
    await picture(page, `metrics-${scheme}`);
  });
}
