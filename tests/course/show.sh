#!/usr/bin/env bash
# Prints a table of the exercises: words of stack that each needs, and whether it prints what the host does on the default machine
# and on the machine `roomy`.
#
#   show.sh JOP
set -euo pipefail
jop=$(realpath "$1")
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
as_on_the_host() {
    if "$jop" run -q --engine fast "$@" -cp programs.jar "$program" 2>"$work/errors" | cmp -s - "$program.expected"; then
        echo yes
    else
        sed -nE '1s/.*java\.lang\.([A-Za-z]*).*/\1/p' "$work/errors"
    fi
}
echo "| exercise | stack, words | default machine | roomy |"
echo "|---|--:|---|---|"
for source in *.java; do
    program=${source%.java}
    words=$("$jop" show stack -q --machine roomy -cp programs.jar "$program" | sed -nE 's/^thread [^:]*: ([0-9]+) of .*/\1/p' | sort -n | tail -n 1)
    echo "| $program | $words | $(as_on_the_host) | $(as_on_the_host --machine roomy) |"
done
