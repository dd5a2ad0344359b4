#!/bin/sh
# starter_graded.sh MAKE_STARTER SOLUTION sh GRADED_SH SCANLAB_CHECK: makes the starter of a solution, and demands that it
# earns nothing.
set -eu
make_starter=$1 solution=$2
shift 2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
starter=$folder/$(basename "$solution")
sh "$make_starter" "$solution" >"$starter"
"$@" starter "$starter"
