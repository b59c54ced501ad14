// What tests of the machine's page share: opening it, moving, reading what it shows.

import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { expect, folder, once, run } from "./pages";

export interface Report {
  outcome: { status: number };
  statistics: { cycles: number; bytecodes: number; memory_reads: number; method_lookups: number };
}

export const whole = (number: number) => new Intl.NumberFormat("en-GB").format(number);
export const status = (page: Page) => page.locator("#status");
export const panel = (page: Page, id: string) => page.locator(`#panel-${id}`);
export const toggle = (page: Page, id: string) => page.locator(`.toggles [data-panel="${id}"]`);

/** Makes a page with `jop view`. */
export function view(name: string, ...words: string[]): string {
  return once(`${name}.html`, () => run("view", "-o", `${name}.html`, ...words));
}

export async function open(page: Page, file: string, hash = ""): Promise<void> {
  // A page that is open already would only see another hash, and load itself anew at some later time.
  await page.goto("about:blank");
  await page.goto(`file://${join(folder, file)}${hash}`);
  await expect(page.locator("html[data-ready]")).toBeAttached({ timeout: 30_000 });
}

/** Opens the usual page at a place. */
export async function at(page: Page, hash: string): Promise<void> {
  view("machine");
  await open(page, "machine.html", hash);
}

export async function show(page: Page, ...ids: string[]): Promise<void> {
  for (const id of ids) if ((await toggle(page, id).getAttribute("aria-pressed")) !== "true") await toggle(page, id).click();
}

export async function cycleOf(page: Page): Promise<number> {
  const text = (await status(page).textContent())!;
  return Number(/cycle ([\d,]+)/.exec(text)![1]!.replaceAll(",", ""));
}

/** Runs to the end; what has ended before does not count. */
export async function runToEnd(page: Page): Promise<void> {
  await expect(status(page)).toContainText("stopped");
  await page.locator("#run").click();
  await expect(status(page)).toContainText("ended", { timeout: 50_000 });
}

export async function command(page: Page, line: string): Promise<string> {
  await page.locator("#command").fill(line);
  await page.locator("#command").press("Enter");
  return (await panel(page, "commands").locator("pre").textContent())!;
}

export const facts = async (box: Locator) => Object.fromEntries(await box.locator("dl").evaluate((list) => [...list.querySelectorAll("dt")].map((term) => [term.textContent, term.nextElementSibling!.textContent]))) as Record<string, string>;
