// The validation page.

import { expect, figure, once, open, picture, run, said, test } from "./pages";

interface Row {
  what: string;
  truth: number;
  predicted: number;
}

interface Score {
  prediction: string;
  total: Row;
  by_method: Row[];
  decomposition: { total: Record<string, number>; by_method: { method: string; parts: Record<string, number> }[] };
}

interface Case {
  cycles: number;
  predictions: Score[];
}

let kept: Case | undefined;

/** The page of the lift program, and what the command says of it as JSON: made once, as it takes seconds. */
function lift(): Case {
  once("validation.html", () => {
    const text = run("validate", "--program", "lift", "--page", "validation.html", "--format", "json", "--", "10");
    kept = (JSON.parse(text) as { cases: [Case] }).cases[0];
  });
  return kept!;
}

const whole = (number: number) => new Intl.NumberFormat("en-GB").format(number);

test("every prediction and every method has the figures of jop validate", async ({ page }) => {
  const { cycles, predictions } = lift();
  await open(page, "validation.html");
  await expect(page.locator("#sum")).toContainText(`${whole(cycles)} true cycles of lift`);
  const rows = page.locator("#summary tbody tr");
  await expect(rows).toHaveCount(predictions.length);
  for (const { prediction, total } of predictions) {
    const row = rows.filter({ has: page.getByRole("cell", { name: prediction, exact: true }) });
    await expect(row.locator("td").nth(1)).toHaveText(whole(total.predicted));
  }
  const methods = predictions[0]!.by_method;
  await expect(page.locator("#methods tbody tr")).toHaveCount(methods.length);
  for (const method of methods.slice(0, 5)) {
    const row = page.locator("#methods tbody tr").filter({ hasText: method.what });
    await expect(row.locator("td").nth(1)).toHaveText(whole(method.truth));
    await expect(row.locator("td").nth(2)).toHaveText(whole(method.predicted));
  }
});

test("the parts of the error add up to the difference, in total and of each method", async ({ page }) => {
  const { predictions } = lift();
  await open(page, "validation.html");
  const note = page.locator("#parts > p");
  await expect(note).toHaveText("No method differs.");
  await expect(page.locator("#parts-table")).toHaveCount(0);
  const published = predictions.find(({ prediction }) => prediction === "published, all misses")!;
  await page.locator("#prediction").selectOption({ label: published.prediction });
  const { truth, predicted } = published.total;
  expect(Object.values(published.decomposition.total).reduce((sum, cycles) => sum + cycles, 0)).toBe(predicted - truth);
  await expect(note).toContainText(`${predicted > truth ? "+" : "−"}${whole(Math.abs(predicted - truth))} cycles`);
  const columns = (await page.locator("#parts-table thead th").allInnerTexts()).map((name) => name.split(" ")[0]!);
  expect(columns.slice(0, 3)).toEqual(["method", "true", "difference"]);
  expect(columns).toContain("cache");
  const rows = await page.locator("#parts-table tbody tr").all();
  expect(rows.length).toBeGreaterThan(5);
  let total = 0;
  for (const row of rows) {
    const [, , difference, ...parts] = (await row.locator("td").allInnerTexts()).map(figure);
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(difference);
    total += difference!;
  }
  expect(total).toBe(predicted - truth);
});

test("each chart shows the chosen prediction", async ({ page }) => {
  const { predictions } = lift();
  await open(page, "validation.html");
  const charts = ["scatter", "distribution", "ranking", "causes", "bytecodes", "parts", "method-parts"];
  const exact = await Promise.all(charts.map((chart) => said(page, chart)));
  const published = predictions.find(({ prediction }) => prediction === "published, all misses")!;
  await page.locator("#prediction").selectOption({ label: published.prediction });
  for (const [place, chart] of charts.entries()) expect(await said(page, chart), chart).not.toBe(exact[place]);
  const [, truth, predicted] = (await page.locator("#methods tbody tr").first().locator("td").allInnerTexts()).map(figure);
  expect(await said(page, "scatter")).toContain(`${truth}, ${predicted}`);
  expect(await said(page, "distribution")).toContain("representing true cycles in them");
});

test("each run has its own predictions", async ({ page }) => {
  const words = ["validate", "--program", "lift,quick-sort", "--page", "cases.html", "--format", "json", "--", "2"];
  const { cases } = JSON.parse(run(...words)) as { cases: { program: string; cycles: number }[] };
  await open(page, "cases.html");
  expect(cases.length).toBe(2);
  for (const { program, cycles } of [...cases].reverse()) {
    const names = await page.locator("#case option").allInnerTexts();
    await page.locator("#case").selectOption({ label: names.find((name) => name.startsWith(`${program} on `))! });
    await expect(page.locator("#sum")).toContainText(`${whole(cycles)} true cycles of ${program}`);
  }
});

test("a narrow page does not scroll sideways", async ({ page }) => {
  lift();
  await page.setViewportSize({ width: 420, height: 800 });
  await open(page, "validation.html");
  await page.locator("#prediction").selectOption({ label: "published" });
  // Its table of parts is the widest.
  await expect(page.locator("#parts-table")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(420);
});

test("another prediction is chosen, its methods sorted and filtered", async ({ page }) => {
  lift();
  await open(page, "validation.html");
  const first = page.locator("#methods tbody tr").first();
  await page.locator("#summary tbody tr").filter({ hasText: "published" }).first().click();
  expect(await page.locator("#prediction option:checked").innerText()).toContain("published");
  await expect(page.locator("#summary tr[aria-selected]")).toContainText("published");
  const before = await first.innerText();
  await page.locator("#methods").getByRole("button", { name: "difference" }).click();
  await expect(page.locator("#methods th[aria-sort=descending]")).toHaveText("difference");
  expect(await first.innerText()).not.toBe(before);
  await page.locator("#methods input").fill("Heap");
  const left = await page.locator("#methods tbody td:first-child").allInnerTexts();
  expect(left.length).toBeGreaterThan(0);
  for (const text of left) expect(text).toContain("Heap");
});

test.describe("pictures of the documentation", () => {
  test.use({ viewport: { width: 1160, height: 1160 } });

  for (const scheme of ["light", "dark"] as const) {
    test(scheme, async ({ page }) => {
      lift();
      await page.emulateMedia({ colorScheme: scheme });
      await open(page, "validation.html");
      await page.locator("#prediction").selectOption({ label: "published" });
      await expect(page.locator("canvas")).toHaveCount(7);
      if (scheme === "light") await picture(page, "validation-light");
    });
  }
});
