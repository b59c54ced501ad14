#!/usr/bin/env bash
# The node dies with its tasks, Slurm notices, and the node comes back: Slurm gives its tasks again.
set -euo pipefail
node=$(hostname -s)
pkill -9 -x slurmd || true
pkill -9 -x slurmstepd || true
scontrol update "NodeName=$node" State=DOWN Reason=lost
sleep 1
slurmd
# With ReturnToService it may have come back by itself.
scontrol update "NodeName=$node" State=RESUME 2>/dev/null || true
sleep 1
# Slurm lets a task that it gives again wait for two minutes.
for job in $(squeue --noheader --array --states=PENDING --format=%i); do
    scontrol update "JobId=$job" StartTime=now || true
done
