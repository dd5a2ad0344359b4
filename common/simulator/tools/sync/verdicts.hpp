/// \file
/// Which synchronisations of a program are needed.
#pragma once

#include "synchronisations.hpp"
#include "variants.hpp"

#include <optional>
#include <string>
#include <vector>

namespace scanlab::sync {

struct Verdict {
    enum class Kind { needed, narrower, not_needed, never_reached };
    Kind kind;
    Synchronisation synchronisation;
    std::optional<Evidence> evidence{}; ///< of what goes wrong without it, or with something less
    std::optional<Edit> instead{}; ///< what does in its place; of one that is needed, what does not
};

/// What is tried when they are judged.
std::vector<Alternative> alternatives(const std::vector<Synchronisation>& all,
                                      const std::string& source);

/// Judges each. One that is not needed is gone, and one that could be narrower is, when those after it
/// are judged: so all these changes together change nothing in these runs.
std::vector<Verdict> judge(const std::vector<Synchronisation>& all, const std::string& source,
                           Variants& variants);

/// These changes.
std::vector<Edit> savings(const std::vector<Verdict>& verdicts);

} // namespace scanlab::sync
