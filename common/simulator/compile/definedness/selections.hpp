/// \file
/// Branches that only select: whichever way they go, nothing happens before both meet again but
/// assignments of the function's own variables. `if (x < least) least = x;` is one, and so are
/// `&&`, `||` and `?:` of such sides. If nobody has set what such a branch depends on, the program does
/// not depend on it yet: the variables are undefined where the sides meet.
#pragma once

#include "compile/definedness/own_variables.hpp"
#include "compile/ir/uses.hpp"

namespace scanlab::instrument {

/// What a branch assigns on one side at least: a variable, or a part of one.
struct Selected {
    std::string_view pointer; ///< that a store names
    OwnVariables::Part part;
    std::size_t bytes;
    bool is_float;
};

struct Selection {
    Line branch, join; ///< where the sides meet, behind its phis
    std::vector<Selected> assigned;
    std::vector<Line> phis; ///< where the sides meet
};

class Selections {
public:
    Selections(const Lines& body, const OwnVariables& variables, const Types& types);
    /// Null if the branch does more.
    const Selection* of(Line branch) const;
    auto begin() const { return all_.begin(); }
    auto end() const { return all_.end(); }

private:
    std::vector<Selection> all_; ///< in the order of their branches
};

} // namespace scanlab::instrument
