#!/usr/bin/env bash
# The daemon of the node dies with its tasks, and comes back.
set -euo pipefail
pkill -9 -x slurmstepd || true
pkill -9 -x slurmd || true
sleep 1
slurmd
