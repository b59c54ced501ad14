// The page of metrics over time.

import { expect, once, open, picture, rows, run, said, test } from "./pages";

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
  const windows = ["--record", "windows", "--window", "10k"];
  once("udpip.jrec", () => run("run", "--program", "udpip", ...windows, "-o", "udpip.jrec", "--", "8"));
  once("metrics.html", () => run("show", "time", "udpip.jrec", "--focus", "ip=below:udpip.Ip", "-o", "metrics.html"));
}

test("the whole run is chosen first, with the cycles of the command", async ({ page }) => {
  page_of_udpip();
  const windows = rows<WindowRow>("show", "windows", "udpip.jrec");
  const cycles = windows.reduce((sum, row) => sum + row.cycles, 0);
  await open(page, "metrics.html");
  await expect(page.locator("#chosen")).toContainText(`${windows.length} of ${windows.length} windows, ${whole(cycles)} cycles`);
  await expect(page.locator("#figures")).toContainText(whole(cycles));
});

test("the profile of a chosen part is the one that the command writes", async ({ page }) => {
  page_of_udpip();
  run("show", "time", "udpip.jrec", "--between", "200k..400k", "-o", "part.jrec");
  const methods = rows<{ method: string; total_cycles: number }>("show", "part.jrec");
  const main = methods.find(({ method }) => method.startsWith("udpip.Main.main("))!;
  const windows = rows<WindowRow>("show", "windows", "udpip.jrec", "--between", "200k..400k");
  await open(page, "metrics.html");
  await page.locator("#from").fill(String(windows[0]!.start));
  await page.locator("#to").fill(String(windows.at(-1)!.end));
  await page.locator("#to").press("Enter");
  const cycles = windows.reduce((sum, row) => sum + row.cycles, 0);
  await expect(page.locator("#chosen")).toContainText(`${windows.length} of`);
  await expect(page.locator("#chosen")).toContainText(`${whole(cycles)} cycles`);
  await expect(page.locator("#callees")).toContainText(whole(main.total_cycles));
});

test("each end of the part is typed by itself", async ({ page }) => {
  page_of_udpip();
  const windows = rows<WindowRow>("show", "windows", "udpip.jrec");
  await open(page, "metrics.html");
  const chosen = page.locator("#chosen");
  const middle = windows[windows.length >> 1]!;
  await page.locator("#from").fill(String(middle.start));
  await page.locator("#from").press("Enter");
  await expect(chosen).toContainText(`${whole(windows.length - (windows.length >> 1))} of`);
  await page.locator("#to").fill(String(middle.end));
  await page.locator("#to").press("Enter");
  await expect(chosen).toContainText(`1 of ${whole(windows.length)} windows`);
});

test("a part is drawn in a chart, and the button brings the whole run back", async ({ page }) => {
  page_of_udpip();
  await open(page, "metrics.html");
  const box = (await page.locator("#foci canvas").boundingBox())!;
  await page.mouse.move(box.x + box.width * 0.4, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height / 2, { steps: 4 });
  const all = await page.locator("#chosen").textContent();
  await page.mouse.up();
  // Nothing is drawn any more.
  await page.mouse.move(box.x + box.width * 0.8, box.y + box.height / 2, { steps: 4 });
  await expect(page.locator("#chosen")).toHaveText(all!);
  const [part, of] = /^([\d,]+) of ([\d,]+)/.exec(all!)!.slice(1).map((text) => Number(text.replaceAll(",", "")));
  expect(part! / of!).toBeGreaterThan(0.1);
  expect(part! / of!).toBeLessThan(0.4);
  await page.locator("#whole").click();
  await expect(page.locator("#chosen")).toContainText(`${whole(of!)} of ${whole(of!)} windows`);
});

