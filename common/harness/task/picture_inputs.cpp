#include "picture_inputs.hpp"

#include "errors.hpp"

#include <algorithm>
#include <random>
#include <set>
#include <span>
#include <vector>

namespace scanlab {
namespace {

/// What is counted in is no 1, so that indices and counts are no sums.
HostArray digits(long long n) {
    constexpr std::uint32_t unit = 0x9E3779B9; // odd: multiplying by it loses nothing modulo 2^32
    HostArray input(n);
    for (long long i = 0; i < n; ++i) input.data()[i] = static_cast<int>(unit << (2 * i));
    return input;
}

} // namespace

HostArray summands(long long n, std::uint64_t seed) {
    constexpr long long most_digits = 16; // of two bits, in a word
    return n <= most_digits ? digits(n) : random_words(n, seed);
}

HostArray random_words(long long n, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::set<std::uint32_t> sums;
    HostArray input(n);
    for (long long i = 0; i < n;) {
        std::vector<std::uint32_t> new_sums{static_cast<std::uint32_t>(random())};
        for (long long k = i - 1; k >= 0; --k)
            new_sums.push_back(new_sums.back() + static_cast<std::uint32_t>(input.data()[k]));
        if (std::ranges::any_of(new_sums, [&](auto sum) { return sums.contains(sum); })) continue;
        sums.insert(new_sums.begin(), new_sums.end());
        input.data()[i++] = static_cast<int>(new_sums.front());
    }
    return input;
}

HostArray half_of_words(long long n, std::uint64_t seed) {
    HostArray input = random_words(n, seed);
    std::mt19937_64 random(seed);
    for (int& element : std::span<int>(input))
        if (random() % 2 == 0) element = 0;
    return input;
}

HostArray keys_of_four_bits(long long n, std::uint64_t seed) {
    if (n > 16) throw UsageError("--n {}: a picture of a sort has from 1 to 16 keys", n);
    std::mt19937_64 random(seed);
    HostArray input(n);
    for (long long i = 0; i < n; ++i) input.data()[i] = static_cast<int>(i);
    std::ranges::shuffle(std::span<int>(input), random);
    for (int& key : std::span<int>(input)) // the rest of a key makes it a word that stands nowhere else
        key = (key + 1) << 24 | static_cast<int>(random() % 0xFFFF) << 8 | key;
    return input;
}

} // namespace scanlab
