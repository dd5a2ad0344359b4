#!/bin/sh
# build_type.sh: a build type of CMake's means what it means everywhere, and the simulator's runtime is optimised in any.
failed=0
if grep -nE '_FLAGS_(DEBUG|RELEASE|RELWITHDEBINFO|MINSIZEREL)"' CMakePresets.json; then
    echo "CMakePresets.json gives one of CMake's own build types other options: name another type"
    failed=1
fi
type=$(sed -n 's/.*"CMAKE_BUILD_TYPE": "\([A-Za-z]*\)".*/\1/p' CMakePresets.json | tr '[:lower:]' '[:upper:]')
for preset in sim cuda; do
    sed -n "/\"name\": \"$preset\"/,/^        }/p" CMakePresets.json | grep -q "\"CMAKE_CXX_FLAGS_$type\"" || {
        echo "CMakePresets.json: the preset $preset has no CMAKE_CXX_FLAGS_$type, so nothing says how $type is built"
        failed=1
    }
done
for target in scanlab_runtime_parts scanlab_simulator; do
    awk -v target="$target" '/^target_compile_options\(/ { found = index($0, "(" target " ") } found && / -O2/ { fast = 1 } /\)$/ { found = 0 }
        END { exit !fast }' common/simulator/runtime.cmake || {
        echo "common/simulator/runtime.cmake: $target does not ask for -O2"
        failed=1
    }
done
exit $failed
