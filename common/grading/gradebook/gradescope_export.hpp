/// \file
/// What Gradescope's *Export Submissions* says of the folders that it has packed: its
/// submission_metadata.yml.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scanlab::grader {

inline constexpr std::string_view gradescope_metadata = "submission_metadata.yml";

struct GradescopeSubmission {
    struct Person {
        std::string name, id; ///< the student's ID or, if there is none, the address
    };
    std::vector<Person> people{}; ///< several if a group has handed in
    std::optional<std::int64_t> time{};
};

/// By the folder's name, as in "submission_123456". Reads the few lines that matter; others are passed
/// over.
std::map<std::string, GradescopeSubmission> read_gradescope(std::string_view text);

} // namespace scanlab::grader
