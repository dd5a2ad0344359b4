#include "held_values.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace scanlab::diagrams {
namespace {

constexpr std::size_t most_held = 64;

bool is_same(Bits sum, const Number& number) {
    return low_bits(sum, number.bytes) == low_bits(static_cast<Bits>(number.value), number.bytes);
}

/// What the bits may say: a number alone, or one below a status in the upper half or in the two highest
/// bits.
std::vector<Number> readings(Bits bits, int bytes) {
    std::vector<Number> numbers{plain_number(bits, bytes)};
    if (bytes < 8) return numbers;
    constexpr Bits largest_status = 15;
    const Bits high = bits >> 32, highest = bits >> 62;
    if (high > 0 && high <= largest_status)
        numbers.push_back({static_cast<std::int32_t>(bits), static_cast<int>(high), 4});
    else if (highest == 1 || highest == 2)
        numbers.push_back({static_cast<std::int64_t>(bits << 2) >> 2, static_cast<int>(highest), 8});
    return numbers;
}

void add_once(std::vector<Term>& terms, const Term& term) {
    if (std::ranges::find(terms, term.value, &Term::value) == terms.end()) terms.push_back(term);
}

/// Finds the fewest candidates whose signed sum is a number, the first ones first. One of the first
/// `must` has to be among them.
class SubsetSum {
public:
    SubsetSum(const std::vector<Held>& candidates, std::size_t must, const Number& number)
        : candidates_(candidates), must_(must), number_(number) {}

    std::vector<Term> run(std::size_t most_terms) {
        for (std::size_t count = 1; count <= most_terms; ++count)
            if (choose(0, count, 0)) return terms_;
        return {};
    }

private:
    bool choose(std::size_t first, std::size_t count, Bits sum) {
        if (count == 0) return is_same(sum, number_) && adds_something();
        const std::size_t end = terms_.empty() ? must_ : candidates_.size();
        for (std::size_t i = first; i < end; ++i)
            for (const int sign : {1, -1}) {
                const Held& held = candidates_[i];
                terms_.push_back({held.term.value, sign, held.term.event});
                const Bits number = static_cast<Bits>(held.number);
                if (choose(i + 1, count - 1, sign > 0 ? sum + number : sum - number)) return true;
                terms_.pop_back();
            }
        return false;
    }

    /// A value less itself is no source of a zero.
    bool adds_something() const {
        return std::ranges::any_of(terms_, [&](const Term& added) {
            return added.sign > 0 && std::ranges::none_of(terms_, [&](const Term& taken) {
                       return taken.sign < 0 && taken.value == added.value;
                   });
        });
    }

    const std::vector<Held>& candidates_;
    std::size_t must_;
    Number number_;
    std::vector<Term> terms_;
};

/// All of the values if they add up to the number.
std::vector<Term> all_of(const std::vector<Held>& values, const Number& number) {
    std::vector<Term> terms;
    Bits sum = 0;
    for (const Held& held : values) {
        terms.push_back(held.term);
        sum += static_cast<Bits>(held.number);
    }
    return is_same(sum, number) ? terms : std::vector<Term>{};
}

/// The fewest of the values, or, if these are many, one, two or all of them.
std::vector<Term> fewest(const std::vector<Held>& values, const Number& number) {
    constexpr std::size_t many = 9;
    const bool are_few = values.size() < many;
    auto found = SubsetSum(values, values.size(), number).run(are_few ? values.size() : 2);
    return found.empty() && !are_few ? all_of(values, number) : found;
}

std::vector<Held> take_zeros(std::vector<Held>& values) {
    std::vector<Held> zeros;
    std::ranges::copy_if(values, std::back_inserter(zeros),
                         [](auto& held) { return held.number == 0; });
    std::erase_if(values, [](const Held& held) { return held.number == 0; });
    return zeros;
}

std::vector<Held> each_twice(const std::vector<Held>& values) {
    std::vector<Held> result;
    for (const Held& held : values) result.insert(result.end(), 2, held);
    return result;
}

} // namespace

Bits low_bits(Bits bits, int bytes) {
    return bytes >= 8 ? bits : bits & ((Bits{1} << (8 * bytes)) - 1);
}

