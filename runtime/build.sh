#!/bin/sh
# Builds runtime.jar from src/, programs/demo/ and timing/; programs/build.sh builds the other programs.
#
#   build.sh          compiles and writes runtime.jar: same sources, same bytes
#   build.sh --check  compiles and compares with the committed runtime.jar, entry by entry
#
# Exit status: 0 done, 1 the comparison differs, 2 the sources do not compile, 77 skipped as there is no JDK.
set -eu
cd "$(dirname "$0")"

if ! command -v javac >/dev/null || ! command -v jar >/dev/null; then
    echo "skipped: no javac" >&2
    exit 77
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Our own java.lang takes the place of the JDK's: nothing else is on the boot class path.
./sources.sh --into "$work"
find "$work/src" "$work/programs/demo" timing -name '*.java' | LC_ALL=C sort >"$work/sources"
mkdir "$work/classes" "$work/none"
javac -source 8 -target 8 -bootclasspath "$work/none" -extdirs "$work/none" -classpath "$work/none" \
    -g -XDstringConcat=inline -Xlint:all,-options,-serial -Werror -encoding UTF-8 \
    -d "$work/classes" "@$work/sources" || exit 2

(cd "$work/classes" && find . -name '*.class' | sed 's|^\./||' | LC_ALL=C sort) >"$work/entries"

if [ "${1:-}" = --check ]; then
    mkdir "$work/committed"
    (cd "$work/committed" && jar --extract --file "$OLDPWD/runtime.jar")
    if ! difference=$(diff -rq "$work/classes" "$work/committed"); then
        printf '%s\n' "$difference" | sed "s|$work/||g" >&2
        echo "runtime.jar is not what src/, programs/demo/ and timing/ compile to: run runtime/build.sh ($(javac -version 2>&1))" >&2
        exit 1
    fi
    ./sources.sh --check
    echo "runtime.jar is up to date: $(wc -l <"$work/entries") classes"
    exit 0
fi

# Sorted entries with one fixed date, no manifest: the bytes depend on the sources alone.
(cd "$work/classes" && jar --create --no-manifest --date=1980-01-01T00:00:02Z --file "$work/runtime.jar" "@$work/entries")
mv "$work/runtime.jar" runtime.jar
./sources.sh
echo "runtime.jar: $(wc -l <"$work/entries") classes, $(wc -c <runtime.jar) bytes"
