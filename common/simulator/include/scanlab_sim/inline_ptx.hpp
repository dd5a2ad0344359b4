/// \file
/// What the translator makes of inline PTX: a function for each instruction, and registers, which hold
/// bits.
#pragma once

#include "atomics.hpp"
#include "bits.hpp"
#include "cache.hpp"
#include "math.hpp"
#include "synchronization.hpp"
#include "warp.hpp"

#include <cmath>
#include <cstdint>

namespace scanlab::sim::ptx {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = unsigned long long;
using s8 = std::int8_t;
using s16 = std::int16_t;
using s32 = std::int32_t;
using s64 = long long;
using b8 = u8;
using b16 = u16;
using b32 = u32;
using b64 = u64;
using f32 = float;
using f64 = double;
using pred = bool;

template <class T>
constexpr unsigned bits_of = 8 * sizeof(T);

/// A register or a constant: bits, which each instruction reads as it likes.
struct Register {
    std::uint64_t bits;

    Register() = default;
    template <class T>
    SCANLAB_UNOBSERVED Register(const T& value) {
        *this = value;
    }
    template <class T>
    SCANLAB_UNOBSERVED Register& operator=(const T& value) {
        if constexpr (std::is_integral_v<T> || std::is_enum_v<T>) {
            bits = static_cast<std::uint64_t>(value);
        } else if constexpr (std::is_pointer_v<std::decay_t<T>>) {
            bits = reinterpret_cast<std::uint64_t>(static_cast<std::decay_t<const T>>(value));
        } else {
            static_assert(sizeof(T) <= 8, "an operand of inline PTX has at most 8 bytes");
            bits = 0;
            __builtin_memcpy(&bits, &value, sizeof(T));
        }
        return *this;
    }
    template <class T>
    SCANLAB_UNOBSERVED operator T() const {
        if constexpr (std::is_same_v<T, bool>) {
            return bits != 0;
        } else {
            T value;
            __builtin_memcpy(&value, &bits, sizeof(T));
            return value;
        }
    }
    SCANLAB_UNOBSERVED Register& itself() { return *this; }
};

/// A constant with a point.
struct Real {
    double value;
    SCANLAB_UNOBSERVED operator float() const { return static_cast<float>(value); }
    SCANLAB_UNOBSERVED operator double() const { return value; }
};

/// The statement's results go where it says.
template <class T>
SCANLAB_CALL_SITE void give(T& to, const Register& from) {
    to = static_cast<T>(from);
}

// --- arithmetic --------------------------------------------------------------------------------------

template <class T>
using Wide =
    std::conditional_t<std::is_same_v<T, u16>, u32,
                       std::conditional_t<std::is_same_v<T, s16>, s32,
                                          std::conditional_t<std::is_same_v<T, u32>, u64, s64>>>;
template <class T>
using Exact = std::conditional_t<std::is_signed_v<T>, Int128, UInt128>;

#define SCANLAB_PTX_1(name, ...)                                                                       \
    template <class T>                                                                                 \
    SCANLAB_UNOBSERVED inline T name(T a) {                                                            \
        return static_cast<T>(__VA_ARGS__);                                                            \
    }
#define SCANLAB_PTX_2(name, ...)                                                                       \
    template <class T>                                                                                 \
    SCANLAB_UNOBSERVED inline T name(T a, T b) {                                                       \
        return static_cast<T>(__VA_ARGS__);                                                            \
    }
#define SCANLAB_PTX_3(name, ...)                                                                       \
    template <class T>                                                                                 \
    SCANLAB_UNOBSERVED inline T name(T a, T b, T c) {                                                  \
        return static_cast<T>(__VA_ARGS__);                                                            \
    }
SCANLAB_PTX_1(mov, a)
SCANLAB_PTX_1(abs, a < 0 ? -a : a)
SCANLAB_PTX_1(neg, -a)
SCANLAB_PTX_1(not_, std::is_same_v<T, bool> ? !a : ~a)
SCANLAB_PTX_1(cnot, a == 0)
SCANLAB_PTX_1(brev, reverse_bits(a))
SCANLAB_PTX_1(rcp, 1 / a)
SCANLAB_PTX_1(sqrt, std::sqrt(a))
SCANLAB_PTX_1(rsqrt, 1 / std::sqrt(a))
SCANLAB_PTX_1(sin, std::sin(a))
SCANLAB_PTX_1(cos, std::cos(a))
SCANLAB_PTX_1(ex2, std::exp2(a))
SCANLAB_PTX_1(lg2, std::log2(a))
SCANLAB_PTX_1(tanh, std::tanh(a))
SCANLAB_PTX_2(add, a + b)
SCANLAB_PTX_2(sub, a - b)
SCANLAB_PTX_2(mul, a* b)
SCANLAB_PTX_2(mul_lo, a* b)
SCANLAB_PTX_2(mul_hi, static_cast<Exact<T>>(a) * static_cast<Exact<T>>(b) >> bits_of<T>)
SCANLAB_PTX_2(mul24_lo, std::is_signed_v<T>
                            ? __mul24(static_cast<int>(a), static_cast<int>(b))
                            : static_cast<int>(__umul24(static_cast<u32>(a), static_cast<u32>(b))))
SCANLAB_PTX_2(div, a / b)
SCANLAB_PTX_2(rem, a % b)
SCANLAB_PTX_2(min, ::min(a, b))
SCANLAB_PTX_2(max, ::max(a, b))
SCANLAB_PTX_2(and_, a& b)
SCANLAB_PTX_2(or_, a | b)
SCANLAB_PTX_2(xor_, a ^ b)
SCANLAB_PTX_2(copysign, std::copysign(b, a))
SCANLAB_PTX_3(fma, std::fma(a, b, c))
SCANLAB_PTX_3(mad, std::fma(a, b, c))
SCANLAB_PTX_3(mad_lo, a* b + c)
SCANLAB_PTX_3(mad_hi, mul_hi(a, b) + c)
SCANLAB_PTX_3(mad24_lo, mul24_lo(a, b) + c)
SCANLAB_PTX_3(sad, (a < b ? b - a : a - b) + c)
#undef SCANLAB_PTX_1
#undef SCANLAB_PTX_2
#undef SCANLAB_PTX_3

template <class T>
SCANLAB_UNOBSERVED inline Wide<T> mul_wide(T a, T b) {
    return static_cast<Wide<T>>(a) * static_cast<Wide<T>>(b);
}
template <class T>
SCANLAB_UNOBSERVED inline Wide<T> mad_wide(T a, T b, Wide<T> c) {
    return mul_wide<T>(a, b) + c;
}
template <class T>
SCANLAB_UNOBSERVED inline T selp(T a, T b, bool choose) {
    return choose ? a : b;
}

#define SCANLAB_PTX_COMPARE(name, operation)                                                           \
    template <class T>                                                                                 \
    SCANLAB_UNOBSERVED inline bool setp_##name(T a, T b) {                                             \
        return a operation b;                                                                          \
    }
