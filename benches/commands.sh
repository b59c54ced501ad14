#!/usr/bin/env bash
# The machine as a user runs it: user time of `jop run` on every embedded program, in superblocks and on the reference, and of
# the commands that record. Prints the tables of docs/superblocks.md. `commands.sh JOP [PROGRAM...]`; three turns, the best counts.
set -euo pipefail
jop=${1:?"path of jop"}
shift
TIMEFORMAT=%U
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Seconds of user time of a command, the best of three.
best() {
    for _ in 1 2 3; do
        { time "$@" >"$work/out" 2>"$work/err" </dev/null; } 2>&1
    done | sort -n | head -1
}

# A row: name, and the arguments of `jop run`.
row() {
    local name=$1
    shift
    "$jop" run -q --report "$work/report" "$@" >/dev/null </dev/null
    local cycles share
    cycles=$(sed -nE 's/^    "cycles": ([0-9]+).*/\1/p' "$work/report" | head -1)
    share=$(sed -nE 's/.*"block_share": ([0-9.e-]+).*/\1/p' "$work/report")
    awk -v name="$name" -v cycles="$cycles" -v share="$share" \
        -v machine="$(best "$jop" run -q "$@")" \
        -v reference="$(best "$jop" run -q --engine reference "$@")" 'BEGIN {
            printf "| %s | %.1f | %.1f | %.1f | %.1f | %.2f %% |\n", name, cycles / 1e6,
                cycles / reference / 1e6, cycles / machine / 1e6, reference / machine, 100 * share }'
}

echo "| run | M cycles | reference, M cycles/s | machine, M cycles/s | ratio | in superblocks |"
echo "|---|---|---|---|---|---|"
"$jop" programs --format csv | sed 1d | while IFS=, read -r program _ _ long _; do
    case " ${*:-$program} " in *" $program "*) row "$program" --program "$program" -- "$long" ;; esac
done
printf 'data_cache = true\n' >"$work/data-cache.toml"
printf 'object_cache = true\n' >"$work/object-cache.toml"
for cache in data-cache object-cache; do
    row "lift, $cache" --program lift --config "$work/$cache.toml" -- 500
done

echo
echo "| command | user time, s |"
echo "|---|---|"
echo "| run --profile, lift 1500 | $(best "$jop" run --program lift --profile "$work/lift.jprof" -q -- 1500) |"
echo "| the same, --engine reference | $(best "$jop" run --program lift --profile "$work/lift.jprof" --engine reference -q -- 1500) |"
echo "| sweep --program lift,motor,udpip | $(best "$jop" sweep --program lift,motor,udpip -q) |"
