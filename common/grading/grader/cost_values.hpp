/// \file
/// What a call cost, under the names that a rubric's conditions use.
#pragma once

#include "formula.hpp"

#include <array>
#include <string_view>

namespace scanlab::grader {

/// A number that conditions can name.
struct CostValue {
    std::string_view name;
    std::string_view meaning;
    /// Which of the counts of a line shows where most of it comes from (LineCounts); empty if none.
    std::string_view counted_by;
};

/// What the worker reports of each call. README.md lists all of these, which a test compares.
inline constexpr auto reported_values = std::to_array<CostValue>(
    {{"launches", "kernels launched", "launches"},
     {"barriers", "block barriers of a thread, all launches together", "barriers"},
     {"bytes_read",
      "bytes of global memory that threads read, with what copies on the device move beyond one of the "
      "result",
      "global accesses"},
     {"bytes_written", "bytes that they write, likewise", "global accesses"},
     {"sectors", "32-byte sectors of global memory that warps moved", "sectors"},
     {"useful_bytes", "bytes of those sectors that a thread asked for", "sectors"},
     {"bank_conflicts", "passes over shared memory that other addresses would have saved",
      "bank conflicts"},
     {"shared_bytes", "bytes of shared memory of the block that has most", ""},
     {"workspace_bytes", "bytes that the call allocates, with large device variables", ""},
     {"collectives", "shuffles, votes and the like, a warp's counted once", "shuffles and votes"},
     {"threads", "threads of all launches", ""},
     {"thread_steps", "accesses and synchronisations of each launch's busiest thread, added up",
      "steps of a warp"},
     {"thread_bytes", "bytes of global memory that this thread reads and writes", "global accesses"},
     {"thread_shared_bytes", "bytes of shared memory that it reads and writes", "steps of a warp"},
     {"idle_lanes", "share of the threads' steps, from 0 to 1, that are none while the busiest works",
      "steps of a warp"},
     {"plain_bytes",
      "bytes of global memory without atomic accesses but those of input and output, because the order "
      "decides how often a look-back polls",
      "global accesses"},
     {"bytes_in_flight",
      "bytes that a block has read and not yet stored the results of, on average over its barriers and "
      "phases of mbarriers, without atomic accesses",
      "global accesses"},
     {"bulk_bytes_read", "bytes of global memory that bulk copies read", "global accesses"},
     {"bulk_bytes_written", "bytes of global memory that bulk copies write", "global accesses"},
     {"arrivals", "calls by which threads arrive at mbarriers, all launches together", ""},
     {"resident_threads", "threads that the device holds at a time", ""},
     {"device_bytes", "plain bytes of the device that has most", ""}});

/// What follows from those, and from the case.
inline constexpr auto derived_values = std::to_array<CostValue>(
    {{"n", "elements", ""},
     {"block", "threads in a block", ""},
     {"items", "elements a thread", ""},
     {"tile", "elements a block", ""},
     {"tiles", "tiles, with the last one, which may be shorter", ""},
     {"bytes", "bytes read and written", "global accesses"},
     {"bytes_per_element", "", "global accesses"},
     {"sectors_per_element", "", "sectors"},
     {"coalescing", "share of the sectors' bytes that a thread asked for", "sectors"},
     {"bank_conflicts_per_element", "", "bank conflicts"},
     {"plain_bytes_per_element", "", "global accesses"},
     {"device_bytes_per_element", "", ""}});

/// All of them, of one call.
class CostValues {
public:
    /// Of no call, as far as names matter.
    CostValues() : CostValues(0, 0, 0) {}
    CostValues(double n, double block, double items);

    void set(std::string_view name, double value) { values_.find(name)->second = value; }
    Values named() const;

private:
    Values values_; ///< always with all names
};

} // namespace scanlab::grader
