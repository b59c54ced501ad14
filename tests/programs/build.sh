#!/bin/sh
# Builds programs.jar from the sources beside it, so that the tests need no JDK; FOLDER=course takes those of ../course.
#
#   build.sh          compiles and writes programs.jar: same sources, same bytes
#   build.sh --check  compiles and compares with the committed programs.jar, entry by entry
#
# Exit status: 0 done, 1 the comparison differs, 2 the sources do not compile, 77 skipped as there is no JDK.
set -eu
folder=${FOLDER:-programs}
cd "$(dirname "$0")/../$folder"

if ! command -v javac >/dev/null || ! command -v jar >/dev/null; then
    echo "skipped: no javac" >&2
    exit 77
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Classes of ours that are plain Java: hosts run them, too.
mkdir -p "$work/classes" "$work/library/joplab"
(cd ../../runtime/src/joplab && cp PackedBytes.java BitArray.java Cores.java "$work/library/joplab")
: >"$work/done"
# A program is compiled for Java 17, or as its first line says: `// javac: OPTIONS`.
options='--release 17'
grep -L '^// javac: ' -- *.java >"$work/group" || [ -s "$work/group" ]
while :; do
    # shellcheck disable=SC2086
    javac $options -g -nowarn -encoding UTF-8 -sourcepath ".:$work/library" -d "$work/classes" "@$work/group" 2>"$work/messages" || {
        cat "$work/messages" >&2
        exit 2
    }
    sed -n 's|^// javac: ||p' -- *.java | LC_ALL=C sort -u | grep -vxF -f "$work/done" | head -n 1 >"$work/next"
    options=$(cat "$work/next")
    [ -n "$options" ] || break
    echo "$options" >>"$work/done"
    grep -lxF "// javac: $options" -- *.java >"$work/group"
done
(cd "$work/classes" && find . -name '*.class' | sed 's|^\./||' | LC_ALL=C sort) >"$work/entries"

if [ "${1:-}" = --check ]; then
    mkdir "$work/committed"
    (cd "$work/committed" && jar --extract --file "$OLDPWD/programs.jar")
    if ! difference=$(diff -rq "$work/classes" "$work/committed"); then
        printf '%s\n' "$difference" | sed "s|$work/||g" >&2
        echo "programs.jar is not what the sources compile to: run tests/$folder/build.sh ($(javac -version 2>&1))" >&2
        exit 1
    fi
    echo "programs.jar is up to date: $(wc -l <"$work/entries") classes"
    exit 0
fi

# Sorted entries with one fixed date, no manifest: the bytes depend on the sources alone.
(cd "$work/classes" && jar --create --no-manifest --date=1980-01-01T00:00:02Z --file "$work/programs.jar" "@$work/entries")
mv "$work/programs.jar" programs.jar
echo "programs.jar: $(wc -l <"$work/entries") classes, $(wc -c <programs.jar) bytes"
