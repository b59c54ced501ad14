// Numbers and names as people read them.

const WHOLE = new Intl.NumberFormat("en-GB");

/** A count, exactly: 1,234,567. */
export function count(number: number): string {
  return WHOLE.format(number);
}

/** A number with so many decimals: 1,234.5. */
export function decimal(number: number, digits: number): string {
  return number.toLocaleString("en-GB", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** A signed count: +12 or −12. */
export function signed(number: number): string {
  if (number === 0) return "0";
  return (number > 0 ? "+" : "−") + count(Math.abs(number));
}

/** A part of a whole: 12.34 %. */
export function share(part: number, whole: number): string {
  return whole === 0 ? "–" : `${((100 * part) / whole).toFixed(2)} %`;
}

/** A relative difference: +1.25 %; what came out of nothing is new. */
export function relative(difference: number, of: number): string {
  if (of === 0) return difference === 0 ? "0" : "new";
  const percent = (100 * difference) / of;
  const digits = Math.abs(percent) >= 0.01 || percent === 0 ? 2 : 4;
  return `${percent > 0 ? "+" : percent < 0 ? "−" : ""}${Math.abs(percent).toFixed(digits)} %`;
}

/** A count in few letters: 1.23 M. */
export function brief(number: number): string {
  const sizes: [number, string][] = [
    [1e12, "T"],
    [1e9, "G"],
    [1e6, "M"],
    [1e3, "k"],
  ];
  for (const [size, letter] of sizes) if (number >= size) return `${(number / size).toPrecision(3)} ${letter}`;
  return String(number);
}

/** How many of all are shown: `24 of 310 methods`, or `All 7 methods`. */
export function firstOf(shown: number, all: number, what: string): string {
  return all > shown ? `${count(shown)} of ${count(all)} ${what}` : `All ${count(all)} ${what}`;
}

/** The parts of `package.Class.method(descriptor)result`; names in parentheses are no methods. */
export interface MethodName {
  package: string;
  class: string;
  method: string;
}

/** Takes a name apart. */
export function methodName(name: string): MethodName {
  const bare = name.slice(0, name.indexOf("(") > 0 ? name.indexOf("(") : undefined);
  if (bare.startsWith("(")) return { package: "", class: "", method: bare };
  const parts = bare.replaceAll("/", ".").split(".");
  const method = parts.pop()!;
  const owner = parts.pop() ?? "";
  return { package: parts.join("."), class: owner, method };
}

/** `Class.method` without package and descriptor. */
export function shortName(name: string): string {
  const parts = methodName(name);
  return parts.class ? `${parts.class}.${parts.method}` : parts.method;
}
