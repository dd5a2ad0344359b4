/// \file
/// A suite: programs of which it is known what is wrong with them.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace scanlab {

/// What is wrong with a program.
struct Label {
    bool is_buggy = false;
    std::set<std::string>
        kinds{}; ///< of findings, all of which it deserves; empty: not known, or correct

    bool operator==(const Label&) const = default;
};

/// "correct", "buggy", or kinds of findings joined by +, as in "race-global+leak"; `race` is a race of
/// either kind. Throws UsageError if it is neither.
Label label_of(const std::string& text);
std::string text(const Label& label); ///< the same words again

/// A program, and one way to call it.
struct LabelledProgram {
    std::filesystem::path source;
    std::vector<std::string> arguments;
    Label label;
};

/// All .cu files of a folder and its folders, in the order of their paths. Those whose path in the
/// folder matches one of the shell `patterns` are buggy, the others correct. A pattern KIND=PATTERN
/// adds the kind of finding that they deserve. Throws UsageError if there are none, or a pattern
/// matches none.
std::vector<LabelledProgram> programs_by_pattern(const std::filesystem::path& folder,
                                                 const std::vector<std::string>& patterns,
                                                 const std::vector<std::string>& arguments);

/// Those that a table lists, a line "PROGRAM,ARGUMENTS,LABEL" each: the program's path in the folder,
/// arguments divided by spaces, and what label_of() reads. Lines that are empty or begin with # do not
/// count. `arguments` come after the table's. Throws UsageError if a line is none.
std::vector<LabelledProgram> programs_by_table(const std::filesystem::path& folder,
                                               const std::filesystem::path& table,
                                               const std::vector<std::string>& arguments);

} // namespace scanlab
