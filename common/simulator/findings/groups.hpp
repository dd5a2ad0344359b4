/// \file
/// Findings that one missing synchronisation makes. A barrier that is missing leaves many pairs of
/// accesses unordered, and a barrier that some threads do not reach does so, too: to the user that is
/// one mistake.
#pragma once

#include "finding.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace scanlab::sim {

class Groups {
public:
    /// Puts findings, each given by its number in the list, into groups: into those that there are, or
    /// into as few new ones as the code allows if it runs from top to bottom. Writes into each which
    /// finding explains it.
    void add(const std::vector<std::size_t>& numbers, std::vector<Finding>& findings);

private:
    struct Group {
        std::size_t leader;
        std::vector<Gap> gaps; ///< that the same synchronisation would close
    };
    Group* group_for(std::size_t number, const std::vector<Finding>& findings);

    std::vector<Group> groups_;
};

} // namespace scanlab::sim
