#!/bin/sh
# Builds programs.jar; see ../programs/build.sh.
FOLDER=cores exec "$(dirname "$0")/../programs/build.sh" "$@"
