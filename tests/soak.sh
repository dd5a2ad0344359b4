#!/bin/sh
# soak.sh [ROUNDS [LOAD]]: the tests of what grades and runs other programs, in random order, ROUNDS times (50) while LOAD processes (16)
# compute beside them, and with delays before and after each start of a program. Every round has to pass.
cd "$(dirname "$0")/.." || exit 1
rounds=${1:-50} load=${2:-16} folder=build/sim
./scanlab run --sim 03 >/dev/null && ninja -C "$folder" >/dev/null || exit 1
scratch=$(mktemp -d)
busy=
trap 'kill $busy; rm -rf "$scratch"' EXIT
"${CC:-clang}" -O1 -shared -fPIC tests/grader/delays.c -o "$scratch/delays.so" -ldl || exit 1
i=0
while [ $i -lt "$load" ]; do
    sh -c 'while :; do :; done' &
    busy="$busy $!"
    i=$((i + 1))
done

round=0 failed=0
while [ $round -lt "$rounds" ]; do
    round=$((round + 1))
    if LD_PRELOAD="$scratch/delays.so" SCANLAB_TEST_AGAIN=1 ctest --test-dir "$folder" --schedule-random -j 4 --timeout 1800 --output-on-failure \
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
[ $failed = 0 ]
