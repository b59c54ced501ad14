#!/bin/sh
# Writes the table of the class library into README.md: what each public class has of the JDK's public methods.
#
#   api-table.sh          writes the table, from runtime.jar
#   api-table.sh --check  compares it with the one in README.md
#
# Exit status: 0 done, 1 the comparison differs, 77 skipped as there is no JDK 17 here.
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
begin='<!-- written by api-table.sh -->'
end='<!-- end of the table -->'
{
    sed "/^$begin\$/q" README.md
    echo
    java ApiTable.java "$work/classes"
    sed -n "/^$end\$/,\$p" README.md
} >"$work/README.md"

if [ "${1:-}" = --check ]; then
    if ! diff README.md "$work/README.md" >&2; then
        echo "the table of the class library is old: run runtime/api-table.sh" >&2
        exit 1
    fi
    echo "the table of the class library is up to date"
    exit 0
fi
cp "$work/README.md" README.md
