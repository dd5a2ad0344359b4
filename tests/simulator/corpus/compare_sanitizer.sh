#!/bin/sh
# compare_sanitizer.sh [TABLE.csv]: what a GPU and compute-sanitizer's four tools say of the planted bugs, beside what
# the simulator says.
#
# For each program: what it ends with when it simply runs on the GPU, which tools report an error, and which kinds the
# simulator finds (first order). Needs a GPU and the CUDA toolkit; builds build/sim.
set -eu
cd "$(dirname "$0")/../../.."
table=${1:-docs/results/h200/sanitizer.csv}
jobs=${JOBS:-$(nproc)}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
command -v compute-sanitizer >/dev/null || { echo "compare_sanitizer.sh: there is no compute-sanitizer" >&2; exit 2; }
[ -f build/sim/build.ninja ] || cmake --preset sim >/dev/null
cmake --build build/sim --target scanlab_corpus >/dev/null

cat >"$scratch/one.sh" <<'END'
# one.sh SCRATCH SOURCE: one line of the table
name=$(basename "$2" .cu)
program=$1/$name
# shellcheck disable=SC2086 # options are words
nvcc -std=c++20 -arch=native -lineinfo $NVCC_OPTIONS "$2" -o "$program" \
    2>"$program.log" || { echo "$name: nvcc failed" >&2; exit 0; }

ends() { # what a command ends with
    code=0
    timeout -s KILL "$@" >"$program.out" 2>&1 || code=$?
    [ $code -ne 137 ] || code=hangs
}
ends 10 "$program"
row="$name,$(sed -n 's/.*finds: \(warning \)*\([a-z-]*\).*/\2/p' "$2" | head -n 1),$code"
for tool in memcheck racecheck initcheck synccheck; do
    leaks=
    [ $tool != memcheck ] || leaks='--leak-check full'
    # shellcheck disable=SC2086
    ends 60 compute-sanitizer --tool $tool $leaks --error-exitcode 99 "$program"
    verdict=silent
    [ $code != 99 ] || verdict=reports
    [ $code != hangs ] || verdict=hangs
    row="$row,$verdict"
done
code=0
SCANLAB_SIM_FINDINGS=$program.json SCANLAB_SIM_TIMEOUT=10 build/sim/tests/simulator/corpus/planted_bugs/"$name" \
    >"$program.out" 2>&1 || code=$?
kinds=$(sed 's/^{[^{]*"kind":"\([a-z-]*\)".*/\1/' "$program.json" 2>/dev/null | sort -u | paste -s -d ' ')
[ $code -ne 1 ] || kinds=wrong-result # which the program says
echo "$row,$kinds"
END

export NVCC_OPTIONS="${NVCC_OPTIONS-}"
{
    echo "program,bug,GPU exit code,memcheck,racecheck,initcheck,synccheck,simulator"
    printf '%s\n' tests/simulator/planted_bugs/*.cu | xargs -P "$jobs" -n 1 sh "$scratch/one.sh" "$scratch" | sort
} >"$table"

sh tests/simulator/corpus/summarize_sanitizer.sh "$table"
