#!/bin/sh
# Makes asm.jar from Debian's libasm-java 9.4 (BSD-3-Clause, see asm.LICENSE): the same classes in the package
# joplab.cross.asm, as the program under the agent may use another ASM. Only needed for another version of ASM.
set -eu
cd "$(dirname "$0")"
java=/usr/share/java
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
javac -cp "$java/asm-9.4.jar:$java/asm-commons-9.4.jar:$java/asm-tree-9.4.jar" -d "$work/tool" tools/Relocate.java
java -cp "$work/tool:$java/asm-9.4.jar:$java/asm-commons-9.4.jar:$java/asm-tree-9.4.jar" Relocate "$work/classes" \
    "$java/asm-9.4.jar" "$java/asm-tree-9.4.jar"
(cd "$work/classes" && find . -name '*.class' | sed 's|^\./||' | LC_ALL=C sort) >"$work/entries"
(cd "$work/classes" && jar --create --no-manifest --date=1980-01-01T00:00:02Z --file "$work/asm.jar" "@$work/entries")
mv "$work/asm.jar" asm.jar
