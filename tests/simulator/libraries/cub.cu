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
    for (std::size_t i = 0; i < n; ++i)
        result[i] = static_cast<int>(i * 2654435761u >> 16 & 1023) - 200;
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

template <int THREADS>
void test_scan_and_reduce() {
    constexpr int tiles = 2, n = tiles * THREADS * 3;
    const Ints input = numbers(n);
    DeviceArray<int> device(input), output(n), least(tiles);
    scan_and_reduce<THREADS><<<1, THREADS>>>(device.data(), output.data(), least.data(), tiles);
    Ints expected(n);
    std::inclusive_scan(input.begin(), input.end(), expected.begin(), std::plus<>(), 1000);
    expect(output.read() == expected,
           "BlockScan with a prefix, " + std::to_string(THREADS) + " threads");
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
        const int left = input[static_cast<std::size_t>(order[i - 1])],
                  right = input[static_cast<std::size_t>(order[i])];
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

void test_neighbours() {
    Ints input(64), expected(64, 0);
    for (std::size_t i = 0; i < 64; ++i) input[i] = static_cast<int>(i / 5 % 4);
    for (std::size_t i = 0; i < 64; i += 5) expected[i] = 1;
    DeviceArray<int> device(input), heads(64);
    DeviceArray<unsigned> histogram(4);
    neighbours<<<1, dim3(8, 4, 2)>>>(device.data(), heads.data(), histogram.data());
    expect(heads.read() == expected, "BlockDiscontinuity of a block of three dimensions");
    expect_equal<long>(histogram.read()[3], std::count(input.begin(), input.end(), 3),
                       "BlockHistogram");
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
    DeviceArray<int> in(input), out(n), more(n), count(1), offsets(Ints{0, 10, 10, n}), sums(3),
        histogram(4);
    const auto odd = [] __device__(int x) { return x % 2 != 0; };

    run([&](void* storage, std::size_t& bytes) {
        return cub::DeviceScan::ExclusiveSum(storage, bytes, in.data(), out.data(), n);
    });
    std::exclusive_scan(input.begin(), input.end(), expected.begin(), 0);
    expect(out.read() == expected, "DeviceScan::ExclusiveSum");
    run([&](void* storage, std::size_t& bytes) {
        return cub::DeviceReduce::Max(storage, bytes, in.data(), count.data(), n);
    });
    expect_equal(count.read()[0], sorted.back(), "DeviceReduce::Max");
    run([&](void* storage, std::size_t& bytes) {
        return cub::DeviceSelect::If(storage, bytes, in.data(), out.data(), count.data(), n, odd);
    });
    expect_equal<long>(count.read()[0], std::count_if(input.begin(), input.end(), odd),
                       "DeviceSelect::If");
    run([&](void* storage, std::size_t& bytes) {
        return cub::DevicePartition::If(storage, bytes, in.data(), out.data(), count.data(), n, odd);
    });
    expected = input;
    std::reverse(std::stable_partition(expected.begin(), expected.end(), odd), expected.end());
    expect(out.read() == expected, "DevicePartition::If");
    run([&](void* storage, std::size_t& bytes) {
        return cub::DeviceSegmentedReduce::Sum(storage, bytes, in.data(), sums.data(), 3,
                                               offsets.data(), offsets.data() + 1);
    });
    expect(sums.read() == Ints({std::accumulate(input.begin(), input.begin() + 10, 0), 0,
                                std::accumulate(input.begin() + 10, input.end(), 0)}),
           "DeviceSegmentedReduce::Sum");
    run([&](void* storage, std::size_t& bytes) {
        return cub::DeviceHistogram::HistogramEven(storage, bytes, in.data(), histogram.data(), 5, -200,
                                                   200, n);
    });
    expect_equal<long>(
        histogram.read()[3],
        std::count_if(input.begin(), input.end(), [](int x) { return x >= 100 && x < 200; }),
        "DeviceHistogram::HistogramEven");

    cub::DoubleBuffer<int> keys(in.data(), out.data());
    run([&](void* storage, std::size_t& bytes) {
        return cub::DeviceRadixSort::SortKeys(storage, bytes, keys, n);
    });
    expect(keys.Current() == out.data() && out.read() == sorted, "DeviceRadixSort::SortKeys");
    run([&](void* storage, std::size_t& bytes) {
        return cub::DeviceRunLengthEncode::Encode(storage, bytes, out.data(), in.data(), more.data(),
                                                  count.data(), n);
    });
    expect_equal<long>(count.read()[0], std::unique(sorted.begin(), sorted.end()) - sorted.begin(),
                       "DeviceRunLengthEncode::Encode");
    expect_equal<long>(in.read()[0], sorted[0], "DeviceRunLengthEncode::Encode");

    char little = 0;
    std::size_t bytes = 1;
    expect(cub::DeviceReduce::Max(&little, bytes, in.data(), count.data(), n) == cudaErrorInvalidValue,
           "too little storage");
}

int main() {
    test_scan_and_reduce<96>();
    test_scan_and_reduce<40>();
    test_sort();
    test_neighbours();
    test_warps();
    test_device();
    return test::verdict();
}
