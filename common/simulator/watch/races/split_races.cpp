#include "watch/races/split_races.hpp"

#include "machine/memory/memory.hpp"
#include "watch/observed.hpp"
#include "watch/races/happens_before.hpp"
#include "watch/races/shadow.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace scanlab::sim::split_races {

namespace {

using shadow::Word;
/// A bit per word of all memory that kernels share.
using Words = std::vector<std::uint64_t>;
/// The marks of which bytes hold a value (shadow.hpp), of an allocation after the other.
using Marks = std::vector<unsigned char>;

struct Footprint {
    Words read, written;
    Traffic traffic;
};

// What lies where at the halves' beginning lies there in both copies.
std::vector<std::span<Word>> histories;
std::vector<std::span<unsigned char>> initialized;
order::Moment beginning;
Footprint footprint; ///< of a half, in its copy

std::vector<std::span<Word>> histories_of_memory() {
    const auto words = [](std::size_t bytes) {
        return (bytes + shadow::word_bytes - 1) / shadow::word_bytes;
    };
    std::vector<std::span<Word>> all;
    for (const memory::Allocation& a : memory::live_allocations())
        all.emplace_back(shadow::device_word(a.begin), words(a.bytes));
    for (const std::span<char> range : platform::variables_of_program())
        all.emplace_back(shadow::variable_word(reinterpret_cast<std::uintptr_t>(range.data())),
                         words(range.size() + shadow::word_bytes));
    return all;
}

std::vector<std::span<unsigned char>> marks_of_memory() {
    std::vector<std::span<unsigned char>> all;
    for (const memory::Allocation& a : memory::live_allocations())
        all.push_back(shadow::marks_of(a.begin, a.bytes));
    return all;
}

struct Done {
    bool read, written;
};

Done done_to(const Word& word) {
    if (word.write.epoch != Word::split)
        return {beginning.is_before(word.read.epoch), beginning.is_before(word.write.epoch)};
    Done any{};
    for (const Word& byte : shadow::bytes_of(word)) {
        any.read |= beginning.is_before(byte.read.epoch);
        any.written |= beginning.is_before(byte.write.epoch);
    }
    return any;
}

bool meet(const Footprint& a, const Footprint& b) {
    for (std::size_t i = 0; i < a.read.size(); ++i)
        if ((a.written[i] & (b.written[i] | b.read[i])) != 0 || (b.written[i] & a.read[i]) != 0)
            return true;
    return false;
}

template <class T>
bool get(const platform::WorkingCopy& half, const std::vector<T>& there, std::vector<T>& here) {
    here.resize(there.size());
    return half.read(here.data(), there.data(), there.size() * sizeof(T));
}

std::optional<Footprint> footprint_of(const platform::WorkingCopy& half) {
    Footprint theirs;
    const bool is_complete = get(half, footprint.read, theirs.read) &&
                             get(half, footprint.written, theirs.written) &&
                             half.read(&theirs.traffic, &footprint.traffic, sizeof(Traffic));
    return is_complete ? std::optional(std::move(theirs)) : std::nullopt;
}

bool read_marks(const platform::WorkingCopy& half, Marks& marks) {
    std::size_t bytes = 0;
    for (const auto& range : initialized) bytes += range.size();
    marks.resize(bytes);
    unsigned char* to = marks.data();
    for (const auto& range : initialized) {
        if (!half.read(to, range.data(), range.size())) return false;
        to += range.size();
    }
    return true;
}

void add_marks(const Marks& marks) {
    const unsigned char* from = marks.data();
    for (const auto& range : initialized)
        for (unsigned char& here : range)
            if (const unsigned char both = here | *from++; both != here)
                here = both; // pages that stay the same stay shared
}

} // namespace

void prepare() {
    histories = histories_of_memory();
    initialized = marks_of_memory();
    beginning = order::now();
    std::size_t words = 0;
    for (const auto& range : histories) words += range.size();
    footprint.read.assign((words + 63) / 64, 0);
    footprint.written.assign((words + 63) / 64, 0);
}

void note_half() {
    std::size_t i = 0;
    for (const auto& range : histories)
        for (const Word& word : range) {
            const Done done = done_to(word);
            footprint.read[i / 64] |= std::uint64_t{done.read} << i % 64;
            footprint.written[i / 64] |= std::uint64_t{done.written} << i % 64;
            ++i;
        }
    footprint.traffic = traffic;
}

bool take_over(const platform::WorkingCopy& first, const platform::WorkingCopy& second) {
    const auto one = footprint_of(first), other = footprint_of(second);
    if (!one || !other || meet(*one, *other)) return false;
    Marks of_first, of_second;
    if (!read_marks(first, of_first) || !read_marks(second, of_second)) return false;
    add_marks(of_first);
    add_marks(of_second);
    traffic = one->traffic + other->traffic - traffic; // both have counted what came before
    return true;
}

} // namespace scanlab::sim::split_races
