#!/usr/bin/env bash
# Exports profiles and holds what other tools' own readers find in them against `jop show`: pprof-format and the
# importer of speedscope (npm), callgrind_annotate, Graphviz, pyarrow. Usage: profile/export/verify.sh [JOP]
set -euo pipefail
cd "$(dirname "$0")/verify"
jop=${1:-jop}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

missing=()
command -v dot >/dev/null || missing+=(graphviz)
command -v callgrind_annotate >/dev/null || missing+=(valgrind)
command -v npm >/dev/null || missing+=(npm)
if [ ${#missing[@]} -gt 0 ]; then
    apt-get update -q && apt-get install -qy --no-install-recommends "${missing[@]}"
fi
npm install --silent --no-audit --no-fund --prefix "$work" speedscope@1.25.0 pprof-format@2.3.2
python3 -m venv "$work/python"
"$work/python/bin/pip" install -q --disable-pip-version-check pyarrow==26.0.1

"$jop" run -q --program udpip -o "$work/earlier.jrec" -- 20 >/dev/null
for run in "udpip 15" "recursion 1" "producer-consumer 2"; do
    read -r program length <<<"$run"
    printf -- '--- %s %s\n' "$program" "$length"
    out=$work/$program
    mkdir "$out"
    "$jop" run -q --program "$program" -o "$out/run.jrec" -- "$length" >/dev/null
    for file in run.pb.gz run.speedscope.json run.collapsedstack.txt callgrind.out.run run.dot run.firefox.json run.svg; do
        "$jop" show tree "$out/run.jrec" --symbols-of "$program" --min-share 0 --min-arc 0 -o "$out/$file"
    done
    for file in run.csv run.parquet; do "$jop" show contexts "$out/run.jrec" -o "$out/$file"; done
    "$jop" show diff "$work/earlier.jrec" "$out/run.jrec" -o "$out/change.svg"
    "$jop" show "$out/run.jrec" --top 0 --format csv >"$out/methods.csv"
    "$jop" show causes "$out/run.jrec" --format csv >"$out/causes.csv"
    node readers.mjs "$work/node_modules" "$out/run.pb.gz" "$out/run.speedscope.json" \
        "$out/run.collapsedstack.txt" >"$out/readers.json"
    "$work/python/bin/python" verify.py "$out"
done
echo "all exports agree"
