// Thrust: what its algorithms give on the device must be what they give on the host, and the C++
// library.
#include "../expect.hpp"

#include <thrust/adjacent_difference.h>
#include <thrust/binary_search.h>
#include <thrust/complex.h>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/fill.h>
#include <thrust/find.h>
#include <thrust/gather.h>
#include <thrust/generate.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/merge.h>
#include <thrust/partition.h>
#include <thrust/random.h>
#include <thrust/remove.h>
#include <thrust/scatter.h>
#include <thrust/sequence.h>
#include <thrust/set_operations.h>
#include <thrust/sort.h>
#include <thrust/swap.h>
#include <thrust/system_error.h>
#include <thrust/transform_reduce.h>
#include <thrust/transform_scan.h>
#include <thrust/unique.h>
#include <thrust/universal_vector.h>

#include <algorithm>
#include <numeric>
#include <set>

using test::expect, test::expect_equal;
using Ints = std::vector<int>;
using OnDevice = thrust::device_vector<int>;

struct Odd {
    __host__ __device__ bool operator()(int x) const { return x % 2 != 0; }
};
struct Square {
    __host__ __device__ int operator()(int x) const { return x * x; }
};
struct Dice {
    __host__ __device__ int operator()(int i) const {
        thrust::default_random_engine engine(7);
        engine.discard(static_cast<unsigned>(i));
        return thrust::uniform_int_distribution<int>(1, 99)(engine);
    }
};
/// Associative, but not commutative: of whoever is on the left.
struct Left {
    __host__ __device__ int operator()(int a, int) const { return a; }
};

Ints back(const OnDevice& values) {
    Ints result(values.size());
    thrust::copy(values.begin(), values.end(), result.begin());
    return result;
}
Ints dice(int n) {
    OnDevice values(static_cast<std::size_t>(n));
    thrust::transform(thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(n), values.begin(), Dice());
    return back(values);
}

void test_scans_and_reductions(const Ints& h) {
    const OnDevice d = h;
    OnDevice out(h.size());
    Ints expected(h.size());
    expect_equal(thrust::reduce(d.begin(), d.end()), std::accumulate(h.begin(), h.end(), 0), "reduce");
    expect_equal(thrust::reduce(d.begin(), d.end(), 5, thrust::maximum<int>()), std::max(5, *std::max_element(h.begin(), h.end())),
                 "reduce by maximum");
    expect_equal(thrust::reduce(d.begin(), d.end(), 5, Left()), 5, "reduce from left to right");
    expect_equal(thrust::transform_reduce(d.begin(), d.end(), Square(), 0, thrust::plus<int>()),
                 std::inner_product(h.begin(), h.end(), h.begin(), 0), "transform_reduce");
    expect_equal(thrust::inner_product(d.begin(), d.end(), d.begin(), 0), std::inner_product(h.begin(), h.end(), h.begin(), 0),
                 "inner_product");
    expect_equal<long>(thrust::count_if(d.begin(), d.end(), Odd()), std::count_if(h.begin(), h.end(), Odd()), "count_if");
    const auto extremes = thrust::minmax_element(d.begin(), d.end());
    expect_equal<int>(*extremes.first, *std::min_element(h.begin(), h.end()), "minmax_element");
    expect_equal<long>(extremes.second - d.begin(), std::max_element(h.begin(), h.end()) - h.begin(), "minmax_element");
    expect_equal<long>(thrust::find_if(d.begin(), d.end(), Odd()) - d.begin(), std::find_if(h.begin(), h.end(), Odd()) - h.begin(),
                       "find_if");

    std::inclusive_scan(h.begin(), h.end(), expected.begin());
    thrust::inclusive_scan(d.begin(), d.end(), out.begin());
    expect(back(out) == expected, "inclusive_scan");
    std::exclusive_scan(h.begin(), h.end(), expected.begin(), 7);
    out = d;
    thrust::exclusive_scan(out.begin(), out.end(), out.begin(), 7);
    expect(back(out) == expected, "exclusive_scan in place");
    std::transform_inclusive_scan(h.begin(), h.end(), expected.begin(), std::plus<>(), Square());
    thrust::transform_inclusive_scan(d.begin(), d.end(), out.begin(), Square(), thrust::plus<int>());
    expect(back(out) == expected, "transform_inclusive_scan");
    std::adjacent_difference(h.begin(), h.end(), expected.begin());
    thrust::adjacent_difference(d.begin(), d.end(), out.begin());
    expect(back(out) == expected, "adjacent_difference");
}

