#!/bin/sh
# Writes what each program prints on the host JVM: NAME.expected, and NAME.stderr and NAME.status if it ends badly.
#
# FOLDER=course takes those of ../course.
#
#   expected.sh            all programs
#   expected.sh NAME...    some
set -eu
cd "$(dirname "$0")/../${FOLDER:-programs}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ $# -gt 0 ] || set -- $(ls -- *.java | sed 's/\.java$//')
for name in "$@"; do
    rm -rf "$work/classes"
    options=$(sed -n 's|^// javac: ||p' "$name.java")
    preview=
    case $options in *--enable-preview*) preview=--enable-preview ;; esac
    # shellcheck disable=SC2086
    javac ${options:---release 17} -nowarn -encoding UTF-8 -d "$work/classes" "$name.java"
    status=0
    # shellcheck disable=SC2086
    java $preview -Xmx16m -Dfile.encoding=UTF-8 -cp "$work/classes" "$name" >"$name.expected" 2>"$work/stderr" || status=$?
    rm -f "$name.stderr" "$name.status"
    if [ -s "$work/stderr" ]; then cp "$work/stderr" "$name.stderr"; fi
    if [ "$status" -ne 0 ]; then echo "$status" >"$name.status"; fi
done
