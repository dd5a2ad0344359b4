/// \file
/// What warps access: which banks of shared memory, which sectors of global memory.
#pragma once

#include "picture.hpp"
#include "recording.hpp"

#include <cstddef>
#include <vector>

namespace scanlab::diagrams {

/// An instruction of a warp that accesses shared or global memory: what its lanes do at once.
struct WarpAccess {
    int launch = 0, block = 0, warp = 0;
    bool is_write = false; ///< an atomic update is a read
    bool is_shared = false;
    std::vector<std::size_t> events; ///< of its lanes, in the order of the threads
};

/// Those of a recording, in the order in which they begin. The k-th execution of an instruction by each
/// lane since the warp last met is one access.
std::vector<WarpAccess> warp_accesses(const Recording& recording);

/// How many pieces of 32 bytes it touches.
int sectors(const WarpAccess& access, const Recording& recording);

/// How many turns it takes if there are so many banks of four bytes: a bank serves one word per turn,
/// for all lanes that want it. Lanes with 8 or 16 bytes come in two or four groups.
int turns(const WarpAccess& access, const Recording& recording, int banks);

/// A value that a picture shows, and in which of its steps.
struct MadeInStep {
    std::size_t event = 0;
    int step = 0;
};

/// The accesses as a page shows them, each in the step whose values its lanes make from it, or have
/// just made. A warp of w lanes has w banks, as one of 32 has 32.
std::vector<AccessInStep> accesses_in_steps(const Recording& recording,
                                            const std::vector<MadeInStep>& made);

} // namespace scanlab::diagrams