void test_compaction(const Ints& h) {
    OnDevice d = h, out(h.size());
    Ints expected;
    std::copy_if(h.begin(), h.end(), std::back_inserter(expected), Odd());
    out.resize(static_cast<std::size_t>(thrust::copy_if(d.begin(), d.end(), out.begin(), Odd()) - out.begin()));
    expect(back(out) == expected, "copy_if");
    out = d;
    out.erase(thrust::remove_if(out.begin(), out.end(), Odd()), out.end());
    Ints even = h;
    even.erase(std::remove_if(even.begin(), even.end(), Odd()), even.end());
    expect(back(out) == even, "remove_if");
    out = d;
    const auto middle = thrust::stable_partition(out.begin(), out.end(), Odd());
    expected.insert(expected.end(), even.begin(), even.end());
    expect(back(out) == expected, "stable_partition");
    expect_equal<long>(middle - out.begin(), static_cast<long>(h.size() - even.size()), "stable_partition");
    thrust::sort(d.begin(), d.end());
    d.erase(thrust::unique(d.begin(), d.end()), d.end());
    Ints unique = h;
    std::sort(unique.begin(), unique.end());
    unique.erase(std::unique(unique.begin(), unique.end()), unique.end());
    expect(back(d) == unique, "sort, unique");
}

void test_by_key(const Ints& h) {
    OnDevice keys = h, values(h.size()), keys_out(h.size()), sums(h.size());
    thrust::sequence(values.begin(), values.end());
    thrust::stable_sort_by_key(keys.begin(), keys.end(), values.begin(), thrust::greater<int>());
    Ints order(h.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return h[static_cast<unsigned>(a)] > h[static_cast<unsigned>(b)]; });
    expect(back(values) == order, "stable_sort_by_key");

    const auto end = thrust::reduce_by_key(keys.begin(), keys.end(), thrust::constant_iterator<int>(1), keys_out.begin(), sums.begin());
    const std::size_t runs = static_cast<std::size_t>(end.first - keys_out.begin());
    expect_equal(runs, std::set<int>(h.begin(), h.end()).size(), "reduce_by_key");
    for (const auto& [at, key] : {std::pair<std::size_t, int>(0, back(keys).front()), {runs - 1, back(keys).back()}})
        expect_equal<long>(sums[at], std::count(h.begin(), h.end(), key), "reduce_by_key");
    thrust::inclusive_scan_by_key(keys.begin(), keys.end(), thrust::constant_iterator<int>(1), sums.begin());
    expect_equal<long>(sums.back(), std::count(h.begin(), h.end(), back(keys).back()), "inclusive_scan_by_key");
    const auto ends = thrust::unique_by_key(keys.begin(), keys.end(), values.begin());
    expect_equal<long>(ends.second - values.begin(), static_cast<long>(runs), "unique_by_key");
}

void test_order(const Ints& h) {
    Ints a(h.begin(), h.begin() + 300), b(h.begin() + 300, h.end()), merged, both;
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    std::merge(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(merged));
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
    const OnDevice da = a, db = b;
    OnDevice out(h.size()), found(a.size());
    thrust::merge(da.begin(), da.end(), db.begin(), db.end(), out.begin());
    expect(back(out) == merged, "merge");
    out.resize(static_cast<std::size_t>(thrust::set_intersection(da.begin(), da.end(), db.begin(), db.end(), out.begin()) - out.begin()));
    expect(back(out) == both, "set_intersection");
    thrust::lower_bound(db.begin(), db.end(), da.begin(), da.end(), found.begin());
    expect_equal<long>(found[150], std::lower_bound(b.begin(), b.end(), a[150]) - b.begin(), "lower_bound of many");
    expect_equal<long>(thrust::upper_bound(db.begin(), db.end(), a[9]) - db.begin(), std::upper_bound(b.begin(), b.end(), a[9]) - b.begin(),
                       "upper_bound of one");
    expect(thrust::is_sorted(da.begin(), da.end()), "is_sorted");
}

