// CUB: collectives of warps and blocks, with blocks that end within a warp; and device-wide algorithms
// with their temporary storage.
#include "../expect.hpp"

#include <cub/cub.cuh>

#include <algorithm>
#include <numeric>

using test::DeviceArray, test::expect, test::expect_equal, test::must;
using Ints = std::vector<int>;
static_assert(sizeof(nv_bfloat16) == sizeof(half)); // CUB brings them along
static_assert(std::is_same_v<cub::Traits<const double>::UnsignedBits, unsigned long long> && !cub::Traits<int2>::PRIMITIVE);
static_assert(cub::DivideAndRoundUp(9, 4) == 3 && cub::DivideAndRoundUp(8u, 4) == 2);
static_assert(cub::Traits<half>::CATEGORY == cub::FLOATING_POINT && cub::Traits<signed char>::CATEGORY == cub::SIGNED_INTEGER);

Ints numbers(std::size_t n) {
    Ints result(n);
    for (std::size_t i = 0; i < n; ++i) result[i] = static_cast<int>(i * 2654435761u >> 16 & 1023) - 200;
    return result;
}

// --- blocks
// -----------------------------------------------------------------------------------------------

/// Starts at 1000, and goes on where the tile before ended.
struct Running {
    int total = 1000;
    __device__ int operator()(int aggregate) {
        const int before = total;
        total += aggregate;
        return before;
    }
};

template <int THREADS>
__global__ void scan_and_reduce(const int* input, int* output, int* totals, int tiles) {
    using Load = cub::BlockLoad<int, THREADS, 3, cub::BLOCK_LOAD_TRANSPOSE>;
    using Store = cub::BlockStore<int, THREADS, 3, cub::BLOCK_STORE_WARP_TRANSPOSE>;
    using Scan = cub::BlockScan<int, THREADS>;
    using Reduce = cub::BlockReduce<int, THREADS>;
    __shared__ union {
        typename Load::TempStorage load;
        typename Store::TempStorage store;
        typename Scan::TempStorage scan;
        typename Reduce::TempStorage reduce;
    } storage;
    Running running;
    for (int tile = 0; tile < tiles; ++tile) {
        int items[3];
        Load(storage.load).Load(input + tile * THREADS * 3, items);
        __syncthreads();
        const int least = Reduce(storage.reduce).Reduce(items, cub::Min());
        if (threadIdx.x == 0) totals[tile] = least;
        __syncthreads();
        Scan(storage.scan).InclusiveSum(items, items, running);
        __syncthreads();
        Store(storage.store).Store(output + tile * THREADS * 3, items);
        __syncthreads();
    }
}

/// The block has fewer threads than the template says.
__global__ void reduce_in_small_block(const int* input, int* total) {
    using Reduce = cub::BlockReduce<int, 1024>;
    __shared__ typename Reduce::TempStorage storage;
    const int sum = Reduce(storage).Sum(input[threadIdx.x], static_cast<int>(blockDim.x));
    if (threadIdx.x == 0) *total = sum;
}

void test_reduce_in_small_blocks() {
    const Ints input = numbers(128);
    DeviceArray<int> in(input), total(1);
    for (const int threads : {128, 72, 20}) {
        reduce_in_small_block<<<1, threads>>>(in.data(), total.data());
        expect_equal(total.read()[0], std::accumulate(input.begin(), input.begin() + threads, 0), "a small block's sum");
    }
}

template <int THREADS>
void test_scan_and_reduce() {
    constexpr int tiles = 2, n = tiles * THREADS * 3;
    const Ints input = numbers(n);
    DeviceArray<int> device(input), output(n), least(tiles);
    scan_and_reduce<THREADS><<<1, THREADS>>>(device.data(), output.data(), least.data(), tiles);
    Ints expected(n);
    std::inclusive_scan(input.begin(), input.end(), expected.begin(), std::plus<>(), 1000);
    expect(output.read() == expected, "BlockScan with a prefix, " + std::to_string(THREADS) + " threads");
    expect_equal(least.read()[1], *std::min_element(input.begin() + n / 2, input.end()), "BlockReduce");
}

__global__ void sort_pairs(int* keys, int* values) {
    using Sort = cub::BlockRadixSort<int, 64, 2, int>;
    __shared__ typename Sort::TempStorage storage;
    const int first = static_cast<int>(threadIdx.x) * 2;
    int key[2] = {keys[first], keys[first + 1]}, value[2] = {first, first + 1};
    Sort(storage).SortDescending(key, value);
    for (int i = 0; i < 2; ++i) {
        keys[first + i] = key[i];
        values[first + i] = value[i];
    }
}

