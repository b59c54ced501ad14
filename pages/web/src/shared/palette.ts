// Colours that people with any kind of colour vision can tell apart.

/** Paul Tol's "muted" scheme: nine hues that also differ in lightness. */
export const CATEGORIES = [
  "#88ccee",
  "#cc6677",
  "#ddcc77",
  "#44aa99",
  "#aa4499",
  "#999933",
  "#6f7fd6",
  "#b4738f",
  "#3f9e57",
] as const;

/** What belongs to no category. */
export const OTHERS = "#a3a8b0";

/** From less (blue) over equal to more (red), after ColorBrewer's RdBu. */
export const DIVERGING_LIGHT = [
  "#2166ac",
  "#4393c3",
  "#92c5de",
  "#d1e5f0",
  "#e9e9e9",
  "#fddbc7",
  "#f4a582",
  "#d6604d",
  "#b2182b",
] as const;

/** The same with a dark middle, for dark pages. */
export const DIVERGING_DARK = [
  "#92c5de",
  "#5aa5d0",
  "#3b7aa8",
  "#33546d",
  "#4a4d52",
  "#75503f",
  "#b0623f",
  "#e58a66",
  "#fbc1a4",
] as const;

/** From little to much, after viridis; reversed on dark pages. */
export const SEQUENTIAL = ["#fde725", "#a0da39", "#4ac16d", "#1fa187", "#277f8e", "#365c8d", "#46327e"] as const;

/** Black or white, whichever is read better on a colour `#rrggbb`. */
export function textOn(colour: string): string {
  const channel = (at: number) => {
    const value = parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  const luminance = 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
  return luminance > 0.179 ? "#000000" : "#ffffff";
}

/** A colour between two of the form `#rrggbb`. */
export function mix(a: string, b: string, part: number): string {
  const channel = (at: number) => {
    const [from, to] = [parseInt(a.slice(at, at + 2), 16), parseInt(b.slice(at, at + 2), 16)];
    return Math.round(from + (to - from) * part)
      .toString(16)
      .padStart(2, "0");
  };
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}
