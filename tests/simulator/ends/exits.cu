// A program that ends as its argument says: see exits.txt. Unless that says otherwise, it is correct.
#include <cuda_runtime.h>
#include <scanlab_sim/cost.hpp>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace {

constexpr int n = 64;
constexpr std::size_t bytes = n * sizeof(int);
constexpr int code = 5; // of programs that choose it
std::string how;

__global__ void fill(int* values) {
    const unsigned i = threadIdx.x;
    values[i] = static_cast<int>(i);
    __syncthreads();
    const int mirrored = values[n - 1 - i];
    __syncthreads();
    values[i] = n - 1 - mirrored;
}
__global__ void fail(int* values) {
    values[threadIdx.x] = 0;
    if (threadIdx.x == n - 1) __trap();
}
using Costs = std::vector<scanlab::sim::KernelCost>;
__global__ void ask(const Costs* costs, void (*of)(const Costs&)) { of(*costs); }

void check(cudaError_t error) {
    if (error != cudaSuccess) exit(1);
}

/// Memory on both sides, and two streams, since only then the host goes on before work has ended.
struct Arrays {
    int *device = nullptr, *pinned = nullptr;
    cudaStream_t one = nullptr, other = nullptr;

    void make() {
        check(cudaMalloc(&device, bytes)), check(cudaMallocHost(&pinned, bytes));
        check(cudaStreamCreate(&one));
        check(cudaStreamCreate(&other));
    }
    void use() const {
        fill<<<1, n, 0, one>>>(device);
        check(cudaMemcpyAsync(pinned, device, bytes, cudaMemcpyDeviceToHost, one));
        check(cudaStreamSynchronize(one));
        if (pinned[n - 1] != n - 1) abort();
    }
    void free() const {
        check(cudaFree(device));
        check(cudaFreeHost(pinned));
        check(cudaStreamDestroy(one));
        check(cudaStreamDestroy(other));
    }
    /// Leaves work to be done.
    void submit() const {
        for (int round = 0; round < 3; ++round) {
            fill<<<1, n, 0, one>>>(device);
            check(cudaMemcpyAsync(pinned, device, bytes, cudaMemcpyDeviceToHost, one));
            check(cudaMemcpyAsync(device, pinned, bytes, cudaMemcpyHostToDevice, one));
        }
    }
} arrays;

/// Has what it needs while it is made and destroyed: before main() and after.
struct AtBothEnds {
    Arrays own;
    bool is_wanted = false;
    void begin() {
        own.make();
        own.use();
        is_wanted = true;
    }
    ~AtBothEnds() {
        if (!is_wanted) return;
        own.use();
        own.submit();
        check(cudaDeviceSynchronize());
        own.free();
    }
};
AtBothEnds made_by_main;
struct OfStatic : AtBothEnds {
    OfStatic() {
        const char* const wanted = std::getenv("SCANLAB_TEST_STATIC");
        if (wanted && *wanted) begin();
    }
} made_before_main;

thread_local AtBothEnds of_thread;

std::vector<std::string> destroyed(100, "what a function of the program would find destroyed at the end");
void use_destroyed(void*) {
    std::string all;
    for (const std::string& text : destroyed) all += text;
    if (all.empty()) abort();
}

Arrays freed_late;
__attribute__((destructor)) void free_late() {
    if (freed_late.device) freed_late.free();
}

void launch_for_ever() {
    for (;;) {
        fill<<<1, n>>>(arrays.device);
        check(cudaDeviceSynchronize());
    }
}

void end_by_an_exception() {
    struct Destroyed {
        ~Destroyed() { check(cudaDeviceSynchronize()); }
    } destroyed_on_the_way;
    throw std::runtime_error("nobody catches it");
}

/// What the simulator should never do: it follows a pointer that leads nowhere.
const Costs* const nowhere = reinterpret_cast<const Costs*>(16);
void fail_inside() { scanlab::sim::counters_json(*nowhere); }
void throw_inside(std::size_t length_of_text) {
    Costs costs(1);
    costs[0].launches = 1;
    std::memcpy(reinterpret_cast<char*>(&costs[0].kernel) + sizeof(char*), &length_of_text, sizeof length_of_text);
    scanlab::sim::counters_text(costs, 1);
}

