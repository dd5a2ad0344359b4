#!/bin/sh
# make.sh NVCC TOOLKIT SCANLAB: a project with a Makefile is built with the drop-in compiler, runs, and is checked.
set -eu
nvcc=$1 toolkit=$2 scanlab=$3
# shellcheck source=tests/simulator/nvcc_drop_in/in_copy.sh
. "$(dirname "$0")/in_copy.sh"
need make g++

expect 0 '' make -j2 NVCC="$nvcc"
expect 0 'total: 1498500' ./program
grep -q '^scale.o: .*' scale.d && grep -q 'include/numbers/kernels.cuh' scale.d || { echo "scale.d names no header" && exit 1; }
[ -z "$(find . -name '*.cpp' ! -path './src/*')" ] || { echo "translated files are left" && exit 1; }

make -s clean
expect 0 '' make CUDA_PATH="$toolkit" libstatic.a

# The missing barrier is found in the header where it is missing.
expect 3 'kernels.cuh:15: race-shared' "$scanlab" sim -Iinclude -D SCALE=3 -D WITHOUT_BARRIER \
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

# A program for C++17, which is nvcc's own standard, has names that C++20 has, too, u8"" of char, and >> to a pointer.
cat >names.cu <<END
#include <cstdio>
#include <iostream>
#include <string>
using namespace std;
struct identity {
    __host__ __device__ int operator()(int x) const { return x; }
};
struct span { int n; };
__global__ void keep(int* numbers) {
    const clock_t began = clock(); // which nvcc's headers bring along
    numbers[threadIdx.x] = identity()(static_cast<int>(threadIdx.x)) + (clock() < began);
}
int main() {
    char word[9], *to = word;
    cin >> to;
    const string text = u8"word";
    int *numbers, got[32];
    cudaMalloc(&numbers, sizeof got);
    keep<<<1, 32>>>(numbers);
    cudaMemcpy(got, numbers, sizeof got, cudaMemcpyDeviceToHost);
    cudaFree(numbers);
    printf("%d %d %ld\\n", text == word, span{got[7]}.n, __cplusplus);
}
END
echo word >word
for options in '' -std=c++17 -O2; do
    # shellcheck disable=SC2086
    expect 0 '' "$nvcc" $options names.cu -o names
    expect 0 '1 7 201703' sh -c './names <word'
done
expect 1 'ambiguous' "$nvcc" -std=c++20 names.cu -o names

# The host's arrays may have values though their length is no constant. The others are zeros. A kernel's
# array may not.
cat >lengths.cu <<END
#include <cstdio>
struct Point { int x, y; };
__global__ void nothing() {}
int main(int argc, char** argv) {
    const int n = argc + 2;
    int zeros[n] = {}; float some[n * n] = {1, 2, 3}, one = 1;
    int rows[n][2] = {
        {1, 2},
        {3},
    };
    nothing<<<1, 1>>>(); int braces[n]{7};
    char text[n + 3] = "text";
    Point points[n] = {{1, 2}}, last = {3, 4};
    printf("%d %g %g %g %d %d %d %d %s %d %d %d\\n", zeros[2], some[2], some[8], one, rows[0][1], rows[1][0], rows[2][1], braces[0] + braces[2],
           text, points[0].y, points[2].x, last.y);
    cudaDeviceSynchronize();
}
END
expect 0 '' "$nvcc" lengths.cu -o lengths
expect 0 '0 3 0 1 2 3 0 7 text 2 0 4' ./lengths
echo '__global__ void fill(int n, int* out) { int all[n] = {}; *out = all[0]; } int main() { fill<<<1, 1>>>(1, nullptr); }' >kernels_length.cu
expect 1 'whose size is known only when it runs' "$nvcc" kernels_length.cu -o kernels_length

# A shared library brings kernels, and finds the simulator in the program, or brings it.
cat >library_of_kernels.cu <<END
__global__ void shift(int* numbers) { numbers[threadIdx.x] = numbers[threadIdx.x + 1]; }
void run_shift() {
    int* numbers;
    cudaMalloc(&numbers, 65 * sizeof *numbers);
    cudaMemset(numbers, 0, 65 * sizeof *numbers);
    shift<<<1, 64>>>(numbers);
    cudaFree(numbers);
}
END
echo 'void run_shift(); int main() { run_shift(); }' >uses_library.cpp
expect 0 '' "$nvcc" -shared -Xcompiler -fPIC library_of_kernels.cu -o libshift.so
expect 0 '' "$nvcc" uses_library.cpp -L. -lshift -Xlinker -rpath=. -o uses_library
expect 3 'library_of_kernels.cu:1: race-global: Thread .* writes `numbers' ./uses_library
expect 0 '' g++ uses_library.cpp -L. -lshift -Wl,-rpath,. -L"$toolkit/lib64" -lcudart -o uses_library
expect 3 'library_of_kernels.cu:1: race-global: Thread .* writes `numbers' ./uses_library

