#!/usr/bin/env bash
# Accepts what the code gives now as the reference: error messages, timelines, screens, transcripts, texts of programs,
# timings. Traces of the hardware (tests/golden/vectors) are never blessed. Read `git diff` before you commit.
#
#   tests/bless.sh                everything
#   tests/bless.sh trace timing   only these: microcode, trace, debugger, vectors, cli, tests, checkpoint, timing, documents
set -euo pipefail
cd "$(dirname "$0")/.."
# Long transcripts, too.
export JOPLAB_ALL=1

bless() {
    # trycmd fails even where it has rewritten a transcript, so a second run without blessing decides.
    JOPLAB_BLESS=1 TRYCMD=overwrite INSTA_UPDATE=always cargo test --no-fail-fast "$@" || true
    cargo test "$@"
}

[ $# -gt 0 ] || set -- microcode trace debugger vectors cli tests checkpoint timing documents
for part in "$@"; do
    case $part in
        microcode | trace | debugger | vectors | cli) bless -p "$part" ;;
        # Of the end-to-end tests only those that can bless; the texts of the host need a JDK.
        tests) bless -p tests -- committed table_of_crates ;;
        checkpoint)
            # A file of an old format must stay as it was written: only a new format number has none yet.
            format=$(sed -n 's/^pub const FORMAT: u16 = \([0-9]*\);$/\1/p' run/src/checkpoint/file.rs)
            [ -e "run/tests/golden/format-$format.jopcheck" ] || bless -p run a_file_of_this_format
            ;;
        documents) docs/regenerate.sh ;;
        timing) cargo run --release -- check --bless ;;
        *) echo "unknown part: $part" >&2 && exit 2 ;;
    esac
done
git status --short
