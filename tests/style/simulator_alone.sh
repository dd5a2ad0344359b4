#!/bin/sh
# simulator_alone.sh BUILD: the simulator is a project of its own. A copy of it, of its tests and of common/base, without the rest of
# the kit, configures, with its tools and tests; nothing in it names the course.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd -P)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$scratch/common" "$scratch/tests"
cp -r "$root/common/base" "$root/common/simulator" "$scratch/common"
cp -r "$root/tests/simulator" "$scratch/tests"
cd "$scratch"
if grep -rn 'lessons\|harness\|#include <scanlab/' .; then
    echo "These lines name the course."
    exit 1
fi
cxx=$(sed -n 's/^CMAKE_CXX_COMPILER:[^=]*=//p' "$1/CMakeCache.txt")
CXX=$cxx cmake -S common/simulator -B build -G Ninja >log 2>&1 || { cat log && exit 1; }
# Nothing is compiled here: the kit's build does it, from the same sources.
ninja -C build -t commands >log 2>&1 || { cat log && exit 1; }
grep -q scanlab_translate log && grep -q planted_bugs log || { echo "it builds neither its tools nor its tests" && exit 1; }
