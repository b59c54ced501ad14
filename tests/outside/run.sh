#!/usr/bin/env bash
# Programs of others on the machine: libraries from Debian packages, each with a small driver of ours, against the host's JVM.
#
#   run.sh            fetches the packages, runs the drivers on both builds, prints a table; 1 if an output differs
#   run.sh --missing  what three jars need and the class library lacks, by `jop build --missing`
#
# JOP is the jop command, else target/release/jop. Nothing is installed or kept; FETCHED names a folder with packages to use
# instead. Exit status: 0 done, 1 an output differs, 77 skipped as there is no JDK or no network.
set -euo pipefail
cd "$(dirname "$0")"
jop=${JOP:-../../target/release/jop}
# The host's JVM prints in the encoding of the locale, the machine in UTF-8.
export LC_ALL=C.UTF-8

skip() {
    echo "skipped: $1" >&2
    exit 77
}
command -v javac >/dev/null || skip "no javac"
command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null || skip "packages come from Debian, by apt-get"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
packages=(libjson-simple-java libcommons-csv-java libcommons-codec-java libjama-java liblz4-java)
if [ "${1:-}" = --missing ]; then
    packages=(libcommons-lang3-java libgoogle-gson-java libjoda-time-java)
fi
if [ -n "${FETCHED:-}" ]; then
    cp "$FETCHED"/*.deb "$work"
else
    # apt-get fetches as another user.
    chmod 755 "$work"
    (cd "$work" && apt-get download -q "${packages[@]}" >apt.log 2>&1) || skip "cannot fetch ${packages[*]}: $(grep -m 1 '^E' "$work/apt.log" || echo 'see apt-get')"
fi
for package in "${packages[@]}"; do
    dpkg-deb -x "$work/$package"_*.deb "$work/x"
done
jar() { echo "$work/x/usr/share/java/$1.jar"; }

if [ "${1:-}" = --missing ]; then
    echo "| jar | missing classes | methods and fields | of the jar |"
    echo "|---|--:|--:|---|"
    for name in commons-lang3 gson joda-time; do
        # Exit code 1 says that there is something.
        "$jop" build --missing "$(jar $name)" >"$work/missing" 2>/dev/null || [ $? = 1 ]
        summary=$(tail -n 1 "$work/missing")
        echo "| $name | $(grep -c '^class' "$work/missing") | $(grep -cE '^(method|field|constructor)' "$work/missing") | ${summary#*; } |"
    done
    exit 0
fi

status=0
echo "| library | licence | driver | image, words | cycles | with --strict | with --shrink-frames | as on the host |"
echo "|---|---|---|--:|--:|--:|--:|---|"
# One driver: library, licence, jar, main class, machine.
driver() {
    local main=$4 cells="" same=yes words="" class_path
    class_path="$work/classes:$(jar "$3")"
    javac -nowarn -cp "$(jar "$3")" -d "$work/classes" "${main//.//}.java" 2>"$work/notes" || { cat "$work/notes" >&2; exit 1; }
    java -cp "$class_path" "$main" >"$work/expected"
    for options in "" --strict --shrink-frames; do
        # shellcheck disable=SC2086
        if "$jop" run -q --engine fast $options ${5:-} -cp "$class_path" "$main" --report "$work/report.json" >"$work/printed" 2>"$work/errors" \
            && cmp -s "$work/printed" "$work/expected"; then
            cells="$cells $(sed -nE 's/^ *"cycles": ([0-9]+).*/\1/p' "$work/report.json" | sed -n 1p) |"
            words=${words:-$(sed -nE 's/^ *"words": ([0-9]+).*/\1/p' "$work/report.json" | sed -n 1p)}
        else
            cells="$cells differs |"
            same=no
            head -n 3 "$work/errors" >&2
            cmp "$work/printed" "$work/expected" >&2 || true
        fi
    done
    [ "$same" = yes ] || status=1
    echo "| $1 | $2 | $main | $words |$cells $same |"
}
# Recursion of the parser and the writer: twice the stack.
echo 'ram_width = 9' >"$work/stack.toml"
driver "JSON.simple 2.3.0" Apache-2.0 json-simple Json "--config $work/stack.toml"
driver "Commons CSV 1.9.0" Apache-2.0 commons-csv Csv
driver "Commons Codec 1.15" Apache-2.0 commons-codec Codec
driver "Jama 1.0.3" "public domain" jama Linear
driver "LZ4 1.8.0" Apache-2.0 lz4-java net.jpountz.lz4.Lz4
exit $status
