#!/usr/bin/env bash
# The same work on HyperQueue, on Slurm and in one process: the same bytes, also when workers are lost half way.
# JOP names the command. Engines that cannot be installed are skipped with a line.
set -euo pipefail
cd "$(dirname "$0")"
here=$PWD
jop=${JOP:-../../../../target/release/jop}
jop=$(realpath "$jop")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
points=(--program lift,motor,udpip --size 1K..16K --blocks 4..64 --org fifo,lru,one-block --memory all --ram-cnt 1..4
    --vary object_cache=false,true)
caches=(--program crc32,sieve --org fifo,lru --size 1K..4K --ram-cnt 1,2)
"$jop" explore "${points[@]}" -q -o one.csv
"$jop" explore --caches "${caches[@]}" -q -o caches.csv
# Without a JVM: the cross-profiler takes most of the time, and is no other on a cluster.
"$jop-evaluate" --part accuracy --program crc32,sieve --java none -q -o evaluate.json
"$jop" validate --program crc32,sieve --format csv -q -o validate.csv

# Both workers are lost when some parts are there; the same command goes on with new ones.
cat >killed.sh <<KILLED
set -euo pipefail
trap 'kill \$(jobs -p) 2>/dev/null || true' EXIT
engine=\$1 lose=\$2
"$jop" explore ${points[*]} --cluster \$engine --cluster-dir parts-\$engine -q -o \$engine.csv &
for _ in \$(seq 600); do
    [ "\$(ls parts-\$engine 2>/dev/null | grep -c part-)" -ge 3 ] && break
    sleep 0.05
done
before=\$(ls parts-\$engine | grep -c part-)
\$lose
if ! wait \$!; then
    echo "    the command ended; it is given again"
    "$jop" explore ${points[*]} --cluster \$engine --cluster-dir parts-\$engine -q -o \$engine.csv
fi
cmp one.csv \$engine.csv
echo "    explore: the same bytes; \$before of \$(ls parts-\$engine | grep -c part-) parts were there when workers were lost"
"$jop" explore --caches ${caches[*]} --cluster \$engine -q -o \$engine-caches.csv
cmp caches.csv \$engine-caches.csv
"$jop-evaluate" --part accuracy --program crc32,sieve --java none --cluster \$engine -q -o \$engine-evaluate.json
cmp evaluate.json \$engine-evaluate.json
"$jop" validate --program crc32,sieve --cluster \$engine --format csv -q -o \$engine-validate.csv
cmp validate.csv \$engine-validate.csv
echo "    caches, validate, evaluate: the same bytes"
KILLED

try() {
    echo "  $1"
    local ended=0
    timeout 300 "${@:2}" || ended=$?
    # 77 is a skip; its line says why. Daemons that do not come up in time are given a second chance.
    if [ $ended != 0 ] && [ $ended != 77 ]; then
        echo "    failed with $ended; once more"
        ended=0
        timeout 300 "${@:2}" || ended=$?
    fi
    [ $ended = 0 ] || [ $ended = 77 ]
}
lose_slurm="bash $here/lose-slurm-node.sh"
try "this computer" bash killed.sh local true
try HyperQueue "$here/hyperqueue.sh" bash killed.sh hq restart-hyperqueue
try Slurm "$here/slurm.sh" bash killed.sh slurm "$lose_slurm"
