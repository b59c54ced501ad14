#!/usr/bin/env bash
# Prints how many option slots the help of each command has: lines that begin with an option, subcommands included.
jop=${JOP:-jop}
count() { # words...
  local help n sub
  help=$("$jop" "$@" --help)
  n=$(grep -cE '^ +-[-a-zA-Z]' <<<"$help")
  echo "$n $*"
  for sub in $(awk '/^Commands:/{c=1;next} /^$/{c=0} c&&/^  [a-z]/{print $1}' <<<"$help"); do
    [ "$sub" = help ] || count "$@" "$sub"
  done
}
count | sort -rn | awk '{s+=$1; print} END{print s, "in all"}'
