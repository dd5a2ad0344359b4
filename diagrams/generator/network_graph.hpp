/// \file
/// Which values of a dataflow a network shows, and in which row and column each of them stands.
#pragma once

#include "dataflow.hpp"

#include <compare>
#include <string>
#include <vector>

namespace scanlab::diagrams {

/// When a value was made. Rows with the same `barriers` are drawn between the same two barriers.
struct Row {
    int launch = 0;
    int barriers = 0; ///< that the block has passed
    int epoch = 0;    ///< how many collectives of the warp have led to sums between the same barriers
    int depth = 0;    ///< additions since the last of these; what threads do at once has the same
    int spare = 0;    ///< keeps apart what would stand in the same place
    auto operator<=>(const Row&) const = default;
};

/// A node of the network: a value, or several equal ones that were made in the same way.
struct Shown {
    enum class Kind { input, constant, sum, kept, moved, derived, garbage, missing };
    struct Term {
        std::size_t node = 0; ///< index into NetworkGraph::nodes
        int sign = 1;
        const Finding* race = nullptr; ///< in which this transfer takes part
        std::string place{};           ///< where it was read: "sums[3]"; empty for a register
    };

    Kind kind = Kind::sum;
    Row row{};
    int column = 0;
    Provenance inputs{};
    std::vector<Term> terms{};
    int distance = 0; ///< as the program counts it: of a sum, threads if a value came by a shuffle,
                      ///< else elements of the array; 0 if there is none
    std::vector<std::size_t> values{}; ///< indices into Dataflow::values; empty for what is missing
    bool is_wrong = false;
    Provenance intended{};    ///< of a wrong value, if it is known; else empty
    bool is_complete = false; ///< the final value of its column
};

struct NetworkGraph {
    std::vector<Shown> nodes; ///< sources before what is made from them
    int columns = 0;
    int additions = 0;         ///< and subtractions, those of merged values once
    int subtractions = 0;      ///< how many of them
    int repeated = 0;          ///< additions that several threads do alike, without the first of each
    std::vector<int> barriers; ///< that a block passes in each launch
};

/// As in the program: "sums[3]", "buffers[1][3]".
std::string place(const Variable& variable, long long index);

/// Where a value stands; empty for a register.
std::string place(const Recording& recording, const Value& value);

/// How a thread got a value that it may have kept in variables of its own since.
Term arrival(const Recording& recording, const Dataflow& flow, Term term);

/// Throws std::logic_error if a shown value is not what the shown sources make of it.
NetworkGraph network_graph(const Recording& recording, const Dataflow& flow);

} // namespace scanlab::diagrams
