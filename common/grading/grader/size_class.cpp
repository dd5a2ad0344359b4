#include "size_class.hpp"

#include "errors.hpp"
#include "scanlab/enumerators.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace scanlab::grader {
namespace {

constexpr auto names =
    std::to_array<std::pair<std::string_view, SizeClass>>({{"all", SizeClass::all},
                                                           {"whole", SizeClass::whole},
                                                           {"ragged", SizeClass::ragged},
                                                           {"edge", SizeClass::edge},
                                                           {"extreme", SizeClass::extreme},
                                                           {"many", SizeClass::many},
                                                           {"few", SizeClass::few},
                                                           {"crowded", SizeClass::crowded},
                                                           {"stopped", SizeClass::stopped}});
static_assert(names.size() == enumerators<SizeClass>);

/// Numbers that follow from a seed. (Steele, Lea, Flood, "Fast Splittable Pseudorandom Number
/// Generators", 2014.)
class Dice {
public:
    explicit Dice(std::uint64_t seed) : state_(seed) {}
    /// At least `least`, and at most `most`.
    long long between(long long least, long long most) {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        z ^= z >> 31;
        return least + static_cast<long long>(z % static_cast<std::uint64_t>(most - least + 1));
    }

private:
    std::uint64_t state_;
};

/// The sizes of a class: at which a random input is tried, and at which all kinds are.
struct Sizes {
    std::vector<long long> most, some;
};

Sizes whole_sizes(long long tile, Dice& dice) {
    const long long tiles = dice.between(3, 8);
    return {{2, 32, 256, 1024, 4096, tile, tiles * tile}, {tile, tiles * tile}};
}

Sizes ragged_sizes(long long tile, Dice& dice) {
    const long long within = dice.between(2, tile - 1);
    const long long across = 2 * tile + dice.between(1, tile - 1);
    const long long large = dice.between(10'000, 16'000) * 2 + 1; // more tiles than run at a time
    return {{3, 31, 33, within, tile - 1, tile + 1, across, large}, {within, across}};
}

/// Blocks of several warps: more tiles than threads, so that one round does not do for their totals.
long long tiles_that_are_many(int block) { return block == 64 ? block : 1024; }

void tidy(std::vector<long long>& sizes) {
    std::ranges::sort(sizes);
    sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
}

} // namespace

SizeClass size_class_named(std::string_view text) {
    const auto found = std::ranges::find(names, text, &decltype(names)::value_type::first);
    if (found != names.end()) return found->second;
    throw UsageError("a line's class is '{}'; it is all, whole, ragged, edge, extreme, many, few, "
                     "crowded or stopped",
                     text);
}

// The last tiles begin beyond 2^31, and the last one is not full.
long long huge_size(const Layout& layout) { return (1LL << 31) + 3 * layout.tile() + 5; }

std::vector<Checks> checks_of(SizeClass sizes, Task task, const Layout& layout, bool thorough,
                              std::uint64_t seed, std::uint64_t order) {
    const long long tile = layout.tile();
    Dice dice(seed);
    const auto checks = [&](std::vector<long long> of, std::vector<InputKind> kinds) {
        tidy(of);
        return Checks{std::move(of), std::move(kinds), seed, order};
    };
    const auto everything = [&](Sizes chosen) -> std::vector<Checks> {
        if (!thorough) return {checks(std::move(chosen.some), {InputKind::random})};
        // First the smallest, which is told first if it is wrong.
        return {checks(std::move(chosen.most), {InputKind::random}),
                checks(std::move(chosen.some), input_kinds(task))};
    };
    switch (sizes) {
    case SizeClass::whole:
        return everything(whole_sizes(tile, dice));
    case SizeClass::ragged:
        return everything(ragged_sizes(tile, dice));
    case SizeClass::edge:
    case SizeClass::extreme:
        return {checks({0, 1}, {InputKind::ones, InputKind::random})};
    case SizeClass::many:
        return {checks({(tiles_that_are_many(layout.block) + dice.between(2, 40)) * tile},
                       {InputKind::random})};
    case SizeClass::few:
        return {checks({4 * tile}, {InputKind::random})};
    case SizeClass::crowded:
    case SizeClass::stopped:
        return {checks({dice.between(20, 40) * tile + 1}, {InputKind::random})};
    case SizeClass::all:
        break;
    }
    std::vector<Checks> all;
    for (const SizeClass part : {SizeClass::whole, SizeClass::ragged, SizeClass::edge})
        std::ranges::move(checks_of(part, task, layout, thorough, seed, order),
                          std::back_inserter(all));
    return all;
}

} // namespace scanlab::grader
