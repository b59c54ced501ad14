"""Holds what the readers of other tools find in exports against `jop show`. Fails at the first difference.

Usage: verify.py FOLDER, with the exports of one profile, the tables of `jop show` and readers.json in it.
"""

import csv
import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pyarrow.parquet

folder = Path(sys.argv[1])


def table(name):
    with open(folder / name, newline="") as file:
        return list(csv.DictReader(file))


methods = {row["method"]: row for row in table("methods.csv")}
causes = {row["cause"]: int(row["cycles"]) for row in table("causes.csv")}
total = sum(causes.values())
cycles = {
    name: (int(row["self_cycles"]), int(row["total_cycles"]))
    for name, row in methods.items()
    if int(row["total_cycles"]) > 0
}
readers = json.loads((folder / "readers.json").read_text())
pprof = readers["run.pb.gz"]
readable = {pprof["names"][name]: figures for name, figures in cycles.items()}


def equal(what, found, expected):
    if found != expected:
        if isinstance(found, dict) and isinstance(expected, dict):
            keys = [key for key in found.keys() | expected.keys() if found.get(key) != expected.get(key)]
            shown = [(key, found.get(key), expected.get(key)) for key in sorted(keys, key=str)[:5]]
            sys.exit(f"{what}: {len(keys)} differ (name, found, expected): {shown}")
        sys.exit(f"{what}: found {found}, expected {expected}")
    count = f"{len(expected)} methods" if isinstance(expected, dict) else f"{expected:,}"
    print(f"  {what}: {count}")


def figures(functions):
    return {name: tuple(sums) for name, sums in functions.items() if sums[1] > 0}


def own_sums(rows):
    sums = {}
    for row in rows:
        sums[row["method"]] = sums.get(row["method"], 0) + int(row["cycles"])
    return {name: own for name, own in sums.items() if own > 0}


own = {name: own for name, (own, _) in cycles.items() if own > 0}

print("pprof-format")
equal("pprof, cycles", pprof["types"]["cycles"]["total"], total)
equal("pprof, own and inclusive cycles", figures(pprof["types"]["cycles"]["functions"]), cycles)
for cause, expected in causes.items():
    equal(f"pprof, {cause}", pprof["types"][cause]["total"], expected)
for column in ["calls", "bytecodes"]:
    found = pprof["types"][column]["functions"]
    found = {name: sums[0] for name, sums in found.items() if sums[0] > 0}
    expected = {name: int(row[column]) for name, row in methods.items() if int(row[column]) > 0}
    equal(f"pprof, {column}", found, expected)
lines = [place for place in pprof["places"].values() if place[0].endswith(".java") and place[1] > 0]
if len(lines) < 10:
    sys.exit(f"pprof: only {len(lines)} functions have a file and a line")

print("speedscope's importer")
for name in ["run.speedscope.json", "run.collapsedstack.txt"]:
    equal(f"{name}, cycles", readers[name]["total"], total)
    equal(f"{name}, own and inclusive cycles", figures(readers[name]["functions"]), readable)

print("callgrind_annotate")


def annotate(inclusive):
    command = ["callgrind_annotate", "--threshold=100", "--auto=no", f"--inclusive={inclusive}", "--show=Cycles"]
    text = subprocess.run([*command, folder / "callgrind.out.run"], check=True, capture_output=True, text=True).stdout
    whole = re.search(r"([\d,]+) \(100\.0%\)\s+PROGRAM TOTALS", text)
    rows = re.findall(r"^ *([\d,]+) \( *[\d.]+%\)\s+(?:\?\?\?|\S+\.java):(.+?)$", text, re.MULTILINE)
    number = lambda digits: int(digits.replace(",", ""))
    return number(whole[1]), {name.strip(): number(count) for count, name in rows if number(count) > 0}


whole, found = annotate("no")
equal("callgrind, cycles", whole, total)
equal("callgrind, own cycles", found, {name: own for name, (own, _) in readable.items() if own > 0})
whole, found = annotate("yes")
equal("callgrind, inclusive cycles", found, {name: inclusive for name, (_, inclusive) in readable.items()})

print("dot")
graph = json.loads(subprocess.run(["dot", "-Tjson", folder / "run.dot"], check=True, capture_output=True).stdout)
found = {}
for node in graph["objects"]:
    own_total = re.fullmatch(r"(\d+) of (\d+) cycles in itself", node["tooltip"])
    name = ".".join(node["label"].split("\\n")[:-1])
    if int(own_total[2]) > 0:
        found[name] = (int(own_total[1]), int(own_total[2]))
equal("dot, own and inclusive cycles", found, readable)

print("pyarrow")
parquet = pyarrow.parquet.read_table(folder / "run.parquet").to_pylist()
equal("parquet, own cycles", own_sums(parquet), own)
for cause, expected in causes.items():
    equal(f"parquet, {cause}", sum(row[cause.replace("-", "_")] for row in parquet), expected)
rows = table("run.csv")
equal("csv, own cycles", own_sums(rows), own)
equal("csv, rows", len(rows), len(parquet))

print("Firefox's processed profile")
firefox = json.loads((folder / "run.firefox.json").read_text())
found = {}
for thread in firefox["threads"]:
    strings = thread.get("stringArray") or firefox["shared"]["stringArray"]
    stacks, frames, functions = thread["stackTable"], thread["frameTable"], thread["funcTable"]
    for stack, weight in zip(thread["samples"]["stack"], thread["samples"]["weight"], strict=True):
        chain = []
        while stack is not None:
            chain.append(strings[functions["name"][frames["func"][stacks["frame"][stack]]]])
            stack = stacks["prefix"][stack]
        for place, name in enumerate(dict.fromkeys(chain)):
            sums = found.setdefault(name, [0, 0])
            sums[0] += weight if place == 0 else 0
            sums[1] += weight
equal("firefox, own and inclusive cycles", figures(found), readable)

print("XML")
for name in ["run.svg", "change.svg"]:
    titles = [title.text for title in ElementTree.parse(folder / name).iter("{http://www.w3.org/2000/svg}title")]
    whole = next(re.fullmatch(r"all \(([\d,]+) cycles, 100%\)", title) for title in titles if title.startswith("all ("))
    equal(f"{name}, cycles", int(whole[1].replace(",", "")), total)
