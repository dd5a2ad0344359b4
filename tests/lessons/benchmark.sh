#!/bin/sh
# benchmark.sh: what the simulator's checks cost in time and memory, and Oclgrind's on the same kernel, all in one run.
#
# A neighbour on the machine makes everything slower: what counts are the ratios, and the best run more than the median.
# The exit code tells only whether something failed or computed something wrong.
set -eu
cd "$(dirname "$0")/../.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
log=$scratch/log

{ cmake --preset sim && cmake --build build/sim --target lessons fast_lessons scanlab measure; } >"$log" || {
    cat "$log" >&2
    exit 1
}
lessons=build/sim/lessons

# measure COMMAND…: sets $seconds and $mebibytes.
measure() {
    numbers=$(build/sim/tests/lessons/measure "$log" "$@") || {
        cat "$log" >&2
        echo "benchmark.sh: failed: $*" >&2
        exit 1
    }
    seconds=${numbers% *}
    mebibytes=${numbers#* }
}

# calculate EXPRESSION [FORMAT]: in floating point.
calculate() { awk "BEGIN { printf \"${2:-%.2f}\", $1 }"; }

# speed NAME PROGRAM: fifteen runs of lesson 02's kernel; sets $best, in million elements per second.
speed() {
    : >"$scratch/speeds"
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
        measure "$2" --n 2^20 --case ones --json "$scratch/report"
        sed -n 's/.*"simulated_seconds": *\([0-9.e+-]*\).*/\1/p' "$scratch/report" |
            awk '{ printf "%.2f\n", 2 ^ 20 / $1 / 1e6 }' >>"$scratch/speeds"
    done
    sort -n "$scratch/speeds" -o "$scratch/speeds"
    best=$(sed -n 15p "$scratch/speeds")
    row "$1" "$best million elements per second (median $(sed -n 8p "$scratch/speeds"))"
}

row() { printf '  %-22s%s\n' "$1" "$2"; }

echo "On $(nproc) cores of $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1); load$(uptime | sed 's/.*load average://')"

# --- speed ---------------------------------------------------------------------------------------------------

echo "Lesson 02's kernel on 2^20 elements, 256 threads per block, 17 barriers; the best of fifteen runs:"
speed fast $lessons/hillis_steele_shared_fast
fast=$best
speed checked $lessons/hillis_steele_shared
checked=$best
export SCANLAB_SIM_COUNTERS="$scratch/counters.json"
speed "checked and counted" $lessons/hillis_steele_shared
unset SCANLAB_SIM_COUNTERS
row "the checks' price" "$(calculate "$fast / $checked") times slower"
row "the counters' price" "$(calculate "$checked / $best") times slower"

# --- memory --------------------------------------------------------------------------------------------------

echo "Checked scan of 2^22 elements, peak memory of the whole program:"
for folder in lessons/[0-9]*/; do
    name=$(basename "$folder" | cut -c 4-)
    measure $lessons/"$name" --n 2^22 --case ones
    row "$name" "$mebibytes MiB"
done

# --- the lessons' tests --------------------------------------------------------------------------------------

echo "Checked tests of all nine lessons over all their sizes:"
measure build/sim/common/front/scanlab run --programs build/sim
row "./scanlab run --sim" "$seconds s"
measure ctest --test-dir build/sim -R '^lesson\.[0-9]+$' -j "$(nproc)"
row "ctest -j $(nproc)" "$seconds s ($(sed -n 's/^100% tests passed.* out of \([0-9]*\)$/\1/p' "$log") tests: every block size, 24 orders of blocks and threads)"

# --- Oclgrind ------------------------------------------------------------------------------------------------

echo "Lesson 02's kernel on 2^16 elements, checked, beside Oclgrind with --data-races --uninitialized:"
if ! command -v oclgrind-kernel >"$log"; then
    row Oclgrind "is not installed (Debian package oclgrind)"
    exit
fi
n=65536
cat >"$scratch/block_scan.sim" <<END
tests/lessons/benchmark/block_scan.cl
hillis_steele_shared
$n 1 1
256 1 1
<size=$((4 * n)) int fill=1>
<size=$((4 * n)) int noinit dump>
<size=8 long>
$n
END
: >"$scratch/seconds"
for _ in 1 2 3; do
    measure oclgrind-kernel --data-races --uninitialized --build-options -DBLOCK=256 "$scratch/block_scan.sim"
    # It may say nothing else: a finding would be a false alarm.
    awk -v n=$n '/^ *output\[/ { right += $3 == (NR - first) % 256 + 1 } /^Argument/ { first = NR + 1 }
        /./ { lines++ } END { exit right != n || lines != n + 1 }' "$log" || {
        head -n 20 "$log" >&2
        echo "benchmark.sh: Oclgrind's result is wrong, or it has found something" >&2
        exit 1
    }
    echo "$seconds" >>"$scratch/seconds"
done
fastest=$(sort -n "$scratch/seconds" | head -n 1)
row Oclgrind "$(calculate "$n / $fastest / 1e6" %.4f) million elements per second ($fastest s, the best of three), $mebibytes MiB"
measure $lessons/hillis_steele_shared --n $n --case ones
row Scanlab "$checked million elements per second (on 2^20), $mebibytes MiB"
row ratio "$(calculate "$checked / ($n / $fastest / 1e6)" %.0f) times faster"