# Streams and events by the names of their types, and symbols that are volatile.
cat >types.cu <<END
struct CUstream_st;
__device__ volatile int done, many[4];
__global__ void finish() { done = 5, many[2] = 7; }
int main() {
    struct CUstream_st* stream;
    struct CUevent_st* event;
    cudaStreamCreate(&stream);
    cudaEventCreate(&event);
    finish<<<1, 1, 0, stream>>>();
    cudaEventRecord(event, stream);
    cudaEventSynchronize(event);
    int one = 0, all[4];
    size_t bytes = 0;
    void* address = nullptr;
    cudaMemcpyFromSymbol(&one, done, sizeof one);
    cudaMemcpyFromSymbol(all, many, sizeof all);
    cudaMemcpyToSymbol(done, &all[2], sizeof one);
    cudaGetSymbolSize(&bytes, many);
    cudaGetSymbolAddress(&address, done);
    cudaEventDestroy(event);
    cudaStreamDestroy(stream);
    return one == 5 && all[2] == 7 && bytes == sizeof all && address ? 0 : 1;
}
END
expect 0 '' "$nvcc" types.cu -o types
expect 0 '' ./types

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
expect 3 'two_threads.cu:3: race-stream' "$scanlab" sim --default-stream per-thread two_threads.cu

# Headers and functions that older programs use; of what is not simulated, a sentence says so.
expect 0 "'__shfl_down.*is deprecated" "$nvcc" "$here/older_program.cu" -o older
expect 0 '^ok$' ./older
cat >specifications.cu <<END
void throw_it(int number) throw(int) { throw number; }
__global__ void add_to(int* sum) { register int number = 3; *sum += number; }
int main() { add_to<<<0, 0>>>(nullptr); }
END
expect 0 '' "$nvcc" -w -std=c++14 specifications.cu -o specifications
expect 1 'does not allow dynamic exception' "$nvcc" -w -std=c++17 specifications.cu -o specifications
if echo "$printed" | grep register; then exit 1; fi
for header in cublasXt.h cudnn.h cuda_gl_interop.h nvrtc.h; do
    printf '#include <%s>\nnonsense follows;\n' "$header" >library.cu
    expect 1 'error: "the simulator does not have' "$nvcc" -w library.cu -o library
    if echo "$printed" | grep 'unknown type'; then exit 1; fi
done

# A program can name cuSPARSE and cuSOLVER; if it calls them, it ends.
cat >solver.cu <<END
#include <cusolverDn.h>
#include <cusparse_v2.h>
int main(int argc, char**) {
    cusparseHandle_t sparse = nullptr;
    cusolverDnHandle_t dense = nullptr;
    if (argc > 2) return cusparseSpMV(sparse, CUSPARSE_OPERATION_NON_TRANSPOSE, nullptr);
    return argc > 1 ? cusolverDnDpotrf_bufferSize(dense, CUBLAS_FILL_MODE_LOWER, 8) : 0;
}
END
expect 0 'lcusolver: the simulator does not have this library' "$nvcc" solver.cu -o solver -lcusparse -lcusolver
expect 0 '' ./solver
expect 2 'scanlab: the program calls cusolverDnDpotrf_bufferSize(), but the simulator does not have cuSOLVER: run it on a GPU' ./solver dense
expect 2 'calls cusparseSpMV(), but the simulator does not have cuSPARSE' ./solver dense sparse

