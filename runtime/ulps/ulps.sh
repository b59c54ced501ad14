#!/bin/sh
# Compares the library's Math and StrictMath with the host's.
#
#   ulps.sh [TRIES]           how far they are, in units in the last place, as the table of ../README.md: random arguments for
#                             each function, a million without TRIES
#   ulps.sh --strict [TRIES]  StrictMath bit for bit, with corner cases; a million tries for each function without TRIES
#
# The library's classes run on the host as a package of their own: they use nothing but IEEE operations, so the results
# are those of the machine. Exit status: 0 done, 1 StrictMath differs, 77 skipped as there is no JDK 17.
set -eu
cd "$(dirname "$0")"

if ! command -v javac >/dev/null || ! java -version 2>&1 | grep -q 'version "17'; then
    echo "skipped: the table compares with JDK 17" >&2
    exit 77
fi
main=Ulps
if [ "${1:-}" = --strict ]; then
    main=StrictBits
    shift
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for class in Math StrictMath Exponentials Trigonometry Arcs Twofold FusedProduct DoubleWords QuarterTurns LargeAngle StrictTrigonometry \
    StrictArcs StrictExponentials StrictLogarithms StrictPower StrictRoots; do
    sed 's/^package java\.lang;/package library;/' "../src/java/lang/$class.java" >"$work/$class.java"
done
javac -nowarn -Xlint:none -encoding UTF-8 -d "$work/classes" "$work"/*.java ../src/com/jopdesign/sys/SoftDouble.java Native.java "$main.java"
java -Dfile.encoding=UTF-8 -cp "$work/classes" "$main" "${1:-1000000}"
