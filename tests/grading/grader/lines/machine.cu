// What a machine has, and no kernel's host code needs; and functions that are called by another type than they have.
#include <scanlab/exercise.hpp>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

struct Much {
    long words[4];
};
using Allocate = cudaError_t (*)(void**, std::size_t);
using After = cudaError_t (*)(Much, void**, std::size_t);
using Into = Much (*)(void**, std::size_t);
long first_word(Much much) { return much.words[0]; }
__attribute__((swiftcall)) void with_a_context(__attribute__((swift_context)) void*) {} // refused: the calling convention swiftcc
__attribute__((vectorcall)) int by_vectors(int a) { return a; } // refused: the calling convention x86_vectorcallcc
__attribute__((target_clones("avx2", "default"))) int one_of_two(int x) { return x; }

template <int BLOCK>
struct Cheat {
    static void launch(const scanlab::Problem& p) {
        int host[10] = {};
        void* any = host;
        with_a_context(any), by_vectors(1), one_of_two(1);
        ((After)(void*)(Allocate)cudaMalloc)({}, &any, 4);     // refused: by another type
        ((Into)(void*)(Allocate)cudaMalloc)(&any, 4);          // refused: by another type
        __builtin_call_with_static_chain(cudaGetDevice((int*)any), host); // refused: by another type
        ((long (*)(int))(void*)first_word)(1);                 // refused: by another type
        printf("%lx", (long)__builtin_ia32_readeflags_u64());  // refused: llvm.x86.flags.read
        __builtin_ia32_pause();                                // refused: llvm.x86.sse2.pause
        __builtin_ia32_mfence();                               // refused: llvm.x86.sse2.mfence
        __builtin_ia32_emms();                                 // refused: llvm.x86.mmx.emms
        __builtin_ia32_ldmxcsr(3);                             // refused: llvm.x86.sse.ldmxcsr
        printf("%u", __builtin_ia32_stmxcsr());                // refused: llvm.x86.sse.stmxcsr
        printf("%d", __builtin_cpu_supports("avx2"));          // refused: __cpu_model
        __builtin_cpu_init();                                  // refused: a call of __cpu_indicator_init
        __builtin_alloca_with_align(8, 64);                    // refused: an array on the stack whose length is not constant
        std::printf("%s", std::strerror(2));                   // refused: a call of strerror
        std::printf("%s", std::ctime((std::time_t*)any));      // refused: a call of ctime
        std::fgets((char*)any, 4, stdin);                      // refused: a call of fgets
        std::rename("x", "y");                                 // refused: a call of rename
        __builtin_longjmp((void**)any, 1);                     // refused: llvm.eh.sjlj.longjmp
    }
};
SCANLAB_EXERCISE(sklansky_shared, Cheat);