void test_sort() {
    Ints input = numbers(128);
    DeviceArray<int> keys(input), values(128);
    sort_pairs<<<1, 64>>>(keys.data(), values.data());
    const Ints order = values.read();
    bool is_sorted = true;
    for (std::size_t i = 1; i < 128; ++i) {
        const int left = input[static_cast<std::size_t>(order[i - 1])], right = input[static_cast<std::size_t>(order[i])];
        is_sorted &= left > right || (left == right && order[i - 1] < order[i]);
    }
    expect(is_sorted, "BlockRadixSort");
}

__global__ void neighbours(const int* input, int* heads, unsigned* histogram) {
    using Discontinuity = cub::BlockDiscontinuity<int, 8, 4, 2>;
    using Histogram = cub::BlockHistogram<int, 8, 1, 4, cub::BLOCK_HISTO_ATOMIC, 4, 2>;
    __shared__ typename Discontinuity::TempStorage storage;
    __shared__ unsigned bins[4];
    const int t = cub::RowMajorTid(8, 4, 2);
    int item[1] = {input[t]}, flag[1];
    Discontinuity(storage).FlagHeads(flag, item, cub::Inequality());
    heads[t] = flag[0];
    Histogram().Histogram(item, bins);
    __syncthreads();
    if (t < 4) histogram[t] = bins[t];
}

struct LastDigit {
    __host__ __device__ bool operator()(int a, int b) const { return a % 10 < b % 10; }
};

/// Each block sorts by the last digit; of the last block's items, those from `n` on do not count.
template <int THREADS>
__global__ void merge_sort(int* keys, int* values, int n) {
    using Load = cub::WarpLoad<int, 3, cub::WARP_LOAD_TRANSPOSE, 8>;
    using Store = cub::WarpStore<int, 3, cub::WARP_STORE_TRANSPOSE, 8>;
    using Sort = cub::BlockMergeSort<int, THREADS, 3, int>;
    __shared__ union {
        typename Load::TempStorage load[THREADS / 8];
        typename Store::TempStorage store[THREADS / 8];
        typename Sort::TempStorage sort;
    } storage;
    const int part = static_cast<int>(threadIdx.x) / 8, begin = static_cast<int>(blockIdx.x) * THREADS * 3;
    int own_keys[3], own_values[3];
    Load(storage.load[part]).Load(keys + begin + part * 24, own_keys, n - begin - part * 24, 0);
    for (int i = 0; i < 3; ++i) own_values[i] = begin + static_cast<int>(threadIdx.x) * 3 + i;
    __syncthreads();
    Sort(storage.sort).StableSort(own_keys, own_values, LastDigit{}, n - begin, 9);
    __syncthreads();
    Store(storage.store[part]).Store(keys + begin + part * 24, own_keys, n - begin - part * 24);
    __syncthreads();
    Store(storage.store[part]).Store(values + begin + part * 24, own_values, n - begin - part * 24);
}

template <int THREADS>
void test_merge_sort() {
    constexpr int n = THREADS * 5;
    Ints keys(n), expected;
    for (int i = 0; i < n; ++i) keys[static_cast<std::size_t>(i)] = i * 7919 % 100;
    for (int begin = 0; begin < n; begin += THREADS * 3) {
        Ints order(static_cast<std::size_t>(std::min(THREADS * 3, n - begin)));
        std::iota(order.begin(), order.end(), begin);
        std::stable_sort(order.begin(), order.end(),
                         [&](int a, int b) { return LastDigit{}(keys[static_cast<std::size_t>(a)], keys[static_cast<std::size_t>(b)]); });
        expected.insert(expected.end(), order.begin(), order.end());
    }
    DeviceArray<int> in(keys), values(n);
    merge_sort<THREADS><<<2, THREADS>>>(in.data(), values.data(), n);
    expect(values.read() == expected, "BlockMergeSort::StableSort, " + std::to_string(THREADS) + " threads");
    expect_equal(in.read()[0], keys[static_cast<std::size_t>(expected[0])], "the first key");
}

