#!/bin/sh
# kernel_command.sh SCANLAB: kernels are run without a host program, and what they write is compared.
set -eu
scanlab=$1
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cp "$here/kernels.cu" .
echo '3 1 7 0 4 1 6 3' >eight.txt
echo '6 2 14 0 8 2 12 6' >twice.txt

# expect CODE PATTERN ARGUMENTS…
expect() {
    wanted=$1 pattern=$2 code=0
    shift 2
    printed=$("$scanlab" kernel kernels.cu "$@" 2>&1) || code=$?
    [ "$code" = "$wanted" ] && echo "$printed" | grep -q -- "$pattern" ||
        { echo "$*: exit code $code instead of $wanted, or nothing like '$pattern':" && echo "$printed" && exit 1; }
}
scale='scale<<<8, 256>>>(in int[2048] random, out int[2048], 2048)'
expect 0 'All 2048 elements of `out` are as expected' "$scale" --expect '2 * in[i]' --seed 7 -- --order 1
expect 0 'Array<int> in("in", 2048, Random{1});' "$scale" --show-host
expect 1 '`out\[0\]` is 6, but 7 was expected' 'scale<<<1, 8>>>(in int[8] eight.txt, out int[8], 8)' --expect '2 * in[i] + 1'
expect 0 'All 8 elements of `out`' 'scale<<<1, 8>>>(in int[8] eight.txt, out int[8], 8)' --expect twice.txt -- --order 1
expect 0 'All 4 elements of `sums`' 'sum_blocks<float, 64><<<4, 64, 64 * sizeof(float)>>>(in float[256] iota, out sums: float[4])' \
    --expect 'sums = 64 * 64 * i + 63 * 32' -- --schedules 3
expect 0 'All 1 elements of `total`' 'count_odd<<<1, 101>>>(in n: unsigned char[101] iota, out odd: bool[101], out halves: double[101], 0.5f, inout total: unsigned[1] zero)' \
    --expect 'odd = i % 2' --expect 'halves = n[i] / 2.0 + 0.5f' --expect 'total = 50' -- --order 1
expect 3 'kernels.cu:29: race-global: ' 'shift_left<<<1, 64>>>(inout int[65] zero)'
expect 2 'is no launch. Write, for example' 'scale(in int[8] zero)'
expect 2 'give blocks and threads' 'scale<<<8>>>(in int[8] zero)'
expect 2 'say what is in it: random, zero, iota' 'scale<<<1, 8>>>(in int[8], out int[8], 8)'
expect 2 'there is no file nine.txt' 'scale<<<1, 8>>>(in int[8] nine.txt, out int[8], 8)'
expect 2 'is no array' 'scale<<<1, 8>>>(in int zero, out int[8], 8)'
expect 2 'eight.txt has 8 numbers' 'scale<<<1, 8>>>(in int[9] eight.txt, out int[8], 8)' -- --order 1
expect 2 'which array?' 'count_odd<<<1, 1>>>(in int[1] zero, out int[1], out int[1])' --expect '3'
expect 2 'no array `in` that is out' "$scale" --expect 'in = 3'
[ "$(echo "$printed" | wc -l)" = 1 ]
