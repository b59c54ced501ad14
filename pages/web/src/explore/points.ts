// The points of an exploration as the page keeps them.

export interface Axis {
  option: string;
  label: string;
  values: string[];
  texts: string[];
}

export interface Row {
  program: number;
  at: number[];
  cycles: number;
  microseconds: number;
  bits: number;
  cost: number;
  pareto: boolean;
  source: string;
}

export interface Points {
  programs: string[];
  axes: Axis[];
  base: [string, string][];
  cost: string;
  rows: Row[];
}

/** What a row has on an axis, for people. */
export const textAt = (points: Points, row: Row, axis: number): string => points.axes[axis]!.texts[row.at[axis]!]!;

/** A row's machine in TOML, as `jop config` reads it. */
export function toml(points: Points, row: Row): string {
  const chosen = new Map(points.axes.map((axis, place) => [axis.option, axis.values[row.at[place]!]!]));
  const lines = points.base.map(([option, value]) => {
    const given = chosen.get(option);
    // The base shows how a value of this option is written.
    const text = given === undefined ? value : value.startsWith('"') ? `"${given}"` : given;
    return `${option} = ${text}`;
  });
  const variant = chosen.get("variant");
  const head = variant === undefined ? [] : [`# instruction set: ${variant}`];
  return [...head, ...lines].join("\n") + "\n";
}
