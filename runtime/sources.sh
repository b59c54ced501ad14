#!/bin/sh
# Packs the sources of src/ and programs/ into sources.tar.gz, which the command shows beside bytecodes and cycles.
#
#   sources.sh          packs: same sources, same bytes
#   sources.sh --check  compares with the committed sources.tar.gz, file by file
#
# Exit status: 0 done, 1 the comparison differs. build.sh and programs/build.sh run it, too.
set -eu
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
find src programs -name '*.java' | LC_ALL=C sort >"$work/files"

if [ "${1:-}" = --check ]; then
    mkdir "$work/now" "$work/committed"
    tar -cf - -T "$work/files" | tar -xf - -C "$work/now"
    tar -xzf sources.tar.gz -C "$work/committed"
    if ! difference=$(diff -rq "$work/now" "$work/committed"); then
        printf '%s\n' "$difference" | sed "s|$work/||g" >&2
        echo "sources.tar.gz does not hold src/ and programs/: run runtime/sources.sh" >&2
        exit 1
    fi
    echo "sources.tar.gz is up to date: $(wc -l <"$work/files") files"
    exit 0
fi

# Sorted files with one fixed date, owner and mode.
tar --format=ustar --owner=0 --group=0 --numeric-owner --mode=0644 --mtime=@0 -cf "$work/sources.tar" -T "$work/files"
gzip -n9 <"$work/sources.tar" >sources.tar.gz
echo "sources.tar.gz: $(wc -l <"$work/files") files, $(wc -c <sources.tar.gz) bytes"
