#!/bin/sh
# Builds agent.jar, which `jop cross` gives to the JVM, from src/, patch/ and asm.jar (see relocate-asm.sh).
#
#   build.sh          compiles and writes agent.jar: same sources, same bytes
#   build.sh --check  compiles and compares with the committed agent.jar, entry by entry
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
mkdir -p "$work/base" "$work/patch" "$work/classes" "$work/tool"
options="-XDstringConcat=inline -source 11 -target 11 -g -Xlint:all,-options,-serial -Werror -encoding UTF-8"

# Against the host's Thread with the two fields, and the routines of the runtime.
mkdir "$work/asmroot"
asm="$PWD/asm.jar"
(cd "$work/asmroot" && jar --extract --file "$asm")
runtime="$PWD/../../../runtime/runtime.jar"
(cd "$work/base" && jar --extract --file "$runtime" com/jopdesign/sys)
javac $options -cp "$work/asmroot" -d "$work/tool" src/joplab/cross/Prepare.java src/joplab/cross/ClassFiles.java || exit 2
java -cp "$work/tool:$work/asmroot" joplab.cross.Prepare --thread "$work/base"
find patch -name '*.java' | LC_ALL=C sort >"$work/sources"
javac $options --patch-module "java.base=$work/base:patch" -implicit:none -d "$work/patch" "@$work/sources" || exit 2
find src -name '*.java' | LC_ALL=C sort >"$work/sources"
javac $options --patch-module "java.base=$work/patch:$work/base" -cp "$work/asmroot" -d "$work/classes" "@$work/sources" || exit 2

mkdir "$work/classes/patch"
cp -r "$work/patch/." "$work/classes/patch/"
cp -r "$work/asmroot/joplab/cross/asm" "$work/classes/joplab/cross/asm"
mkdir "$work/classes/META-INF"
cp asm.LICENSE "$work/classes/META-INF/asm.LICENSE"
cat >"$work/classes/META-INF/MANIFEST.MF" <<'END'
Manifest-Version: 1.0
Premain-Class: joplab.cross.Agent
Can-Retransform-Classes: true

END
(cd "$work/classes" && find . -type f | sed 's|^\./||' | LC_ALL=C sort) >"$work/entries"

if [ "${1:-}" = --check ]; then
    mkdir "$work/committed"
    (cd "$work/committed" && jar --extract --file "$OLDPWD/agent.jar")
    if ! difference=$(diff -rq "$work/classes" "$work/committed"); then
        printf '%s\n' "$difference" | sed "s|$work/||g" >&2
        echo "agent.jar is not what the sources compile to: run profile/host/agent/build.sh ($(javac -version 2>&1))" >&2
        exit 1
    fi
    echo "agent.jar is up to date: $(wc -l <"$work/entries") entries"
    exit 0
fi

# Sorted entries with one fixed date: the bytes depend on the sources alone.
(cd "$work/classes" && jar --create --no-manifest --date=1980-01-01T00:00:02Z --file "$work/agent.jar" "@$work/entries")
mv "$work/agent.jar" agent.jar
echo "agent.jar: $(wc -l <"$work/entries") entries, $(wc -c <agent.jar) bytes"
