// What a link carries: program, machine, cycle, panels, lesson, breakpoints.

export interface Place {
  program?: string;
  args?: string;
  /** Options of the machine, as in a machine file. */
  machine?: string;
  cycle?: number;
  panels?: string[];
  lesson?: string;
  breaks?: string[];
}

/** The place that the address of the page names. */
export function readPlace(): Place {
  const words = new URLSearchParams(location.hash.slice(1));
  const text = (name: string) => words.get(name) ?? undefined;
  const list = (name: string) => text(name)?.split(",").filter(Boolean);
  const cycle = Number(words.get("cycle") ?? NaN);
  const place: Place = {};
  const put = <Key extends keyof Place>(key: Key, value: Place[Key]) => {
    if (value !== undefined) place[key] = value;
  };
  put("program", text("program"));
  put("args", text("args"));
  put("machine", text("machine"));
  put("cycle", Number.isSafeInteger(cycle) && cycle >= 0 ? cycle : undefined);
  put("panels", list("panels"));
  put("lesson", text("lesson"));
  put("breaks", list("breaks"));
  return place;
}

/** The part of an address that names a place. */
export function hashOf(place: Place): string {
  const words = new URLSearchParams();
  for (const [name, value] of Object.entries(place)) {
    const text = Array.isArray(value) ? value.join(",") : String(value ?? "");
    if (text !== "") words.set(name, text);
  }
  return `#${words.toString().replaceAll("%2C", ",")}`;
}

/** Puts a place into the address of the page, without a step in its history. */
export function writePlace(place: Place): void {
  history.replaceState(null, "", hashOf(place));
}
