#include "device_checks.hpp"

#include "task/poison.hpp"
#include "task/task.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace scanlab {
namespace {

constexpr int warp = 32, threads = 256;

/// Enough blocks for n threads, but no more than any GPU runs at a time: the kernels walk in strides.
unsigned blocks_for(long long n) {
    return static_cast<unsigned>(std::clamp(ceil_div(n, threads), 1LL, 4096LL));
}

__device__ long long global_thread() {
    return blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x;
}
__device__ long long grid_threads() { return static_cast<long long>(gridDim.x) * blockDim.x; }

__global__ void make_values(Recipe recipe, int* values) {
    for (long long i = global_thread(); i < recipe.n; i += grid_threads()) values[i] = recipe.value(i);
}

__global__ void make_heads(Recipe recipe, int* heads) {
    for (long long i = global_thread(); i < recipe.n; i += grid_threads())
        heads[i] = head_of(recipe.seed, i);
}

/// A warp counts a chunk's kept elements from its begin-th on, before n.
__device__ long long kept_in(Kept kept, const int* input, long long begin, long long n) {
    const int lane = threadIdx.x % warp;
    long long count = 0;
    for (long long i = begin + lane; i - lane < min(begin + chunk, n); i += warp)
        count += __popc(__ballot_sync(~0u, i < n && is_kept(input, i, kept)));
    return count;
}

__global__ void count_in_chunks(Kept kept, const int* input, long long n, long long* counts) {
    const long long chunks = (n + chunk - 1) / chunk;
    for (long long c = global_thread() / warp; c < chunks; c += grid_threads() / warp) {
        const long long count = kept_in(kept, input, c * chunk, n);
        if (threadIdx.x % warp == 0) counts[c] = count;
    }
}

__device__ int add(int a, int b) {
    return static_cast<int>(static_cast<unsigned>(a) + static_cast<unsigned>(b));
}

/// Of a value: sums of these differ where values do.
__device__ unsigned long long hash(int value) { return random_bits(0, static_cast<unsigned>(value)); }

// Each of these says of one or more tasks whether output i follows from the one before it. `begins`:
// whether nothing precedes it.

struct Sum {
    __device__ static bool is_right(const Problem& p, long long i, bool begins) {
        return p.output[i] == add(begins ? 0 : p.output[i - 1], p.input[i]);
    }
};

struct SumBefore {
    __device__ static bool is_right(const Problem& p, long long i, bool begins) {
        return p.output[i] == (begins ? 0 : add(p.output[i - 1], p.input[i - 1]));
    }
};

struct SegmentedSum {
    __device__ static bool is_right(const Problem& p, long long i, bool begins) {
        return p.output[i] == add(begins || p.heads[i] != 0 ? 0 : p.output[i - 1], p.input[i]);
    }
};

struct WideSum {
    __device__ static bool is_right(const Problem& p, long long i, bool begins) {
        return p.wide_output[i] == (begins ? 0 : p.wide_output[i - 1]) + p.input[i];
    }
};

/// Of x -> factor·x + term modulo 2^16, packed as Task::composition says.
struct Composition {
    __device__ static bool is_right(const Problem& p, long long i, bool begins) {
        return p.output[i] == (begins ? p.input[i] : compose(p.output[i - 1], p.input[i]));
    }
    /// `first` is applied first.
    __device__ static int compose(unsigned first, unsigned second) {
        const unsigned factor = (first >> 16) * (second >> 16);
        const unsigned term = (first & 0xffff) * (second >> 16) + (second & 0xffff);
        return static_cast<int>(factor << 16 | (term & 0xffff));
    }
};

/// Where no sum is rounded.
struct ExactFloatSum {
    __device__ static bool is_right(const Problem& p, long long i, bool begins) {
        return __int_as_float(p.output[i]) ==
               (begins ? 0 : __int_as_float(p.output[i - 1])) + __int_as_float(p.input[i]);
    }
};

struct Copy {
    __device__ static bool is_right(const Problem& p, long long i, bool) {
        return p.output[i] == p.input[i];
    }
};

struct PairSum {
    __device__ static bool is_right(const Problem& p, long long i, bool) {
        return p.output[i] == add(p.input[2 * i], p.input[2 * i + 1]);
    }
};

/// No smaller than the one before; and the elements are those of the input.
struct Ascending {
    __device__ static bool is_right(const Problem& p, long long i, bool begins) {
        return begins || p.output[i - 1] <= p.output[i];
    }
    /// Of all elements it comes to 0 where the output has the input's.
    __device__ static unsigned long long balance(const Problem& p, long long i) {
        return hash(p.output[i]) - hash(p.input[i]);
    }
};

/// An index of the input. Where all neighbours are in order, no index is there twice.
struct IndexByBin {
    __device__ static bool is_right(const Problem& p, long long i, bool begins) {
        return is_index(p, i) && (begins || (is_index(p, i - 1) && comes_first(p, i - 1, i)));
    }
    __device__ static bool is_index(const Problem& p, long long i) {
        return p.output[i] >= 0 && p.output[i] < p.n;
    }
    /// Whether what output a names belongs before what output b names.
    __device__ static bool comes_first(const Problem& p, long long a, long long b) {
        const int bin_a = bin_of(p.input[p.output[a]]), bin_b = bin_of(p.input[p.output[b]]);
        return bin_a != bin_b ? bin_a < bin_b : p.output[a] < p.output[b];
    }
};

/// Adds what a thread has found wrong.
__device__ void report(unsigned long long wrong, Verdict* verdict) {
    if (wrong != 0) atomicAdd(&verdict->wrong, wrong);
}
__device__ void report_balance(unsigned long long difference, Verdict* verdict) {
    if (difference != 0) atomicAdd(&verdict->balance, difference);
}

/// Whether the int that this thread looks at, out of `guard` after a result, has been written.
__device__ bool is_damaged(const int* end, long long guard) {
    return global_thread() < guard && end[global_thread()] != poison_word;
}

__global__ void check_inputs(Recipe recipe, const int* values, const int* heads, Verdict* verdict) {
    unsigned long long wrong = 0;
    for (long long i = global_thread(); i < recipe.n; i += grid_threads()) {
        wrong += values[i] != recipe.value(i);
        if (heads != nullptr) wrong += heads[i] != head_of(recipe.seed, i);
    }
    report(wrong, verdict);
}

/// `results`: how many elements the output has, of so many ints.
template <class Rule>
__global__ void check_each(Problem p, long long results, int words, long long reach, long long guard,
                           Verdict* verdict) {
    unsigned long long wrong = 0, difference = 0;
    for (long long i = global_thread(); i < results; i += grid_threads()) {
        wrong += !Rule::is_right(p, i, i % reach == 0);
        if constexpr (requires { Rule::balance(p, i); }) difference += Rule::balance(p, i);
    }
    report_balance(difference, verdict);
    report(wrong + is_damaged(p.output + words * results, guard), verdict);
}

template <class Rule>
void start_check(const Problem& p, const TaskTraits& task, long long reach, long long guard,
                 Verdict* verdict) {
    check_each<Rule><<<blocks_for(p.n), threads, 0, p.stream>>>(p, task.results(p.n), task.words, reach,
                                                                guard, verdict);
}

/// A task's row on the device, if it counts nothing. Those that count what they keep have
/// check_moved().
struct DeviceRow {
    Task task;
    void (*start_check)(const Problem& p, const TaskTraits& task, long long reach, long long guard,
                        Verdict* verdict);
};

constexpr DeviceRow device_rows[]{
    {Task::inclusive_scan, start_check<Sum>},
    {Task::exclusive_scan, start_check<SumBefore>},
    {Task::segmented_scan, start_check<SegmentedSum>},
    {Task::wide_scan, start_check<WideSum>},
    {Task::composition, start_check<Composition>},
    {Task::sort, start_check<Ascending>},
    {Task::bins, start_check<IndexByBin>},
    {Task::copy, start_check<Copy>},
    {Task::pair_sums, start_check<PairSum>},
    {Task::float_scan, start_check<ExactFloatSum>},
    {Task::fixed_order_scan, start_check<ExactFloatSum>},
};

/// One warp: the right number of kept elements, and whether the call says so.
__global__ void check_count(Kept what, Problem p, const long long* ranks, Verdict* verdict) {
    const long long last = (p.n - 1) / chunk;
    const long long kept = ranks[last] - ranks[0] + kept_in(what, p.input, last * chunk, p.n);
    if (threadIdx.x != 0) return;
    verdict->kept = kept;
    report(*p.kept != kept, verdict);
}

__device__ unsigned long long length(const Problem& p, long long run) {
    return static_cast<unsigned>(p.output[2 * run + 1]);
}

/// Whether a run that begins with element `first` has its value, and the run before it ends there. It
/// may be too long by whole runs: then all lengths together are more than n.
__device__ bool is_run(const Problem& p, long long run, long long first) {
    if (p.output[2 * run] != p.input[first]) return false;
    if (run == 0) return true;
    const auto before = static_cast<long long>(length(p, run - 1));
    return before > 0 && before <= first && is_kept(p.input, first - before, Kept::run_starts);
}

/// A warp a chunk: looks every element up where it has to be.
__global__ void check_places(Kept what, bool is_shortened, int words, Problem p, const long long* ranks,
                             long long guard, Verdict* verdict) {
    const int lane = threadIdx.x % warp;
    const long long kept = verdict->kept, chunks = (p.n + chunk - 1) / chunk;
    unsigned long long wrong = 0, difference = 0;
    for (long long c = global_thread() / warp; c < chunks; c += grid_threads() / warp) {
        long long rank = ranks[c] - ranks[0];
        for (long long i = c * chunk + lane; i - lane < min((c + 1) * chunk, p.n); i += warp) {
            const bool keep = i < p.n && is_kept(p.input, i, what);
            const unsigned kept_lanes = __ballot_sync(~0u, keep);
            const long long before = rank + __popc(kept_lanes & ((1u << lane) - 1));
            rank += __popc(kept_lanes);
            if (what == Kept::run_starts) {
                if (keep) wrong += !is_run(p, before, i);
                difference += (keep ? length(p, before) : 0) - (i < p.n);
                continue;
            }
            if (keep) wrong += p.output[before] != p.input[i];
            if (i < p.n && !keep && !is_shortened) wrong += p.output[kept + i - before] != p.input[i];
        }
    }
    report_balance(difference, verdict);
    const long long end = words * (is_shortened ? kept : p.n);
    if (guard > 0)
        for (long long i = end + global_thread(); i < words * p.n + guard; i += grid_threads())
            wrong += p.output[i] != poison_word;
    report(wrong, verdict);
}

__device__ FloatsSummed operator+(const FloatsSummed& left, const FloatsSummed& right) {
    return {FloatSum::combine(left.sum, right.sum), left.absolute + right.absolute,
            left.whole && right.whole};
}

__device__ FloatsSummed element(const int* input, long long i, long long n) {
    if (i >= n) return {};
    const float number = __int_as_float(input[i]);
    return {{number, 0}, fabs(static_cast<double>(number)), truncf(number) == number};
}

__device__ FloatsSummed of_lane(const FloatsSummed& v, int lane) {
    return {{__shfl_sync(~0u, v.sum.sum, lane), __shfl_sync(~0u, v.sum.lost, lane)},
            __shfl_sync(~0u, v.absolute, lane),
            __shfl_sync(~0u, static_cast<int>(v.whole), lane) != 0};
}

/// The sum of the lanes up to this one: Hillis and Steele's steps.
__device__ FloatsSummed scanned(FloatsSummed v) {
    const int lane = threadIdx.x % warp;
    for (int distance = 1; distance < warp; distance *= 2) {
        const FloatsSummed left = of_lane(v, max(lane - distance, 0));
        if (lane >= distance) v = left + v;
    }
    return v;
}

/// sums[c] = what the elements of chunk c come to.
__global__ void sum_chunks(const int* input, long long n, FloatsSummed* sums) {
    const int lane = threadIdx.x % warp;
    for (long long c = global_thread() / warp; c * chunk < n; c += grid_threads() / warp) {
        FloatsSummed sum;
        for (long long i = c * chunk + lane; i < (c + 1) * chunk; i += warp)
            sum = sum + element(input, i, n);
        sum = scanned(sum);
        if (lane == warp - 1) sums[c] = sum;
    }
}

/// One warp: sums[c] becomes what the elements up to the end of chunk c come to.
__global__ void scan_chunks(long long chunks, FloatsSummed* sums) {
    FloatsSummed before;
    for (long long c = threadIdx.x; c - threadIdx.x < chunks; c += warp) {
        const FloatsSummed up_to = before + scanned(c < chunks ? sums[c] : FloatsSummed());
        if (c < chunks) sums[c] = up_to;
        before = of_lane(up_to, warp - 1);
    }
}

/// A warp a chunk. sums[c]: of the elements up to the end of chunk c.
__global__ void check_sums(Problem p, long long additions, long long guard, const FloatsSummed* sums,
                           Verdict* verdict) {
    const int lane = threadIdx.x % warp;
    unsigned long long wrong = 0;
    for (long long c = global_thread() / warp; c * chunk < p.n; c += grid_threads() / warp) {
        FloatsSummed before = c > 0 ? sums[c - 1] : FloatsSummed();
        for (long long i = c * chunk + lane; i - lane < min((c + 1) * chunk, p.n); i += warp) {
            const FloatsSummed up_to = before + scanned(element(p.input, i, p.n));
            before = of_lane(up_to, warp - 1);
            if (i >= p.n) continue;
            RoundingBound bound(additions);
            bound.add(i + 1, up_to.absolute, up_to.whole);
            wrong += !bound.allows(up_to.sum.rounded(), __int_as_float(p.output[i]));
        }
    }
    report(wrong + is_damaged(p.output + p.n, guard), verdict);
}

void require_launched(const char* what) { require(cudaGetLastError(), what); }

} // namespace

