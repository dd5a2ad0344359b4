/// \file
/// What was wrong with a call, as data: it can have been made in another process.
#pragma once

#include "diagnosis.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scanlab {

/// A row of the table around the first wrong element.
struct Neighbour {
    long long index;
    std::optional<int>
        input;               ///< not where elements move: then an output's index is none into the input
    std::optional<int> head; ///< segmented scan only
    long long expected, got;
};

/// What was wrong with a call.
struct Fault {
    enum class Kind { cuda_error, hang, out_of_bounds, input_changed, wrong_result };
    Kind kind;
    std::string cause;
    std::optional<Diagnosis> diagnosis{}; ///< of a wrong result
    std::vector<Neighbour> neighbours{};  ///< of the first wrong element, if there is one; itself, too
};

/// What is wrong, in one sentence, as in "Wrong result with n = 2: `output[1]` is 5, but should be 3."
std::string sentence(const Fault& fault, long long n, Task task);

/// As in "wrong-result", for programs that read reports.
std::string_view name(Fault::Kind kind);

/// What an input, `array`, was before a call and is after it, compared; none if it is the same.
std::optional<Fault> changed_input(std::span<const int> before, std::span<const int> after,
                                   std::string_view array);

/// A result compared with the right one; none if it is right.
std::optional<Fault> judge(const Evidence& evidence);

} // namespace scanlab
