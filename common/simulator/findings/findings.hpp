/// \file
/// What the simulator has found wrong with the program: reported and written at once, counted, and
/// listed at the end.
#pragma once

#include "finding.hpp"
#include "scanlab_sim/findings.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>

namespace scanlab::sim {

/// Tells the user, in the file of findings and on standard error, the first time that a finding of this
/// kind, place and variable comes up; afterwards only counts. Under SCANLAB_SIM_STRICT a warning is an
/// error. What a rule leaves out (rules.hpp) is in the file only, and so are notes unless they are
/// asked for. Returns the finding's number.
std::size_t report(Finding finding);

/// For findings that come up too often to be put into words each time.
class RepeatedFindings {
public:
    /// Counts the finding of this key once more; false if there is none yet.
    bool count_again(std::uint64_t key);
    void add(std::uint64_t key, std::size_t finding);

private:
    struct Number {
        std::size_t of_finding;
    };
    std::unordered_map<std::uint64_t, Number> numbers_;
};

/// Whoever can name the kernel that runs says so: empty if none does. Once.
void name_kernels_by(std::string (*name_of_running_kernel)());

/// From now on no rule leaves a finding out: whoever wrote the program is graded by what is found.
void disregard_rules();

/// Races and barriers that not all threads reach are held back until a launch has ended, so that those
/// come first that explain others. This shows them.
void show_held_back();
/// Shows what is held back as it is, and brings the file of findings, if one is wanted, up to date:
/// each finding is there from the moment at which it is reported, but how often it has come up since is
/// not, nor what explains it. Needs no memory.
void settle_findings();
/// Shows what is held back, and lists all findings on standard error.
void list_findings();
/// Whether there are any that make the exit code 3.
bool found_errors();
/// In a fork: those until now are the other process's to list, and to exit with.
void leave_findings_to_parent();

/// A finding put into words in advance, to be reported where that cannot be done: where the program has
/// stopped in the middle of malloc(), say.
class LastWords {
public:
    explicit LastWords(Finding finding);
    void say() const;

private:
    std::string text_, json_;
    bool is_error_;
};

} // namespace scanlab::sim
