#!/usr/bin/env bash
# Prints how many options the help of each command lists, and all: lines of `--help` that begin with an option.
#
#   tests/option-slots.sh [JOP]    of this `jop`, or of the one on the path
set -euo pipefail
jop=${1:-jop}

slots() {
    local help below
    help=$("$jop" "$@" --help)
    echo "$(grep -cE '^ +--?[A-Za-z]' <<<"$help" || true) ${*:-jop}"
    below=$(awk '/^[^ ]/ { listed = /^(Commands|Run|See|Explore|Cost|Hardware|Self):$/ } listed && /^  [a-z]/ { print $1 }' <<<"$help")
    for name in $below; do [ "$name" = help ] || slots "$@" "$name"; done
}

slots | sort -n | awk '{ all += $1; print } END { print all, "in all" }'
