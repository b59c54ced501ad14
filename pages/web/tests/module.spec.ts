// The module of the machine's page without a browser: its words have 32 bits, those of the command that writes files 64.

import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "@playwright/test";
import { Machine, initSync } from "../src/machine/wasm/machine_wasm";
import { folder, run } from "./pages";

const repository = join(import.meta.dirname, "../../..");

initSync({ module: gunzipSync(readFileSync(join(repository, "pages/wasm/machine.wasm.gz"))) });

function ask(machine: Machine, request: object, bytes: Uint8Array = new Uint8Array()): Record<string, unknown> {
  const answer = JSON.parse(machine.answer(JSON.stringify(request), bytes)) as { ok?: Record<string, unknown>; error?: string };
  expect(answer.error).toBeUndefined();
  return answer.ok!;
}

/** Opens a checkpoint and runs to its end; gives the cycles of both. */
function resume(bytes: Uint8Array): { opened: unknown; end: unknown; output: string } {
  const machine = new Machine();
  const { cycle: opened } = ask(machine, { do: "file", name: "a.jopcheck" }, bytes);
  for (let until = 0; ; until += 1_000_000) {
    const arrival = ask(machine, { do: "run", until });
    if (arrival["arrived"]) continue;
    expect(arrival["ended"]).toBe(true);
    const { output } = ask(machine, { do: "show", parts: ["output"] }) as { output: { text: string } };
    return { opened, end: arrival["cycle"], output: output.text };
  }
}

test("the committed checkpoint opens and goes on to its end", () => {
  const golden = join(repository, "run/tests/golden");
  const newest = readdirSync(golden).filter((name) => name.endsWith(".jopcheck")).sort().at(-1)!;
  // The cycles of run/tests/it/files.rs.
  const { opened, end } = resume(readFileSync(join(golden, newest)));
  expect([opened, end]).toEqual([90_000, 519_752]);
});

for (const cache of ["fifo", "one-block", "two-block", "lru", "fixed-fifo", "fixed-lru", "bump-pointer", "ideal"]) {
  test(`a checkpoint of a machine with the method cache ${cache} opens and ends as the command ends it`, () => {
    const size = cache === "two-block" ? "jpc_width = 10\n" : cache.startsWith("fixed") ? "block_bits = 3\n" : "";
    writeFileSync(join(folder, `${cache}.toml`), `method_cache = "${cache}"\n${size}object_cache = true\ndata_cache = true\n`);
    const words = ["run", "--program", "sieve", "--config", `${cache}.toml`, "--report", `${cache}.json`];
    const output = run(...words, "--checkpoint-every", "200k", "--checkpoints", cache, "--", "1");
    const report = JSON.parse(readFileSync(join(folder, `${cache}.json`), "utf8")) as { statistics: { cycles: number } };
    const resumed = resume(readFileSync(join(folder, cache, "sieve-000000200000.jopcheck")));
    expect(resumed).toEqual({ opened: 200_000, end: report.statistics.cycles, output: output.replaceAll("\r", "") });
  });
}
