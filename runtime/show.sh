#!/usr/bin/env bash
# Prints a table of programs that use the packages of the library: image, cycles on both builds, and whether they print what the
# host does. The build without strict checks runs on a memory that is slow enough for its exceptions to come in time (ram_cnt = 3).
#
#   show.sh JOP
set -euo pipefail
jop=$(realpath "$1")
cd "$(dirname "$0")/../tests/programs"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
echo 'ram_cnt = 3' >"$work/slow.toml"
value() { sed -nE "s/^ *\"$1\": ([0-9]+).*/\1/p" "$work/report.json" | sed -n 1p; }
echo "| package | program | image, words | cycles | with --strict | as on the host |"
echo "|---|---|--:|--:|--:|---|"
while read -r package program; do
    cells="" same=yes
    for options in "--config $work/slow.toml" --strict; do
        # shellcheck disable=SC2086
        "$jop" run -q --engine fast $options -cp programs.jar "$program" --report "$work/report.json" >"$work/printed" 2>/dev/null || true
        cmp -s "$work/printed" "$program.expected" || same=no
        cells="$cells $(value cycles) |"
    done
    echo "| $package | $program | $(value words) |$cells $same |"
done <<'END'
java.util.concurrent.atomic Atomics
java.util.concurrent.locks Locks
java.util.concurrent Executing
java.util.concurrent SharedCollections
java.util.stream ObjectStreams
java.util.stream NumberStreams
java.math BigNumbers
java.time Everyday
java.lang.StrictMath ExactMath
joplab PackedArrays
END