printf '#include <cuda_runtime.h>\nint main(void) { return cudaFree(0); }\n' >in_c.c
expect 1 "in_c.c:1:" "$nvcc" -c in_c.c
[ "$(echo "$printed" | grep -c "the simulator has CUDA's headers for C++ only")" = 2 ] # with the line of the header
expect 0 '' "$nvcc" -x c++ -c in_c.c

# Thrust's elements are read and written, whichever of its headers there is.
cat >elements.cu <<END
#include <thrust/device_ptr.h>
#include <iostream>
int main() {
    int* raw;
    cudaMalloc(&raw, 2 * sizeof *raw);
    thrust::device_ptr<int> numbers(raw);
    numbers[0] = 1, numbers[1] = 2;
    thrust::device_reference<int> first = numbers[0], second = numbers[1];
    swap(first, second);
    std::cout << *numbers << numbers[1] << std::endl;
    cudaFree(raw);
}
END
# Newer headers than the simulator takes are told by their version.
mkdir -p newer/thrust
printf '#define THRUST_VERSION 200401\n' >newer/thrust/version.h
expect 2 "elements.cu uses Thrust, but Thrust's headers are of version 2 here: bring those of version 1" "$nvcc" -Inewer elements.cu -o elements
if printf '#include <thrust/version.h>\nversion THRUST_VERSION' | "${CXX:-clang++}" -E -P -x c++ - 2>/dev/null | grep -q '^version 1'; then
    expect 0 '' "$nvcc" elements.cu -o elements
    expect 0 '^21$' ./elements
fi

# Whose a missing header is, is said.
echo '#include <helper_cuda.h>' >helped.cu
expect 1 "^scanlab: that header is one of NVIDIA's cuda-samples" "$nvcc" -c helped.cu

# Why something cannot be had is said once.
printf 'int main() {\n    cudaMipmappedArray_t levels{};\n    cudaFreeMipmappedArray(levels);\n    cudaFreeMipmappedArray(levels);\n}\n' >levels.cu
expect 1 "levels.cu:3:5: error: 'cudaFreeMipmappedArray' is unavailable: the simulator has no mipmapped arrays" "$nvcc" -c levels.cu
[ "$(echo "$printed" | grep -c 'the simulator')" = 1 ]

# What nvcc refuses, too, is said in its place.
printf '__global__ void fill(int n) { __shared__ int numbers[2 * n]; }\n' >sized_late.cu
expect 1 'sized_late.cu:1:31: error: the size of a __shared__ array has to be known' "$nvcc" -c sized_late.cu
printf '__global__ int one() { return 1; }\nint main() { one<<<1, 1>>>(); }\n' >returns.cu
expect 1 'returns.cu:2:.*: error: a kernel returns nothing: declare it void' "$nvcc" -c returns.cu

# The usual slip with cudaMalloc() is named, and not only the functions that there are.
printf '#include <cuda_runtime.h>\nint main() {\n    int* numbers = nullptr;\n    return cudaMalloc(numbers, 40);\n}\n' >address.cu
expect 1 'address.cu:4:12: error: .cudaMalloc... needs the address of your pointer: did you forget the .&.' "$nvcc" -c address.cu
[ "$(echo "$printed" | grep -c 'error: ')" = 1 ]

# cuBLAS is linked where it is called. What is missing of it is named.
printf '#include <cublas_v2.h>\nint main() {\n    cublasHandle_t handle;\n    return cublasCreate(&handle);\n}\n' >with_blas.cu
expect 0 '' "$nvcc" with_blas.cu -lcublas -o with_blas
[ -z "$printed" ] || { echo "$printed" && exit 1; }
expect 0 '' ./with_blas
expect 0 '' "$nvcc" -c with_blas.cu
expect 0 '' g++ with_blas.o -L"$toolkit/lib64" -lcublas -lcudart -Wl,-rpath,"$toolkit/lib64" -o with_blas
expect 0 '' ./with_blas
printf '#include <cublas_v2.h>\nint main() {\n    cublasCgemm3m(0);\n    cublasSsbmv(0);\n}\n' >rarer_blas.cu
expect 1 'rarer_blas.cu:3:5: error: .cublasCgemm3m. is unavailable: the simulator does not have it' "$nvcc" -w rarer_blas.cu -o rarer_blas
printf '#include <cublas_v2.h>\nint main() { cublasHgemm(0); }\n' >half_blas.cu
expect 1 'half_blas.cu:2: error: the simulator does not have cublasHgemm()' "$nvcc" -w half_blas.cu -o half_blas
[ "$(echo "$printed" | wc -l)" = 1 ]

# A header that many programs share may name tensor cores.
printf '#include <mma.h>\nusing namespace nvcuda;\ntemplate <class T> using Tile = wmma::fragment<wmma::accumulator, 16, 16, 16, T>;\n' >shared.cuh
printf '#include "shared.cuh"\nint main() {}\n' >without_tensors.cu
printf '#include "shared.cuh"\n__global__ void fill() {\n    Tile<long> sums;\n    wmma::fill_fragment(sums, 0);\n}\n' >with_tensors.cu
expect 0 '' "$nvcc" -w without_tensors.cu -o without_tensors
# What a header of the kit's asserts is said where the program asks for it, in the same words by every version of Clang.
expect 1 '^[^ ]*with_tensors.cu:3:16: error: the simulator does not have this fragment of WMMA' "$nvcc" -w -c with_tensors.cu -o with_tensors.o
[ "$(echo "$printed" | sed 1d)" = '    Tile<long> sums;
               ^' ]

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

# So are launches, as the source has them, and nothing of how they are made up here.
cat >wrong_launches.cu <<END
__global__ void twice(int* numbers) { *numbers *= 2; }
int main() {
    int unused, *numbers;
    twice<<<1, 1>>>(numbers, 3);
    thrice<<<1, 1>>>(numbers);
}
END
expect 1 'wrong_launches.cu:1:17: note: candidate function not viable: requires single argument' "$nvcc" -c wrong_launches.cu
echo "$printed" | grep -qx '    thrice<<<1, 1>>>(numbers);'
[ "$(echo "$printed" | grep -c 'error: ')" = 2 ]
if echo "$printed" | grep 'scanlab::sim\|warning'; then exit 1; fi