test("phases are those of the command, and a click takes the longest stretch of one", async ({ page }) => {
  page_of_udpip();
  const phases = rows<PhaseRow>("show", "phases", "udpip.jrec");
  await open(page, "metrics.html");
  await expect(page.locator("#phases tbody tr")).toHaveCount(phases.length);
  const cycles = await page.locator("#phases tbody td:nth-child(5)").allInnerTexts();
  expect(cycles).toEqual(phases.map((row) => whole(row.cycles)));
  await page.locator("#phases tbody tr").first().click();
  await expect(page.locator("#phases tbody tr[aria-selected]")).toHaveCount(1);
  await expect(page.locator("#from")).toHaveValue(String(phases[0]!.first_cycle));
  // The first phase may begin where the whole run does.
  await page.locator("#phases tbody tr").last().click();
  await expect(page.locator("#from")).not.toHaveValue(String(phases[0]!.first_cycle));
  await expect(page.locator("#chosen")).not.toContainText(/^([\d,]+) of \1 windows/);
});

test("other metrics, sizes and colours are chosen", async ({ page }) => {
  page_of_udpip();
  await open(page, "metrics.html");
  const foci = await said(page, "foci");
  expect(foci).toContain("representing ip.");
  await page.locator("#metric").selectOption({ label: "words-loaded" });
  expect(await said(page, "foci")).not.toBe(foci);
  await expect(page.locator("#callees thead")).not.toContainText("bytecodes");
  await page.locator("#size").selectOption("bytecodes");
  await expect(page.locator("#callees thead")).toContainText("bytecodes");
  await expect(page.locator("#profile .legend")).not.toContainText("udpip.");
  await page.locator("#colouring").selectOption("class");
  await expect(page.locator("#profile .legend")).toContainText("udpip.");
});

test("every chart is drawn", async ({ page }) => {
  page_of_udpip();
  await open(page, "metrics.html");
  expect(await said(page, "causes")).toContain("representing execute.");
  expect(await said(page, "foci")).toContain("representing whole run.");
  // The strip of phases has no data but areas, which are there in the colours of the phases.
  const colours = await page.locator("#mix canvas").evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
    const seen = new Set<number>();
    for (let at = 0; at < data.length; at += 4) if (data[at + 3] === 255 && Math.max(data[at]!, data[at + 1]!, data[at + 2]!) - Math.min(data[at]!, data[at + 1]!, data[at + 2]!) > 40) seen.add((data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!);
    return seen.size;
  });
  expect(colours).toBeGreaterThan(1);
});

test("the pointer tells of a context of the profile, and a click makes it the root", async ({ page }) => {
  page_of_udpip();
  await open(page, "metrics.html");
  const chart = page.locator("#chart");
  await chart.scrollIntoViewIfNeeded();
  const box = (await chart.boundingBox())!;
  const figures = page.locator("#figures h2");
  const start = await figures.innerText();
  const place = { x: box.width / 2 + Math.min(box.width, box.height) / 13 + 24, y: box.height / 2 };
  await chart.hover({ position: place });
  await expect(figures).not.toHaveText(start);
  const pointed = await figures.innerText();
  await page.mouse.move(2, 2);
  await expect(figures).toHaveText(start);
  await chart.click({ position: place });
  await expect(page.locator("#path button")).not.toHaveCount(1);
  await page.mouse.move(2, 2);
  await expect(figures).toHaveText(pointed);
});

test("keys move in the profile of the chosen part", async ({ page }) => {
  page_of_udpip();
  await open(page, "metrics.html");
  const figures = page.locator("#figures h2");
  const path = page.locator("#path button");
  await page.locator("#chart").focus();
  const start = await figures.innerText();
  await page.keyboard.press("ArrowDown");
  const largest = await figures.innerText();
  expect(largest).not.toBe(start);
  await page.keyboard.press("ArrowRight");
  expect(await figures.innerText()).not.toBe(largest);
  await page.keyboard.press("ArrowLeft");
  expect(await figures.innerText()).toBe(largest);
  await page.keyboard.press("ArrowUp");
  expect(await figures.innerText()).toBe(start);
  for (const depth of [2, 3]) {
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(path).toHaveCount(depth);
  }
  await page.keyboard.press("Backspace");
  await expect(path).toHaveCount(2);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Home");
  await expect(path).toHaveCount(1);
  await page.locator("#callees button").first().click();
  await expect(path).toHaveCount(2);
  await path.first().click();
  await expect(path).toHaveCount(1);
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
