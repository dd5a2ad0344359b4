// Ways out of the program: inline assembly, built-in functions, and calls of the system.
#include <scanlab/exercise.hpp>

#include <cstddef>
#include <cstdio>

extern "C" {
void *dlsym(void*, const char*), (*signal(int, void (*)(int)))(int);
int fork(), mprotect(void*, unsigned long, int), open(const char*, int, ...), socket(int, int, int), system(const char*);
long ptrace(int, ...), write(int, const void*, unsigned long);
}

#define PASTE(a, b) a##b
__global__ void assembly_in_a_kernel() { __asm__ __volatile__("ud2"); } // refused: inline assembly
__attribute__((naked)) void nothing() { asm("ret"); } // refused somewhere: the attribute naked
void late() { printf("PASS"); }
void ignore(int) {}
void* run(void*) { return nullptr; }
void* place[5];

template <int BLOCK>
struct Cheat {
    static void launch(const scanlab::Problem& p) {
        assembly_in_a_kernel<<<1, 1, 0, p.stream>>>();
        nothing();
        asm volatile("syscall" : : "a"(57), "D"(p.n));         // refused: inline assembly
        PASTE(a, sm)("syscall" : : "a"(60), "D"(0));           // refused: inline assembly
        *static_cast<void**>(__builtin_frame_address(0)) = nullptr; // refused: llvm.frameaddress
        printf("%p", __builtin_return_address(0));             // refused: llvm.returnaddress
        if (__builtin_setjmp(place) == 0) __builtin_longjmp(place, 1); // refused: built-in function
        char* text = static_cast<char*>(__builtin_alloca(p.n)); // refused: whose length is not constant
        text[0] = 0;

        atexit(late);                                          // refused: a call of atexit
        dlsym(nullptr, "system");                              // refused: a call of dlsym
        fork();                                                // refused: a call of fork()
        printf("%s", getenv("HOME"));                          // refused: a call of getenv
        mprotect(nullptr, 0, 7);                               // refused: a call of mprotect
        open("/etc/passwd", 0);                                // refused: a call of open
        unsigned long thread;
        pthread_create(&thread, nullptr, run, nullptr);        // refused: a call of pthread_create
        ptrace(0);                                             // refused: a call of ptrace
        signal(14, ignore);                                    // refused: a call of signal
        socket(2, 1, 0);                                       // refused: a call of socket
        char eight[8];
        sprintf(eight, "%d", 1);                               // refused: a call of sprintf
        system("touch /tmp/x");                                // refused: a call of system
        int (*volatile function)(const char*) = &system;       // refused: the address of system
        function("true");
        write(5, "{}", 2);                                     // refused: a call of write
        std::FILE* file = std::fopen("/tmp/results.json", "w"); // refused: a call of fopen()
        std::fprintf(file, "{\"score\": %lld}", p.n);
        std::fclose(file);                                     // refused: a call of fclose()
        reinterpret_cast<void (*)(void*, const void*, long, long)>(&memcpy)(p.output, p.input, p.n, 0); // refused: a call of a function by another type
    }
};
SCANLAB_EXERCISE(sklansky_shared, Cheat);
