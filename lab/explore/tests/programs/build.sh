#!/bin/sh
# Compiles the programs of the tests beside their sources.
#
#   build.sh          compiles
#   build.sh --check  compiles elsewhere and compares with the committed class files
#
# Exit status: 0 done, 1 the comparison differs, 2 the sources do not compile, 77 skipped as there is no JDK.
set -eu
cd "$(dirname "$0")"

if ! command -v javac >/dev/null; then
    echo "skipped: no javac" >&2
    exit 77
fi

if [ "${1:-}" != --check ]; then
    javac --release 8 -Xlint:-options -g -d . ./*.java || exit 2
    exit 0
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
javac --release 8 -Xlint:-options -g -d "$work" ./*.java || exit 2
find . -name '*.class' | LC_ALL=C sort >"$work/committed"
(cd "$work" && find . -name '*.class' | LC_ALL=C sort) | diff "$work/committed" - || exit 1
while IFS= read -r class; do
    cmp "$class" "$work/$class" || exit 1
done <"$work/committed"
echo "class files of the explorer's tests are up to date: $(wc -l <"$work/committed")"
