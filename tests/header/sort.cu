// The sorts of scanlab.cuh against std::stable_sort: each type of key and size of value, number of
// elements, range of bits, alignment, on two streams, replayed from a graph; and calls that it has to
// refuse. One line for each function and type, and the number of cases that were wrong; the exit code
// is 1 if there are any.
#ifndef SCANLAB_BLOCK
#define SCANLAB_BLOCK 64 // so that arrays have many tiles
#endif
#include "array.cuh"

#include <scanlab.cuh>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <numeric>

namespace {

/// A value of so many bytes, which knows the place that its key had.
template <int BYTES>
struct Value {
    std::uint8_t bytes[BYTES];
    static Value of(std::size_t place) {
        Value value{};
        std::memcpy(value.bytes, &place, std::min(sizeof value, sizeof place));
        return value;
    }
    bool operator==(const Value&) const = default;
};

/// Keys of all orders of magnitude, some of them equal; of floating-point numbers also both zeros and
/// the infinities.
template <class Key>
std::vector<Key> keys_of(std::size_t n) {
    std::vector<Key> keys(n);
    std::uint64_t random = n;
    for (std::size_t i = 0; i < n; ++i) {
        random = random * 6364136223846793005 + 1442695040888963407;
        const std::uint64_t bits = (random >> 8) >> (random % 50);
        if constexpr (std::is_floating_point_v<Key>) {
            const Key infinity = std::numeric_limits<Key>::infinity();
            const Key special[] = {Key{0}, -Key{0}, infinity, -infinity};
            keys[i] = i % 7 == 0 ? special[bits % 4]
                                 : static_cast<Key>(bits) * (random % 2 == 0 ? Key{1} : Key{-.001});
        } else {
            keys[i] = static_cast<Key>(random % 2 == 0 ? bits : ~bits);
        }
    }
    return keys;
}

struct Range {
    int begin, end;
};

/// The bits of a key in a range, as a number that has the order of the keys.
template <class Key>
std::uint64_t bits_of(Key key, Range range) {
    if (key == Key{0}) key = Key{0};
    std::uint64_t bits = 0;
    std::memcpy(&bits, &key, sizeof key);
    const std::uint64_t sign = std::uint64_t{1} << (8 * sizeof key - 1);
    if (std::is_floating_point_v<Key> && (bits & sign) != 0)
        bits ^= sign | (sign - 1);
    else if (std::is_signed_v<Key>)
        bits ^= sign;
    bits >>= range.begin;
    return range.end - range.begin == 64 ? bits
                                         : bits & ((std::uint64_t{1} << (range.end - range.begin)) - 1);
}

/// The places of the keys in their order. All bits are compared as keys, and others as numbers.
template <class Key>
std::vector<std::size_t> sorted_places(const std::vector<Key>& keys, Range range) {
    std::vector<std::size_t> places(keys.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    const bool all_bits = range.end - range.begin == 8 * sizeof(Key);
    std::stable_sort(places.begin(), places.end(), [&](std::size_t a, std::size_t b) {
        if (all_bits) return keys[a] < keys[b];
        return bits_of(keys[a], range) < bits_of(keys[b], range);
    });
    return places;
}

scanlab::Storage storage;

/// Sorts n keys, and values of BYTES if that is not 0.
template <int BYTES, class Key>
void check_sort(const char* name, std::size_t n, Range range, int in_offset, int out_offset) {
    const std::vector<Key> keys = keys_of<Key>(n);
    const Array<Key> in(keys, in_offset), out(n, out_offset);
    std::vector<Key> expected(n);
    const std::vector<std::size_t> places = sorted_places(keys, range);
    for (std::size_t i = 0; i < n; ++i) expected[i] = keys[places[i]];
    if constexpr (BYTES == 0) {
        require_success(storage.call([&](void* memory, std::size_t& bytes) {
            return scanlab::sort_keys(memory, bytes, in.get(), out.get(), n, range.begin, range.end);
        }),
                        name);
    } else {
        using V = Value<BYTES>;
        std::vector<V> values(n), expected_values(n);
        for (std::size_t i = 0; i < n; ++i) values[i] = V::of(i);
        for (std::size_t i = 0; i < n; ++i) expected_values[i] = values[places[i]];
        const Array<V> values_in(values, in_offset), values_out(n, out_offset);
        require_success(storage.call([&](void* memory, std::size_t& bytes) {
            return scanlab::sort_pairs(memory, bytes, in.get(), out.get(), values_in.get(),
                                       values_out.get(), n, range.begin, range.end);
        }),
                        name);
        require(values_out.values(n) == expected_values, name);
    }
    const std::vector<Key> sorted = out.values(n); // bytes, because 0 == -0
    require(n == 0 || std::memcmp(sorted.data(), expected.data(), n * sizeof(Key)) == 0, name);
}

constexpr std::size_t SEVERAL_TILES = 13007;

template <int BYTES, class Key>
void check_sorts(const char* name) {
    constexpr int BITS = 8 * sizeof(Key);
    for (const std::size_t n : {0, 1, 33, 700}) check_sort<BYTES, Key>(name, n, {0, BITS}, 0, 0);
    check_sort<BYTES, Key>(name, SEVERAL_TILES, {0, BITS}, 1, 3);
    for (const Range range : {Range{3, BITS - 1}, Range{BITS - 5, BITS}, Range{2, 2}, Range{0, 6}})
        check_sort<BYTES, Key>(name, 900, range, 1, 0);
    std::printf("%-14s %zu bytes, values of %2d\n", name, sizeof(Key), BYTES);
}

/// Sorted, equal and very few keys, of which a warp has many with the same digit.
void check_distributions() {
    for (const int kind : {0, 1, 2}) {
        std::vector<int> keys(SEVERAL_TILES);
        for (std::size_t i = 0; i < keys.size(); ++i)
            keys[i] = static_cast<int>(kind == 0 ? i : kind == 1 ? 42 : i * 2654435761u >> 31);
        const Array<int> in(keys, 0), out(keys.size(), 0);
        require_success(storage.call([&](void* memory, std::size_t& bytes) {
            return scanlab::sort_keys(memory, bytes, in.get(), out.get(), keys.size());
        }),
                        "distributions");
        std::sort(keys.begin(), keys.end());
        require(out.values(keys.size()) == keys, "distributions");
    }
    std::printf("distributions\n");
}

/// Two streams at a time, each with a storage of its own; then a graph of both calls, replayed.
void check_streams_and_graphs() {
    static constexpr std::size_t n = 6000;
    struct Side {
        cudaStream_t stream = nullptr;
        scanlab::Storage storage;
        std::vector<int> keys = keys_of<int>(n);
        Array<int> in{keys, 1}, out{n, 2};
        cudaError_t start() {
            return storage.call([&](void* memory, std::size_t& bytes) {
                return scanlab::sort_keys(memory, bytes, in.get(), out.get(), n, 0, 32, stream);
            });
        }
        void require_right(const char* what) const {
            std::vector<int> sorted = keys;
            std::sort(sorted.begin(), sorted.end());
            require(out.values(n) == sorted, what);
        }
    };
    Side sides[2];
    for (Side& side : sides) require_success(cudaStreamCreate(&side.stream), "cudaStreamCreate");
    for (Side& side : sides) require_success(side.start(), "two streams");
    require_success(cudaDeviceSynchronize(), "two streams");
    for (const Side& side : sides) side.require_right("two streams");

    Side& side = sides[0];
    cudaGraph_t graph{};
    cudaGraphExec_t executable{};
    require_success(cudaStreamBeginCapture(side.stream, cudaStreamCaptureModeGlobal), "capture");
    require_success(side.start(), "a captured call");
    require_success(cudaStreamEndCapture(side.stream, &graph), "capture");
    require_success(cudaGraphInstantiate(&executable, graph, 0), "cudaGraphInstantiate");
    for (int replay = 0; replay < 2; ++replay) {
        std::rotate(side.keys.begin(), side.keys.begin() + 100, side.keys.end());
        for (int& key : side.keys) key ^= 0x5a5a << replay;
        require_success(
            cudaMemcpy(side.in.get(), side.keys.data(), n * sizeof(int), cudaMemcpyHostToDevice),
            "copy in");
        require_success(cudaGraphLaunch(executable, side.stream), "cudaGraphLaunch");
        require_success(cudaStreamSynchronize(side.stream), "a graph");
        side.require_right("a graph that is replayed");
    }
    cudaGraphExecDestroy(executable);
    cudaGraphDestroy(graph);
    for (const Side& one : sides) cudaStreamDestroy(one.stream);
    std::printf("streams and graphs\n");
}

void check_refusals() {
    constexpr std::size_t n = 1000, ENOUGH = std::size_t{1} << 18;
    const Array<int> keys(2 * n, 0), sorted(n, 0);
    const Array<char> memory(ENOUGH, 0);
    int *const i = keys.get(), *const o = sorted.get(), *const none = nullptr;
    const auto sort = [&](std::size_t bytes, int* from, int* to, Range range = {0, 32}) {
        return scanlab::sort_keys(memory.get(), bytes, from, to, n, range.begin, range.end);
    };
    std::size_t bytes = ENOUGH;
    const struct {
        const char* what;
        cudaError_t error;
    } refused[] = {
        {"no input", sort(ENOUGH, none, o)},
        {"in place", sort(ENOUGH, i, i)},
        {"an output in the midst of the input", sort(ENOUGH, i, i + 10)},
        {"too little storage", sort(64, i, o)},
        {"more bits than there are", sort(ENOUGH, i, o, {0, 33})},
        {"an end before the beginning", sort(ENOUGH, i, o, {8, 4})},
        {"values in place", scanlab::sort_pairs(memory.get(), bytes, i, o, i + n, i + n, n)},
    };
    for (const auto& [what, error] : refused) require(error == cudaErrorInvalidValue, what);
    require(cudaDeviceSynchronize() == cudaSuccess, "nothing was started");
    std::printf("%zu refusals\n", std::size(refused));
}

} // namespace

int main() {
    check_sorts<0, std::uint8_t>("unsigned char");
    check_sorts<4, std::int16_t>("short");
    check_sorts<0, int>("int");
    check_sorts<4, int>("int");
    check_sorts<1, unsigned>("unsigned");
    check_sorts<8, float>("float");
    check_sorts<12, std::int64_t>("long long");
    check_sorts<0, std::uint64_t>("unsigned long");
    check_sorts<16, double>("double");
    check_distributions();
    check_streams_and_graphs();
    check_refusals();
    std::printf("%d wrong\n", wrong);
    storage = {};
    return wrong != 0;
}
