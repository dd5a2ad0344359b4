#!/bin/sh
# starter_graded.sh MAKE_STARTER SOLUTION GRADED_SH SCANLAB ROW: makes the starter of a solution, and demands that it
# earns nothing.
set -eu
make_starter=$1 solution=$2 graded=$3 scanlab=$4 row=$5
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
starter=$folder/$(basename "$solution")
sh "$make_starter" "$solution" >"$starter"
sh "$graded" "$scanlab" starter "$starter" "$row"
