#!/bin/sh
# BASE=FOLDER compare.sh [NAME…]: how much CPU time the programs of this folder take on the simulator, and how much on that of
# another build of Scanlab, FOLDER; build/sim is compared, or the folder in BUILD. Both run in turn, three times, and the fastest run
# counts, so other work on the machine changes little.
set -eu
cd "$(dirname "$0")"
base=${BASE:?"names the folder of another build, such as ../before/build/sim"} build=${BUILD:-../../../build/sim} times=${TIMES:-3}
programs=$(mktemp -d)
trap 'rm -rf "$programs"' EXIT
[ $# -gt 0 ] || set -- *.cu

# seconds PROGRAM: user and system time.
seconds() {
    (
        "$1" >/dev/null 2>&1 || :
        times
    ) | awk 'NR == 2 { for (i = 1; i <= 2; ++i) { split($i, parts, /[ms]/); sum += 60 * parts[1] + parts[2] } printf "%.2f\n", sum }'
}

printf '%-24s %8s %8s %7s\n' program before now ratio
for name; do
    name=${name%.cu}
    sh "$base/scanlab_compile" "$name.cu" "$programs/before"
    sh "$build/scanlab_compile" "$name.cu" "$programs/now"
    i=0
    while [ "$i" -lt "$times" ]; do
        echo "$(seconds "$programs/before") $(seconds "$programs/now")"
        i=$((i + 1))
    done | awk -v name="$name" '
        NR == 1 || $1 < before { before = $1 }
        NR == 1 || $2 < now { now = $2 }
        END { printf "%-24s %8.2f %8.2f %7.1f\n", name, before, now, before / (now > 0 ? now : 0.01) }'
done
