// Runs five programs in the committed module and compares them with the jop command: how they end, cycles, counters and output.
// One more program waits for input there and gets it.
//
//   JOP=/path/to/jop node behaviour.mjs
//
// The module gets what a page of that command brings. Exit status: 0 the same, 1 a difference.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { Machine, initSync } from "./src/machine/wasm/machine_wasm.js";

const jop = process.env.JOP ?? "jop";
const folder = mkdtempSync(join(tmpdir(), "joplab-module-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

/** Programs, their machines, and the counter of the report that says that a program touches what it is here for. */
const RUNS = [
  { subject: "method cache", program: "lift", machine: "", counter: ({ statistics }) => statistics.method_words_loaded },
  { subject: "floats", program: "double-fft", machine: "ram_cnt = 5\n", counter: ({ statistics }) => statistics.memory_reads },
  { subject: "threads", program: "producer-consumer", machine: 'method_cache = "one-block"\n', counter: ({ statistics }) => statistics.interrupts },
  { subject: "exceptions", program: "modern", machine: 'method_cache = "two-block"\njpc_width = 10\n', counter: ({ statistics }) => statistics.thrown },
  { subject: "garbage collection", program: "gc-stress", machine: "object_cache = true\ndata_cache = true\n", counter: ({ collections }) => collections?.count ?? 0 },
];

function ask(machine, request, bytes = new Uint8Array()) {
  const answer = JSON.parse(machine.answer(JSON.stringify(request), bytes));
  if (answer.error !== undefined) throw new Error(`${request.do}: ${answer.error}`);
  return answer.ok;
}

/** The library in a page of the command: its request and its archives. */
function libraryOfPage() {
  const file = join(folder, "page.html");
  execFileSync(jop, ["-q", "view", "-o", file]);
  const [, packed] = /id="data">([^<]*)</.exec(readFileSync(file, "utf8"));
  const data = gunzipSync(Buffer.from(packed, "base64"));
  const start = 4 + data.readUInt32LE(0);
  const { library, columns } = JSON.parse(data.subarray(4, start).toString());
  let at = start;
  const places = new Map(columns.map(({ name, bytes }) => [name, data.subarray(at, (at += bytes))]));
  return { request: { do: "library", ...library }, archives: places.get("library") };
}

/** What the command says of a run. */
function ofCommand(program, config) {
  const report = join(folder, "report.json");
  const { stdout, stderr, error } = spawnSync(jop, ["-q", "run", "--program", program, "--config", config, "--report", report], { encoding: "utf8" });
  if (error || stderr) throw new Error(`jop run --program ${program}: ${error ?? stderr}`);
  return { output: stdout.replaceAll("\r", ""), ...JSON.parse(readFileSync(report, "utf8")) };
}

/** What the module says of it. */
function ofModule({ request, archives }, program, config) {
  const machine = new Machine();
  ask(machine, request, archives);
  ask(machine, { do: "machine", config });
  ask(machine, { do: "program", name: program });
  for (let until = 1_000_000; ; until += 1_000_000) {
    const arrival = ask(machine, { do: "run", until });
    if (arrival.arrived) continue;
    if (!arrival.ended) throw new Error(`${program}: ${arrival.text}`);
    return ask(machine, { do: "show", parts: ["output", "statistics"] });
  }
}

/** What a program that reads prints and says: it waits for its input, and goes on with it. */
function reads({ request, archives }) {
  const machine = new Machine();
  ask(machine, request, archives);
  ask(machine, { do: "file", name: "Echo.class" }, readFileSync(join(import.meta.dirname, "../../cli/tests/programs/Echo.class")));
  ask(machine, { do: "link", main: "Echo" });
  const said = [];
  for (let until = 1_000_000; said.length < 2; until += 1_000_000) {
    const arrival = ask(machine, { do: "run", until });
    if (arrival.arrived) continue;
    said.push(arrival.ended ? "it ends" : arrival.text.split(";")[0]);
    if (!arrival.ended) ask(machine, { do: "input", text: "joplab." });
  }
  return [...said, ask(machine, { do: "show", parts: ["output"] }).output.text.trim()].join(", ");
}

initSync({ module: gunzipSync(readFileSync(join(import.meta.dirname, "../wasm/machine.wasm.gz"))) });
const library = libraryOfPage();
const differences = [];
for (const { subject, program, machine, counter } of RUNS) {
  const config = join(folder, "machine.toml");
  writeFileSync(config, machine);
  const command = ofCommand(program, config);
  const { moment, statistics, output } = ofModule(library, program, machine);
  if (!(counter(command) > 0)) throw new Error(`${program} touches no ${subject}`);
  const facts = {
    status: [command.outcome.status, moment.status],
    cycles: [command.statistics.cycles, moment.cycle],
    bytecodes: [command.statistics.bytecodes, statistics.bytecodes],
    "memory reads": [command.statistics.memory_reads, statistics.reads],
    "method lookups": [command.statistics.method_lookups, statistics.lookups],
    output: [command.output, output.text],
  };
  for (const [fact, [wanted, found]] of Object.entries(facts)) {
    if (wanted !== found) differences.push(`${program}: ${fact} ${JSON.stringify(wanted)}, in the module ${JSON.stringify(found)}`);
  }
  console.log(`${program}: ${moment.cycle} cycles (${subject})`);
}
const read = reads(library);
if (read !== "the program waits for input, it ends, JOPLAB") differences.push(`Echo: ${read}`);
if (differences.length > 0) {
  console.error(differences.join("\n"));
  process.exit(1);
}
