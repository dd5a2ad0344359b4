/// \file
/// Findings in the formats of other programs: of code scanning, of build servers, and of editors. All
/// are written from the same findings as the JSON of finding.hpp.
#pragma once

#include "finding.hpp"
#include "scanlab_sim/settings.hpp"

#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace scanlab::sim {

/// SARIF 2.1.0 (OASIS, Static Analysis Results Interchange Format): every finding is a result. One that
/// does not count has a suppression, and one that another finding explains is a note.
std::string sarif_text(const std::vector<Finding>& findings);
/// JUnit's XML: a test case that fails for every error, one that passes for every warning, and one that
/// is skipped for what a rule leaves out; one that passes if there is nothing.
std::string junit_text(const std::vector<Finding>& findings);
/// Commands of GitHub's workflows that put findings, and their other lines, beside the source.
std::string github_text(const std::vector<Finding>& findings);
/// Lines as gcc prints its errors: "scan.cu:12:5: error: … [race-shared]"
std::string gcc_text(const std::vector<Finding>& findings);

struct Format {
    std::string_view
        setting; ///< that asks for it: of a file, or a flag, which has it on standard error
    std::string (*text)(const std::vector<Finding>& findings);
};
inline constexpr std::array formats{Format{"sarif", sarif_text}, Format{"junit", junit_text},
                                    Format{"github", github_text}, Format{"gcc", gcc_text}};

/// Writes the findings in all formats that are wanted. `wanted` gives the value of a format's setting,
/// which is empty if nothing wants it. Returns one line for each file that cannot be written.
std::string write_formats(const std::vector<Finding>& findings,
                          const std::function<std::string(const Setting&)>& wanted);

/// A path that means the same on every machine: from the folder of its repository on, or from here; of
/// other files the whole path.
std::string shared_path(const std::string& file);

/// Those that a user reads of: they count, and no other finding explains them.
std::vector<Finding> that_are_told(const std::vector<Finding>& findings);

} // namespace scanlab::sim
