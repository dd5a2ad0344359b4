/// \file
/// What a run on the simulator could have chosen, and what it chose.
#pragma once

#include "scanlab_sim/choices.hpp"

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace scanlab {

using Process = std::uint64_t; ///< see sim::Choice

/// One of the processes that could go on did so: up to its next operation that others can notice.
struct OrderStep {
    enum class Kind {
        chosen,
        last_resort, ///< all that can go on read what they have read before
        block_start  ///< a block got a place: the processes are blocks
    };
    Kind kind = Kind::chosen;
    Process process = 0;
    sim::Operation done{};    ///< as it turned out
    bool was_in_vain = false; ///< it is as if it had not looked yet: what it does is to pause
    std::map<Process, sim::Operation> possible{}; ///< what could have gone on
    /// Those who have met since the step before: what each has done lies before what all do from now
    /// on.
    std::vector<std::vector<Process>> synchronisations{};
};

struct LaunchTrace {
    std::vector<OrderStep> steps;
    std::map<Process, sim::Operation> left_over{}; ///< what could have gone on when it was given up
    std::uint64_t left = 0; ///< a fingerprint of the memory that the launch has left
    /// It was given up, as it would have been like an order that has been tried.
    bool is_redundant = false;
    bool is_cut = false; ///< longer than can be explored
};

struct BadTrace : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Reads what a program has written into the file that SCANLAB_SIM_TRACE names: of each launch in turn,
/// a line for each thing. Throws BadTrace.
///
///     L 0               launch 0 begins
///     + 33 w 4096 4     process 33 can go on now, and would write 4 bytes at 4096
///     d 33 w 4096 4     process 33 was chosen and did so
///     f 33 r 4096 4     likewise, but as a last resort
///     b 64 65           one of the blocks 64 and 65 can start
///     s 65              block 65 was chosen
///     v 5               what was read at step 5 was read in vain: the process waits in a loop
///     m 32 33 34        these have met
///     x                 the run ends here, as it would be like another one
///     c                 the rest was too long
///     E 1234            the launch ends
std::vector<LaunchTrace> read_traces(std::string_view text);

/// The choices that repeat a launch: those that are not the usual ones.
std::vector<sim::Choice> choices_of(const LaunchTrace& trace, std::uint64_t launch);

} // namespace scanlab
