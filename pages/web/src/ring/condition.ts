// Conditions on the figures of a context: `cycles > 1 %`, `own/total > 0.5`, `depth <= 3`.

import { PatternError } from "./pattern-error";
import type { Weights } from "./weights";

export type Condition = (context: number) => boolean;

const COMPARISONS: Record<string, (a: number, b: number) => boolean> = {
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
  "=": (a, b) => a === b,
};

/** A name such as `<init>`, also while it is typed: no comparison has a letter behind its sign. */
const BRACKETED = /<[a-z]+>?/gi;

const CONDITION = /([a-z][a-z/-]*)\s*(<=|>=|<|>|=)\s*([-+]?[\d.,]+)\s*(%?)/gi;

/** The conditions of a pattern, and its text without them. */
export function conditions(pattern: string, weights: Weights): { found: Condition[]; rest: string } {
  const found: Condition[] = [];
  const rest = pattern.replace(CONDITION, (_, name: string, sign: string, digits: string, percent: string) => {
    found.push(condition(name.toLowerCase(), sign, digits, percent !== "", weights));
    return " ";
  });
  const dangling = /[<>]/.test(rest.replace(BRACKETED, ""));
  if (dangling) throw new PatternError(`a condition is a figure, a comparison and a number, as in cycles > 1 %: ${rest.trim()}`);
  return { found, rest };
}

function condition(name: string, sign: string, digits: string, isPercent: boolean, weights: Weights): Condition {
  const number = Number(digits.replaceAll(",", ""));
  if (Number.isNaN(number)) throw new PatternError(`${digits} is no number`);
  const { of, whole } = figure(name, weights);
  const limit = isPercent ? (number / 100) * whole : number;
  const compare = COMPARISONS[sign]!;
  return (context) => compare(of(context), limit);
}

/** A figure of contexts, and what 100 % of it is. */
function figure(name: string, weights: Weights): { of: (context: number) => number; whole: number } {
  const { tree } = weights;
  const all = weights.total(0);
  const ratio = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
  if (name === "own") return { of: (context) => weights.own(context), whole: all };
  if (name === "total") return { of: (context) => weights.total(context), whole: all };
  if (name === "own/total") return { of: (context) => ratio(weights.own(context), weights.total(context)), whole: 1 };
  if (name === "depth") return { of: (context) => tree.depth[context]!, whole: 1 };
  if (name === "change" && tree.sides) {
    const [before, after] = ([0, 1] as const).map((side) => tree.prefix(side, weights.metric));
    return { of: (context) => change(tree.total(before!, context), tree.total(after!, context)), whole: 1 };
  }
  const metrics = [...tree.header.metrics, "contexts"];
  const metric = metrics.find((metric) => metric === name);
  if (metric === undefined) {
    const others = tree.sides ? "own, total, own/total, depth, change" : "own, total, own/total, depth";
    throw new PatternError(`there is no figure ${name}: there are ${others}, ${metrics.join(", ")}`);
  }
  const prefix = tree.prefix(weights.side, metric);
  // Calls are those of the context; what its callees are called does not say how often it is.
  const of = metric === "calls" ? (context: number) => tree.own(prefix, context) : (context: number) => tree.total(prefix, context);
  return { of, whole: tree.total(prefix, 0) };
}

/** By which part of the first figure the second one differs; what the first profile lacks has grown without limit. */
function change(before: number, after: number): number {
  if (before === 0) return after === 0 ? 0 : Infinity;
  return after / before - 1;
}
