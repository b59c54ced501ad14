#!/usr/bin/env bash
# Packs a release for this kind of system, and tries the archive.
#
#   archive.sh JOP FOLDER [TAG]   makes FOLDER/jop-VERSION-SYSTEM.tar.gz, and its SHA-256 sum beside it
#
# JOP is a static jop, such as release/container.sh makes. With TAG it must have that version. The same inputs make the same
# bytes; the files have the date of the commit, or SOURCE_DATE_EPOCH.
set -euo pipefail
[ $# = 2 ] || [ $# = 3 ] || { sed -n '4,7s/^# *//p' "$0" >&2; exit 2; }
jop=$(realpath "$1") folder=$(realpath -m "$2") tag=${3:-}
cd "$(dirname "$0")/.."

fail() {
    echo "$1" >&2
    exit 1
}
# Neither an interpreter nor a library: a static executable.
headers=$(LC_ALL=C readelf --wide --program-headers --dynamic "$jop")
if grep -qE 'INTERP|\(NEEDED\)' <<<"$headers"; then
    fail "$jop: not static; docs/install.md has the command"
fi
version=$("$jop" --version)
version=${version#jop }
[ -z "$tag" ] || [ "$tag" = "v$version" ] || fail "$tag: jop has version $version; set it in Cargo.toml, or name the tag v$version"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
name=jop-$version-$(rustc --print host-tuple)
packed=$work/$name
mkdir -p "$packed/completions" "$packed/man/man1" "$folder"
install -m 755 "$jop" "$packed/jop"
install -m 644 README.md CHANGELOG.md LICENSE-APACHE LICENSE-MIT THIRD-PARTY "$packed"
"$jop" completions bash >"$packed/completions/jop"
"$jop" completions zsh >"$packed/completions/_jop"
"$jop" completions fish >"$packed/completions/jop.fish"
"$jop" man -o "$packed/man/man1"
chmod -R u=rwX,go=rX "$packed"
tar -C "$work" -c --sort=name --owner=0 --group=0 --numeric-owner --mtime="@${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}" "$name" |
    gzip -9n >"$folder/$name.tar.gz"
(cd "$folder" && sha256sum "$name.tar.gz" >"$name.tar.gz.sha256")

# As somebody who has fetched it.
tried=$work/tried
mkdir "$tried"
(cd "$folder" && sha256sum --check --quiet "$name.tar.gz.sha256")
tar -C "$tried" -xf "$folder/$name.tar.gz"
cd "$tried/$name"
[ "$(./jop --version)" = "jop $version" ] || fail "$name: not the version"
./jop demo >"$work/demo" 2>&1 && grep -q '^demo.Demo: ended with status 0$' "$work/demo" || fail "$name: the demo fails"
./jop licenses | cmp -s - THIRD-PARTY || fail "$name: other licences than in jop"
# Commands stand under headings, each as two spaces, a word, two spaces or more, and what it does.
commands=$(./jop --help | sed -nE 's/^  ([a-z]+)  +[A-Z].*/\1/p')
grep -qx run <<<"$commands" && grep -qx licenses <<<"$commands" || fail "$name: the commands of the help are not found"
for command in $commands; do
    [ -s "man/man1/jop-$command.1" ] || fail "$name: no manual page of $command"
done
for shell in "bash jop" "zsh _jop" "fish jop.fish"; do
    read -r shell script <<<"$shell"
    [ -s "completions/$script" ] || fail "$name: no completions for $shell"
    ! command -v "$shell" >/dev/null || "$shell" -n "completions/$script" || fail "$name: completions that $shell does not read"
done
du -h "$folder/$name.tar.gz"
