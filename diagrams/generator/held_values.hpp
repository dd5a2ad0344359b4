/// \file
/// What a thread has at hand, and what it has made from that.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace scanlab::diagrams {

using Bits = std::uint64_t;

Bits low_bits(Bits bits, int bytes);

/// A number as it stands in memory: alone in a word, or below a status.
struct Number {
    std::int64_t value = 0;
    int status = 0; ///< of a packed descriptor: what stands above the number; 0 if it is none
    int bytes = 4;  ///< of the value that count
};

/// The bits as a number alone.
Number plain_number(Bits bits, int bytes);

/// A source of a value, and how it got there.
struct Term {
    std::size_t value; ///< index into Dataflow::values
    int sign = 1;
    std::size_t event = 0; ///< the read or receive that brought it
};

/// What a thread stores.
struct Stored {
    Bits bits = 0;
    int bytes = 4;
    bool is_private = false; ///< in a variable of the thread's own
    bool is_whole = true;    ///< not one element of a vector
};

/// What it is made from.
struct Sources {
    std::vector<Term> terms;
    Number number;
    bool are_added = true; ///< false: it is made from them in another way, such as a flag
};

/// A value that a thread has at hand.
struct Held {
    Term term;
    std::int64_t number;
    enum class How { read, received, stored } how;
};

/// The latest values that a thread has read, received or stored. Its *statement* is what it has read
/// and received since it last stored something, and what it stores then.
class HeldValues {
public:
    /// The thread has read, received or stored a value.
    void add(const Held& held);
    /// What is brought next begins another statement.
    void end_statement() { has_ended_ = true; }
    /// The same, and nothing more is made from what this one has brought.
    void close_statement() { of_statement_ = 0; }

    /// Empty if data have no part in it.
    std::optional<Sources> sources(const Stored& stored) const;

    /// The latest value that is this number; empty if the number is 0.
    std::optional<std::size_t> latest(const Number& number) const;

private:
    using Terms = std::vector<Term>;

    Terms find_in_statement(const Number& number, bool is_whole) const;
    Terms find_earlier(const Number& number, bool is_private) const;
    Terms find_stored(const Number& number, std::size_t among) const;
    std::vector<Held> brought(std::size_t among) const;

    std::deque<Held> held_;        ///< the latest at the front
    std::size_t of_statement_ = 0; ///< how many of these
    bool has_ended_ = false;
};

} // namespace scanlab::diagrams
