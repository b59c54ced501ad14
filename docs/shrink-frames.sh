#!/usr/bin/env bash
# Prints what `--shrink-frames` saves in the embedded programs, as the table of shrink-frames.md.
#
#   shrink-frames.sh JOP
set -euo pipefail
jop=$1
echo "| program | methods with fewer words | words | calls replaced | cycles | cycles after | |"
echo "|---|--:|--:|--:|--:|--:|--:|"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$jop" programs --format csv | sed 1d | cut -d, -f1 | while read -r name; do
    "$jop" build --program "$name" --shrink-frames -o "$work/a.jop" 2>"$work/notes" >/dev/null
    read -r methods words calls < <(sed -nE 's/.*note: ([0-9]+) methods have ([0-9]+) words.*; ([0-9]+) calls.*/\1 \2 \3/p' "$work/notes")
    for option in "" --shrink-frames; do
        # shellcheck disable=SC2086
        "$jop" run -q --engine fast --program "$name" $option --report "$work/r$option.json" >/dev/null 2>&1
    done
    count() { sed -nE 's/^ *"cycles": ([0-9]+).*/\1/p' "$1" | sed -n 1p; }
    awk -v n="$name" -v m="$methods" -v w="$words" -v c="$calls" -v a="$(count "$work/r.json")" -v b="$(count "$work/r--shrink-frames.json")" \
        'BEGIN { printf "| %s | %d | %d | %d | %d | %d | %.1f %% |\n", n, m, w, c, a, b, 100 * b / a }'
done
