// Light and dark: the system's choice, or the reader's.

import { element } from "./dom";

type Theme = "auto" | "light" | "dark";
const KEY = "joplab-theme";
const listeners: (() => void)[] = [];

/** Calls back whenever the colours have changed. */
export function onTheme(listener: () => void): void {
  listeners.push(listener);
}

/** Whether the page is dark now. */
export function isDark(): boolean {
  const chosen = document.documentElement.dataset["theme"];
  return chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
}

/** A colour of the style sheet as `#rrggbb`; builds shorten some of them to `#rgb`. */
export function cssColour(name: string): string {
  const colour = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  return colour.replace(/^#(.)(.)(.)$/, "#$1$1$2$2$3$3");
}

/** The switch. */
export function themeSwitch(): HTMLElement {
  let theme = remembered();
  const names: Record<Theme, string> = { auto: "Automatic", light: "Light", dark: "Dark" };
  const button = element("button", { type: "button", id: "theme", title: "Light, dark, or as the system has it" });
  const apply = () => {
    if (theme === "auto") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme;
    button.textContent = `Colours: ${names[theme]}`;
    for (const listener of listeners) listener();
  };
  button.addEventListener("click", () => {
    const next: Record<Theme, Theme> = { auto: "light", light: "dark", dark: "auto" };
    theme = next[theme];
    remember(theme);
    apply();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", apply);
  apply();
  return button;
}

// Pages from the file system may be refused storage; the choice then lasts as long as the page.
function remembered(): Theme {
  try {
    const theme = localStorage.getItem(KEY);
    return theme === "light" || theme === "dark" ? theme : "auto";
  } catch {
    return "auto";
  }
}

function remember(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Not remembered.
  }
}
