#!/bin/sh
# make.sh NVCC TOOLKIT: a project with a Makefile is built with the drop-in compiler, runs, and is checked.
set -eu
nvcc=$1 toolkit=$2
. "$(dirname "$0")/in_copy.sh"

expect 0 '' make -j2 NVCC="$nvcc"
expect 0 'total: 1498500' ./program
grep -q '^scale.o: .*' scale.d && grep -q 'include/numbers/kernels.cuh' scale.d || { echo "scale.d names no header" && exit 1; }
[ -z "$(find . -name '*.cpp' ! -path './src/*')" ] || { echo "translated files are left" && exit 1; }

make -s clean
expect 0 '' make CUDA_PATH="$toolkit" libstatic.a

# The missing barrier is found in the header where it is missing.
expect 3 'kernels.cuh:15: race-shared' "$(dirname "$nvcc")/scanlab" sim -Iinclude -D SCALE=3 -D WITHOUT_BARRIER \
    src/scale.cu src/total.cu src/main.cpp src/expected.cpp -- argument
"$nvcc" -w -rdc=true -Iinclude -DSCALE=3 -DWITHOUT_BARRIER src/scale.cu src/total.cu src/main.cpp src/expected.cpp -o wrong
expect 3 'include/numbers/kernels.cuh:15: race-shared' ./wrong

# Without -rdc, two files may have a __device__ function and a __constant__ variable of one name.
for name in a b; do
    cat >$name.cu <<END
__constant__ int number;
__device__ int twice(int i) { return 2 * i; }
__global__ void kernel_$name(int* out) { *out = twice(number); }
int run_$name(int given) {
    int *out, result;
    cudaMemcpyToSymbol(number, &given, sizeof given);
    cudaMalloc(&out, sizeof *out);
    kernel_$name<<<1, 1>>>(out);
    cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(out);
    return result;
}
END
done
cat >both.cpp <<END
int run_a(int), run_b(int);
int main() { return run_a(3) == 6 && run_b(5) == 10 && run_a(3) == 6 ? 0 : 1; }
END
expect 0 '' "$nvcc" a.cu b.cu both.cpp -o both
expect 0 '' ./both
"$nvcc" -w -c a.cu b.cu && expect 1 'multiple definition\|duplicate symbol' "$nvcc" -rdc=true a.cu b.cu both.cpp -o both

# Where each host thread has a default stream of its own, its kernels are not in order with the others'.
cat >two_threads.cu <<END
#include <thread>
__managed__ int total;
__global__ void add(int n) { total += n; }
int main() {
    std::thread([] { add<<<1, 1>>>(1); }).join();
    add<<<1, 1>>>(2);
    return cudaDeviceSynchronize() != cudaSuccess || total != 3;
}
END
expect 0 '' "$nvcc" two_threads.cu -o two_threads
expect 0 '' ./two_threads
expect 3 'two_threads.cu:3: race-stream' "$(dirname "$nvcc")/scanlab" sim --default-stream per-thread two_threads.cu

# Headers and functions that older programs use; of what is not simulated, a sentence says so.
expect 0 "'__shfl_down.*is deprecated" "$nvcc" "$here/older_program.cu" -o older
expect 0 '^ok$' ./older
for header in cublas_v2.h cufft.h cudnn.h cusparse.h cuda_gl_interop.h nvrtc.h; do
    printf '#include <%s>\nnonsense follows;\n' "$header" >library.cu
    expect 1 'error: "the simulator does not have' "$nvcc" -w library.cu -o library
    if echo "$printed" | grep 'unknown type'; then exit 1; fi
done

# A header that many programs share may name tensor cores.
printf '#include <mma.h>\nusing namespace nvcuda;\ntemplate <class T> using Tile = wmma::fragment<wmma::accumulator, 16, 16, 16, T>;\n' >shared.cuh
printf '#include "shared.cuh"\nint main() {}\n' >without_tensors.cu
printf '#include "shared.cuh"\n__global__ void fill() {\n    Tile<float> sums;\n    wmma::fill_fragment(sums, 0);\n}\n' >with_tensors.cu
expect 0 '' "$nvcc" -w without_tensors.cu -o without_tensors
expect 1 'the simulator does not have tensor cores (WMMA)' "$nvcc" -w -c with_tensors.cu -o with_tensors.o

cat >unavailable.cu <<END
#include <cooperative_groups.h>
#include <cuda.h>
__global__ void decides(cudaGraphConditionalHandle handle) { cudaGraphSetConditional(handle, 1); }
__global__ void in_cluster() { cooperative_groups::this_cluster().sync(); }
int main() {
    CUmodule module;
    cudaIpcMemHandle_t handle;
    cudaMipmappedArray_t array;
    cuModuleLoad(&module, "kernels.ptx");
    cudaIpcGetMemHandle(&handle, nullptr);
    cudaMallocMipmappedArray(&array, nullptr, {}, 1);
}
END
expect 1 "unavailable.cu:9:5: error: 'cuModuleLoad' is unavailable: the simulator loads no modules" "$nvcc" unavailable.cu -o unavailable
[ "$(echo "$printed" | grep -c "unavailable.cu:[0-9:]* error: '.*' is unavailable: ")" = 5 ] || { echo "$printed" && exit 1; }

# Mistakes in the source are named by its file and line, and leave no program.
echo 'int main() { return undefined; }' >mistake.cu
expect 1 'mistake.cu:1:21: error' "$nvcc" mistake.cu -o mistake
[ ! -e mistake ]
expect 2 'scanlab nvcc: there is no file missing.cu' "$nvcc" missing.cu
