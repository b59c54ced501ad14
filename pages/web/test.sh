#!/usr/bin/env bash
# Makes pages with the jop command and tries them out in Chromium. Builds the command unless JOP names one.
# What it builds is optimised: it makes a profile of a million contexts.
set -euo pipefail
cd "$(dirname "$0")"
if ! command -v chromium >/dev/null; then
    apt-get update -q && apt-get install -qy --no-install-recommends chromium fonts-dejavu-core
fi
npm ci --no-audit --no-fund --silent
target="${CARGO_TARGET_DIR:-$(cd ../.. && pwd)/target}"
if [ -z "${JOP:-}" ]; then
    cargo build -q --release -p cli
    export JOP="$target/release/jop"
fi
cargo build -q --release -p pages --example synthetic-profile
export SYNTHETIC="$target/release/examples/synthetic-profile"
npx playwright test "$@"
