#!/usr/bin/env bash
# The machine as a user runs it: user time of `jop run` on every embedded program at its long length, in superblocks and on the
# reference, of `jop run` on machines with data caches and object cache, of `jop run -o` and of a sweep.
# Prints the table of commands in docs/superblocks.md. `commands.sh JOP [PROGRAM...]`; the best of TURNS turns counts, 3 unless set.
# Each turn runs both engines, so that a machine that grows slower does so for both. A command that fails ends the script.
set -euo pipefail
jop=${1:?"path of jop"}
shift
turns=${TURNS:-3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Seconds of user time of a command.
seconds() {
    local TIMEFORMAT=%U
    if ! { time "$@" >"$work/out" 2>"$work/err" </dev/null; } 2>"$work/time"; then
        printf '%s failed:\n' "$*" >&2
        cat "$work/err" >&2
        return 1
    fi
    tail -1 "$work/time"
}

# The smallest of the numbers in a file.
least() { sort -n "$1" | head -1; }

# A row: name, and the arguments of `jop run`.
row() {
    local name=$1 cycles share
    shift
    "$jop" run -q --report "$work/report" "$@" >/dev/null </dev/null
    cycles=$(sed -nE 's/^    "cycles": ([0-9]+).*/\1/p' "$work/report" | head -1)
    share=$(sed -nE 's/.*"block_share": ([0-9.e-]+).*/\1/p' "$work/report")
    : "${cycles:?"no cycles in the report of $name"}" "${share:?"no share in the report of $name"}"
    : >"$work/blocks" >"$work/reference"
    for _ in $(seq "$turns"); do
        seconds "$jop" run -q "$@" >>"$work/blocks"
        seconds "$jop" run -q --engine reference "$@" >>"$work/reference"
    done
    awk -v name="$name" -v cycles="$cycles" -v share="$share" \
        -v machine="$(least "$work/blocks")" -v reference="$(least "$work/reference")" 'BEGIN {
            printf "| %s | %.1f | %.1f | %.1f | %.1f | %.2f %% |\n", name, cycles / 1e6,
                cycles / reference / 1e6, cycles / machine / 1e6, reference / machine, 100 * share }'
}

# A command's best time.
command_row() {
    local name=$1
    shift
    : >"$work/times"
    for _ in $(seq "$turns"); do seconds "$@" >>"$work/times"; done
    echo "| $name | $(least "$work/times") |"
}

"$jop" programs --format csv >"$work/programs.csv"
echo "| run | M cycles | reference, M cycles/s | machine, M cycles/s | ratio | in superblocks |"
echo "|---|---|---|---|---|---|"
while IFS=, read -r program _ _ long _; do
    case " ${*:-$program} " in *" $program "*) row "$program" --program "$program" -- "$long" ;; esac
done < <(sed 1d "$work/programs.csv")
printf 'data_cache = true\n' >"$work/data-cache.toml"
printf 'object_cache = true\n' >"$work/object-cache.toml"
for cache in data-cache object-cache; do
    row "lift, $cache" --program lift --config "$work/$cache.toml" -- 500
done

echo
echo "| command | user time, s |"
echo "|---|---|"
command_row "run -o, lift 1500" "$jop" run --program lift -o "$work/lift.jrec" -q -- 1500
command_row "the same, --engine reference" "$jop" run --program lift -o "$work/lift.jrec" --engine reference -q -- 1500
command_row "explore --caches --program lift,motor,udpip" "$jop" explore --caches --program lift,motor,udpip -q
