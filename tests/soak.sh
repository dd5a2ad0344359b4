#!/bin/sh
# soak.sh [ROUNDS [LOAD [CHECKS]]]: the tests of what grades and runs other programs, in random order, LOAD (16) at a time, ROUNDS (50)
# times; then CHECKS (10000) of a solution by `./scanlab check`, two at a time. All of it with delays before and after each start of
# a program. Every round and every check has to end, and to end well.
cd "$(dirname "$0")/.." || exit 1
rounds=${1:-50} load=${2:-16} checks=${3:-10000} folder=build/sim
./scanlab run --sim 03 >/dev/null && ninja -C "$folder" >/dev/null || exit 1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"${CC:-clang}" -O1 -shared -fPIC tests/grading/grader/delays.c -o "$scratch/delays.so" -ldl || exit 1
export LD_PRELOAD="$scratch/delays.so" SCANLAB_BUILD=no

round=0 failed=0
while [ $round -lt "$rounds" ]; do
    round=$((round + 1))
    if SCANLAB_TEST_AGAIN=1 ctest --test-dir "$folder" --schedule-random -j "$load" --timeout 1800 --output-on-failure \
        -R '^(test_(grader|confinement|submissions|hostile_archives|class|grading|reports|programs)|grader\.(rules|never_forks)|gradebook\.class|feedback|unusual)' \
        >"$scratch/log" 2>&1; then
        echo "round $round: $(sed -n 's/, 0 tests failed//p' "$scratch/log")"
    else
        failed=$((failed + 1))
        echo "round $round:"
        grep -v ' Passed \| Start ' "$scratch/log"
    fi
done
echo "$rounds rounds at a load of $load, $failed of them failed"

# check_once NUMBER: one line to standard output if the check does not end with all points within half an hour.
check_once() {
    timeout 1800 ./scanlab check solutions/05_coarsened/raking_exercise.cu --jobs 4 >"$scratch/check.$1" 2>&1 || {
        echo "check $1: exit code $?"
        cat "$scratch/check.$1"
    }
    rm "$scratch/check.$1"
}
for half in 0 1; do
    (
        check=$half
        while [ "$check" -lt "$checks" ]; do
            check_once "$check"
            check=$((check + 2))
        done
    ) >"$scratch/failed.$half" &
done
wait
cat "$scratch"/failed.?
echo "$checks checks, $(cat "$scratch"/failed.? | grep -c '^check [0-9]*: exit code') of them failed"
[ $failed = 0 ] && ! [ -s "$scratch/failed.0" ] && ! [ -s "$scratch/failed.1" ]
