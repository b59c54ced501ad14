#!/bin/sh
# Writes what each program prints on the host JVM; see ../programs/expected.sh.
FOLDER=course exec "$(dirname "$0")/../programs/expected.sh" "$@"
