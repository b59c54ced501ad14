#!/bin/sh
# Builds runtime.jar from src/, programs/demo/ and timing/, and cores.jar from cores/; programs/build.sh builds the other programs.
#
#   build.sh          compiles and writes the archives: same sources, same bytes
#   build.sh --check  compiles and compares with the committed archives, entry by entry
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
mkdir "$work/none"

# Compiles the sources that the list $1 names, against the classes in $2, to the folder $3.
compile() {
    mkdir "$3"
    javac -source 8 -target 8 -bootclasspath "$2" -extdirs "$work/none" -classpath "$work/none" \
        -g -XDstringConcat=inline -Xlint:all,-options,-serial -Werror -encoding UTF-8 -d "$3" "@$1" || exit 2
    (cd "$3" && find . -name '*.class' | sed 's|^\./||' | LC_ALL=C sort) >"$3.entries"
}

# Compares the folder $1 with the committed archive $2, which is made from $3.
compare() {
    mkdir "$1.committed"
    (cd "$1.committed" && jar --extract --file "$OLDPWD/$2")
    if ! difference=$(diff -rq "$1" "$1.committed"); then
        printf '%s\n' "$difference" | sed "s|$work/||g" >&2
        echo "$2 is not what $3 compile to: run runtime/build.sh ($(javac -version 2>&1))" >&2
        exit 1
    fi
    echo "$2 is up to date: $(wc -l <"$1.entries") classes"
}

# Packs the folder $1 as archive $2: sorted entries with one fixed date, no manifest, so the bytes depend on the sources alone.
pack() {
    (cd "$1" && jar --create --no-manifest --date=1980-01-01T00:00:02Z --file "$work/$2" "@$1.entries")
    mv "$work/$2" "$2"
    echo "$2: $(wc -l <"$1.entries") classes, $(wc -c <"$2") bytes"
}

# Our own java.lang takes the place of the JDK's: nothing else is on the boot class path.
./sources.sh --into "$work"
find "$work/src" "$work/programs/demo" timing -name '*.java' | LC_ALL=C sort >"$work/sources"
compile "$work/sources" "$work/none" "$work/classes"
# Classes of cores/ take the place of those of the same name.
find "$work/cores" -name '*.java' | LC_ALL=C sort >"$work/sources"
compile "$work/sources" "$work/classes" "$work/cores.classes"

if [ "${1:-}" = --check ]; then
    compare "$work/classes" runtime.jar "src/, programs/demo/ and timing/"
    compare "$work/cores.classes" cores.jar "the sources of cores/"
    ./sources.sh --check
    exit 0
fi

pack "$work/classes" runtime.jar
pack "$work/cores.classes" cores.jar
./sources.sh
