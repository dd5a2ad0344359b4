/// \file
/// Many variants of a source in one program: which of them it is, its environment says when it starts.
/// So all of them are compiled at once.
#pragma once

#include "edits.hpp"

#include <string>
#include <vector>

namespace scanlab::sync {

class Alternatives {
public:
    /// None: of the source as it is.
    Alternatives() = default;
    /// The edits `always` are in effect, whatever else is.
    Alternatives(const std::string& source, std::vector<Alternative> all,
                 std::vector<Edit> always = {});

    /// The source with all of them, of which only those are in effect that always are.
    const std::string& source() const { return text_; }
    /// What a program's environment needs for these to be in effect: "NAME=value"; empty if one of them
    /// is not there, or goes with none of the others.
    std::string setting(const std::vector<Edit>& edits) const;

private:
    std::string text_;
    std::vector<Alternative> all_;
    std::vector<Edit> always_;
};

} // namespace scanlab::sync