SCANLAB_PTX_COMPARE(eq, ==)
SCANLAB_PTX_COMPARE(ne, !=)
SCANLAB_PTX_COMPARE(lt, <)
SCANLAB_PTX_COMPARE(le, <=)
SCANLAB_PTX_COMPARE(gt, >)
SCANLAB_PTX_COMPARE(ge, >=)
#undef SCANLAB_PTX_COMPARE

// --- bits --------------------------------------------------------------------------------------------

template <class T>
SCANLAB_UNOBSERVED inline u32 popc(T a) {
    return static_cast<u32>(__builtin_popcountll(a));
}
template <class T>
SCANLAB_UNOBSERVED inline u32 clz(T a) {
    return static_cast<u32>(leading_zeros(a));
}
/// Shifts beyond the width leave nothing, or the sign.
template <class T>
SCANLAB_UNOBSERVED inline T shl(T a, u32 by) {
    return by < bits_of<T> ? static_cast<T>(a << by) : T{0};
}
template <class T>
SCANLAB_UNOBSERVED inline T shr(T a, u32 by) {
    return static_cast<T>(a >> (by < bits_of<T> ? by : bits_of<T> - 1) >>
                          (by < bits_of<T> || std::is_signed_v<T> ? 0 : 1));
}
template <class T>
SCANLAB_UNOBSERVED inline u32 shf_l_wrap(T lo, T hi, u32 by) {
    return __funnelshift_l(lo, hi, by);
}
template <class T>
SCANLAB_UNOBSERVED inline u32 shf_l_clamp(T lo, T hi, u32 by) {
    return __funnelshift_lc(lo, hi, by);
}
template <class T>
SCANLAB_UNOBSERVED inline u32 shf_r_wrap(T lo, T hi, u32 by) {
    return __funnelshift_r(lo, hi, by);
}
template <class T>
SCANLAB_UNOBSERVED inline u32 shf_r_clamp(T lo, T hi, u32 by) {
    return __funnelshift_rc(lo, hi, by);
}
/// The position of the highest bit that is not the sign's; ~0 if there is none.
template <class T>
SCANLAB_UNOBSERVED inline u32 bfind(T a) {
    using Unsigned = std::make_unsigned_t<T>;
    const auto bits = static_cast<Unsigned>(a < 0 ? ~a : a);
    return bits == 0 ? ~0u : bits_of<T> - 1 - static_cast<u32>(leading_zeros(bits));
}
template <class T>
SCANLAB_UNOBSERVED inline T bfe(T a, u32 position, u32 length) {
    position &= 255, length &= 255;
    constexpr u32 last = bits_of<T> - 1;
    using Unsigned = std::make_unsigned_t<T>;
    const auto bit = [&](u32 i) { return static_cast<Unsigned>(a) >> i & Unsigned{1}; };
    const Unsigned sign =
        std::is_unsigned_v<T> || length == 0 ? 0 : bit(::min(position + length - 1, last));
    Unsigned result = 0;
    for (u32 i = 0; i <= last; ++i)
        result |= (i < length && position + i <= last ? bit(position + i) : sign) << i;
    return static_cast<T>(result);
}
template <class T>
SCANLAB_UNOBSERVED inline T bfi(T field, T into, u32 position, u32 length) {
    position &= 255, length &= 255;
    T result = into;
    for (u32 i = 0; i < length && position + i < bits_of<T>; ++i) {
        const T bit = T{1} << (position + i);
        result = (field >> i & 1) != 0 ? result | bit : result & ~bit;
    }
    return result;
}
/// The highest bit of a selector's nibble replaces the byte by copies of its sign.
template <class T>
SCANLAB_UNOBSERVED inline u32 prmt(T a, T b, u32 selector) {
    const u64 bytes = static_cast<u64>(b) << 32 | a;
    u32 result = 0;
    for (u32 i = 0; i < 4; ++i) {
        const u32 nibble = selector >> 4 * i & 15,
                  byte = static_cast<u32>(bytes >> 8 * (nibble & 7)) & 255;
        result |= ((nibble & 8) == 0 ? byte : (byte & 128) != 0 ? 255u : 0u) << 8 * i;
    }
    return result;
}
/// Bit 4a + 2b + c of the table says what the bits a, b and c become.
template <class T>
SCANLAB_UNOBSERVED inline T lop3(T a, T b, T c, u32 table) {
    T result = 0;
    for (u32 i = 0; i < 8; ++i)
        if ((table >> i & 1) != 0)
            result |= ((i & 4) != 0 ? a : ~a) & ((i & 2) != 0 ? b : ~b) & ((i & 1) != 0 ? c : ~c);
    return result;
}
template <class T>
SCANLAB_UNOBSERVED inline u32 fns(T mask, u32 base, s32 offset) {
    return __fns(mask, base, offset);
}

