// What an exercise may not define: names of the simulator and of the system, code that runs before it or after it, and
// functions and variables that a compiler treats in a way of its own.
#include <scanlab/exercise.hpp>

#include <cstdlib>

extern "C" int plus_nothing(int x) { return x; }
extern "C" int puts_instead(const char*) __attribute__((alias("plus_nothing"))); // refused somewhere: puts_instead, a second name
extern "C" void* choose() { return nullptr; }
extern "C" int chosen(int) __attribute__((ifunc("choose"))); // refused somewhere: chosen, a second name

int hook(int x) asm("__scanlab_enter");
int hook(int x) { return x; } // refused: __scanlab_enter, which belongs to the simulator
void* read4(void* a) asm("\001__scanlab_read4");
void* read4(void* a) { return a; } // refused: a name that asm
extern "C" void* __scanlab_read8(void*); // refused somewhere: __scanlab_read8, which belongs to the simulator
extern "C" void* __scanlab_write4(void* a) { return a; } // refused: __scanlab_write4, which belongs to the simulator
namespace scanlab::sim {
void after_atomic_store(const volatile void*, MemoryOrder, Scope, Left) {} // refused: a definition of scanlab::sim::after_atomic_store
template <>
inline void run_thread<int>(void*) {} // refused: a definition of void scanlab::sim::run_thread
} // namespace scanlab::sim

__attribute__((constructor)) void early() { exit(0); } // refused: code that runs when the program is loaded
int earlier() { return printf("PASS\n"); }
const int value = earlier(); // refused: code that runs when the program is loaded
extern "C" void _exit(int);
struct Leave {
    Leave() { _exit(0); } // refused: a call of _exit()
};
Leave leave; // refused: code that runs when the program is loaded
__attribute__((section(".init_array"), used)) void (*entry)() = early; // refused somewhere: the variable entry in a section of its own
__attribute__((destructor)) void late() { printf("PASS"); } // refused somewhere: code that runs when the program ends

__attribute__((section("scanlab_library"))) void hidden() {} // refused: a function in a section of its own
extern "C" __attribute__((ms_abi)) int _Z10cudaMemsetPvim(void*, int, std::size_t);
int first(int n, ...) {
    __builtin_va_list list;
    __builtin_va_start(list, n); // refused: va_list
    return __builtin_va_arg(list, int);
}
thread_local int calls = 0; // refused somewhere: the thread_local variable calls
extern "C" __attribute__((weak)) char** environ; // refused somewhere: the variable environ, which the file does not define
void (*const table[])(int) = {exit}; // refused somewhere: the address of exit() in table

template <int BLOCK>
struct Cheat {
    static void launch(const scanlab::Problem& p) {
        puts_instead(""), chosen(1), hook(1), read4(p.output), hidden(), first(1, 2);
        table[0](++calls);
        __scanlab_read8(p.output);              // refused: a call of __scanlab_read8()
        _Z10cudaMemsetPvim(p.output, 0, 1);     // refused: the calling convention win64cc
        printf("%p", (void*)environ);           // refused: the address of environ()
        int body = 0;
        scanlab::sim::run_thread<int>(&body);
    }
};
SCANLAB_EXERCISE(sklansky_shared, Cheat);
