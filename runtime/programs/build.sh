#!/bin/sh
# Builds ../programs.jar from the sources in this folder, demo/ apart, which is part of runtime.jar.
#
#   build.sh          compiles and writes programs.jar: same sources, same bytes
#   build.sh --check  compiles and compares with the committed programs.jar, entry by entry
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
mkdir "$work/classes"

# Against the JDK's library, as users compile: what ours lacks is then found by the linker.
find . -name '*.java' ! -path './demo/*' ! -path './modern/*' | LC_ALL=C sort >"$work/sources"
javac --release 8 -g -Xlint:all,-options,-serial -Werror -encoding UTF-8 -d "$work/classes" "@$work/sources" || exit 2
if [ -d modern ]; then
    find modern -name '*.java' | LC_ALL=C sort >"$work/sources"
    javac --release 17 -g -Xlint:all -Werror -encoding UTF-8 -cp "$work/classes" -d "$work/classes" \
        "@$work/sources" || exit 2
fi
(cd "$work/classes" && find . -name '*.class' | sed 's|^\./||' | LC_ALL=C sort) >"$work/entries"

if [ "${1:-}" = --check ]; then
    mkdir "$work/committed"
    (cd "$work/committed" && jar --extract --file "$OLDPWD/../programs.jar")
    if ! difference=$(diff -rq "$work/classes" "$work/committed"); then
        printf '%s\n' "$difference" | sed "s|$work/||g" >&2
        echo "programs.jar is not what the sources compile to: run runtime/programs/build.sh ($(javac -version 2>&1))" >&2
        exit 1
    fi
    ../sources.sh --check
    echo "programs.jar is up to date: $(wc -l <"$work/entries") classes"
    exit 0
fi

# Sorted entries with one fixed date, no manifest: the bytes depend on the sources alone.
(cd "$work/classes" && jar --create --no-manifest --date=1980-01-01T00:00:02Z --file "$work/programs.jar" "@$work/entries")
mv "$work/programs.jar" ../programs.jar
../sources.sh
echo "programs.jar: $(wc -l <"$work/entries") classes, $(wc -c <../programs.jar) bytes"
