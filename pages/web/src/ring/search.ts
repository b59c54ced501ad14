// Patterns that mark methods, and where their contexts are.

import { methodName } from "../shared/format";
import type { Tree } from "./tree";

export class PatternError extends Error {}

/**
 * A pattern is words that all have to match: part of a full name, or `*` and `?` as in file names; after `package:`, `class:`
 * or `method:` that part of the name as a whole; between slashes a regular expression. `|` between patterns means either.
 */
export function matcher(pattern: string): (name: string) => boolean {
  const regular = /^\/(.+)\/(i?)$/.exec(pattern.trim());
  if (regular) return regularExpression(regular[1]!, regular[2]!);
  const either = pattern
    .split("|")
    .map((words) => words.split(/\s+/).filter((word) => word !== ""))
    .filter((words) => words.length > 0)
    .map((words) => words.map(wordMatcher));
  return (name) => either.some((words) => words.every((word) => word(name)));
}

function regularExpression(source: string, flags: string): (name: string) => boolean {
  try {
    const expression = new RegExp(source, flags);
    return (name) => expression.test(name);
  } catch (error) {
    throw new PatternError(error instanceof Error ? error.message : String(error));
  }
}

function wordMatcher(word: string): (name: string) => boolean {
  const part = /^(package|class|method):(.*)$/.exec(word);
  if (!part) {
    const expression = glob(word);
    return (name) => expression.test(name);
  }
  const expression = new RegExp(`^(?:${globSource(part[2]!)})$`, "i");
  return (name) => {
    if (name.startsWith("(")) return false;
    const parts = methodName(name);
    if (part[1] === "package") return expression.test(parts.package);
    if (part[1] === "method") return expression.test(parts.method);
    return expression.test(parts.class) || expression.test(`${parts.package}.${parts.class}`);
  };
}

function glob(word: string): RegExp {
  return new RegExp(/[*?]/.test(word) ? `^(?:${globSource(word)})$` : globSource(word), "i");
}

function globSource(word: string): string {
  const escaped = word.replace(/[.+^${}()[\]\\|/]/g, "\\$&");
  return escaped.replaceAll("*", ".*").replaceAll("?", ".");
}

/** What a pattern marks. */
export interface Marks {
  pattern: string;
  /** By method. */
  methods: Uint8Array;
  /** By context: 2 if its method is marked, 1 if one below it is, else 0. */
  contexts: Uint8Array;
  /** Marked contexts, the largest first. */
  found: number[];
  /** Sum over marked contexts of what they have with their callees; what stands below a marked one counts once. */
  total: number;
  /** Sum of what they have of themselves. */
  own: number;
}

/** Marks a tree. */
export function mark(tree: Tree, pattern: string, prefix: Float64Array): Marks | undefined {
  if (pattern.trim() === "") return undefined;
  const matches = matcher(pattern);
  const methods = Uint8Array.from(tree.header.methods, (name) => (matches(name) ? 1 : 0));
  const contexts = new Uint8Array(tree.count);
  const found: number[] = [];
  let [total, own, covered] = [0, 0, 0];
  for (let context = 0; context < tree.count; context++) {
    if (!methods[tree.method[context]!]) continue;
    contexts[context] = 2;
    found.push(context);
    own += tree.own(prefix, context);
    // In preorder a context below a marked one comes before that one's end.
    if (context >= covered) {
      total += tree.total(prefix, context);
      covered = tree.end[context]!;
    }
  }
  for (const context of found) {
    for (let at = context; at !== 0; ) {
      at = tree.parent[at]!;
      if (contexts[at]) break;
      contexts[at] = 1;
    }
  }
  found.sort((a, b) => tree.total(prefix, b) - tree.total(prefix, a) || a - b);
  return { pattern, methods, contexts, found, total, own };
}
