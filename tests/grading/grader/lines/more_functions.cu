#include <scanlab/exercise.hpp>

#include <cstdio>
#include <cstdlib>
#include <new>
#include <stdexcept>
#include <exception>

extern "C" int getppid(), setenv(const char*, const char*, int);
extern "C" void* dlopen(const char*, int);
extern "C" long syscall(long, ...);
extern "C" void __register_frame(void*);
extern "C" int __libc_start_main();
extern "C" int on_exit(void (*)(int, void*), void*);
extern "C" void* __cxa_get_globals();
extern "C" void _Unwind_ForcedUnwind(void*, void*, void*);
extern "C" int backtrace(void**, int);
extern "C" void* memfrob(void*, std::size_t);
extern "C" void* aligned_alloc(std::size_t, std::size_t);
extern "C" int posix_memalign(void**, std::size_t, std::size_t);
extern "C" char* strdup(const char*);
extern "C" char* strcat(char*, const char*);
extern "C" char* strncpy(char*, const char*, std::size_t);
extern "C" unsigned long strtoul(const char*, char**, int);
__attribute__((weak)) void weak_function();

template <int BLOCK>
struct Cheat {
    static void launch(const scanlab::Problem& p) {
        int host[10] = {};
        void* any = host;
        getppid();                                         // refused: a call of getppid
        setenv("A", "B", 1);                               // refused: a call of setenv
        dlopen("libc.so.6", 1);                            // refused: a call of dlopen
        syscall(1, 1, any, 4);                             // refused: a call of syscall
        __register_frame(any);                             // refused: a call of __register_frame
        __libc_start_main();                               // refused: a call of __libc_start_main
        on_exit(nullptr, nullptr);                         // refused: a call of on_exit
        __cxa_get_globals();                               // refused: a call of __cxa_get_globals
        _Unwind_ForcedUnwind(any, any, any);               // refused: a call of _Unwind_ForcedUnwind
        backtrace(&any, 1);                                // refused: a call of backtrace
        memfrob(any, 4);                                   // refused: a call of memfrob
        aligned_alloc(16, 16);                             // refused: a call of aligned_alloc
        posix_memalign(&any, 16, 16);                      // refused: a call of posix_memalign
        strdup("a");                                       // refused: a call of strdup
        strcat((char*)any, "b");                           // refused: a call of strcat
        strncpy((char*)any, "b", 1);                       // refused: a call of strncpy
        strtoul("1", nullptr, 10);                         // refused: a call of strtoul
        if (weak_function) weak_function();                // refused: a call of weak_function
        __builtin_unwind_init();                           // refused: llvm.eh.unwind.init
        __builtin___clear_cache((char*)any, (char*)any + 4); // refused: llvm.clear_cache
        __builtin_debugtrap();                             // refused: llvm.debugtrap
        std::get_terminate();                              // refused: a call of std::get_terminate
        std::set_terminate([] {});                         // refused: a call of std::set_terminate
        std::uncaught_exceptions();                        // refused: a call of std::uncaught_exceptions
        std::get_new_handler();                            // refused: a call of std::get_new_handler
        cudaPointerAttributes attributes;
        cudaPointerGetAttributes(&attributes, p.input);    // refused: a call of cudaPointerGetAttributes
        cudaMemAdvise(any, 4, cudaMemAdviseSetReadMostly, 0); // refused: a call of cudaMemAdvise
        cudaHostUnregister(any);                           // refused: a call of cudaHostUnregister
        cudaFreeHost(any);                                 // refused: a call of cudaFreeHost
        cudaProfilerStart();                               // refused: a call of cudaProfilerStart
    }
};
SCANLAB_EXERCISE(sklansky_shared, Cheat);
