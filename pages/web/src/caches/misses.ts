// Why the lookups of a run miss: by method, by pair of methods, and when.

import { ChartBox, tooltip } from "../shared/charts";
import { choice, element } from "../shared/dom";
import { count, firstOf, share, shortName } from "../shared/format";
import { CATEGORIES, SEQUENTIAL } from "../shared/palette";
import { SortableTable } from "../shared/sortable";
import { cssColour, isDark } from "../shared/theme";

interface Causes {
  first_use: number;
  capacity: number;
  conflict: number;
}

interface Method {
  name: string;
  words: number;
  lookups: number;
  misses: Causes;
  stall_cycles: number;
  loads: number[];
}

interface Pair {
  from: number;
  to: number;
  invoke: boolean;
  lookups: number;
  misses: Causes;
  stall_cycles: number;
}

/** The misses of a program on one cache. */
export interface RunMisses {
  name: string;
  cache: string;
  /** Size of the cache in words. */
  words: number;
  methods: Method[];
  pairs: Pair[];
  window: number;
  lookups: number;
}

/** Methods that the charts show. */
const SHOWN = 24;
const CAUSES: [keyof Causes, string][] = [
  ["first_use", "first use"],
  ["capacity", "capacity"],
  ["conflict", "conflict"],
];

/** As docs/cache-page.md has them. */
const DEFINITIONS: [string, string][] = [
  ["first use", "The method was never looked up before. No cache avoids it."],
  ["capacity", "The reference cache misses as well."],
  ["conflict", "The reference cache hits: blocks, placement or replacement of this cache are the reason."],
  [
    "reference cache",
    "As many words as this cache, with whole methods at exactly their length, anywhere, without blocks. While a missing method does not " +
      "fit, it drops the method whose last lookup is longest ago.",
  ],
];

/** What the causes mean; each miss has the first that applies. */
function definitions(): HTMLElement {
  const entries = DEFINITIONS.flatMap(([term, meaning]) => [element("dt", {}, term), element("dd", {}, meaning)]);
  return element("dl", { id: "definitions" }, ...entries);
}

const all = (causes: Causes) => causes.first_use + causes.capacity + causes.conflict;
/** Misses that another cache or another layout could avoid. */
const avoidable = (causes: Causes) => causes.capacity + causes.conflict;

/** Both ways between two methods: what keeping them together would save. */
interface Link {
  a: Method;
  b: Method;
  lookups: number;
  misses: number;
  conflict: number;
  stall_cycles: number;
  advice: string;
}

function links({ methods, pairs, words }: RunMisses): Link[] {
  const found = new Map<string, Link>();
  for (const pair of pairs) {
    if (pair.from === pair.to) continue;
    const [a, b] = [Math.min(pair.from, pair.to), Math.max(pair.from, pair.to)];
    const fit = methods[a]!.words + methods[b]!.words <= words;
    const link = found.get(`${a} ${b}`) ?? {
      a: methods[a]!,
      b: methods[b]!,
      lookups: 0,
      misses: 0,
      conflict: 0,
      stall_cycles: 0,
      advice: fit ? "fit together: co-locate or inline" : "too long together: split one",
    };
    link.lookups += pair.lookups;
    link.misses += avoidable(pair.misses);
    link.conflict += pair.misses.conflict;
    link.stall_cycles += pair.stall_cycles;
    found.set(`${a} ${b}`, link);
  }
  return [...found.values()].filter((link) => link.misses > 0);
}

/** What could be done about a method's misses; nothing for those that nothing avoids. */
function advice(method: Method, words: number): string {
  if (avoidable(method.misses) === 0) return "";
  if (method.words > words / 2) return "split: longer than half of the cache";
  if (method.misses.capacity > method.misses.conflict && method.words > words / 8) return "split: rarely used parts apart";
  return method.misses.conflict > method.misses.capacity ? "co-locate, or more blocks" : "a larger cache";
}