void make_on_device(const Recipe& recipe, int* values, int* heads, cudaStream_t stream) {
    if (recipe.n == 0) return;
    make_values<<<blocks_for(recipe.n), threads, 0, stream>>>(recipe, values);
    if (traits(recipe.task).has_heads)
        make_heads<<<blocks_for(recipe.n), threads, 0, stream>>>(recipe, heads);
    require_launched("make_on_device");
}

void check_made(const Recipe& recipe, const Problem& call, Verdict* verdict) {
    if (recipe.n == 0) return;
    const int* const heads = traits(recipe.task).has_heads ? call.heads : nullptr;
    check_inputs<<<blocks_for(recipe.n), threads, 0, call.stream>>>(recipe, call.input, heads, verdict);
    require_launched("check_made");
}

long long rank_chunks(Kept kept, const int* input, long long n, long long* ranks,
                      const Stream& stream) {
    count_in_chunks<<<blocks_for(n), threads, 0, stream>>>(kept, input, n, ranks);
    require_launched("count_in_chunks");
    std::vector<long long> counts(static_cast<std::size_t>(chunks_of(n)));
    const std::size_t bytes = counts.size() * sizeof counts.front();
    require(cudaMemcpyAsync(counts.data(), ranks, bytes, cudaMemcpyDeviceToHost, stream),
            "cudaMemcpyAsync");
    require(stream.wait(), "counting the kept elements");
    const long long last = counts.empty() ? 0 : counts.back();
    std::exclusive_scan(counts.begin(), counts.end(), counts.begin(), 0LL);
    require(cudaMemcpyAsync(ranks, counts.data(), bytes, cudaMemcpyHostToDevice, stream),
            "cudaMemcpyAsync");
    require(stream.wait(), "copying the ranks");
    return counts.empty() ? 0 : counts.back() + last;
}

