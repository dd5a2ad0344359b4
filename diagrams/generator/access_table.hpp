/// \file
/// What each thread reads and writes: a row for each access that threads make in the same step, a
/// column for each thread.
#pragma once

#include "dataflow.hpp"

#include <optional>
#include <string>
#include <vector>

namespace scanlab::diagrams {

/// An access by all threads that make it: they read, write, or receive by a shuffle.
struct AccessRow {
    struct Cell {
        std::size_t event = 0; ///< index into Recording::events
        long long index = 0;   ///< of the element, or the thread that it is from
        std::string value{};
    };
    int launch = 0;
    int barriers = 0; ///< that the block has passed in this launch
    Event::Kind kind = Event::Kind::read;
    int variable = -1;      ///< index into Recording::variables; -1: of a shuffle
    long long part = 0;     ///< of an array with two dimensions, the first index
    bool is_regular = true; ///< all threads access elements at the same distance from their own
    std::string element{};  ///< as in the code: "sums[t - 2]", "sums[…]" if not regular; of a shuffle
                            ///< which thread it is from
    std::vector<std::optional<Cell>> threads{}; ///< those of block 1 after those of block 0
};

/// The accesses of shared and global memory, and the shuffles, in the order of the program. A harness
/// chooses inputs whose sums can be told apart; the values shown are the sums of the course's numbers
/// instead, 3 1 7 0 4 1 6 3 … Throws BadInput if there are more than 16 threads or inputs.
std::vector<AccessRow> access_table(const Recording& recording, const Dataflow& flow);

/// What the threads of a row do: "reads `sums[t - 2]`".
std::string sentence(const AccessRow& row);

/// The same as a table in Markdown, with a row where threads wait or a launch begins.
std::string in_markdown(const Recording& recording, const std::vector<AccessRow>& table);

} // namespace scanlab::diagrams
