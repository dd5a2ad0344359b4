// Every function of scanlab.cuh against a loop on the CPU: each type and size of element, operator,
// alignment, number of elements, in place and not, by key, on two streams, replayed from a graph; and
// calls that it has to refuse. One line for each function and type, and the number of cases that were
// wrong; the exit code is 1 if there are any.
#ifndef SCANLAB_BLOCK
#define SCANLAB_BLOCK 64 // so that arrays have many tiles
#endif
#include "array.cuh"

#include <scanlab.cuh>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

namespace {

/// Three bytes, of which no vector of 16 bytes is full.
struct Colour {
    std::uint8_t red, green, blue;
    __host__ __device__ friend bool operator==(const Colour&, const Colour&) = default;
};
/// The map x -> n[0]·x + n[1]; further numbers only make it larger.
template <class Number, int NUMBERS = 2>
struct Map {
    using type = Number;
    Number n[NUMBERS];
    __host__ __device__ friend bool operator==(const Map& a, const Map& b) {
        return a.n[0] == b.n[0] && a.n[1] == b.n[1];
    }
};

/// x op y = x + y + shift, with a state: associative for every shift.
template <class T>
struct ShiftedSum {
    T shift;
    __host__ __device__ T operator()(T before, T after) const {
        return static_cast<T>(before + after + shift);
    }
};
/// One map after the other, which does not commute.
template <class M>
struct Compose {
    __host__ __device__ M operator()(M before, M after) const {
        before.n[1] = static_cast<typename M::type>(before.n[1] * after.n[0] + after.n[1]);
        before.n[0] = static_cast<typename M::type>(before.n[0] * after.n[0]);
        return before;
    }
};
/// The last colour that is not black, which does not commute.
struct LastColour {
    __host__ __device__ Colour operator()(Colour before, Colour after) const {
        return after == Colour{0, 0, 0} ? before : after;
    }
};

template <class T>
T make(unsigned i) {
    const unsigned x = i * 2654435761u >> 7;
    if constexpr (std::is_same_v<T, Colour>)
        return x % 3 == 0 ? Colour{static_cast<std::uint8_t>(x), 1, static_cast<std::uint8_t>(i)}
                          : Colour{};
    else if constexpr (std::is_arithmetic_v<T>)
        return static_cast<T>(x % 17);
    else {
        T map{};
        map.n[0] = static_cast<typename T::type>(2 * (x % 5) + 1);
        map.n[1] = static_cast<typename T::type>(x % 11);
        return map;
    }
}

constexpr std::size_t SIZES[] = {0, 1, 33, 700, 5003};
constexpr std::size_t MORE_THAN_A_WINDOW = 18000; // for values of 16 bytes, in tiles of usual size
struct Placement {
    int in, out; // offsets in elements; the same array if out is -1
};
constexpr Placement PLACEMENTS[] = {{0, 0}, {1, 1}, {1, 0}, {0, 3}, {0, -1}, {1, -1}};

scanlab::Storage storage;

template <class T>
std::vector<T> input_of(std::size_t n) {
    std::vector<T> values(n);
    for (std::size_t i = 0; i < n; ++i) values[i] = make<T>(static_cast<unsigned>(i + n));
    return values;
}
std::vector<int> keys_of(std::size_t n) { // runs of 1 to about 40
    std::vector<int> keys(n);
    for (std::size_t i = 1; i < n; ++i)
        keys[i] = keys[i - 1] + (make<int>(static_cast<unsigned>(i)) % (i % 300 < 60 ? 2 : 17) == 0);
    return keys;
}

/// What a loop computes; without keys there is one segment.
template <class T, class Op>
std::vector<T> expected_scan(const std::vector<T>& in, const std::vector<int>& keys, Op op,
                             bool exclusive, T first) {
    std::vector<T> out(in.size());
    T carry{};
    for (std::size_t i = 0; i < in.size(); ++i) {
        const bool begins = i == 0 || (!keys.empty() && keys[i] != keys[i - 1]);
        const T before = begins ? first : carry;
        carry = begins && !exclusive ? in[i] : op(before, in[i]);
        out[i] = exclusive ? before : carry;
    }
    return out;
}

/// One scan of n elements.
template <class T, class Op, class HostOp>
void check_scan(const char* name, Op op, HostOp host_op, std::size_t n, Placement placement,
                bool exclusive, bool by_key) {
    const bool in_place = placement.out < 0;
    const T first = make<T>(99);
    const std::vector<T> values = input_of<T>(n);
    const std::vector<int> keys = by_key ? keys_of(n) : std::vector<int>{};
    const Array<T> in(values, placement.in), apart(n, std::max(placement.out, 0));
    const Array<int> keys_there(keys, 1);
    const int* const k = keys_there.get();
    T *const i = in.get(), *const o = in_place ? i : apart.get();
    const cudaError_t error = storage.call([&](void* memory, std::size_t& bytes) {
        if (by_key && exclusive)
            return scanlab::exclusive_scan_by_key(memory, bytes, k, i, o, n, op, first);
        if (by_key) return scanlab::inclusive_scan_by_key(memory, bytes, k, i, o, n, op);
        if (exclusive) return scanlab::exclusive_scan(memory, bytes, i, o, n, op, first);
        return scanlab::inclusive_scan(memory, bytes, i, o, n, op);
    });
    if (n > 0 && exclusive && by_key && in_place) {
        require(error == cudaErrorInvalidValue, "an exclusive scan by key in place is refused");
        return;
    }
    require_success(error, name);
    require((in_place ? in : apart).values(n) ==
                expected_scan<T>(values, keys, host_op, exclusive, first),
            name);
}

/// Scans of T, at every size and placement.
template <class T, class Op, class HostOp>
void check_scans(const char* name, Op op, HostOp host_op) {
    for (const bool exclusive : {false, true})
        for (const bool by_key : {false, true}) {
            for (const std::size_t n : SIZES)
                for (const Placement placement : PLACEMENTS)
                    check_scan<T>(name, op, host_op, n, placement, exclusive, by_key);
            if (sizeof(T) == 16)
                check_scan<T>(name, op, host_op, MORE_THAN_A_WINDOW, {exclusive, 0}, exclusive, by_key);
        }
    std::printf("%-28s %2zu bytes\n", name, sizeof(T));
}

struct IsOdd {
    template <class T>
    __host__ __device__ bool operator()(const T& value) const {
        unsigned char bytes[sizeof(T)];
        std::memcpy(bytes, &value, sizeof value);
        return bytes[0] % 2 != 0;
    }
};

enum class Kind { by_predicate, by_flag, first_of_run };

template <class T>
void check_selections(const char* name) {
    for (const std::size_t n : SIZES)
        for (const auto [in_offset, out_offset] : PLACEMENTS)
            for (const Kind kind : {Kind::by_predicate, Kind::by_flag, Kind::first_of_run})
                for (const bool partition : {false, true}) {
                    if (out_offset < 0 || (partition && kind == Kind::first_of_run)) continue;
                    std::vector<T> values = input_of<T>(n);
                    for (std::size_t i = 1; i < n; ++i)
                        if (make<unsigned>(static_cast<unsigned>(i)) % 3 == 0)
                            values[i] = values[i - 1];
                    std::vector<unsigned char> flags(n);
                    for (std::size_t i = 0; i < n; ++i)
                        flags[i] = make<unsigned char>(static_cast<unsigned>(i)) % 3;
                    const Array<T> in(values, in_offset), out(n, out_offset);
                    const Array<unsigned char> flags_there(flags, 1);
                    const Array<long long> kept(1, 0);
                    require_success(storage.call([&](void* memory, std::size_t& bytes) {
                        if (kind == Kind::first_of_run)
                            return scanlab::unique(memory, bytes, in.get(), out.get(), kept.get(), n);
                        if (kind == Kind::by_flag)
                            return partition ? scanlab::partition_flagged(memory, bytes, in.get(),
                                                                          flags_there.get(), out.get(),
                                                                          kept.get(), n)
                                             : scanlab::select_flagged(memory, bytes, in.get(),
                                                                       flags_there.get(), out.get(),
                                                                       kept.get(), n);
                        return partition ? scanlab::partition_if(memory, bytes, in.get(), out.get(),
                                                                 kept.get(), n, IsOdd{})
                                         : scanlab::select_if(memory, bytes, in.get(), out.get(),
                                                              kept.get(), n, IsOdd{});
                    }),
                                    name);
                    std::vector<T> expected, rest;
                    for (std::size_t i = 0; i < n; ++i) {
                        const bool keep = kind == Kind::by_flag ? flags[i] != 0
                                          : kind == Kind::by_predicate
                                              ? IsOdd{}(values[i])
                                              : i == 0 || !(values[i] == values[i - 1]);
                        (keep ? expected : rest).push_back(values[i]);
                    }
                    require(kept.values(1)[0] == static_cast<long long>(expected.size()), name);
                    if (partition) expected.insert(expected.end(), rest.rbegin(), rest.rend());
                    require(out.values(expected.size()) == expected, name);
                }
    std::printf("%-28s %2zu bytes\n", name, sizeof(T));
}

/// Elements that no array holds: 0, 3, 6, …
struct Multiples {
    __host__ __device__ int operator[](std::size_t i) const { return static_cast<int>(3 * i); }
};

/// Elements are converted to the type of the output, and need no array.
void check_elements() {
    constexpr std::size_t n = 3000;
    const Array<long long> out(n, 1);
    std::vector<long long> expected(n), narrow(n);
    std::vector<signed char> small(n);
    for (std::size_t i = 0; i < n; ++i) {
        small[i] = static_cast<signed char>(i % 100);
        expected[i] = (i > 0 ? expected[i - 1] : 0) + Multiples{}[i];
        narrow[i] = (i > 0 ? narrow[i - 1] : 0) + small[i];
    }
    const Array<signed char> in(small, 3);
    constexpr scanlab::Sum<long long> sum;
    require_success(storage.call([&](void* memory, std::size_t& bytes) {
        return scanlab::inclusive_scan(memory, bytes, Multiples{}, out.get(), n, sum);
    }),
                    "elements without an array");
    require(out.values(n) == expected, "elements without an array");
    require_success(storage.call([&](void* memory, std::size_t& bytes) {
        return scanlab::inclusive_scan(memory, bytes, in.get(), out.get(), n, sum);
    }),
                    "elements of another type");
    require(out.values(n) == narrow, "elements of another type");
    std::printf("elements of other types\n");
}

/// Two streams at a time, each with a storage of its own; then a graph of both calls, replayed.
void check_streams_and_graphs() {
    constexpr std::size_t n = 4000;
    struct Side {
        cudaStream_t stream = nullptr;
        scanlab::Storage storage;
        std::vector<int> values = input_of<int>(n);
        Array<int> in{values, 1}, out{n, 2};
        cudaError_t start() {
            return storage.call([&](void* memory, std::size_t& bytes) {
                return scanlab::inclusive_scan(memory, bytes, in.get(), out.get(), values.size(),
                                               scanlab::Sum<int>{}, stream);
            });
        }
        void require_right(const char* what) const {
            require(out.values(n) == expected_scan<int>(values, {}, ShiftedSum<int>{0}, false, 0),
                    what);
        }
    };
    Side sides[2];
    for (Side& side : sides) require_success(cudaStreamCreate(&side.stream), "cudaStreamCreate");
    for (int round = 0; round < 2; ++round)
        for (Side& side : sides) require_success(side.start(), "two streams");
    require_success(cudaDeviceSynchronize(), "two streams");
    for (const Side& side : sides) side.require_right("two streams");

    Side& side = sides[0];
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    require_success(cudaStreamBeginCapture(side.stream, cudaStreamCaptureModeGlobal), "capture");
    require_success(side.start(), "a call in a graph");
    require_success(cudaStreamEndCapture(side.stream, &graph), "capture");
    require_success(cudaGraphInstantiate(&executable, graph, 0), "cudaGraphInstantiate");
    for (int round = 0; round < 3; ++round) {
        for (int& value : side.values) value += round;
        require_success(
            cudaMemcpy(side.in.get(), side.values.data(), n * sizeof(int), cudaMemcpyHostToDevice),
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

/// Each of these would compute something wrong, and is refused.
void check_refusals() {
    constexpr std::size_t n = 1000;
    const Array<int> in(input_of<int>(n), 0), out(2 * n, 0), keys(keys_of(n), 0), kept(1, 0);
    const Array<char> memory(std::size_t{1} << 16, 0);
    int *const i = in.get(), *const o = out.get(), *const none = nullptr;
    const auto odd = reinterpret_cast<int*>(reinterpret_cast<char*>(o) + 1);
    const auto scan = [&](void* storage, std::size_t bytes, int* from, int* to) {
        return scanlab::inclusive_scan(storage, bytes, from, to, n, scanlab::Sum<int>{});
    };
    const auto by_key = [&](int* from, int* to, bool exclusive) {
        std::size_t bytes = std::size_t{1} << 16;
        constexpr scanlab::Sum<int> sum;
        return exclusive
                   ? scanlab::exclusive_scan_by_key(memory.get(), bytes, keys.get(), from, to, n, sum,
                                                    0)
                   : scanlab::inclusive_scan_by_key(memory.get(), bytes, keys.get(), from, to, n, sum);
    };
    const auto select = [&](int* from, int* to, int* count) {
        std::size_t bytes = std::size_t{1} << 16;
        return scanlab::select_if(memory.get(), bytes, from, to, count, n, IsOdd{});
    };
    constexpr std::size_t ENOUGH = std::size_t{1} << 16;
    const struct {
        const char* what;
        cudaError_t error;
    } refused[] = {
        {"no input", scan(memory.get(), ENOUGH, none, o)},
        {"no output", scan(memory.get(), ENOUGH, i, none)},
        {"an output at an odd address", scan(memory.get(), ENOUGH, i, odd)},
        {"an output in the midst of the input", scan(memory.get(), ENOUGH, o, o + 1)},
        {"too little storage", scan(memory.get(), 8, i, o)},
        {"storage at an odd address", scan(memory.get() + 1, ENOUGH - 1, i, o)},
        {"keys as output", by_key(i, keys.get(), false)},
        {"an exclusive scan by key in place", by_key(i, i, true)},
        {"a selection in place", select(i, i, kept.get())},
        {"a selection that is not counted", select(i, o, none)},
    };
    for (const auto& [what, error] : refused) require(error == cudaErrorInvalidValue, what);
    require(cudaDeviceSynchronize() == cudaSuccess, "nothing was started");
    std::printf("%zu refusals\n", std::size(refused));
}

} // namespace

int main() {
    check_scans<std::uint8_t>("sums", scanlab::Sum<std::uint8_t>{}, ShiftedSum<std::uint8_t>{0});
    check_scans<std::int16_t>("shifted sums", ShiftedSum<std::int16_t>{3}, ShiftedSum<std::int16_t>{3});
    check_scans<Colour>("last colours", LastColour{}, LastColour{});
    check_scans<int>("maxima", scanlab::Max<int>{}, [](int a, int b) { return std::max(a, b); });
    check_scans<unsigned>("shifted sums", ShiftedSum<unsigned>{7}, ShiftedSum<unsigned>{7});
    check_scans<Map<unsigned>>("maps", Compose<Map<unsigned>>{}, Compose<Map<unsigned>>{});
    check_scans<Map<unsigned, 3>>("maps", Compose<Map<unsigned, 3>>{}, Compose<Map<unsigned, 3>>{});
    check_scans<Map<unsigned long long>>("maps", Compose<Map<unsigned long long>>{},
                                         Compose<Map<unsigned long long>>{});
    check_selections<std::uint8_t>("selections");
    check_selections<Colour>("selections");
    check_selections<int>("selections");
    check_selections<double>("selections");
    check_selections<Map<unsigned, 3>>("selections");
    check_selections<Map<unsigned long long>>("selections");
    check_elements();
    check_streams_and_graphs();
    check_refusals();
    std::printf("%d wrong\n", wrong);
    storage = {};
    return wrong != 0;
}
