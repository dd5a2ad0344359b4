#!/bin/sh
# cmake.sh NVCC: CMake takes the drop-in compiler for nvcc.
set -eu
nvcc=$1
# shellcheck source=tests/simulator/nvcc_drop_in/in_copy.sh
. "$(dirname "$0")/in_copy.sh"
need make # with which CMake builds, unless told otherwise

expect 0 'CUDA compiler identification is NVIDIA' cmake -B build -DCMAKE_CUDA_COMPILER="$nvcc"
expect 0 'Built target program' cmake --build build
expect 0 'total: 1498500' build/program
expect 0 '' build/alone