__global__ void merge_sort_in_warps(int* items) {
    using Sort = cub::WarpMergeSort<int, 2, 16>;
    using Exchange = cub::WarpExchange<int, 2, 16>;
    __shared__ union {
        typename Sort::TempStorage sort;
        typename Exchange::TempStorage exchange;
    } storage[4];
    const unsigned part = threadIdx.x / 16;
    int own[] = {items[2 * threadIdx.x], items[2 * threadIdx.x + 1]};
    Sort(storage[part].sort).Sort(own, [](int a, int b) { return a > b; });
    __syncwarp();
    Exchange(storage[part].exchange).BlockedToStriped(own, own);
    for (unsigned i = 0; i < 2; ++i) items[part * 32 + i * 16 + threadIdx.x % 16] = own[i];
}

__global__ void decode_runs(int* items, int* numbers, int* total) {
    using Decode = cub::BlockRunLengthDecode<int, 40, 2, 3>;
    __shared__ typename Decode::TempStorage storage;
    const int first = static_cast<int>(threadIdx.x) * 2;
    int values[] = {first, first + 1};
    int lengths[] = {first % 5, (first + 1) % 5};
    unsigned count = 0;
    Decode decode(storage, values, lengths, count);
    for (unsigned from = 0; from < count; from += 120) {
        int own[3], own_numbers[3];
        decode.RunLengthDecode(own, own_numbers, from);
        for (unsigned i = 0; i < 3; ++i) {
            const unsigned at = from + threadIdx.x * 3 + i;
            if (at < count) items[at] = own[i], numbers[at] = own_numbers[i];
        }
    }
    if (threadIdx.x == 0) *total = static_cast<int>(count);
}

void test_merge_sort_in_warps_and_runs() {
    const Ints input = numbers(128);
    DeviceArray<int> items(input);
    merge_sort_in_warps<<<1, 64>>>(items.data());
    Ints sorted = input;
    for (auto part = sorted.begin(); part != sorted.end(); part += 32) std::sort(part, part + 32, std::greater<int>());
    expect(items.read() == sorted, "WarpMergeSort::Sort and WarpExchange");

    DeviceArray<int> decoded(160), in_run(160), total(1);
    decode_runs<<<1, 40>>>(decoded.data(), in_run.data(), total.data());
    Ints expected, expected_numbers;
    for (int run = 0; run < 80; ++run)
        for (int i = 0; i < run % 5; ++i) expected.push_back(run), expected_numbers.push_back(i);
    expect_equal(total.read()[0], 160, "how many items the runs have");
    expect(decoded.read() == expected && in_run.read() == expected_numbers, "BlockRunLengthDecode");
}

void test_neighbours() {
    Ints input(64), expected(64, 0);
    for (std::size_t i = 0; i < 64; ++i) input[i] = static_cast<int>(i / 5 % 4);
    for (std::size_t i = 0; i < 64; i += 5) expected[i] = 1;
    DeviceArray<int> device(input), heads(64);
    DeviceArray<unsigned> histogram(4);
    neighbours<<<1, dim3(8, 4, 2)>>>(device.data(), heads.data(), histogram.data());
    expect(heads.read() == expected, "BlockDiscontinuity of a block of three dimensions");
    expect_equal<long>(histogram.read()[3], std::count(input.begin(), input.end(), 3), "BlockHistogram");
}

// --- warps
// ------------------------------------------------------------------------------------------------

struct Complex {
    double real, imaginary;
    Complex operator+(const Complex& b) const { return {real + b.real, imaginary + b.imaginary}; }
};

__global__ void in_warps(int* exclusive, double* sums, int* segments) {
    using Scan = cub::WarpScan<int, 8>;
    using Reduce = cub::WarpReduce<Complex>;
    using Segments = cub::WarpReduce<int>;
    __shared__ typename Scan::TempStorage scan[5];
    __shared__ typename Reduce::TempStorage reduce[2];
    __shared__ typename Segments::TempStorage segment[1];
    const int t = static_cast<int>(threadIdx.x);
    int aggregate = 0;
    Scan(scan[t / 8]).ExclusiveScan(t, exclusive[t], 100, cub::Max(), aggregate);
    exclusive[t] += 1000 * aggregate;
    const Complex sum = Reduce(reduce[t / 32]).Sum({t + 0.5, 1}, t < 32 ? 32 : 8);
    if (t % 32 == 0) sums[t / 32] = sum.real + sum.imaginary / 1000;
    if (t >= 32) return;
    const int in_segment = Segments(segment[0]).HeadSegmentedSum(1, t % 5 == 0);
    if (t % 5 == 0) segments[t] = in_segment;
}

