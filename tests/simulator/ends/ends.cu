// A program with a mistake in its kernel, which then ends as its argument says. The lines' comments: see ends.sh.
#undef NDEBUG
#include <cuda_runtime.h>

#include <sys/wait.h>
#include <unistd.h>

#include <cassert>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

__global__ void mark(int* marks, int n) {
    for (int round = 0; round < 5; ++round)
        if (static_cast<int>(threadIdx.x) < n) marks[0] = threadIdx.x; // mistake
}

void ask_for_help(int) { _exit(9); }

int main(int, char** arguments) {
    const std::string how = arguments[1];
    int* marks = nullptr;
    cudaMalloc(&marks, 32 * sizeof(int));
    mark<<<1, 32>>>(marks, how.rfind("correct_", 0) == 0 ? 1 : 32); // launch
    cudaDeviceSynchronize();
    int* const volatile null = nullptr;
    volatile int zero = 0;

    if (how == "correct_leak_at_exit") _exit(0);
    if (how == "correct_code") _exit(5);
    if (how == "correct_assert") assert(zero == 0);
    cudaFree(marks);
    if (how == "correct_handler") {
        std::signal(SIGSEGV, ask_for_help);
        mark<<<1, 32>>>(marks, 0); // the simulator's own handler is there only meanwhile
        *null = 1;
    }
    if (how == "correct_child") {
        if (fork() == 0) _exit(6);
        int status = 0;
        wait(&status);
        return WEXITSTATUS(status);
    }
    if (how == "_exit") _exit(0);
    if (how == "_Exit") _Exit(0);
    if (how == "quick_exit") quick_exit(0);
    if (how == "exit") exit(0);
    if (how == "interrupt") raise(SIGINT);
    if (how == "terminate") raise(SIGTERM);
    if (how == "hang_up") raise(SIGHUP);
    if (how == "kill") raise(SIGKILL);
    if (how == "fork" && fork() == 0) _exit(0); // the mistake is not the child's
    if (how == "vfork" && vfork() == 0) _exit(0);

    if (how == "abort") abort();                                                         // abort
    if (how == "assert") assert(zero == 1);                                              // assert
    if (how == "throw") throw std::runtime_error("no such input");                       // throw
    if (how == "library") std::vector<int>(3).at(7) = 1;                                 // library
    if (how == "null") *null = 1;                                                        // null
    if (how == "length") return static_cast<int>(strlen(reinterpret_cast<char*>(null))); // length
    if (how == "divide") return 5 / zero;                                                // divide
    return 0;
}
