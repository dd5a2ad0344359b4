/// \file
/// PTX's instructions on matrices of which each lane of a warp holds a part: `ldmatrix`, and `mma.sync`
/// in the shapes whose registers all follow one rule (PTX ISA, "Warp Level Matrix Instructions"). The
/// rule: lane 4 g + q holds row g, and row g + 8 in the next register, of the first factor; column g of
/// the second one; and of both the elements q e, q e + 1, … of every 4 e along k, where e is how many
/// elements a register has. Of the sums it holds columns 2 q and 2 q + 1. Products are added up in the
/// order of k, so a GPU's last bits may differ.
#pragma once

#include "inline_ptx.hpp"
#include "small_format.hpp"

#include <limits>

namespace scanlab::sim::ptx {

/// Types that only matrices have.
struct f16;
struct bf16;
struct tf32;

// --- ldmatrix ----------------------------------------------------------------------------------------

/// Of the eight words of 16 bits in `rows`, which lane 8 m + r holds for row r of matrix m, the two
/// that are this lane's: neighbours in a row or, if the matrix is transposed, in a column.
template <bool TRANSPOSED>
SCANLAB_CALL_SITE u32 part_of_matrix(const Vector<u32, 4>& row, unsigned matrix) {
    const unsigned g = lane() / 4, q = lane() % 4;
    u32 part = 0;
    for (unsigned i = 0; i < 4; ++i) {
        const auto word_of = [&](unsigned r) SCANLAB_CALLED_HERE {
            return __shfl_sync(~0u, row.values[i], static_cast<int>(8 * matrix + r));
        };
        if constexpr (TRANSPOSED) {
            const u32 upper = word_of(2 * q), lower = word_of(2 * q + 1);
            if (i == g / 2) part = (upper >> 16 * (g % 2) & 0xFFFF) | lower >> 16 * (g % 2) << 16;
        } else {
            const u32 word = word_of(g);
            if (i == q) part = word;
        }
    }
    return part;
}

/// `row`: the address of 16 bytes, which counts in the first 8 lanes for each matrix.
template <bool TRANSPOSED, class... To>
SCANLAB_CALL_SITE void load_matrices(const void* row, To&... to) {
    Vector<u32, 4> mine{};
    if (lane() < 8 * sizeof...(To)) mine = *static_cast<const Vector<u32, 4>*>(row);
    unsigned matrix = 0;
    ((to = part_of_matrix<TRANSPOSED>(mine, matrix++)), ...);
}

// --- mma.sync ----------------------------------------------------------------------------------------

/// The registers of one operand.
template <std::size_t COUNT>
struct Registers {
    Register values[COUNT];
};
template <class... Values>
Registers(const Values&...) -> Registers<sizeof...(Values)>;

template <class T>
constexpr unsigned elements_of_register = std::is_same_v<T, f16> || std::is_same_v<T, bf16> ? 2
                                          : std::is_same_v<T, s8> || std::is_same_v<T, u8>  ? 4
                                                                                            : 1;

/// Element `i` of a register, as the sums count: float, double or long long.
template <class T>
SCANLAB_UNOBSERVED auto element(u64 bits, unsigned i) {
    if constexpr (std::is_same_v<T, f64>) {
        return __builtin_bit_cast(double, bits);
    } else if constexpr (std::is_integral_v<T>) {
        return static_cast<s64>(static_cast<T>(bits >> bits_of<T> * i));
    } else if constexpr (elements_of_register<T> == 2) {
        constexpr auto format = std::is_same_v<T, f16> ? SmallFormat::half : SmallFormat::bfloat16;
        return static_cast<float>(value_of_small_float(format, static_cast<u16>(bits >> 16 * i)));
    } else {
        constexpr u32 used = std::is_same_v<T, tf32> ? ~0x1FFFu : ~0u;
        return __builtin_bit_cast(float, static_cast<u32>(bits) & used);
    }
}

/// What four neighbouring lanes have in one operand's registers.
template <std::size_t COUNT>
struct FourLanes {
    u64 bits[COUNT][4];
    SCANLAB_UNOBSERVED void set(std::size_t which, unsigned lane, u64 value) {
        bits[which][lane] = value;
    }
};
template <std::size_t COUNT>
SCANLAB_CALL_SITE void gather(FourLanes<COUNT>& all, const Registers<COUNT>& mine, unsigned first) {
    for (std::size_t which = 0; which < COUNT; ++which)
        for (unsigned i = 0; i < 4; ++i)
            all.set(which, i,
                    __shfl_sync(~0u, static_cast<u64>(mine.values[which].bits),
                                static_cast<int>(first + i)));
}

/// One of this lane's sums: of a row in half `half` of the first factor, and a column.
template <class A, class B, class Sum, std::size_t OF_A, std::size_t OF_B>
SCANLAB_UNOBSERVED Sum sum_of_products(const FourLanes<OF_A>& row, unsigned half,
                                       const FourLanes<OF_B>& column, Sum sum) {
    for (std::size_t which = 0; which < OF_B; ++which)
        for (unsigned i = 0; i < 4; ++i)
            for (unsigned k = 0; k < elements_of_register<A>; ++k)
                sum += element<A>(row.bits[which * (OF_A / OF_B) + half][i], k) *
                       element<B>(column.bits[which][i], k);
    return sum;
}

template <class D, bool SATURATES, class Sum>
SCANLAB_UNOBSERVED Register register_of(const Sum* sums, unsigned which) {
    if constexpr (std::is_same_v<D, f16>) {
        const auto half = [&](unsigned i) {
            return static_cast<u32>(small_float(SmallFormat::half, sums[i]));
        };
        return half(2 * which) | half(2 * which + 1) << 16;
    } else if constexpr (SATURATES) {
        using Limits = std::numeric_limits<D>;
        return static_cast<D>(::min(::max(sums[which], Sum{Limits::min()}), Sum{Limits::max()}));
    } else {
        return static_cast<D>(sums[which]);
    }
}

/// `to` = a b + c, of M rows by 8 columns.
template <unsigned M, bool SATURATES, class D, class A, class B, class C, std::size_t OF_A,
          std::size_t OF_B, std::size_t OF_C, class... To>
SCANLAB_CALL_SITE void multiply_matrices(const Registers<OF_A>& a, const Registers<OF_B>& b,
                                         const Registers<OF_C>& c, To&... to) {
    FourLanes<OF_A> row;
    FourLanes<OF_B> columns[2];
    const unsigned g = lane() / 4, q = lane() % 4;
    gather(row, a, 4 * g);
    gather(columns[0], b, 4 * (2 * q));
    gather(columns[1], b, 4 * (2 * q + 1));
    using Sum = decltype(element<C>(0, 0));
    Sum sums[M / 4];
    [&]() SCANLAB_UNOBSERVED {
        constexpr unsigned of_register = elements_of_register<C>;
        for (unsigned i = 0; i < M / 4; ++i)
            sums[i] =
                sum_of_products<A, B, Sum>(row, i / 2, columns[i % 2],
                                           element<C>(c.values[i / of_register].bits, i % of_register));
        unsigned which = 0;
        ((to = register_of<D, SATURATES>(sums, which++)), ...);
    }();
}

} // namespace scanlab::sim::ptx