void end_with_work_pending() {
    arrays.submit();
    if (how == "pending_return") return;
    if (how == "pending_exit") exit(code);
    if (how == "pending__exit") _exit(code);
    if (how == "pending_quick_exit") quick_exit(code);
    if (how == "pending_function") check(cudaLaunchHostFunc(arrays.one, use_destroyed, nullptr));
    if (how == "pending_function") arrays.submit(); // that waits for the function
    if (how == "pending_throw") end_by_an_exception();
    if (how == "pending_abort") abort();
    if (how == "pending_signal") raise(SIGTERM);
    if (how == "pending_trap") fail<<<1, n, 0, arrays.one>>>(arrays.device);
}

void end_with_threads() {
    if (how == "thread_detached") std::thread(launch_for_ever).detach();
    if (how == "thread_exits") {
        arrays.use();
        fill<<<1, n>>>(arrays.device); // whose result nobody fetches
        std::thread([] { exit(code); }).detach();
        launch_for_ever();
    }
    if (how == "thread_forked") {
        std::thread(launch_for_ever).detach();
        if (fork() == 0) {
            made_by_main.own.make(); // the child's own: nobody else uses the simulator there
            made_by_main.own.use();
            made_by_main.own.free();
            exit(0);
        }
        int status = 0;
        wait(&status);
        if (status != 0) abort();
    }
    if (how == "thread_local") std::thread([] { of_thread.begin(); }).join();
}

void call_in_function(void*) { fill<<<1, n>>>(arrays.device); } // forbidden
void exit_in_function(void*) { exit(code); }

void end_otherwise() {
    if (how == "exit") exit(code);
    if (how == "quick_exit") quick_exit(code);
    if (how == "_exit") _exit(code);
    if (how == "_Exit") _Exit(code);
    if (how == "abort") abort();
    if (how == "throw") end_by_an_exception();
    if (how == "terminate") std::terminate();
    if (how == "signal") raise(SIGTERM);
    if (how == "kill") raise(SIGKILL);
    int* const volatile null = nullptr;
    if (how == "fault") *null = 1;
    if (how == "internal_fault") fail_inside();
    if (how == "internal_throw") throw_inside(SIZE_MAX - 1024); // no text is so long
    if (how == "no_memory") throw_inside(SIZE_MAX / 4);
    if (how == "internal_in_kernel") {
        ask<<<1, 1>>>(nowhere, [](const Costs& costs) { scanlab::sim::counters_json(costs); });
        check(cudaDeviceSynchronize());
    }
    if (how == "atexit")
        std::atexit([] {
            arrays.make();
            arrays.use();
            arrays.free();
        });
    if (how == "static_destructor") made_by_main.begin();
    if (how == "late_destructor") freed_late.make();
}

void end_after_a_failure() {
    if (how == "stopped_check") {
        fill<<<1, n, 0, arrays.other>>>(arrays.device + 0);
        check(cudaStreamSynchronize(arrays.other));
        arrays.submit();
        fail<<<1, n, 0, arrays.one>>>(arrays.device);
        check(cudaMemcpyAsync(arrays.pinned, arrays.device, bytes, cudaMemcpyDeviceToHost, arrays.one));
        check(cudaDeviceSynchronize());
    }
    if (how == "stopped_goes_on") {
        arrays.submit();
        fail<<<1, n, 0, arrays.one>>>(arrays.device);
        static_cast<void>(cudaDeviceSynchronize()); // the host goes on with what it has asked for
        for (int i = 0; i < n; ++i) arrays.pinned[i] = i;
        static_cast<void>(cudaFreeHost(arrays.pinned));
        exit(1);
    }
    if (how == "function_calls") {
        check(cudaLaunchHostFunc(arrays.one, call_in_function, nullptr));
        check(cudaDeviceSynchronize());
        arrays.free();
    }
    if (how == "function_exits") {
        check(cudaLaunchHostFunc(arrays.one, exit_in_function, nullptr));
        check(cudaDeviceSynchronize());
    }
}

} // namespace

int main(int, char** arguments) {
    how = arguments[1];
    const auto is_one_of = [](const char* kind) { return how.rfind(kind, 0) == 0; };
    end_otherwise();
    if (is_one_of("pending") || is_one_of("thread") || is_one_of("stopped") || is_one_of("function")) arrays.make();
    if (is_one_of("pending")) end_with_work_pending();
    if (is_one_of("thread")) end_with_threads();
    end_after_a_failure();
    return how == "return" ? code : 0;
}
