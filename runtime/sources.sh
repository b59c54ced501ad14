#!/bin/sh
# Packs the sources of src/ and programs/ into sources.tar.gz, which the command shows beside bytecodes and cycles.
# Templates are expanded: expand.awk says how one is written.
#
#   sources.sh             packs: same sources, same bytes
#   sources.sh --check     compares with the committed sources.tar.gz, file by file
#   sources.sh --into DIR  writes the sources to DIR/src, DIR/cores and DIR/programs
#
# Exit status: 0 done, 1 the comparison differs, 2 a template or an edit is wrong. build.sh and programs/build.sh run it, too.
set -eu
if [ "${1:-}" = --into ]; then
    mkdir -p "$2"
    into=$(cd "$2" && pwd)
fi
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
into=${into:-$work/now}
mkdir -p "$into"
folders='src programs'
[ "${1:-}" != --into ] || folders='src programs cores'
# shellcheck disable=SC2086
find $folders -name '*.java' >"$work/plain"
tar -cf - -T "$work/plain" | tar -xf - -C "$into"
find src -name '*.template' >"$work/templates"
while read -r template; do
    awk -v out="$into/${template%/*}" -f expand.awk "$template"
done <"$work/templates"
if [ "${1:-}" = --into ]; then
    # Classes of cores/ that are those of src/ but for some words.
    grep -v '^#' cores/edits | while read -r file edit; do
        mkdir -p "$into/cores/${file%/*}"
        [ -e "$into/cores/$file" ] || cp "$into/src/$file" "$into/cores/$file"
        sed "$edit" "$into/cores/$file" >"$work/edited"
        if cmp -s "$work/edited" "$into/cores/$file"; then
            echo "runtime/cores/edits: $file has no line for $edit; write one that is there" >&2
            exit 2
        fi
        cp "$work/edited" "$into/cores/$file"
    done
    exit 0
fi
(cd "$into" && find src programs -name '*.java') | LC_ALL=C sort >"$work/files"

if [ "${1:-}" = --check ]; then
    mkdir "$work/committed"
    tar -xzf sources.tar.gz -C "$work/committed"
    if ! difference=$(diff -rq "$into" "$work/committed"); then
        printf '%s\n' "$difference" | sed "s|$work/||g" >&2
        echo "sources.tar.gz does not hold src/ and programs/: run runtime/sources.sh" >&2
        exit 1
    fi
    echo "sources.tar.gz is up to date: $(wc -l <"$work/files") files"
    exit 0
fi

# Sorted files with one fixed date, owner and mode.
tar --format=ustar --owner=0 --group=0 --numeric-owner --mode=0644 --mtime=@0 -C "$into" -cf "$work/sources.tar" -T "$work/files"
gzip -n9 <"$work/sources.tar" >sources.tar.gz
echo "sources.tar.gz: $(wc -l <"$work/files") files, $(wc -c <sources.tar.gz) bytes"
