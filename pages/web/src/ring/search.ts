// Patterns that mark methods, and where their contexts are.

import { methodName } from "../shared/format";
import { conditions, type Condition } from "./condition";
import { PatternError } from "./pattern-error";
import type { Weights } from "./weights";

export { PatternError };

/** Words about a method's name, and conditions on a context's figures; all have to hold. */
interface Alternative {
  words: ((name: string) => boolean)[];
  conditions: Condition[];
}

/**
 * A pattern is words that all have to match: part of a full name, or `*` and `?` as in file names; after `package:`, `class:`
 * or `method:` that part of the name as a whole; between slashes a regular expression. A figure compared with a number, such as
 * `cycles > 1 %`, is a condition. `|` between patterns means either.
 */
function alternatives(pattern: string, weights: Weights): Alternative[] {
  const regular = /^\/(.+)\/(i?)$/.exec(pattern.trim());
  if (regular) return [{ words: [regularExpression(regular[1]!, regular[2]!)], conditions: [] }];
  const all = pattern.split("|").map((part) => {
    const { found, rest } = conditions(part, weights);
    const words = rest.split(/\s+/).filter((word) => word !== "");
    return { words: words.map(wordMatcher), conditions: found };
  });
  return all.filter(({ words, conditions }) => words.length + conditions.length > 0);
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

/** Marks the contexts of a tree that a pattern means, by the figures that the chart shows. */
export function mark(pattern: string, weights: Weights): Marks | undefined {
  if (pattern.trim() === "") return undefined;
  const { tree, prefix } = weights;
  const either = alternatives(pattern, weights).map(({ words, conditions }) => ({
    named: Uint8Array.from(tree.header.methods, (name) => (words.every((word) => word(name)) ? 1 : 0)),
    conditions,
  }));
  const isMeant = (context: number) =>
    !tree.isRemoved(context) &&
    either.some(({ named, conditions }) => named[tree.method[context]!] && conditions.every((holds) => holds(context)));
  const methods = new Uint8Array(tree.header.methods.length);
  const contexts = new Uint8Array(tree.count);
  const found: number[] = [];
  let [total, own, covered] = [0, 0, 0];
  for (let context = 0; context < tree.count; context++) {
    if (!isMeant(context)) continue;
    methods[tree.method[context]!] = 1;
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
