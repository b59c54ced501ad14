#!/usr/bin/env bash
# Starts a HyperQueue server with two workers for the length of a command: hyperqueue.sh COMMAND ARGS.
# Exit code 77 where that cannot be. `restart-hyperqueue` ends server and workers without warning and starts others.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'kill -9 $(cat "$work/pid" 2>/dev/null) 2>/dev/null || true; rm -rf "$work"' EXIT
python3 -m venv "$work/python" && "$work/python/bin/pip" install -q --disable-pip-version-check hyperqueue==0.27.0 || {
    echo "HyperQueue is skipped: the Python package cannot be installed" >&2
    exit 77
}
mkdir -p "$work/bin"
cat >"$work/bin/hq" <<SHIM
#!/bin/sh
exec "$work/python/bin/python" "$here/bin/hq" "\$@"
SHIM
cat >"$work/bin/start-hyperqueue" <<START
#!/bin/sh
rm -rf "$work/server" "$work/said" && mkdir -p "$work/server"
setsid "$work/python/bin/python" "$here/serve.py" "$work/server" 2 >"$work/said" 2>&1 &
echo \$! >"$work/pid"
for _ in \$(seq 100); do
    grep -q ready "$work/said" && exit 0
    sleep 0.1
done
cat "$work/said" >&2
exit 1
START
cat >"$work/bin/restart-hyperqueue" <<RESTART
#!/bin/sh
kill -9 \$(cat "$work/pid")
exec "$work/bin/start-hyperqueue"
RESTART
chmod +x "$work"/bin/*
export PATH="$work/bin:$PATH" HQ_SERVER_DIR="$work/server"
start-hyperqueue
"$@"
