#!/usr/bin/env bash
# The methods of the class library that cost most cycles in the embedded programs at their default lengths.
#
#   hot.sh JOP          the ten that cost most
#   hot.sh JOP BEFORE   those by BEFORE, another jop command, and what they cost by JOP; and all programs
#
# A method costs what its calls take from entry to return. Left out are those that wait, collect garbage or only call one other.
set -euo pipefail

after=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Calls and cycles of each method, and cycles of each program.
profile() {
    local jop=$1 to=$2
    mkdir "$to"
    "$jop" programs --format csv | sed 1d | cut -d, -f1 >"$to/names"
    while read -r name; do
        "$jop" run -q --program "$name" --engine fast -o "$to/$name.jrec" >/dev/null 2>&1
        "$jop" show gprof "$to/$name.jrec" --format csv 2>/dev/null | sed 1d >"$to/$name.csv"
        awk -F, -v name="$name" '{ cycles += $3 } END { print name, cycles }' "$to/$name.csv" >>"$to/programs"
    done <"$to/names"
    cat "$to"/*.csv | awk -F, '$7 ~ /^java\./ && $4 > 0 { calls[$7] += $4; cycles[$7] += $4 * $6 }
        END { for (m in calls) printf "%s %d %.0f\n", m, calls[m], cycles[m] }' | LC_ALL=C sort >"$to/methods"
}
# The ten methods that cost most, of a folder that `profile` has written: name, calls, cycles.
hottest() {
    LC_ALL=C sort -k3,3nr "$1/methods" |
        grep -vE '\.(wait|gc|notifyAll)\(|String\.split|Integer\.parseInt\(Ljava/lang/String;I|String\.indexOf\(Ljava/lang/String;\)' | sed -n 1,10p
}
profile "$after" "$work/after"
if [ $# = 1 ]; then
    echo "| method | calls | cycles each |"
    echo "|---|--:|--:|"
    hottest "$work/after" | awk '{ printf "| `%s` | %d | %.0f |\n", $1, $2, $3 / $2 }'
    exit 0
fi
profile "$2" "$work/before"

echo "| method | calls | cycles each | calls now | cycles each now |"
echo "|---|--:|--:|--:|--:|"
hottest "$work/before" |
    while read -r method calls cycles; do
        now=$(grep -F "$method " "$work/after/methods" || echo "- 0 0")
        awk -v m="$method" -v calls="$calls" -v cycles="$cycles" -v now="$now" 'BEGIN {
            split(now, n, " ")
            printf "| `%s` | %d | %.0f | %d | %s |\n", m, calls, cycles / calls, n[2], n[2] ? sprintf("%.0f", n[3] / n[2]) : "-"
        }'
    done
echo
echo "| program | cycles | cycles now | |"
echo "|---|--:|--:|--:|"
paste -d' ' "$work/before/programs" "$work/after/programs" |
    awk '{ printf "| %s | %d | %d | %.1f %% |\n", $1, $2, $4, 100 * $4 / $2 }'
