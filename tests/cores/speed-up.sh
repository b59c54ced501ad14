#!/usr/bin/env bash
# Prints how much faster programs of this folder are on several cores than on one: the table of docs/cores.md.
#
#   speed-up.sh JOP
set -euo pipefail
cd "$(dirname "$0")"
jop=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Microseconds of a program $1 of size $2 on the machine of the options after it.
time_of() {
    local program=$1 size=$2
    shift 2
    printf '%s\n' "$@" >"$work/machine.toml"
    "$jop" run -q -cp programs.jar --config "$work/machine.toml" "$program" -- "$size" time | sed -n 's/ us$//p'
}

echo "| program | memory | one core, us | arbiter | 2 cores | 4 cores | 8 cores |"
echo "|---|---|--:|---|--:|--:|--:|"
for program in "Matrix 24" "Sort 1000" "Crc 64" "Filters 60"; do
    read -r name size <<<"$program"
    for memory in sram32 ssram32; do
        one=$(time_of "$name" "$size" "memory = \"$memory\"")
        for arbiter in tdma round-robin fair; do
            printf '| %s | %s | %d | %s' "$name" "$memory" "$one" "$arbiter"
            for cores in 2 4 8; do
                several=$(time_of "$name" "$size" "memory = \"$memory\"" "cores = $cores" "arbiter = \"$arbiter\"")
                awk -v a="$one" -v b="$several" 'BEGIN { printf " | %.2f", a / b }'
            done
            echo " |"
        done
    done
done
