#!/bin/sh
# Builds programs.jar; see ../programs/build.sh.
FOLDER=course exec "$(dirname "$0")/../programs/build.sh" "$@"
