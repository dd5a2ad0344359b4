#!/bin/sh
# show.sh COMMAND OPTION…: what `scanlab COMMAND` prints of the example, its last lines.
set -eu
kit=$(cd "$(dirname "$0")/../../.." && pwd -P)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp -R "$kit/tests/simulator/ci/example" "$scratch/example"
cd "$scratch/example"
SCANLAB_BUILD=no "$kit/scanlab" "$@" -- make -s check CHECKED_NVCC="$kit/scanlab nvcc" 2>&1 | tail -n 5
