// What one would call instead of a lesson: the scans and compactions of CUB and Thrust, as the CUDA
// toolkit brings them.
#include "errors.hpp"
#include "format.hpp"
#include "gpu_program.hpp"

#include <cub/cub.cuh>
#include <thrust/copy.h>
#include <thrust/execution_policy.h>
#include <thrust/scan.h>

#include <new>
#include <string_view>

namespace {

using scanlab::Problem;
using scanlab::Task;

struct NotZero {
    __host__ __device__ bool operator()(int value) const { return value != 0; }
};

// CUB's functions only say how much temporary storage they need if they are given none.

cudaError_t cub_inclusive(const Problem& p, void* storage, std::size_t& bytes) {
    return cub::DeviceScan::InclusiveSum(storage, bytes, p.input, p.output, p.n, p.stream);
}
cudaError_t cub_exclusive(const Problem& p, void* storage, std::size_t& bytes) {
    return cub::DeviceScan::ExclusiveSum(storage, bytes, p.input, p.output, p.n, p.stream);
}
cudaError_t cub_select(const Problem& p, void* storage, std::size_t& bytes) {
    return cub::DeviceSelect::If(storage, bytes, p.input, p.output, p.kept, p.n, NotZero{}, p.stream);
}

template <auto function>
struct Cub {
    static std::size_t workspace(long long n) {
        std::size_t bytes = 0;
        Problem p{};
        p.n = n;
        function(p, nullptr, bytes);
        return bytes;
    }
    static void launch(const Problem& p) {
        std::size_t bytes = workspace(p.n);
        function(p, p.workspace, bytes);
    }
};

/// Gives Thrust its temporary storage, which it would otherwise allocate in every call. Thrust takes
/// what it needs at a time in one piece.
struct Storage {
    using value_type = char;
    char* memory;
    std::size_t bytes;
    char* allocate(std::ptrdiff_t wanted) const {
        if (static_cast<std::size_t>(wanted) > bytes) throw std::bad_alloc();
        return memory;
    }
    void deallocate(char*, std::size_t) const {}
};

std::size_t thrust_workspace(long long n) { return (4 << 20) + static_cast<std::size_t>(n) / 16; }

template <class Call>
void with_thrust(const Problem& p, Call call) {
    Storage storage{static_cast<char*>(p.workspace), thrust_workspace(p.n)};
    call(thrust::cuda::par_nosync(storage).on(p.stream));
}

void thrust_inclusive(const Problem& p) {
    with_thrust(p, [&](const auto& policy) {
        thrust::inclusive_scan(policy, p.input, p.input + p.n, p.output);
    });
}

void thrust_exclusive(const Problem& p) {
    with_thrust(p, [&](const auto& policy) {
        thrust::exclusive_scan(policy, p.input, p.input + p.n, p.output);
    });
}

__global__ void store(long long* kept, long long value) { *kept = value; }

/// copy_if() returns where its output ends, so it waits for the device.
void thrust_copy_if(const Problem& p) {
    with_thrust(p, [&](const auto& policy) {
        const int* const end = thrust::copy_if(policy, p.input, p.input + p.n, p.output, NotZero{});
        store<<<1, 1, 0, p.stream>>>(p.kept, end - p.output);
    });
}

struct Rival {
    scanlab::Lesson lesson;
    std::size_t (*workspace)(long long n);
    void (*launch)(const Problem&);
    bool waits = false; ///< for the device
};

template <auto function>
Rival cub_rival(const char* name, const char* title, Task task) {
    return {{.number = 0, .name = name, .title = title, .task = task, .block = 0},
            &Cub<function>::workspace,
            &Cub<function>::launch};
}
Rival thrust_rival(const char* name, const char* title, Task task, void (*launch)(const Problem&)) {
    return {{.number = 0, .name = name, .title = title, .task = task, .block = 0},
            &thrust_workspace,
            launch,
            task == Task::compaction};
}

const Rival rivals[] = {
    cub_rival<cub_inclusive>("cub_inclusive", "cub::DeviceScan::InclusiveSum", Task::inclusive_scan),
    cub_rival<cub_exclusive>("cub_exclusive", "cub::DeviceScan::ExclusiveSum", Task::exclusive_scan),
    cub_rival<cub_select>("cub_select", "cub::DeviceSelect::If", Task::compaction),
    thrust_rival("thrust_inclusive", "thrust::inclusive_scan", Task::inclusive_scan, thrust_inclusive),
    thrust_rival("thrust_exclusive", "thrust::exclusive_scan", Task::exclusive_scan, thrust_exclusive),
    thrust_rival("thrust_copy_if", "thrust::copy_if", Task::compaction, thrust_copy_if),
};

} // namespace

/// cub_rivals NAME …: see run_benchmark()
int main(int argc, char** argv) {
    const std::string_view wanted = argc > 1 ? argv[1] : "";
    for (const Rival& rival : rivals) {
        if (rival.lesson.name != wanted) continue;
        const scanlab::Variant variant{0, 0, rival.workspace, rival.launch};
        return scanlab::run_benchmark(rival.lesson, {variant}, !rival.waits, argc - 1, argv + 1);
    }
    fmt::print(stderr, "cub_rivals: error: there is no rival '{}'\n", wanted);
    return scanlab::exit_usage;
}
