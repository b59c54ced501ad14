#!/bin/sh
# Prints the table of the class library in README.md: what each public class has of the JDK's public methods, from runtime.jar.
#
# Exit status: 0 done, 77 skipped as there is no JDK 17 here.
set -eu
cd "$(dirname "$0")"

if ! command -v javap >/dev/null || ! java -version 2>&1 | grep -q 'version "17'; then
    echo "skipped: the table compares with JDK 17" >&2
    exit 77
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/classes"
(cd "$work/classes" && jar --extract --file "$OLDPWD/runtime.jar")
java ApiTable.java "$work/classes"
