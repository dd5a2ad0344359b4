#include <scanlab/exercise.hpp>
#include </dev/zero> // refused: #include </dev/zero>
#include "/proc/self/environ" // refused: #include "/proc/self/environ"
#include __FILE__ // refused: #include __FILE__
#include <cuda.h> // refused: #include <cuda.h>
#include <cuda/barrier> // refused: #include <cuda/barrier>
#include <cuda/pipeline> // refused: #include <cuda/pipeline>
#include <cuda_pipeline.h> // refused: #include <cuda_pipeline.h>
#include <cooperative_groups/memcpy_async.h> // refused: which are counted
#include <cuda_fp16.h> // refused: #include <cuda_fp16.h>
#include <curand_kernel.h> // refused: #include <curand_kernel.h>
#include <cublas_v2.h> // refused: #include <cublas_v2.h>
#include <nvrtc.h> // refused: #include <nvrtc.h>
#include <scanlab_sim/core.hpp> // refused: #include <scanlab_sim/core.hpp>
#include <coroutine> // refused: #include <coroutine>
#include <dlfcn.h> // refused: #include <dlfcn.h>
#include <atomic> // refused: #include <atomic>
#include <csetjmp> // refused: #include <csetjmp>
#include <cub/cub.cuh> // refused: #include <cub/cub.cuh>
#include <thrust/scan.h> // refused: #include <thrust/scan.h>
#include <thread> // refused: #include <thread>
#include "/etc/passwd" // refused: #include "/etc/passwd"
#include "tile.cuh" // refused: #include "tile.cuh"
#include <scanlab/../../../../etc/passwd> // refused: #include <scanlab/../../../../etc/passwd>
#include <scanlab_sim/cost.hpp> // refused: #include <scanlab_sim/cost.hpp>
#include_next <stdio.h> // refused: #include_next
#import "/etc/passwd" // refused: #import
%:include "/etc/passwd" // refused: #include "/etc/passwd"
#define FILE_NAME "/etc/passwd"
#include FILE_NAME // refused: #include FILE_NAME
 # /**/ include "/etc/passwd" // refused: #include "/etc/passwd"
#pragma redefine_extname helper system // refused: #pragma redefine_extname
#line 1 "/common/simulator/include/scanlab_sim/core.hpp" // refused: #line 1
# 1 "/common/simulator/include/scanlab_sim/core.hpp" 1 3 // refused: #1
#define x
constexpr int word = x'/*';
#include "/etc/passwd" // refused: #include "/etc/passwd"
// */
const char* text = R"x(")x";
#include "/etc/passwd" // refused: #include "/etc/passwd"
const char* end = ")x";
#pragma redefine_extname puts system // refused: #pragma redefine_extname
#pragma comment(lib, "dl") // refused: #pragma comment
#pragma clang section text = "mine" // refused: #pragma clang section
#pragma clang attribute push(__attribute__((noinline)), apply_to = function) // refused: #pragma clang attribute
#pragma clang module import mine // refused: #pragma clang module
#pragma GCC dependency "/etc/passwd" // refused: #pragma GCC dependency
#pragma GCC system_header // refused: #pragma GCC system_header
#pragma GCC visibility push(default) // refused: #pragma GCC visibility
#pragma include_alias("a.h", "/etc/passwd") // refused: #pragma include_alias
#ident "mine" // refused: #ident
#define x ¼1e+'a'/*' // refused: a word with letters of another alphabet
// */
#embed "/etc/passwd" // refused: #embed
 #include <dlfcn.h> // refused: #include <dlfcn.h>
#if __has_include("/etc/passwd") // refused: #if __has_include("/etc/passwd")
#endif
#define ASK(file) __has_include(file) // refused: #define __has_include()
#if defined(__has_include) && __has_include(<vector>)
#endif

template <int BLOCK>
struct Cheat {
    static void launch(const scanlab::Problem&) {}
};
SCANLAB_EXERCISE(sklansky_shared, Cheat);
