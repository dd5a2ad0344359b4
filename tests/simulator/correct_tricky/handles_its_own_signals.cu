// A host that has handlers of its own for signals, also for faults, and gets along with them before, between and after
// launches; and a process of its own that ends at once.
#include "../corpus/device.cuh"

#include <sys/wait.h>
#include <unistd.h>

#include <csetjmp>
#include <csignal>

constexpr int BLOCK = 64;

__global__ void add_one(int* numbers) { ++numbers[blockIdx.x * BLOCK + threadIdx.x]; }

volatile std::sig_atomic_t interrupted = 0, faults = 0;
sigjmp_buf after_fault;

void on_interrupt(int) { interrupted = interrupted + 1; }
void on_fault(int) {
    faults = faults + 1;
    siglongjmp(after_fault, 1);
}

void probe_bad_address() {
    int* const volatile nowhere = nullptr;
    if (sigsetjmp(after_fault, 1) == 0) *nowhere = 1;
}

int main() {
    std::signal(SIGINT, on_interrupt);
    std::signal(SIGSEGV, on_fault);
    const DeviceArray<int> numbers(2 * BLOCK);
    numbers.clear();
    for (int round = 0; round < 3; ++round) {
        probe_bad_address();
        std::raise(SIGINT);
        add_one<<<2, BLOCK>>>(numbers.get());
    }
    probe_bad_address();
    finish();

    if (fork() == 0) _exit(interrupted == 3 && faults == 4 ? 0 : 1);
    int status = 0;
    wait(&status);
    if (status != 0) return 1;
    return verdict(numbers, [](int) { return 3; });
}