Number plain_number(Bits bits, int bytes) {
    if (bytes == 4) return {static_cast<std::int32_t>(bits)};
    return {.value = static_cast<std::int64_t>(bits), .bytes = bits >> 32 == 0 ? 4 : 8};
}

void HeldValues::add(const Held& held) {
    if (held.how != Held::How::stored && std::exchange(has_ended_, false)) of_statement_ = 0;
    held_.push_front(held);
    if (held_.size() > most_held) held_.pop_back();
    of_statement_ = std::min(of_statement_ + 1, held_.size());
    if (held.how == Held::How::stored) end_statement();
}

std::optional<std::size_t> HeldValues::latest(const Number& number) const {
    for (const Held& held : held_)
        if (number.value != 0 && is_same(static_cast<Bits>(held.number), number))
            return held.term.value;
    return std::nullopt;
}

std::optional<Sources> HeldValues::sources(const Stored& stored) const {
    if (has_ended_ && stored.bits == 0) return std::nullopt; // another variable is set to zero
    for (const Number& number : readings(stored.bits, stored.bytes)) {
        Terms terms = find_in_statement(number, stored.is_whole);
        if (terms.empty() && number.value != 0) terms = find_earlier(number, stored.is_private);
        if (!terms.empty()) return Sources{terms, number};
    }
    const bool has_status = stored.bytes == 8 && stored.bits >> 32 != 0;
    if (stored.is_private || has_ended_ || has_status) return std::nullopt;
    Sources derived{{}, plain_number(stored.bits, stored.bytes), false};
    for (const Held& held : brought(of_statement_)) derived.terms.push_back(held.term);
    return derived.terms.empty() ? std::nullopt : std::optional(derived);
}

/// The fewest values that the statement has brought and that add up to the number, each at most twice.
HeldValues::Terms HeldValues::find_in_statement(const Number& number, bool is_whole) const {
    if (has_ended_)
        if (const Terms again = find_stored(number, of_statement_); !again.empty()) return again;
    auto values = brought(of_statement_);
    const auto zeros = take_zeros(values);
    if (number.value == 0) std::ranges::reverse(values); // of a difference the second one is taken off
    Terms terms = fewest(values, number);
    if (terms.empty()) terms = fewest(each_twice(values), number);
    if (terms.empty() && number.value == 0 && !zeros.empty()) terms = {zeros.front().term};
    // A zero is added like any other value, though the number doesn't show it. (One that comes out of a
    // shuffle may have been dropped.)
    if (!terms.empty() && is_whole && number.status == 0)
        for (const Held& zero : zeros)
            if (zero.how == Held::How::read) add_once(terms, zero.term);
    return terms;
}

/// A value that is ready before it is known where to store it, or two, one of which may be new. What a
/// private variable gets without anything new is likely an index.
HeldValues::Terms HeldValues::find_earlier(const Number& number, bool is_private) const {
    const std::size_t recent = brought(of_statement_).size();
    if (recent == 0 && is_private) return {};
    if (recent == 0)
        if (const Terms ready = find_stored(number, held_.size()); !ready.empty()) return ready;
    const auto values = brought(held_.size());
    return SubsetSum(values, is_private ? recent : values.size(), number).run(2);
}

/// Of the latest values, what the thread has stored as that number.
HeldValues::Terms HeldValues::find_stored(const Number& number, std::size_t among) const {
    for (std::size_t i = 0; i < among; ++i)
        if (held_[i].how == Held::How::stored && is_same(static_cast<Bits>(held_[i].number), number))
            return {held_[i].term};
    return {};
}

/// Of the latest values, those that the thread has read or received, each once.
std::vector<Held> HeldValues::brought(std::size_t among) const {
    std::vector<Held> values;
    for (std::size_t i = 0; i < among; ++i) {
        const bool is_known = std::ranges::any_of(
            values, [&](const Held& other) { return other.term.value == held_[i].term.value; });
        if (held_[i].how != Held::How::stored && !is_known) values.push_back(held_[i]);
    }
    return values;
}

} // namespace scanlab::diagrams
