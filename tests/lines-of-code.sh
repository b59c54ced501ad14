#!/usr/bin/env bash
# Prints how many lines of Rust code each crate has, and all: no comments, blanks, tests, benches, examples.
#
#   tests/lines-of-code.sh [REVISION]    of the working tree, or of a revision
#
# Comments are lines that begin with `//`; tests are folders and files of that name and what is below `#[cfg(test)]`.
set -euo pipefail
cd "$(dirname "$0")/.."
revision=${1:-}
files() { if [ -n "$revision" ]; then git ls-tree -r --name-only "$revision"; else git ls-files; fi; }
text() { if [ -n "$revision" ]; then git show "$revision:$1"; else cat "$1"; fi; }
files | grep '\.rs$' | grep -vE '(^|/)(tests|benches|examples|fuzz)/|(^|/)tests\.rs$' | while read -r file; do
    [ -n "$revision" ] || [ -e "$file" ] || continue
    # A test module ends at the brace in the column of its attribute; an item that ends in its own line has no brace.
    text "$file" | awk -v crate="$(sed -E "s,/(src|rust)/.*,," <<<"$file")" '
        /^ *#\[cfg\((all\()?test/ && !skip { match($0, /^ */); indent = RLENGTH; skip = 1; next }
        skip { match($0, /^ */); if (RLENGTH == indent && /(^ *}|[;}])$/) skip = 0; next }
        /^ *$/ || /^ *\/\// { next }
        { ++lines }
        END { print lines + 0, crate }'
done | awk '{ lines[$2] += $1; all += $1 } END { for (crate in lines) print lines[crate], crate; print all, "in all" }' | sort -n
