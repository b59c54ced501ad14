// The flame graph of `jop show tree`: its script draws what the command wrote, zoomed and searched.

import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { expect, folder, once, profile, run, test } from "./pages";

async function openGraph(page: Page): Promise<void> {
  const file = once("lift.svg", () => run("show", "tree", profile("lift", 10), "-o", "lift.svg"));
  await page.goto(`file://${join(folder, file)}`);
  await expect(page.locator("#search")).toBeVisible();
}

const frame = (page: Page, name: string): Locator =>
  page.locator(".frame").filter({ has: page.locator("title").filter({ hasText: new RegExp(`^${name}`) }) }).first();

const boxes = (page: Page) =>
  page.locator(".frame").evaluateAll((frames) =>
    frames.map((each) => ["x", "y", "width"].map((name) => Number(each.querySelector("rect")!.getAttribute(name)).toFixed(2))),
  );

const texts = (page: Page) => page.locator(".frame > text").allTextContents();

/** Answers the question of the search. */
const answer = (page: Page, text: string) => page.once("dialog", (dialog) => dialog.accept(text));

test("a click fills the width with a frame, and the whole comes back as it was written", async ({ page }) => {
  await openGraph(page);
  const written = [await boxes(page), await texts(page)];
  const plant = frame(page, "lift\\.Plant\\.step");
  await plant.click();
  await expect(plant.locator("rect")).toHaveAttribute("width", "1180");
  await expect(frame(page, "lift\\.Main\\.main")).toHaveClass(/caller/);
  await expect(frame(page, "lift\\.Controller\\.step")).toBeHidden();
  await page.locator("#reset").click();
  await expect(page.locator("#reset")).toBeHidden();
  expect([await boxes(page), await texts(page)]).toEqual(written);
});

test("a search marks frames and tells their share; a frame on a found one counts once", async ({ page }) => {
  await openGraph(page);
  answer(page, "Main.main");
  await page.locator("#search").click();
  const title = await frame(page, "lift\\.Main\\.main").locator("title").textContent();
  const share = /, ([\d.]+)%\)$/.exec(title ?? "")?.[1];
  await expect(page.locator("#found")).toHaveText(`found: ${share} %`);
  answer(page, "Main\\.main|Plant\\.step|Controller");
  await page.keyboard.press("Control+f");
  await expect(page.locator("#found")).toHaveText(`found: ${share} %`);
  expect(await page.locator(".frame.found").count()).toBeGreaterThan(3);
  await page.keyboard.press("Escape");
  await expect(page.locator(".frame.found")).toHaveCount(0);
  await expect(page.locator("#found")).toBeEmpty();
});

test("what is no regular expression is searched as it stands", async ({ page }) => {
  await openGraph(page);
  answer(page, "main(");
  await page.locator("#search").click();
  await expect(page.locator(".frame.found")).toHaveCount(1);
});

test("a line tells of the frame below the pointer", async ({ page }) => {
  await openGraph(page);
  await frame(page, "lift\\.Plant\\.step").hover();
  await expect(page.locator("#detail")).toContainText(/^lift\.Plant\.step\(.* cycles, /);
  await page.locator("#search").hover();
  await expect(page.locator("#detail")).not.toContainText("Plant.step");
});

test.describe("in a narrow window", () => {
  test.use({ viewport: { width: 700, height: 600 } });

  test("the whole graph is shown", async ({ page }) => {
    await openGraph(page);
    const box = (await page.locator("svg").first().boundingBox())!;
    expect(box.width).toBeLessThanOrEqual(700);
    await frame(page, "lift\\.Plant\\.step").hover();
    await expect(page.locator("#detail")).toContainText("lift.Plant.step");
  });
});
