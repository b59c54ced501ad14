#!/usr/bin/env bash
# Builds the pages and their libraries into pages/templates, the same from the same sources; with --check holds the committed ones
# against them. Libraries are packed, and compared unpacked: how well they are packed depends on gzip.
set -euo pipefail
cd "$(dirname "$0")"
npm ci --no-audit --no-fund --silent
npm run --silent check
npm run --silent build
templates=../templates
if [ "${1:-}" = --check ]; then
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    cp $templates/* "$work"
    gunzip "$work"/*.gz
    if ! difference=$(diff -rq dist "$work"); then
        printf '%s\n' "$difference" | sed "s|$work|pages/templates|g; s|dist|pages/web/dist|g" >&2
        echo "pages/templates is not what web/ builds: run web/build.sh and commit it" >&2
        exit 1
    fi
else
    rm -f $templates/*
    cp dist/*.html $templates/
    for library in dist/*.js; do
        gzip -n9 <"$library" >"$templates/$(basename "$library").gz"
    done
fi
