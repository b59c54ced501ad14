#!/usr/bin/env bash
# Measures the sections of figures.md anew, and writes them with date, commit and machine; other sections stay as they are.
#
#   measure.sh MACHINE [SECTION...]   MACHINE in words; SECTION: engines, superblocks, cores, evaluation, cross-profiler, builds; without one the first two
#
# JOP is the jop command, else target/release/jop, which is built. EVALUATE has options of jop-evaluate, JOURNAL is the file of its journal. Measure on a quiet computer. README quotes the section of engines,
# and gets its new figures.
set -euo pipefail
cd "$(dirname "$0")/.."
machine=${1:?"the machine, in words"}
shift
[ $# -gt 0 ] || set -- engines superblocks
if [ -z "${JOP:-}" ]; then
    cargo build -q --release -p cli --bin jop --locked
    JOP=target/release/jop
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Title, remarks on the machine, commands.
head_of() {
    printf '## %s\n\n- Date: %s\n- Commit: %s\n- Machine: %s%s\n\n```console\n%s\n```\n\n' \
        "$1" "$(date +%F)" "$(git rev-parse --short=8 HEAD)" "$machine" "$2" "$3"
}

# MHz of a run, the best of three.
rate() {
    for _ in 1 2 3; do
        "$JOP" run "$@" 2>&1 >/dev/null | sed -nE 's/.* ([0-9.,]+) MHz simulated.*/\1/p'
    done | tr -d , | sort -n | tail -n 1 | awk '{ printf "%.0f", $1 }' | sed -E ':a; s/^([0-9]+)([0-9]{3})/\1,\2/; ta'
}

engines() {
    head_of Engines ", one core in use; the best of three" "\$ jop run --engine reference --program lift -- 3000
\$ jop run --program lift -- 3000
\$ jop run --engine fast --program lift -- 60000"
    echo "| engine | MHz simulated |"
    echo "|---|--:|"
    echo "| <a id=\"reference\"></a>machine, every cycle on the reference | $(rate --engine reference --program lift -- 3000) |"
    echo "| <a id=\"machine\"></a>machine, as superblocks | $(rate --program lift -- 3000) |"
    echo "| <a id=\"fast\"></a>fast engine | $(rate --engine fast --program lift -- 60000) |"
}

superblocks() {
    head_of Superblocks "; time of the processor" "\$ cargo run --release -p benches --bin superblocks"
    echo "The first 8 million cycles of each program; below the plain machine those with object cache and data caches."
    echo
    cargo run -q --release -p benches --bin superblocks
}

cores() {
    head_of Cores "; time of the processor" "\$ cargo run --release -p benches --bin cores"
    echo "The first 12 million core-cycles of each program at most, in millions of core-cycles per second. \`load\` is microcode that does nothing but read and write."
    echo
    cargo run -q --release -p benches --bin cores
}

evaluation() {
    head_of Evaluation "; least of 2 runs, of big programs the median" "\$ jop-evaluate${EVALUATE:+ $EVALUATE} --journal evaluation.jsonl -o times.md"
    # With JOURNAL a measurement that was broken off goes on.
    # shellcheck disable=SC2086
    "$JOP-evaluate" ${EVALUATE:-} --journal "${JOURNAL:-$work/evaluation.jsonl}" -o "$work/times.md" >/dev/null
    # The tables of each program's errors are on a page of their own.
    awk '/^## / { shown = !/^## (Error in total|Weighted error|Places|Predictors)/ } shown' "$work/times.md" | sed 's/^## /### /'
}

cross-profiler() {
    head_of Cross-profiler "; medians of CPU seconds of 5 runs after 5" "\$ java profile/host/slowdown/Slowdown.java"
    echo '```text'
    java profile/host/slowdown/Slowdown.java --jop "$JOP"
    echo '```'
}

# What a command in a clone takes: a row of the table.
build_row() {
    local name=$1
    shift
    TIMEFORMAT='%R %U %S'
    { time (cd "$work/clone" && "$@" >"$work/build.log" 2>&1) || { tail "$work/build.log" >&2; exit 1; }; } 2>"$work/time"
    awk -v name="$name" -v disk="$(du -sm "$work/clone/target" | cut -f1)" \
        '{ printf "| %s | %.0f | %.1f | %.1f |\n", name, $1, ($2 + $3) / 60, disk / 1000 }' <"$work/time"
}

builds() {
    head_of Builds ", both in use; a clone each time, packages fetched before" "\$ cargo run --release -- demo
\$ cargo test --release
\$ cargo install --path cli --locked
\$ cargo install --path cli --locked --profile dist"
    echo "The second command follows the first; the installation has a folder of its own. The folder is \`target/\` after the command."
    echo
    echo "| command | wall s | CPU min | folder GB |"
    echo "|---|--:|--:|--:|"
    for run in ${RUNS:-1 2 3}; do
        rm -rf "$work/clone"
        git clone -q . "$work/clone"
        (cd "$work/clone" && cargo fetch -q --locked)
        build_row "first, run $run" cargo run --release --locked -- demo
        build_row "second, run $run" cargo test --release --locked
    done
    cp "$work/clone/target/release/jop-start" "$work/jop-start"
    rm -rf "$work/clone/target"
    build_row installation cargo install --path cli --locked --root "$work/installed"
    rm -rf "$work/clone/target"
    build_row "installation, \`--profile dist\`" cargo install --path cli --locked --profile dist --root "$work/small"
    echo
    echo "| command | MB |"
    echo "|---|--:|"
    for built in jop-start:jop-start jop:installed/bin/jop "jop, \`--profile dist\`:small/bin/jop"; do
        printf '| %s | %.1f |\n' "${built%%:*}" "$(stat -c %s "$work/${built##*:}" | awk '{ print $1 / 1e6 }')"
    done
}

for section in "$@"; do
    case $section in
        engines | superblocks | cores | evaluation | cross-profiler | builds) "$section" >"$work/$section" ;;
        *) echo "unknown section: $section" >&2 && exit 2 ;;
    esac
done

# Each section begins with its title.
awk -v work="$work" '
    /^## / {
        file = work "/" tolower(substr($0, 4))
        is_new = (getline line < file) > 0
        if (is_new) {
            print line
            while ((getline line < file) > 0) print line
            print ""
        }
    }
    !is_new { print }
' docs/figures.md | cat -s >"$work/figures.md"
cp "$work/figures.md" docs/figures.md

# README's quotes: [N MHz](docs/figures.md#NAME).
while read -r name value; do
    sed -i -E "s~\[[0-9.,]+ MHz\]\(docs/figures.md#$name\)~[$value MHz](docs/figures.md#$name)~" README.md
done < <(sed -nE 's/^\| <a id="([a-z]+)"><\/a>.* \| ([0-9.,]+) \|$/\1 \2/p' docs/figures.md)
