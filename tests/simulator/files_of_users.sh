#!/bin/sh
# files_of_users.sh BUILD: a finding names its lines wherever the user's program lies, and not those of the libraries that
# the program uses.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# A copy of the kit, a folder of that name, or one of Debian's for sources.
mkdir -p "$scratch/common/simulator"
source=$scratch/common/simulator/mine.cu
cat >"$source" <<'END'
#include <cuda_runtime.h>
#include <vector>
__global__ void write(int* values) {
    values[100] = 1; // finds out-of-bounds: .*values\[100\]
}
int main() {
    std::vector<int*> arrays;
    arrays.push_back(nullptr);
    cudaMalloc(&arrays[0], sizeof(int));
    cudaFree(arrays[0]);
    cudaFree(arrays[0]); // finds double-free: .* second time
    cudaMalloc(&arrays[0], sizeof(int));
    write<<<1, 1>>>(arrays[0]);
    cudaDeviceSynchronize();
}
END

# check OPTION…: the same, compiled with these options of Clang's.
check() {
    "$build/scanlab_compile_object" "$source" "$scratch/mine.o" -- "$@"
    "$build/scanlab_link" "$scratch/mine" "$scratch/mine.o"
    sh "$here/expect_findings.sh" "$source" "$scratch/mine" || { echo "with $*" && exit 1; }
}
check
check "-fdebug-prefix-map=$scratch/common/simulator=/usr/src/app"
