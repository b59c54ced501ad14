// What all pages have around their content.

import { element } from "./dom";
import { themeSwitch } from "./theme";

/** Title and subject of a page, and the switch between light and dark. */
export function heading(title: string, subject: string): HTMLElement {
  return element("header", {}, element("h1", {}, title), element("p", {}, subject), themeSwitch());
}

/** What the page was made from. */
export function footer(content: HTMLElement[]): HTMLElement {
  return element("footer", {}, ...content);
}
