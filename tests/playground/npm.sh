#!/bin/sh
# npm.sh PLAYGROUND SCANLAB: makes the package for npm of what the playground's build has made, and uses it in an empty folder, where it has
# Node alone: it finds what SCANLAB, the installed program, finds. SCANLAB_TEST_PLAYGROUND=all compares more programs.
set -eu
playground=$1 native=$2
cd "$(dirname "$0")/../.."
kit=$(pwd -P)
skip() {
    echo "skipped: $1"
    exit 77
}
command -v node >/dev/null && command -v npm >/dev/null || skip "there is no Node"
[ -f "$playground/static/command.wasm.packed" ] || skip "the playground is not built"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0
# check WHAT TEST…
check() {
    what=$1
    shift
    "$@" || { echo "FAILED: $what" && cat out err && failed=1; }
}
# run CODE WORD…: with this exit code; leaves out and err.
run() {
    wanted=$1 code=0
    shift
    env -i "PATH=$PATH" "HOME=$folder" node "$folder/node_modules/scanlab/scanlab.mjs" "$@" >out 2>err </dev/null || code=$?
    check "$*: exit code $code instead of $wanted" [ $code = "$wanted" ]
}
says() { check "$2 does not say: $1" grep -qF -- "$1" "$2"; }

node common/simulator/npm/pack.mjs "$playground" "$folder/packed" >/dev/null
package=$(echo "$folder"/packed/scanlab-*.tgz)
size=$(wc -c <"$package")
[ "$size" -le 35000000 ] || { echo "FAILED: the package has $size bytes" && failed=1; }
cd "$folder"
HOME=$folder npm install --silent --offline --no-audit --no-fund "$package" >/dev/null
mkdir empty && cd empty

# A race is found, with both lines, in the file as it was named; a correct program is silent.
cat >race.cu <<'END'
#include <cstdio>
#include "threads.cuh"
__global__ void reverse(int* numbers) {
    __shared__ int copy[threads];
    copy[threadIdx.x] = numbers[threadIdx.x];
    BARRIER
    numbers[threadIdx.x] = copy[threads - 1 - threadIdx.x];
}
int main(int argc, char** argv) {
    int* numbers;
    cudaMalloc(&numbers, threads * sizeof(int));
    cudaMemset(numbers, 0, threads * sizeof(int));
    reverse<<<1, threads>>>(numbers);
    cudaDeviceSynchronize();
    cudaFree(numbers);
    FILE* file = std::fopen("written.txt", "w");
    std::fprintf(file, "%s\n", argc > 1 ? argv[1] : "nothing");
    return std::fclose(file);
}
END
mkdir include
echo 'constexpr int threads = 64;' >include/threads.cuh
run 3 sim -I include -D BARRIER= --json found.json --sarif found.sarif --gcc race.cu größe
says "race.cu:5: race-shared: " err
says '"line":5' found.json
says '"ruleId":"race-shared"' found.sarif
says "race.cu:5:23: error: " err
check "a program's file" [ "$(cat written.txt)" = größe ]
run 0 sim -I include -D 'BARRIER=__syncthreads();' race.cu
check "a correct program is silent" [ ! -s err ]

# Bad input gets a sentence.
run 2 sim missing.cu
says "there is no file missing.cu" err
run 2 sim --order x race.cu
says "--order x" err
run 2 sim --fast race.cu
says "Node has none" err
run 1 sim race.cu
says "race.cu:2:10: fatal error: 'threads.cuh' file not found" err
run 2 nvcc race.cu
says 'There is no command `nvcc`' err
run 0 sim --help
says "--all-orders" out
run 0 doctor
says "control:  the race in a small program was found" out

# What is found is what is found natively.
sources=tests/simulator/planted_bugs/histogram_without_atomics.cu
[ "${SCANLAB_TEST_PLAYGROUND-}" != all ] || sources=$(cd "$kit" && find tests/simulator/planted_bugs tests/simulator/correct_tricky -name '*_[ab]*.cu' | sort)
facts='s/.*"kind":"\([^"]*\)".*"line":\([^,]*\),.*"other_line":\([^,]*\),.*/\1 \2 \3/p'
for source in $sources; do
    code=0
    SCANLAB_BUILD=no "$native" sim --order 1 --json native.json "$kit/$source" >native.out 2>native.err || code=$?
    run $code sim --order 1 --json found.json "$kit/$source"
    check "$source" [ "$(sed -n "$facts" found.json)" = "$(sed -n "$facts" native.json)" ]
done
exit $failed
