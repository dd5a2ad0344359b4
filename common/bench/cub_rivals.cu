// What one would call instead of a lesson: scans, compactions and the sort of CUB and Thrust, as the
// CUDA toolkit brings them, or a folder with another CCCL (./scanlab bench --cccl FOLDER).
#include "errors.hpp"
#include "format.hpp"
#include "gpu_program.hpp"

#include <array>
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

cudaError_t cub_sort(const Problem& p, void* storage, std::size_t& bytes) {
    return cub::DeviceRadixSort::SortKeys(storage, bytes, p.input, p.output, p.n, 0, 32, p.stream);
}

cudaError_t cub_float(const Problem& p, void* storage, std::size_t& bytes) {
    return cub::DeviceScan::InclusiveSum(storage, bytes, reinterpret_cast<const float*>(p.input),
                                         reinterpret_cast<float*>(p.output), p.n, p.stream);
}

#if CUB_VERSION >= 300600
// From here on CUB has a look-ahead scan as well, and an order of additions that is the same in every
// run. Its public functions allocate their temporary storage in each call, so that it is asked for one
// level lower.

/// Look-ahead where CUB would not choose it for integers, in the shape that it uses for floats there.
struct LookAhead {
    __host__ __device__ constexpr cub::ScanPolicy operator()(cuda::compute_capability) const {
        return {cub::ScanAlgorithm::lookahead, {}, {4, 63, 4}};
    }
};

template <class T, bool SAME_EVERY_RUN, class Policy>
cudaError_t cub_scan(const Problem& p, void* storage, std::size_t& bytes, Policy policy) {
    return cub::detail::scan::dispatch<cub::ForceInclusive::No, SAME_EVERY_RUN>(
        storage, bytes, reinterpret_cast<const T*>(p.input), reinterpret_cast<T*>(p.output),
        cuda::std::plus<>{}, cub::NullType{}, static_cast<unsigned long long>(p.n), p.stream, policy);
}
cudaError_t cub_look_ahead(const Problem& p, void* storage, std::size_t& bytes) {
    return cub_scan<int, false>(p, storage, bytes, LookAhead{});
}
cudaError_t cub_float_look_ahead(const Problem& p, void* storage, std::size_t& bytes) {
    return cub_scan<float, false>(p, storage, bytes, LookAhead{});
}
cudaError_t cub_float_same_every_run(const Problem& p, void* storage, std::size_t& bytes) {
    return cub_scan<float, true>(
        p, storage, bytes,
        cub::detail::scan::policy_selector_from_types<const float*, float*, float, unsigned long long,
                                                      cuda::std::plus<>, true>{});
}
#endif

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

/// Names of what is not the toolkit's begin otherwise.
#ifdef SCANLAB_CCCL
#define SCANLAB_CUB(name) "cccl_" name
#else
#define SCANLAB_CUB(name) "cub_" name
#endif

const Rival rivals[] = {
    cub_rival<cub_inclusive>(SCANLAB_CUB("inclusive"), "cub::DeviceScan::InclusiveSum",
                             Task::inclusive_scan),
    cub_rival<cub_exclusive>(SCANLAB_CUB("exclusive"), "cub::DeviceScan::ExclusiveSum",
                             Task::exclusive_scan),
    cub_rival<cub_select>(SCANLAB_CUB("select"), "cub::DeviceSelect::If", Task::compaction),
    cub_rival<cub_sort>(SCANLAB_CUB("sort"), "cub::DeviceRadixSort::SortKeys", Task::sort),
    cub_rival<cub_float>(SCANLAB_CUB("float"), "cub::DeviceScan::InclusiveSum of floats",
                         Task::float_scan),
#if CUB_VERSION >= 300600
    cub_rival<cub_look_ahead>(SCANLAB_CUB("look_ahead"), "CUB's look-ahead scan, forced",
                              Task::inclusive_scan),
    cub_rival<cub_float_look_ahead>(SCANLAB_CUB("float_look_ahead"),
                                    "CUB's look-ahead scan of floats, forced", Task::float_scan),
    cub_rival<cub_float_same_every_run>(SCANLAB_CUB("float_same_every_run"),
                                        "CUB's scan of floats, the same in every run",
                                        Task::float_scan),
#endif
    thrust_rival("thrust_inclusive", "thrust::inclusive_scan", Task::inclusive_scan, thrust_inclusive),
    thrust_rival("thrust_exclusive", "thrust::exclusive_scan", Task::exclusive_scan, thrust_exclusive),
    thrust_rival("thrust_copy_if", "thrust::copy_if", Task::compaction, thrust_copy_if),
};

std::string version() {
    return fmt::format("CUB {}.{}.{}", CUB_MAJOR_VERSION, CUB_MINOR_VERSION, CUB_SUBMINOR_VERSION);
}

} // namespace

/// cub_rivals NAME …: see run_benchmark()
int main(int argc, char** argv) {
    const std::string_view wanted = argc > 1 ? argv[1] : "";
    for (const Rival& rival : rivals) {
        if (rival.lesson.name != wanted) continue;
        const std::array variants{scanlab::Variant{0, 0, rival.workspace, rival.launch}};
        return scanlab::run_benchmark(rival.lesson, variants, !rival.waits, argc - 1, argv + 1,
                                      version());
    }
    fmt::print(stderr, "cub_rivals: error: there is no rival '{}'\n", wanted);
    return scanlab::exit_usage;
}
