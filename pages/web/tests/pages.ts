// Pages made by the real command, and a browser that notes what they must not do.

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base, expect, type Page } from "@playwright/test";

const jop = process.env["JOP"] ?? "jop";

/** Where pages go that one worker makes. */
export const folder = mkdtempSync(join(tmpdir(), "joplab-pages-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

/** Runs the command in the folder of pages; gives what it prints. */
export function run(...words: string[]): string {
  return printed(jop, words);
}

/** The same of the command that evaluates, which is beside it. */
export function evaluate(...words: string[]): string {
  return printed(`${jop}-evaluate`, words);
}

function printed(command: string, words: string[]): string {
  return execFileSync(command, ["-q", ...words], { cwd: folder, encoding: "utf8", maxBuffer: 1 << 28 });
}

/** Rows of a table that the command prints as JSON. */
export function rows<Row>(...words: string[]): Row[] {
  return (JSON.parse(run(...words, "--format", "json")) as { rows: Row[] }).rows;
}

/** Makes a file once. */
export function once(file: string, make: () => void): string {
  if (!existsSync(join(folder, file))) make();
  return file;
}

/** A profile of an embedded program. */
export function profile(program: string, length: number, ...options: string[]): string {
  const name = [program, ...options.map((option) => option.replace(/\W+/g, ""))].join("-");
  return once(`${name}.jrec`, () =>
    run("run", "--program", program, "--engine", "fast", "-o", `${name}.jrec`, ...options, "--", String(length)),
  );
}

/** Fails a test whose page logs an error or asks the network for anything. */
export const test = base.extend<{ page: Page }>({
  page: async ({ page }, use) => {
    const faults: string[] = [];
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) faults.push(message.text());
    });
    page.on("pageerror", (error) => faults.push(String(error)));
    page.on("request", (request) => {
      if (!/^(file|blob|data):/.test(request.url())) faults.push(`request: ${request.url()}`);
    });
    await use(page);
    expect(faults).toEqual([]);
  },
});

/** Opens a page and waits until it shows its data. */
export async function open(page: Page, file: string): Promise<void> {
  await page.goto(`file://${join(folder, file)}`);
  await expect(page.locator("html[data-ready]")).toBeAttached({ timeout: 30_000 });
}

/** What a chart tells screen readers of its data. */
export const said = (page: Page, chart: string) => page.locator(`#${chart} .canvas`).getAttribute("aria-label").then((label) => label ?? "");

/** A number of a table or a text. */
export const figure = (text: string) => Number(text.replaceAll(",", "").replace("−", "-"));

const images = join(import.meta.dirname, "../../../docs/images");

/** Makes a picture of the documentation. Only on demand: fonts differ among computers. */
export async function picture(page: Page, name: string): Promise<void> {
  if (!process.env["PICTURES"]) return;
  mkdirSync(images, { recursive: true });
  await page.screenshot({ path: join(images, `${name}.png`) });
}

export { expect };
