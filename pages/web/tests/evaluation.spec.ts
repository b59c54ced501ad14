// The evaluation page.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { evaluate, expect, folder, once, open, said, test } from "./pages";

interface Parts {
  accuracy: { cache: string; program: string; prediction: string; predicted: number }[];
  hot_methods: { method: string }[];
  predictors: { predictor: string }[];
  times: unknown[];
}

/** The page of two programs without a JVM, and what the command says of it as JSON. */
function two(): Parts {
  const options = ["--program", "lift,quick-sort", "--part", "predictors", "--java", "no-such-java"];
  once("evaluation.html", () => evaluate(...options, "-o", "evaluation.json", "--page", "evaluation.html"));
  return JSON.parse(readFileSync(join(folder, "evaluation.json"), "utf8")) as Parts;
}

const whole = (number: number) => new Intl.NumberFormat("en-GB").format(number);

test("every prediction of a state of the cache has its row", async ({ page }) => {
  const { accuracy, predictors } = two();
  await open(page, "evaluation.html");
  await expect(page.locator("#cache")).toHaveValue("on, simulated");
  for (const cache of ["off", "on, not modelled", "on, simulated", "on, slow memory"]) {
    await page.locator("#cache").selectOption(cache);
    const own = accuracy.filter((row) => row.cache === cache);
    await expect(page.locator("#accuracy tbody tr")).toHaveCount(own.length);
    const row = page.locator("#accuracy tbody tr").filter({ hasText: own[0]!.program }).first();
    await expect(row.locator("td").nth(3)).toHaveText(whole(own[0]!.predicted));
  }
  await expect(page.locator("#predictor-table tbody tr")).toHaveCount(predictors.length);
  await expect(page.locator("#skipped")).toContainText("no-such-java");
  await expect(page.locator("#times")).toHaveCount(0);
});

test("the charts show the errors of the chosen state, and the predictors", async ({ page }) => {
  const { accuracy } = two();
  await open(page, "evaluation.html");
  const simulated = await said(page, "errors");
  await page.locator("#cache").selectOption("off");
  expect(await said(page, "errors")).not.toBe(simulated);
  const prediction = accuracy.find(({ cache }) => cache === "off")!.prediction;
  expect(await said(page, "errors")).toContain(`representing ${prediction}.`);
  for (const name of ["total", "by method", "by context"]) expect(await said(page, "error-means")).toContain(`representing ${name}.`);
  expect(await said(page, "predictors")).toMatch(/ is \d/);
});

test("hot methods are those of the chosen program", async ({ page }) => {
  two();
  await open(page, "evaluation.html");
  await page.locator("#program").selectOption("quick-sort");
  await expect(page.locator("#hot tbody tr").first()).toContainText("kernel.QuickSort");
});
