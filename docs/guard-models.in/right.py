"""Predicts the cycles of each method from recordings on two memories."""

import csv
import json
import sys

# `ram_cnt` of the recordings.
FAST, SLOW = 2, 3


def cycles(file):
    """Cycles that each method of a recording spends in itself."""
    with open(file, newline="") as rows:
        return {row["method"]: int(row["self_cycles"]) for row in csv.DictReader(rows)}


def option(machine, name):
    """A number of a machine file."""
    with open(machine) as lines:
        for line in lines:
            key, _, value = line.partition("=")
            if key.strip() == name:
                return int(value.split("#")[0])
    raise SystemExit(f"{machine} has no {name}")


def predict(machine):
    """The cycles of each method on a machine: on the line through both recordings."""
    fast, slow = cycles("fast.csv"), cycles("slow.csv")
    steps = (option(machine, "ram_cnt") - FAST) / (SLOW - FAST)
    return {
        method: round(own + steps * (slow.get(method, own) - own))
        for method, own in fast.items()
    }


_, _, machine, *_ = sys.argv
json.dump({"methods": predict(machine)}, sys.stdout)