/// Equal parts of a register, the lowest first.
template <class T, class... Parts>
SCANLAB_UNOBSERVED inline void unpack(T a, Parts&... parts) {
    constexpr unsigned bits = bits_of<T> / sizeof...(Parts);
    unsigned from = 0;
    ((parts = static_cast<T>(a << (bits_of<T> - bits - from)) >> (bits_of<T> - bits), from += bits),
     ...);
}
template <class T, class... Parts>
SCANLAB_UNOBSERVED inline T pack(const Parts&... parts) {
    constexpr unsigned bits = bits_of<T> / sizeof...(Parts);
    T result = 0;
    unsigned to = 0;
    ((result |= (static_cast<T>(parts.bits) & (~T{0} >> (bits_of<T> - bits))) << to, to += bits), ...);
    return result;
}

// Of the 2 halves or 4 bytes of two words, or their sum.
#define SCANLAB_PTX_VIDEO(name, ...)                                                                   \
    struct name {                                                                                      \
        SCANLAB_UNOBSERVED static int of(int a, int b) { return __VA_ARGS__; }                         \
    };
SCANLAB_PTX_VIDEO(Sum, a + b)
SCANLAB_PTX_VIDEO(Difference, a - b)
SCANLAB_PTX_VIDEO(Average, (a + b + 1) >> 1)
SCANLAB_PTX_VIDEO(Distance, a < b ? b - a : a - b)
SCANLAB_PTX_VIDEO(Least, a < b ? a : b)
SCANLAB_PTX_VIDEO(Most, a < b ? b : a)
#undef SCANLAB_PTX_VIDEO
template <class Operation, unsigned PARTS, bool A_IS_SIGNED, bool B_IS_SIGNED, class Visit>
SCANLAB_UNOBSERVED inline void for_parts(u32 a, u32 b, const Visit& visit) {
    constexpr unsigned bits = 32 / PARTS;
    const auto part = [](u32 word, unsigned i, bool is_signed) SCANLAB_UNOBSERVED {
        const u32 shifted = word << (32 - bits * (i + 1));
        return is_signed ? static_cast<int>(shifted) >> (32 - bits)
                         : static_cast<int>(shifted >> (32 - bits));
    };
    for (unsigned i = 0; i < PARTS; ++i)
        visit(i, Operation::of(part(a, i, A_IS_SIGNED), part(b, i, B_IS_SIGNED)));
}
template <class Operation, unsigned PARTS, bool A_IS_SIGNED, bool B_IS_SIGNED>
SCANLAB_UNOBSERVED inline u32 video(u32 a, u32 b) {
    constexpr unsigned bits = 32 / PARTS;
    u32 result = 0;
    for_parts<Operation, PARTS, A_IS_SIGNED, B_IS_SIGNED>(
        a, b, [&](unsigned i, int value) SCANLAB_UNOBSERVED {
            result |= (static_cast<u32>(value) & (~0u >> (32 - bits))) << bits * i;
        });
    return result;
}
template <class Operation, unsigned PARTS, bool A_IS_SIGNED, bool B_IS_SIGNED>
SCANLAB_UNOBSERVED inline u32 video(u32 a, u32 b, u32 sum) {
    for_parts<Operation, PARTS, A_IS_SIGNED, B_IS_SIGNED>(
        a, b, [&](unsigned, int value) SCANLAB_UNOBSERVED { sum += static_cast<u32>(value); });
    return sum;
}

