/// \file
/// Which lines of a function use a value, and what a store puts where.
#pragma once

#include "compile/ir/module.hpp"

#include <unordered_map>

namespace scanlab::instrument {

using Line = Lines::const_iterator;

class Uses {
public:
    explicit Uses(const Lines& body);

    /// The lines in which a value stands, but for the one that makes it.
    const std::vector<Line>& of(std::string_view value) const;
    /// The only line that uses what `made` makes, or the end.
    Line only_use(Line made) const;
    Line begin() const { return begin_; }
    Line end() const { return end_; }

private:
    Line begin_, end_;                                              ///< of the function's body
    std::unordered_map<std::string_view, std::vector<Line>> lines_; ///< by a value's name
};

bool is_store(std::string_view line);
/// A plain store: "float" and "%5", and where it goes; nothing if the line is no such.
struct Store {
    Operand value, pointer;
};
std::optional<Store> read_store(std::string_view line);

/// Whether the line only says something of variables, for debuggers.
bool is_note(std::string_view line);

} // namespace scanlab::instrument
