#include <scanlab/exercise.hpp>

#include <cstdio>
#include <cstdlib>
#include <new>

extern char** environ;
extern "C" char _DYNAMIC[];
extern "C" int system(const char*), getpid();
__attribute__((weakref("system"))) static int weak_reference(const char*);
template <class T>
struct Static {
    static inline const int value = getpid(); // refused: code that runs when the program is loaded
};
using Eight = int __attribute__((vector_size(32)));
using Four = int __attribute__((vector_size(16)));

__attribute__((ms_abi)) void other_convention(int* a) { *a = 1; } // refused: the calling convention
int must(const char* a) { __attribute__((musttail)) return system(a); } // refused: musttail
void at_the_end(int*) { system("id"); } // refused: a call of system()
__attribute__((target("avx2"))) void masked(Eight* a) {
    a[1] = (Eight)__builtin_ia32_maskloadd256(a, Eight{-1}); // refused: llvm.x86.avx2.maskload
}
__attribute__((target("avx2"))) void gathered(int* a) {
    *(Four*)a = (Four)__builtin_ia32_gatherd_d(Four{}, a, Four{}, Four{-1}, 4); // refused: llvm.x86.avx2.gather
}
__attribute__((target("xsave"))) void saved(void* a) {
    __builtin_ia32_xsave(a, 1); // refused: llvm.x86.xsave
}
__global__ void timed(long long* a) {
    *a = clock(); // refused: a call of clock
}

template <int BLOCK>
struct Cheat {
    static void launch(const scanlab::Problem& p) {
        int host[10] = {}, number = Static<int>::value;
        void* any = host;
        std::size_t size;
        cudaGraph_t graph{};
        cudaGraphExec_t exec{};
        cudaTextureObject_t texture{};
        __attribute__((cleanup(at_the_end))) int cleaned = 0; // with which the calls that follow are "invoked"
        other_convention(host), must("id"), masked((Eight*)any), gathered(host), saved(any), at_the_end(host);
        timed<<<1, 1, 0, p.stream>>>(nullptr);
        printf("%p", (void*)environ);                          // refused: environ
        printf("%p", (void*)_DYNAMIC);                         // refused: _DYNAMIC
        printf("%d", *(int __attribute__((address_space(257)))*)40); // refused: an address that is no ordinary one
        weak_reference("id");                                  // refused: a call of system()
        printf("%lld", __builtin_readcyclecounter());          // refused: llvm.readcyclecounter
        printf("%lld", __builtin_ia32_rdtsc());                // refused: llvm.x86.rdtsc
        printf("%p", __builtin_frame_address(0));              // refused: llvm.frameaddress
        printf("%p", __builtin_thread_pointer());              // refused: llvm.thread.pointer
        printf("%zu", __builtin_coro_size());                  // refused: llvm.coro.size
        __builtin_ia32_fxsave(any);                            // refused: llvm.x86.fxsave
        __builtin_ia32_clflush(any);                           // refused: llvm.x86.sse2.clflush
        cudaHostRegister(any, 4, 0);                           // refused: a call of cudaHostRegister
        cudaHostGetDevicePointer(&any, any, 0);                // refused: a call of cudaHostGetDevicePointer
        cudaDeviceReset();                                     // refused: a call of cudaDeviceReset
        cudaDeviceSetLimit(cudaLimitMallocHeapSize, 1 << 30);  // refused: a call of cudaDeviceSetLimit
        cudaMemcpy2D(any, 4, p.output, 4, 4, 1, cudaMemcpyDefault); // refused: a call of cudaMemcpy2D
        cudaStreamBeginCapture(p.stream, cudaStreamCaptureModeGlobal); // refused: a call of cudaStreamBeginCapture
        cudaGraphInstantiate(&exec, graph, 0);                 // refused: a call of cudaGraphInstantiate
        cudaGraphLaunch(exec, p.stream);                       // refused: a call of cudaGraphLaunch
        cudaCreateTextureObject(&texture, nullptr, nullptr, nullptr); // refused: a call of cudaCreateTextureObject
        cudaMemPrefetchAsync(any, 4, 0, p.stream);             // refused: a call of cudaMemPrefetchAsync
        cudaMallocPitch(&any, &size, 4, 4);                    // refused: a call of cudaMallocPitch
        cudaStreamAttachMemAsync(p.stream, any, 0, 0);         // refused: a call of cudaStreamAttachMemAsync
        std::set_new_handler([] {});                           // refused: a call of std::set_new_handler
        std::qsort(any, 1, 4, nullptr);                        // refused: a call of qsort
        std::sscanf("1", "%d", &number);                       // refused: sscanf
        std::fopen("/etc/passwd", "r");                        // refused: a call of fopen
        std::tmpfile();                                        // refused: a call of tmpfile
        cleaned = number;
    }
};
SCANLAB_EXERCISE(sklansky_shared, Cheat);
