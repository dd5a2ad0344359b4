#include "scanlab_sim/random_skips.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <memory>
#include <vector>

namespace scanlab::sim {

namespace {

constexpr std::size_t words_per_state = 5, bits_per_state = 32 * words_per_state;
using State = std::array<std::uint32_t, words_per_state>;

State step(State s) {
    const std::uint32_t first = s[0] ^ s[0] >> 2, last = s[4];
    return {s[1], s[2], s[3], s[4], (last ^ last << 4) ^ (first ^ first << 1)};
}

/// A step is linear over the field of two elements: many steps are a matrix, which lists what becomes
/// of each bit.
using Matrix = std::array<State, bits_per_state>;

State applied(const Matrix& matrix, const State& state) {
    State result{};
    for (std::size_t word = 0; word < words_per_state; ++word)
        for (std::uint32_t rest = state[word]; rest != 0; rest &= rest - 1) {
            const State& image = matrix[32 * word + static_cast<std::size_t>(std::countr_zero(rest))];
            for (std::size_t i = 0; i < words_per_state; ++i) result[i] ^= image[i];
        }
    return result;
}

/// 2^power steps.
const Matrix& steps(std::size_t power) {
    static std::vector<std::unique_ptr<Matrix>> known;
    while (known.size() <= power) {
        auto next = std::make_unique<Matrix>();
        for (std::size_t bit = 0; bit < bits_per_state; ++bit) {
            State unit{};
            unit[bit / 32] = 1u << bit % 32;
            (*next)[bit] = known.empty() ? step(unit) : applied(*known.back(), (*known.back())[bit]);
        }
        known.push_back(std::move(next));
    }
    return *known[power];
}

} // namespace

void skip_xorshift(std::uint32_t (&words)[5], std::uint64_t count, unsigned shift) {
    State state;
    for (std::size_t i = 0; i < words_per_state; ++i) state[i] = words[i];
    for (; count != 0; count &= count - 1)
        state = applied(steps(static_cast<std::size_t>(std::countr_zero(count)) + shift), state);
    for (std::size_t i = 0; i < words_per_state; ++i) words[i] = state[i];
}

} // namespace scanlab::sim
