#include "catch.hpp"

#include "task/host_array.hpp"
#include "task/inputs.hpp"
#include "task/parallel.hpp"
#include "task/reference.hpp"

#include <vector>

using namespace scanlab;

namespace {

std::vector<int> as_vector(const HostArray& array) {
    return {array.data(), array.data() + array.size()};
}

/// A scan as its definition says: every sum from its start, in 64 bits, cut to 32 at the end.
std::vector<int> by_definition(const HostArray& input, Task task, long long tile) {
    std::vector<int> result;
    for (long long i = 0; i < input.size(); ++i) {
        const long long end = task == Task::inclusive_scan ? i + 1 : i;
        long long sum = 0;
        for (long long k = i / tile * tile; k < end; ++k) sum += input.data()[k];
        result.push_back(static_cast<int>(static_cast<unsigned>(sum)));
    }
    return result;
}

constexpr long long sizes[]{0, 1, 2, 31, 32, 33, 255, 257, 1000};
// More than one piece a thread, and a remainder.
const long long large_n = (cpu_threads() * 2 + 1) * (1LL << 16) + 12'345;

} // namespace

TEST_CASE("a right scan is not called wrong, because the reference is the definition") {
    for (const Task task : {Task::inclusive_scan, Task::exclusive_scan}) {
        for (const long long n : sizes) {
            for (const long long tile : {1LL, 7LL, 32LL, 5000LL}) {
                const HostArray input = make_input(InputKind::large, task, n, 3);
                HostArray output(n);
                scan_plain(input, output, task, tile);
                CAPTURE(n, tile);
                CHECK(as_vector(output) == by_definition(input, task, tile));
            }
        }
    }
}

TEST_CASE("a right compaction is not called wrong: kept elements, in order") {
    for (const long long n : sizes) {
        const HostArray input = make_input(InputKind::random, Task::compaction, n, 5);
        std::vector<int> kept;
        for (const int value : as_vector(input)) {
            if (value != 0) kept.push_back(value);
        }
        HostArray output(n);
        output.truncate(compute_plain(Task::compaction, input, output));
        CHECK(as_vector(output) == kept);
    }
}

TEST_CASE("the CPU's rival speed is that of right scans: all threads and SIMD give the plain result") {
    for (const Task task : {Task::inclusive_scan, Task::exclusive_scan}) {
        for (const long long n : {0LL, 1LL, 33LL, 100'003LL, large_n}) {
            for (const long long tile : {256LL, 100'000LL, n + 1}) {
                const HostArray input = make_input(InputKind::large, task, n, 11);
                HostArray plain(n), parallel(n);
                scan_plain(input, plain, task, tile);
                scan_parallel(input, parallel, task, tile);
                CAPTURE(n, tile);
                CHECK(as_vector(plain) == as_vector(parallel));
            }
        }
    }
}

TEST_CASE("the CPU's rival speed is that of right compactions") {
    for (const InputKind kind :
         {InputKind::ones, InputKind::zeros, InputKind::random, InputKind::one_hot}) {
        for (const long long n : {0LL, 1LL, 33LL, 100'003LL, large_n}) {
            const HostArray input = make_input(kind, Task::compaction, n, 11);
            HostArray plain(n), parallel(n);
            plain.truncate(compute_plain(Task::compaction, input, plain));
            parallel.truncate(compute_parallel(Task::compaction, input, parallel));
            CHECK(as_vector(plain) == as_vector(parallel));
        }
    }
}
