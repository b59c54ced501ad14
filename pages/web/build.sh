#!/usr/bin/env bash
# Builds the pages into pages/templates, the same bytes from the same sources; with --check holds the committed ones against them.
set -euo pipefail
cd "$(dirname "$0")"
npm ci --no-audit --no-fund --silent
npm run --silent check
npm run --silent build
if [ "${1:-}" = --check ]; then
    for page in dist/*.html; do
        cmp "$page" "../templates/${page#dist/}" || {
            echo "pages/templates/${page#dist/} is not what web/ builds: run web/build.sh and commit it" >&2
            exit 1
        }
    done
    [ "$(ls dist/*.html | wc -l)" = "$(ls ../templates/*.html | wc -l)" ] || {
        echo "pages/templates has other pages than web/ builds" >&2
        exit 1
    }
else
    cp dist/*.html ../templates/
fi