/** The boxes of a page about misses. */
export function misses(runs: RunMisses[]): HTMLElement[] {
  let run = runs[0];
  if (!run) return [];
  const hottest = () => [...run!.methods].sort((a, b) => b.stall_cycles - a.stall_cycles).slice(0, SHOWN);
  const note = element("p", { id: "misses-sum" });
  const methods = new SortableTable<Method>(
    "miss-methods",
    "Misses by method",
    [
      { name: "method", text: (row) => row.name },
      { name: "words", text: (row) => count(row.words), key: (row) => row.words },
      { name: "lookups", text: (row) => count(row.lookups), key: (row) => row.lookups },
      ...CAUSES.map(([cause, name]) => ({
        name,
        text: (row: Method) => count(row.misses[cause]),
        key: (row: Method) => row.misses[cause],
      })),
      { name: "waiting", text: (row) => count(row.stall_cycles), key: (row) => row.stall_cycles },
      { name: "what could be done", text: (row) => advice(row, run!.words) },
    ],
    6,
  );
  const pairs = new SortableTable<Link>(
    "miss-pairs",
    "Methods that call each other and miss",
    [
      { name: "one", text: (row) => shortName(row.a.name), full: (row) => row.a.name },
      { name: "other", text: (row) => shortName(row.b.name), full: (row) => row.b.name },
      { name: "calls and returns", text: (row) => count(row.lookups), key: (row) => row.lookups },
      { name: "capacity, conflict", text: (row) => count(row.misses), key: (row) => row.misses },
      { name: "of it conflict", text: (row) => count(row.conflict), key: (row) => row.conflict },
      { name: "waiting", text: (row) => count(row.stall_cycles), key: (row) => row.stall_cycles },
      { name: "together", text: (row) => `${count(row.a.words + row.b.words)} words: ${row.advice}` },
    ],
    5,
  );
  const charts = [
    new ChartBox("causes", "Causes of misses", "", () => {
      const shown = hottest().reverse();
      return {
        legend: {},
        grid: { left: 190, right: 30, top: 34, bottom: 30 },
        tooltip: { trigger: "axis", axisPointer: { type: "shadow" } },
        xAxis: { type: "value" },
        yAxis: { type: "category", data: shown.map((method) => shortName(method.name)), axisLabel: axisLabel(180) },
        series: CAUSES.map(([cause, name], place) => ({
          type: "bar",
          name,
          stack: "misses",
          color: CATEGORIES[place],
          data: shown.map((method) => method.misses[cause]),
        })),
      };
    }),
    new ChartBox("heat", "Words loaded over time", "The same methods; time counts lookups from the start of the run.", () => {
      const shown = hottest().reverse();
      const points = shown.flatMap((method, row) => method.loads.map((words, window) => [window, row, words]));
      const most = points.reduce((most, point) => Math.max(most, point[2]!), 1);
      const windows = Math.ceil(run!.lookups / run!.window);
      return {
        grid: { left: 190, right: 20, top: 10, bottom: 78 },
        tooltip: {
          formatter: ({ data }: { data: [number, number, number] }) =>
            tooltip(shown[data[1]]!.name, `from lookup ${count(data[0] * run!.window)}`, `${count(data[2])} words loaded`),
        },
        xAxis: { type: "category", data: Array.from({ length: windows }, (_, window) => count(window * run!.window)) },
        yAxis: { type: "category", data: shown.map((method) => shortName(method.name)), axisLabel: axisLabel(180) },
        visualMap: {
          min: 0,
          max: most,
          orient: "horizontal",
          left: "center",
          bottom: 0,
          itemHeight: 160,
          text: [`${count(most)} words`, "0"],
          textStyle: { color: cssColour("--faint") },
          inRange: { color: isDark() ? [...SEQUENTIAL].reverse() : [...SEQUENTIAL] },
        },
        series: [{ type: "heatmap", data: points.filter((point) => point[2]! > 0), progressive: 0 }],
      };
    }),
  ];
  const show = (name: string) => {
    run = runs.find((run) => run.name === name)!;
    const sums = CAUSES.map(([cause, text]) => [run!.methods.reduce((sum, method) => sum + method.misses[cause], 0), text] as const);
    const total = run.methods.reduce((sum, method) => sum + all(method.misses), 0);
    const parts = sums.map(([sum, text]) => `${text} ${count(sum)} (${share(sum, total)})`).join(", ");
    note.textContent = `${run.name} on ${run.cache}: ${count(total)} of ${count(run.lookups)} lookups miss: ${parts}`;
    methods.set(run.methods.filter((method) => all(method.misses) > 0));
    pairs.set(links(run));
    charts[0]!.note = `${firstOf(SHOWN, run.methods.length, "methods")}, those that the processor waits for most.`;
    for (const chart of charts) chart.update();
  };
  const names = runs.map(({ name }) => [name, name] as const);
  const head = element("section", { class: "box wide", id: "misses" }, element("h2", {}, "Why lookups miss"), note, definitions());
  if (runs.length > 1) head.append(choice("Program", "misses-run", names, show));
  show(run.name);
  return [head, ...charts.map((chart) => chart.element), methods.element, pairs.element];
}

function axisLabel(width: number) {
  return { interval: 0, fontSize: 10, width, overflow: "truncate" };
}
