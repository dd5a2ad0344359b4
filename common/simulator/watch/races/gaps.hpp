/// \file
/// Where a synchronisation is missing that a finding speaks of, so that those are told together which
/// one mistake makes (findings/groups.hpp).
#pragma once

#include "findings/finding.hpp"
#include "watch/races/access.hpp"

namespace scanlab::sim {

struct Work;

/// Of two accesses in one launch, whose lines and hint are the finding's. Code is taken to run from top
/// to bottom, and around the loop that a barrier of it stands in.
Gap gap_of_accesses(const Access& access, const Earlier& earlier, const Finding& finding,
                    bool in_same_block);
/// Of two works, launches or copies, or one and the host: any two of their accesses are alike.
Gap gap_of_works(const Work& one, const Work& other, const Finding& finding);
/// Of a barrier, in the lines of the finding, to which not all threads come.
Gap gap_of_barrier(const void* waits_at, const Finding& finding);

} // namespace scanlab::sim
