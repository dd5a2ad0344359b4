#!/bin/sh
# compare_sanitizer.sh GPU.csv [TABLE.csv]: what a GPU and compute-sanitizer's four tools say of the planted bugs, beside what
# the simulator says. GPU.csv is what sanitize.sh made of tests/simulator/planted_bugs/*.cu on a machine with a GPU; here each
# program runs on the simulator, which adds the kinds that it finds in its first order. Builds build/sim.
set -eu
gpu=$(realpath "$1")
cd "$(dirname "$0")/../../.."
table=${2:-docs/results/h200/sanitizer.csv}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
[ -f build/sim/build.ninja ] || cmake --preset sim >/dev/null
[ "${SCANLAB_BUILD-}" = no ] || cmake --build build/sim --target scanlab_corpus >/dev/null
{
    echo "program,bug,GPU exit code,memcheck,racecheck,initcheck,synccheck,simulator"
    sed 1d "$gpu" | while IFS=, read -r name _ code tools; do
        source=tests/simulator/planted_bugs/$name.cu
        bug=$(sed -n '/finds: maybe/!s/.*finds: \(warning \)*\([a-z-]*\).*/\2/p' "$source" | head -n 1)
        settings=$(sed -n 's|^// runs with: ||p' "$source")
        : >"$scratch/found.json"
        # shellcheck disable=SC2086 # settings are words
        env $settings SCANLAB_SIM_FINDINGS="$scratch/found.json" SCANLAB_SIM_TIMEOUT=10 \
            "build/sim/tests/simulator/corpus/planted_bugs/$name" >"$scratch/out" 2>&1 </dev/null || :
        kinds=$(sed 's/^{[^{]*"kind":"\([a-z-]*\)".*/\1/' "$scratch/found.json" | sort -u | paste -s -d ' ')
        echo "$name,$bug,$code,$tools,$kinds"
    done
} >"$scratch/table"
mv "$scratch/table" "$table"
sh tests/simulator/corpus/summarize_sanitizer.sh "$table"
