#include "stress.hpp"

#include "arena.hpp"

#include <chrono>
#include <random>

namespace scanlab {

long long random_size(std::mt19937_64& random) {
    // Large ones are rare, or nothing else would be done.
    const auto kind = random() % 500;
    const int bits = kind == 0 ? 25 : kind < 25 ? 22 : static_cast<int>(random() % 20);
    return 1 + static_cast<long long>(random() % (1ULL << bits));
}

void Noise::start(std::mt19937_64& random) const {
    if (random() % 4 == 0) // for 5 to 50 microseconds of a GPU at 2 GHz
        return occupy_half(static_cast<long long>(10'000 + random() % 90'000), stream_);
    const auto blocks = static_cast<int>(1 + random() % 600);
    const auto threads = 32 << (random() % 6);
    make_noise(reinterpret_cast<int*>(memory_.data()), elements >> (random() % 8), blocks, threads,
               static_cast<int>(1 + random() % 3), stream_);
}

StressResult stress(const Lesson& lesson, const Variant& variant, long long launches,
                    std::uint64_t seed) {
    constexpr long long largest = largest_stressed, between_waits = 1000, kept_percent = 50;
    std::mt19937_64 random(seed);
    Arena arena(lesson, 2 * largest, variant.workspace(largest));
    arena.fill(kept_percent);
    arena.reset_workspace(variant);
    const Noise noise;

    StressResult result{};
    const auto start = std::chrono::steady_clock::now();
    for (; result.launches < launches; ++result.launches) {
        const long long n = random_size(random);
        const auto first_chunk =
            static_cast<long long>(random() % static_cast<std::uint64_t>(largest / chunk));
        const Problem call = arena.problem_at(n, first_chunk);
        if (result.launches % 4 == 0) noise.start(random);
        arena.poison(call);
        variant.launch(call);
        arena.check(call, variant.block * variant.items_per_thread);
        result.elements += n;
        if (result.launches % between_waits == 0) {
            result.wrong += arena.take_wrong();
            noise.wait();
        }
    }
    result.wrong += arena.take_wrong();
    noise.wait();
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return result;
}

} // namespace scanlab
