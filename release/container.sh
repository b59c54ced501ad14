#!/usr/bin/env bash
# Does without a container engine what the Containerfile says, then tries the result.
#
#   container.sh FOLDER   builds in this working tree, makes the image's root in FOLDER, runs jop in it by chroot, and
#                         compares what it prints and writes with what JOP prints and writes on this system
#
# JOP is the jop command, else target/release/jop. It needs root or user namespaces (`unshare -r`). Exit status: 0 done,
# 1 something differs, 77 skipped as nobody may change the root here.
set -euo pipefail
[ $# = 1 ] || { sed -n '4,8s/^# *//p' "$0" >&2; exit 2; }
root=$(realpath -m "$1")
cd "$(dirname "$0")/.."
jop=$(realpath "${JOP:-target/release/jop}")

fail() {
    echo "$1" >&2
    exit 1
}
unshare=("$(command -v unshare)")
if [ "$(id -u)" != 0 ]; then
    unshare+=(-r)
    "${unshare[@]}" true 2>/dev/null || { echo "skipped: neither root nor user namespaces" >&2; exit 77; }
fi
[ -x "$jop" ] || fail "$jop: no jop to compare with; build it, or set JOP"
mkdir -p "$root"
[ -z "$(ls -A "$root")" ] || fail "$root: not empty"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# The instructions, of which the Containerfile needs no others. Paths of the first stage are in $scratch/build.
stage='' work='' entry=''
instruction() {
    local version words
    case $stage:$1 in
    :FROM)
        version=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
        [ "$2" = "docker.io/library/rust:$version-slim AS build" ] || fail "Containerfile: FROM $2: the compiler is not $version"
        stage=build
        ;;
    # The working tree takes the place of the copy.
    build:WORKDIR) ;;
    build:COPY) [ "$2" = ". ." ] || fail "Containerfile: COPY $2: unknown" ;;
    build:ENV) export "${2%%=*}=$scratch/build${2#*=}" ;;
    build:RUN) bash -euo pipefail -c "$2" ;;
    build:FROM)
        [ "$2" = scratch ] || fail "Containerfile: FROM $2: not empty"
        stage=image
        ;;
    image:COPY)
        read -ra words <<<"$2"
        [ "${words[0]}" = --from=build ] || fail "Containerfile: COPY $2: unknown"
        install -D "$scratch/build${words[1]}" "$root${words[2]}"
        ;;
    image:WORKDIR) work=$2 && mkdir -p "$root$work" ;;
    image:ENTRYPOINT) entry=$(sed -n 's/^\["\([^"]*\)"\]$/\1/p' <<<"$2") ;;
    *) fail "Containerfile: $1 $2: unknown" ;;
    esac
}
ignored=$(git ls-files --cached --ignored --exclude-from=.dockerignore)
[ -z "$ignored" ] || fail ".dockerignore: leaves out $ignored"
while read -r name rest <&3; do
    case $name in '' | '#'*) ;; *) instruction "$name" "$rest" ;; esac
done 3<Containerfile
[ "$(cd "$root" && find . -type f)" = ".$entry" ] || fail "the image holds more than $entry"
grep -qxF -- "$(sed -n 's/^RUN //p' Containerfile)" docs/install.md || fail "docs/install.md: not the command of the Containerfile"

# Runs jop in the root, with nothing of this system but the three streams.
inside() { timeout 120 env -i "${unshare[@]}" --root="$root" --wd="$work" "$entry" "$@"; }

# Runs a command here and there, each with standard input from $input; the first argument is its exit code. A report's line of the host's time differs.
here=$scratch/here input=/dev/null
mkdir "$here"
same() {
    local expected=$1 out there status=0
    shift
    echo "jop $*"
    (cd "$here" && timeout 120 "$jop" "$@") <"$input" >"$scratch/out" 2>&1 || status=$?
    [ "$status" = "$expected" ] || { cat "$scratch/out" && fail "exit code $status, not $expected"; }
    out="$(grep -v '^  host ' "$scratch/out") $status"
    status=0
    inside "$@" <"$input" >"$scratch/out" 2>&1 || status=$?
    there="$(grep -v '^  host ' "$scratch/out") $status"
    diff <(echo "$out") <(echo "$there") || fail "jop $*: not what it prints outside"
    diff -r "$here" "$root$work" || fail "jop $*: not the files that it writes outside"
}
cp cli/tests/programs/Lines.class "$here"
cp cli/tests/programs/Lines.class "$root$work"
same 0 demo
same 0 run --program lift -o lift.jrec
same 0 show lift.jrec
same 0 show tree lift.jrec -o ring.html
same 0 view --program lift -o machine.html
same 0 explore --program lift --size 1K..4K --verify 1 --page explore.html -- 20
# They need temporary files, which have no folder of their own there.
same 0 explore --caches --program lift --size 1K..4K -o caches.csv
# Cycles are the same where the file is there before the first of them.
input=$PWD/Containerfile
same 0 run Lines.class
input=/dev/null
# A mistake, and a file that cannot be written.
same 2 run --program lft
same 2 run --program lift -o nowhere/lift.jrec

# Runs jop where `df` says that nothing can be written: one line, exit code 2, and nothing left.
refused() {
    local options=$1 status=0
    shift
    echo "jop $* on $options"
    # shellcheck disable=SC2016
    "${unshare[@]}" --mount bash -euc '
        root=$1 work=$2 options=$3 entry=$4
        shift 4
        mount -t tmpfs -o "$options" none "$root$work"
        status=0
        env -i unshare --root="$root" --wd="$work" "$entry" "$@" || status=$?
        [ -z "$(ls -A "$root$work")" ] || ls -A "$root$work" >&2
        exit $status
    ' bash "$root" "$work" "$options" "$entry" "$@" >/dev/null 2>"$scratch/out" || status=$?
    cat "$scratch/out"
    [ "$status" = 2 ] || fail "exit code $status, not 2"
    [ "$(wc -l <"$scratch/out")" = 1 ] || fail "not one line"
}
if "${unshare[@]}" --mount mount -t tmpfs none "$root$work" 2>/dev/null; then
    refused size=4k view --program lift -o machine.html
    refused size=4k run -q --program lift -o lift.jrec
    refused size=4k,ro view --program lift -o machine.html
    refused size=4k,ro explore -q --caches --program lift --size 1K..4K
else
    echo "skipped: full and read-only disks, as nothing can be mounted here"
fi
