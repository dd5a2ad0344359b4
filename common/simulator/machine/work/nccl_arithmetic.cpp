#include "machine/work/nccl_arithmetic.hpp"

#include "scanlab_sim/small_floats.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace scanlab::sim::nccl {

namespace {

/// As it lies in memory. It is rounded after each step, as sums of it are.
template <SmallFormat FORMAT>
struct Small {
    std::uint16_t bits;
    Small() = default;
    Small(double value) : bits(small_float(FORMAT, value)) {}
    operator double() const { return value_of_small_float(FORMAT, bits); }
};

/// Whole numbers wrap around.
template <class T>
T combined(T a, T b, ncclRedOp_t op) {
    using Wide = std::conditional_t<std::is_integral_v<T>, std::uint64_t,
                                    std::conditional_t<std::is_same_v<T, float>, float, double>>;
    switch (op) {
    case ncclProd:
        return static_cast<T>(static_cast<Wide>(a) * static_cast<Wide>(b));
    case ncclMax:
        return a < b ? b : a;
    case ncclMin:
        return b < a ? b : a;
    default:
        return static_cast<T>(static_cast<Wide>(a) + static_cast<Wide>(b));
    }
}

template <class T>
T element(const Bytes& bytes, std::size_t i) {
    T value;
    std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
    return value;
}

template <class T>
Bytes reduce_elements(const std::vector<const Bytes*>& of_ranks, std::size_t first, std::size_t count,
                      ncclRedOp_t op) {
    Bytes result(count * sizeof(T));
    for (std::size_t i = 0; i < count; ++i) {
        T total = element<T>(*of_ranks.front(), first + i);
        for (std::size_t rank = 1; rank < of_ranks.size(); ++rank)
            total = combined(total, element<T>(*of_ranks[rank], first + i), op);
        if (op == ncclAvg) total = static_cast<T>(total / static_cast<T>(of_ranks.size()));
        std::memcpy(result.data() + i * sizeof(T), &total, sizeof(T));
    }
    return result;
}

} // namespace

std::size_t bytes_of(ncclDataType_t type) {
    switch (type) {
    case ncclInt8:
    case ncclUint8:
        return 1;
    case ncclFloat16:
    case ncclBfloat16:
        return 2;
    case ncclInt64:
    case ncclUint64:
    case ncclFloat64:
        return 8;
    default:
        return 4;
    }
}

Bytes reduce(const std::vector<const Bytes*>& of_ranks, std::size_t first, std::size_t count,
             ncclDataType_t type, ncclRedOp_t op) {
    const auto as = [&](auto zero) {
        return reduce_elements<decltype(zero)>(of_ranks, first, count, op);
    };
    switch (type) {
    case ncclInt8:
        return as(std::int8_t{});
    case ncclUint8:
        return as(std::uint8_t{});
    case ncclInt32:
        return as(std::int32_t{});
    case ncclUint32:
        return as(std::uint32_t{});
    case ncclInt64:
        return as(std::int64_t{});
    case ncclUint64:
        return as(std::uint64_t{});
    case ncclFloat16:
        return as(Small<SmallFormat::half>{});
    case ncclBfloat16:
        return as(Small<SmallFormat::bfloat16>{});
    case ncclFloat64:
        return as(double{});
    default:
        return as(float{});
    }
}

} // namespace scanlab::sim::nccl