void test_warps() {
    DeviceArray<int> exclusive(40), segments(40);
    DeviceArray<double> sums(2);
    in_warps<<<1, 40>>>(exclusive.data(), sums.data(), segments.data());
    expect_equal(exclusive.read()[37], 39100, "WarpScan of eight lanes");
    expect_equal(sums.read()[0], 512.032, "WarpReduce");
    expect_equal(sums.read()[1], 288.008, "WarpReduce of some lanes");
    expect_equal(segments.read()[25], 5, "WarpReduce of segments");
    expect_equal(segments.read()[30], 2, "WarpReduce of segments");
}

// --- devices
// ----------------------------------------------------------------------------------------------

/// Calls the algorithm as CUB demands, twice.
template <class Algorithm>
void run(Algorithm algorithm) {
    std::size_t bytes = 0;
    must(algorithm(nullptr, bytes));
    DeviceArray<char> storage(bytes);
    must(algorithm(storage.data(), bytes));
}

void test_device() {
    const int n = 3000;
    const Ints input = numbers(n);
    Ints expected(n), sorted = input;
    std::sort(sorted.begin(), sorted.end());
    DeviceArray<int> in(input), out(n), more(n), count(1), offsets(Ints{0, 10, 10, n}), sums(3), histogram(4);
    const auto odd = [] __device__(int x) { return x % 2 != 0; };

    run([&](void* storage, std::size_t& bytes) { return cub::DeviceScan::ExclusiveSum(storage, bytes, in.data(), out.data(), n); });
    std::exclusive_scan(input.begin(), input.end(), expected.begin(), 0);
    expect(out.read() == expected, "DeviceScan::ExclusiveSum");
    run([&](void* storage, std::size_t& bytes) { return cub::DeviceReduce::Max(storage, bytes, in.data(), count.data(), n); });
    expect_equal(count.read()[0], sorted.back(), "DeviceReduce::Max");
    run([&](void* storage, std::size_t& bytes) {
        return cub::DeviceSelect::If(storage, bytes, in.data(), out.data(), count.data(), n, odd);
    });
    expect_equal<long>(count.read()[0], std::count_if(input.begin(), input.end(), odd), "DeviceSelect::If");
    run([&](void* storage, std::size_t& bytes) {
        return cub::DevicePartition::If(storage, bytes, in.data(), out.data(), count.data(), n, odd);
    });
    expected = input;
    std::reverse(std::stable_partition(expected.begin(), expected.end(), odd), expected.end());
    expect(out.read() == expected, "DevicePartition::If");
    run([&](void* storage, std::size_t& bytes) {
        return cub::DeviceSegmentedReduce::Sum(storage, bytes, in.data(), sums.data(), 3, offsets.data(), offsets.data() + 1);
    });
    expect(sums.read() ==
               Ints({std::accumulate(input.begin(), input.begin() + 10, 0), 0, std::accumulate(input.begin() + 10, input.end(), 0)}),
           "DeviceSegmentedReduce::Sum");
    run([&](void* storage, std::size_t& bytes) {
        return cub::DeviceHistogram::HistogramEven(storage, bytes, in.data(), histogram.data(), 5, -200, 200, n);
    });
    expect_equal<long>(histogram.read()[3], std::count_if(input.begin(), input.end(), [](int x) { return x >= 100 && x < 200; }),
                       "DeviceHistogram::HistogramEven");

    cub::DoubleBuffer<int> keys(in.data(), out.data());
    run([&](void* storage, std::size_t& bytes) { return cub::DeviceRadixSort::SortKeys(storage, bytes, keys, n); });
    expect(keys.Current() == out.data() && out.read() == sorted, "DeviceRadixSort::SortKeys");
    run([&](void* storage, std::size_t& bytes) {
        return cub::DeviceRunLengthEncode::Encode(storage, bytes, out.data(), in.data(), more.data(), count.data(), n);
    });
    expect_equal<long>(count.read()[0], std::unique(sorted.begin(), sorted.end()) - sorted.begin(), "DeviceRunLengthEncode::Encode");
    expect_equal<long>(in.read()[0], sorted[0], "DeviceRunLengthEncode::Encode");
}

int main() {
    test_scan_and_reduce<96>();
    test_scan_and_reduce<40>();
    test_reduce_in_small_blocks();
    test_sort();
    test_merge_sort<64>();
    test_merge_sort<40>();
    test_merge_sort_in_warps_and_runs();
    test_neighbours();
    test_warps();
    test_device();
    return test::verdict();
}