// --- conversions -------------------------------------------------------------------------------------

template <class To, class From>
SCANLAB_UNOBSERVED inline To converted(From rounded) {
    if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>)
        return saturate_to<To>(rounded);
    else
        return static_cast<To>(rounded);
}
template <class To, class From>
SCANLAB_UNOBSERVED inline To cvt(From a) {
    return converted<To>(a);
}
#define SCANLAB_PTX_ROUND(name, function)                                                              \
    template <class To, class From>                                                                    \
    SCANLAB_UNOBSERVED inline To cvt_##name(From a) {                                                  \
        return converted<To>(function(a));                                                             \
    }
SCANLAB_PTX_ROUND(rni, std::nearbyint)
SCANLAB_PTX_ROUND(rzi, std::trunc)
SCANLAB_PTX_ROUND(rmi, std::floor)
SCANLAB_PTX_ROUND(rpi, std::ceil)
#undef SCANLAB_PTX_ROUND

// --- memory ------------------------------------------------------------------------------------------

/// Addresses in shared memory have 32 bits, and count from where the block's begins.
SCANLAB_UNOBSERVED inline void* shared_address(const Register& address, std::int64_t offset) {
    return reinterpret_cast<void*>(shared_window() + static_cast<u32>(address.bits) +
                                   static_cast<std::uint64_t>(offset));
}
SCANLAB_UNOBSERVED inline void* address(const Register& address, std::int64_t offset) {
    return reinterpret_cast<void*>(address.bits + static_cast<std::uint64_t>(offset));
}
SCANLAB_UNOBSERVED inline u64 to_shared(const Register& generic) {
    return generic.bits - shared_window();
}
SCANLAB_UNOBSERVED inline bool is_shared(const Register& generic) {
    return is_shared_address(address(generic, 0));
}

