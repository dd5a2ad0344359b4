/// \file
/// The loops of a function: from a label to the last line that goes back to it.
#pragma once

#include "compile/ir/uses.hpp"

namespace scanlab::instrument {

class Loops {
public:
    explicit Loops(const Uses& body);
    bool contain(Line line) const;

private:
    struct Loop {
        Line first, last;
    };
    std::vector<Loop> loops_;
};

} // namespace scanlab::instrument
