/// \file
/// What a call cost, under the names that a rubric's conditions use.
#pragma once

#include "formula.hpp"

#include <nlohmann/json.hpp>

#include <cmath>

namespace scanlab::grader {

struct CostValues {
    double n = 0, block = 0, items = 0;
    double launches = 0;
    double barriers = 0;                      ///< block barriers of a thread, all launches together
    double bytes_read = 0, bytes_written = 0; ///< of global memory, as threads asked for them
    double sectors = 0;                       ///< of 32 bytes, which warps moved
    double useful_bytes = 0;                  ///< of the sectors
    double bank_conflicts = 0;
    double shared_bytes = 0; ///< of the block that had most
    double workspace_bytes = 0;
    double collectives = 0;         ///< shuffles, votes and the like, a warp's counted once
    double threads = 0;             ///< of all launches
    double thread_steps = 0;        ///< accesses and meetings of each launch's busiest thread, added up
    double thread_bytes = 0;        ///< of global memory that one thread reads and writes, likewise
    double thread_shared_bytes = 0; ///< and of shared memory
    double idle_lanes = 0;      ///< share of the threads' steps that are none, while the busiest works
    double plain_bytes = 0;     ///< of global memory, but by atomic accesses: polls depend on the order
    double bytes_in_flight = 0; ///< read by a block and not yet stored, on average over its barriers
    double resident_threads = 0; ///< as many as the device holds at a time
    double device_bytes = 0;     ///< plain bytes of the device that has most

    Values named() const {
        const double elements = n > 0 ? n : 1, bytes = bytes_read + bytes_written;
        return {{"n", n},
                {"block", block},
                {"items", items},
                {"tile", block * items},
                {"tiles", block * items > 0 ? std::ceil(n / (block * items)) : 0},
                {"launches", launches},
                {"barriers", barriers},
                {"bytes", bytes},
                {"bytes_per_element", bytes / elements},
                {"sectors_per_element", sectors / elements},
                {"coalescing", sectors > 0 ? useful_bytes / (32 * sectors) : 1},
                {"bank_conflicts", bank_conflicts},
                {"bank_conflicts_per_element", bank_conflicts / elements},
                {"shared_bytes", shared_bytes},
                {"workspace_bytes", workspace_bytes},
                {"collectives", collectives},
                {"threads", threads},
                {"thread_steps", thread_steps},
                {"thread_bytes", thread_bytes},
                {"thread_shared_bytes", thread_shared_bytes},
                {"idle_lanes", idle_lanes},
                {"plain_bytes_per_element", plain_bytes / elements},
                {"bytes_in_flight", bytes_in_flight},
                {"resident_threads", resident_threads},
                {"device_bytes_per_element", device_bytes / elements}};
    }
};

/// What the worker reports of a call.
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(CostValues, launches, barriers, bytes_read, bytes_written, sectors,
                                   useful_bytes, bank_conflicts, shared_bytes, collectives, threads,
                                   thread_steps, thread_bytes, thread_shared_bytes, idle_lanes,
                                   plain_bytes, bytes_in_flight, resident_threads, device_bytes)

} // namespace scanlab::grader