// Made where the statement stands, so that they are observed as its own.
template <class T>
SCANLAB_CALL_SITE T load(const void* from) {
    return *static_cast<const T*>(from);
}
template <class T>
SCANLAB_CALL_SITE T load_volatile(const void* from) {
    return *static_cast<const volatile T*>(from);
}
template <class T>
SCANLAB_CALL_SITE T load_read_only(const void* from) {
    return __ldg(static_cast<const T*>(from));
}
template <class T>
SCANLAB_CALL_SITE T load_atomic(const void* from, MemoryOrder order, Scope scope) {
    return atomic_load(static_cast<const T*>(from), order, scope);
}
template <class T>
SCANLAB_CALL_SITE void store(void* to, T value) {
    *static_cast<T*>(to) = value;
}
template <class T>
SCANLAB_CALL_SITE void store_volatile(void* to, T value) {
    *static_cast<volatile T*>(to) = value;
}
template <class T>
SCANLAB_CALL_SITE void store_atomic(void* to, T value, MemoryOrder order, Scope scope) {
    atomic_store(static_cast<T*>(to), value, order, scope);
}

template <class T, std::size_t COUNT>
struct alignas(sizeof(T) * COUNT) Vector {
    T values[COUNT];
};
template <class T, class... Registers>
SCANLAB_CALL_SITE void load_vector(const void* from, Registers&... to) {
    const Vector<T, sizeof...(Registers)> all =
        *static_cast<const Vector<T, sizeof...(Registers)>*>(from);
    const T* next = all.values;
    ((to = *next++), ...);
}
template <class T, class... Registers>
SCANLAB_CALL_SITE void store_vector(void* to, const Registers&... values) {
    *static_cast<Vector<T, sizeof...(Registers)>*>(to) =
        Vector<T, sizeof...(Registers)>{{static_cast<T>(values)...}};
}

template <class Operation, class T>
SCANLAB_CALL_SITE T update(void* where, T operand, MemoryOrder order, Scope scope) {
    return atomic_update<Operation>(static_cast<T*>(where), operand, order, scope);
}
template <class T>
SCANLAB_CALL_SITE T compare_and_swap(void* where, T expected, T desired, MemoryOrder order,
                                     Scope scope) {
    return atomic_compare_exchange(static_cast<T*>(where), expected, desired, order, scope);
}

struct alignas(16) SixteenBytes {
    u64 halves[2];
};
SCANLAB_CALL_SITE void cp_async(const Register& shared, const Register& global, u32 bytes) {
    void* const to = shared_address(shared, 0);
    const auto start = [&](const auto value)
                           SCANLAB_CALLED_HERE { async_store(to, &value, sizeof value); };
    if (bytes == 4)
        start(*static_cast<const u32*>(address(global, 0)));
    else if (bytes == 8)
        start(*static_cast<const u64*>(address(global, 0)));
    else
        start(*static_cast<const SixteenBytes*>(address(global, 0)));
}

// --- warps -------------------------------------------------------------------------------------------

SCANLAB_UNOBSERVED inline unsigned warp_in_block() {
    return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) /
           static_cast<unsigned>(warpSize);
}
/// Nanoseconds that pass while others run: the clock is not the host's, so that runs can be repeated.
SCANLAB_CALL_SITE u64 globaltimer() { return static_cast<u64>(clock64()) * 1000; }

