#!/usr/bin/env bash
# Makes every figure of the documents anew: generated blocks, sentences of constants.toml, transcripts of the tutorials.
#
#   regenerate.sh           writes them; read `git diff` afterwards
#   regenerate.sh --check   fails if anything would change, and leaves everything as it was
#
# JOP is the jop command, else target/release/jop, which is built. Slow blocks are made, too, those that need a JDK where there is one, and
# those that need packages of Debian where they can be fetched. Measured times are those of measure.sh; pictures of `PICTURES=1 pages/web/test.sh`.
set -euo pipefail
cd "$(dirname "$0")/.."
if [ -z "${JOP:-}" ]; then
    cargo build -q --release -p cli --bin jop --locked
    export JOP=target/release/jop
fi
export JOPLAB_ALL=1

if [ "${1:-}" = --check ]; then
    cargo test --release --locked -p cli --test cli -- book:: every_transcript
    exit
fi
JOPLAB_BLESS=1 cargo test --release --locked -p cli --test cli -- book::every_generated
# trycmd fails where it has rewritten a transcript; those that agree keep their wildcards.
cargo test --release --locked -p cli --test cli -- every_transcript ||
    TRYCMD=overwrite cargo test --release --locked -p cli --test cli -- every_transcript || true
git status --short