void check_scan(Task task, const Problem& call, long long reach, long long guard, Verdict* verdict) {
    const auto* const row = std::ranges::find(device_rows, task, &DeviceRow::task);
    if (row == std::end(device_rows)) throw std::logic_error("no kernel checks this task's results");
    row->start_check(call, traits(task), reach, guard, verdict);
    require_launched("check_scan");
}

void check_moved(Task task, const Problem& call, const long long* ranks, long long guard,
                 Verdict* verdict) {
    const TaskTraits& row = traits(task);
    check_count<<<1, warp, 0, call.stream>>>(row.kept, call, ranks, verdict);
    check_places<<<blocks_for(call.n), threads, 0, call.stream>>>(row.kept, row.is_shortened, row.words,
                                                                  call, ranks, guard, verdict);
    require_launched("check_moved");
}

void check_floats(const Problem& call, long long additions, long long guard, FloatsSummed* sums,
                  Verdict* verdict) {
    const unsigned blocks = blocks_for(call.n);
    sum_chunks<<<blocks, threads, 0, call.stream>>>(call.input, call.n, sums);
    scan_chunks<<<1, warp, 0, call.stream>>>(chunks_of(call.n), sums);
    check_sums<<<blocks, threads, 0, call.stream>>>(call, additions, guard, sums, verdict);
    require_launched("check_floats");
}

} // namespace scanlab