template <class T>
SCANLAB_CALL_SITE T activemask() {
    return __activemask();
}
template <class T>
SCANLAB_CALL_SITE bool vote_all(bool a, u32 mask) {
    return __all_sync(mask, a);
}
template <class T>
SCANLAB_CALL_SITE bool vote_any(bool a, u32 mask) {
    return __any_sync(mask, a);
}
template <class T>
SCANLAB_CALL_SITE bool vote_uni(bool a, u32 mask) {
    const unsigned ballot = __ballot_sync(mask, a);
    return ballot == 0 || ballot == (mask & ~exited_lanes());
}
template <class T>
SCANLAB_CALL_SITE u32 vote_ballot(bool a, u32 mask) {
    return __ballot_sync(mask, a);
}
template <class T>
SCANLAB_CALL_SITE u32 match_any(T a, u32 mask) {
    return __match_any_sync(mask, a);
}
#define SCANLAB_PTX_REDUX(name)                                                                        \
    template <class T>                                                                                 \
    SCANLAB_CALL_SITE T redux_##name(T a, u32 mask) {                                                  \
        return static_cast<T>(__reduce_##name##_sync(mask, a));                                        \
    }
SCANLAB_PTX_REDUX(add)
SCANLAB_PTX_REDUX(min)
SCANLAB_PTX_REDUX(max)
SCANLAB_PTX_REDUX(and)
SCANLAB_PTX_REDUX(or)
SCANLAB_PTX_REDUX(xor)
#undef SCANLAB_PTX_REDUX

/// Bits 8 to 12 of `c` say which bits of the lane's number are its segment's.
SCANLAB_UNOBSERVED inline unsigned segment_width(u32 c) { return 32 - (c >> 8 & 31); }
SCANLAB_CALL_SITE void shfl_idx(Register& d, Register& in_range, u32 a, u32 b, u32 c, u32 mask) {
    in_range = (b & 31) < segment_width(c);
    d = __shfl_sync(mask, a, static_cast<int>(b), static_cast<int>(segment_width(c)));
}
SCANLAB_CALL_SITE void shfl_up(Register& d, Register& in_range, u32 a, u32 b, u32 c, u32 mask) {
    in_range = (lane() & (segment_width(c) - 1)) >= b;
    d = __shfl_up_sync(mask, a, b, static_cast<int>(segment_width(c)));
}
SCANLAB_CALL_SITE void shfl_down(Register& d, Register& in_range, u32 a, u32 b, u32 c, u32 mask) {
    in_range = (lane() & (segment_width(c) - 1)) + b < segment_width(c);
    d = __shfl_down_sync(mask, a, b, static_cast<int>(segment_width(c)));
}
SCANLAB_CALL_SITE void shfl_bfly(Register& d, Register& in_range, u32 a, u32 b, u32 c, u32 mask) {
    in_range = (lane() ^ b) < (lane() & ~(segment_width(c) - 1)) + segment_width(c);
    d = __shfl_xor_sync(mask, a, static_cast<int>(b), static_cast<int>(segment_width(c)));
}

} // namespace scanlab::sim::ptx

/// The address of shared memory as PTX counts it.
SCANLAB_UNOBSERVED inline std::size_t __cvta_generic_to_shared(const void* address) {
    return scanlab::sim::ptx::to_shared(address);
}
SCANLAB_UNOBSERVED inline void* __cvta_shared_to_generic(std::size_t address) {
    return scanlab::sim::ptx::shared_address(address, 0);
}
SCANLAB_UNOBSERVED inline std::size_t __cvta_generic_to_global(const void* address) {
    return reinterpret_cast<std::size_t>(address);
}
SCANLAB_UNOBSERVED inline bool __isShared(const void* address) {
    return scanlab::sim::is_shared_address(address);
}
SCANLAB_UNOBSERVED inline bool __isGlobal(const void* address) { return !__isShared(address); }