void test_iterators(const Ints& h) {
    const OnDevice d = h;
    OnDevice indices(h.size()), out(h.size());
    thrust::sequence(indices.rbegin(), indices.rend());
    thrust::gather(indices.begin(), indices.end(), d.begin(), out.begin());
    expect(back(out) == Ints(h.rbegin(), h.rend()), "gather");
    OnDevice again(h.size());
    thrust::scatter(out.begin(), out.end(), indices.begin(), again.begin());
    expect(back(again) == h, "scatter");
    const auto reversed = thrust::make_permutation_iterator(d.begin(), indices.begin());
    expect_equal(thrust::reduce(reversed, reversed + 10), std::accumulate(h.rbegin(), h.rbegin() + 10, 0), "permutation_iterator");
    const auto pairs = thrust::make_zip_iterator(thrust::make_tuple(d.begin(), indices.begin()));
    thrust::transform(pairs, pairs + static_cast<long>(h.size()), out.begin(),
                      [] __device__(thrust::tuple<int, int> pair) { return thrust::get<0>(pair) + thrust::get<1>(pair); });
    expect_equal<int>(out[3], h[3] + static_cast<int>(h.size()) - 4, "zip_iterator");
    thrust::transform(pairs, pairs + static_cast<long>(h.size()), out.begin(),
                      [] __device__(const auto& pair) { return cuda::std::get<0>(pair) - cuda::std::get<1>(pair); });
    expect_equal<int>(out[3], h[3] - static_cast<int>(h.size()) + 4, "zip_iterator, by cuda::std's name");
    expect_equal(cuda::std::get<1>(thrust::make_tuple(1, 2)) + cuda::std::get<int>(std::pair(3, 4.5)), 5, "cuda::std::get");
    thrust::for_each(pairs, pairs + 5, [] __device__(auto pair) { thrust::get<1>(pair) = 1; });
    expect_equal(back(indices)[4], 1, "for_each over pairs");
    const auto squares = thrust::make_transform_iterator(thrust::counting_iterator<int>(0), Square());
    expect_equal(thrust::reduce(thrust::device, squares, squares + 4), 14, "transform_iterator");
}

void test_memory() {
    int* raw = nullptr;
    test::must(cudaMalloc(&raw, 100 * sizeof(int)));
    cudaStream_t stream;
    test::must(cudaStreamCreate(&stream));
    thrust::fill(thrust::cuda::par.on(stream), raw, raw + 100, 3);
    thrust::device_ptr<int> pointer = thrust::device_pointer_cast(raw);
    pointer[50] = 4;
    test::must(cudaStreamSynchronize(stream));
    expect_equal(thrust::reduce(thrust::device, raw, raw + 100), 301, "raw pointers");
    expect_equal<int>(pointer[50], 4, "device_ptr");
    thrust::swap_ranges(pointer + 50, pointer + 51, pointer + 51);
    expect_equal<int>(pointer[51], 4, "swapped elements");
    expect(thrust::raw_pointer_cast(pointer) == raw, "raw_pointer_cast");
    cudaStreamDestroy(stream);
    cudaFree(raw);

    thrust::host_vector<double> host(4, 1.5);
    thrust::device_vector<float> device = host;
    thrust::generate(thrust::host, host.begin(), host.end(), [i = 0.0]() mutable { return ++i; });
    thrust::copy(host.begin(), host.end(), device.begin()); // converts
    device.push_back(9);
    device.insert(device.begin(), 2, 8.0f);
    host = device;
    expect(host == thrust::host_vector<double>(std::vector<double>{8, 8, 1, 2, 3, 4, 9}), "vectors");
    thrust::universal_vector<int> universal(10, 2);
    universal[3] = 5;
    expect_equal(thrust::reduce(universal.begin(), universal.end()), 23, "universal_vector");
    const thrust::cuda::universal_vector<int> listed{4, 5};
    expect_equal(listed[0] * 10 + listed[1], 45, "universal_vector of a list");
    const thrust::device_vector<thrust::complex<float>> complex(3, {1, 2});
    expect(thrust::reduce(complex.begin(), complex.end()) == thrust::complex<float>(3, 6), "complex");
    try {
        thrust::device_vector<int> too_much(std::size_t{1} << 40);
        expect(false, "more memory than there is");
    } catch (const std::bad_alloc&) {}
}

__global__ void in_kernel(int* values, int* result) {
    thrust::sort(thrust::seq, values, values + 20, thrust::greater<int>());
    *result = thrust::reduce(thrust::device, values, values + 20);
}

int main() {
    for (const int n : {1000, 4097}) {
        const Ints h = dice(n);
        expect(*std::max_element(h.begin(), h.end()) == 99 && *std::min_element(h.begin(), h.end()) == 1, "random numbers");
        test_scans_and_reductions(h);
        test_compaction(h);
        test_by_key(h);
        test_order(h);
        test_iterators(h);
    }
    test_memory();
    OnDevice values = dice(20), result(1);
    in_kernel<<<1, 1>>>(values.data().get(), thrust::raw_pointer_cast(result.data()));
    expect_equal<int>(result[0], thrust::reduce(values.begin(), values.end()), "in a kernel");
    expect(thrust::is_sorted(values.begin(), values.end(), thrust::greater<int>()), "sorted in a kernel");
    return test::verdict();
}
