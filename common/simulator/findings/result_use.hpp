/// \file
/// What becomes of a call's result, as far as the source says it without being run.
#pragma once

#include <string>

namespace scanlab::sim {

enum class ResultUse {
    used,     ///< in an expression, or as far as can be told
    guarded,  ///< kept in a variable that is next used under a condition, or never
    returned, ///< to the function's caller
};

/// What becomes of the result of a call in this line of a function whose name contains `name`.
ResultUse use_of_result(const std::string& file, int line, const std::string& name);

} // namespace scanlab::sim
