/// \file
/// What the simulator has found wrong with the program: reported at once, counted, and listed at the
/// end.
#pragma once

#include "scanlab_sim/finding.hpp"
#include "scanlab_sim/findings.hpp"

#include <cstddef>
#include <cstdint>
#include <unordered_map>

namespace scanlab::sim {

/// Tells the user on standard error the first time that a finding of this kind, place and variable
/// comes up; afterwards only counts. Under SCANLAB_SIM_STRICT a warning is an error. Returns the
/// finding's number.
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

} // namespace scanlab::sim
