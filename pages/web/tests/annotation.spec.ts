// The page of annotated methods.

import { expect, once, open, run, test } from "./pages";

interface Row {
  method: string;
  line: number | null;
  cycles: number;
  executions: number;
}

const PROGRAM = ["--program", "recursion", "--top", "0"];
const LENGTH = ["--", "1"];

function recursion(): string {
  return once("recursion.html", () => run("show", "lines", ...PROGRAM, "-o", "recursion.html", ...LENGTH));
}

const whole = (number: number) => new Intl.NumberFormat("en-GB").format(number);

test("methods have the lines and cycles that the command prints", async ({ page }) => {
  await open(page, recursion());
  const rows = (JSON.parse(run("show", "lines", ...PROGRAM, "--format", "json", ...LENGTH)) as { rows: Row[] }).rows;
  const names = [...new Set(rows.map((row) => row.method))].filter((name) => name !== "(start)");
  await expect(page.locator("#sections > section")).toHaveCount(names.length);
  const name = names.find((name) => name.includes("ackermann"))!;
  const own = rows.filter((row) => row.method === name && row.line !== null);
  const section = page.locator("#sections > section", { hasText: name }).first();
  for (const row of own) {
    const line = section.locator("tr.line", { has: page.locator(`td:nth-last-child(2):text-is("${row.line}")`) });
    await expect(line.locator("td").nth(1)).toHaveText(whole(row.cycles));
    await expect(line.locator("td").nth(2)).toHaveText(whole(row.executions));
  }
  // What all lines of a method are indented by takes no room.
  const lines = section.locator("tr.line", { has: page.locator("td:nth-last-child(2):not(:empty)") });
  expect((await lines.locator(".code").allTextContents()).some((text) => /^\S/.test(text))).toBe(true);
});

test("a search leaves the methods that have the text, and marks the lines", async ({ page }) => {
  await open(page, recursion());
  await page.locator("#search").fill("ackermann(");
  const sections = page.locator("#sections > section");
  expect(await sections.count()).toBeLessThan(10);
  expect(await sections.count()).toBeGreaterThan(0);
  await expect(page.locator("tr.marked").first()).toBeVisible();
  await expect(page.locator("#found")).toContainText("methods");
});

test("a method that the search hides is shown when it is chosen", async ({ page }) => {
  await open(page, recursion());
  await page.locator("#search").fill("ackermann(");
  const sections = page.locator("#sections > section");
  const shown = await sections.count();
  await page.locator("#methods tbody tr", { hasText: "fibonacci(" }).first().click();
  await expect(page.locator("#search")).toHaveValue("");
  expect(await sections.count()).toBeGreaterThan(shown);
  await expect(sections.filter({ hasText: "fibonacci(" }).first()).toBeInViewport();
});

test("bytecodes fold out, and the page says on which machine and image it was made", async ({ page }) => {
  await open(page, recursion());
  await expect(page.locator("tr.bytecode").first()).toBeHidden();
  await page.locator("#bytecodes").check();
  await expect(page.locator("tr.bytecode").first()).toBeVisible();
  for (const term of ["machine", "microcode", "image"]) await expect(page.locator("footer dt", { hasText: term })).toBeVisible();
  await expect(page.locator("#theme")).toBeVisible();
});
