/// \file
/// Which orders of threads have to be tried so that none is missing that makes a difference.
///
/// Two orders are the same if one becomes the other by exchanging neighbours that do not conflict
/// (Mazurkiewicz traces). Of each class one order is run. Which ones are left is found in those that
/// have been run: where two operations conflict, and nothing else orders them, the second one could
/// have come first. This is dynamic partial-order reduction (Flanagan and Godefroid, POPL 2005) with
/// source sets and sleep sets (Abdulla, Aronis, Jonsson and Sagonas, "Optimal Dynamic Partial Order
/// Reduction", POPL 2014, algorithm 1).
#pragma once

#include "order_trace.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace scanlab {

/// The orders of one launch. To be asked for the next one, and told what came of it, in turn.
class OrderTree {
public:
    explicit OrderTree(std::uint64_t launch) : launch_(launch) {}

    /// What was run: first the usual order, then what next() said.
    void add(const LaunchTrace& trace);

    /// The choices that lead to an order that has not been tried; none if there is none.
    std::optional<std::vector<sim::Choice>> next();

    long long orders() const { return orders_; }       ///< that were run and are no two the same
    long long redundant() const { return redundant_; } ///< that were begun in vain
    long long known_to_be_left() const;                ///< there may be more

private:
    struct Node {
        OrderStep step;
        std::set<Process> to_try;              ///< what has been tried is among them
        std::map<Process, sim::Effect> asleep; ///< what need not be tried, or no more
    };

    class HappensBefore;

    static std::map<Process, sim::Effect> still_asleep(const Node& node);
    void take_over(const LaunchTrace& trace);
    void note_races(HappensBefore& happens_before, std::size_t known);
    void reverse(std::size_t first, std::size_t second);
    std::vector<sim::Choice> choices() const;

    std::uint64_t launch_;
    std::vector<Node> path_;
    /// Of each step: for each process, how many steps on the path are over once its last one that lies
    /// before this step is (vector clocks; Mattern 1989).
    std::vector<std::map<Process, std::size_t>> clocks_;
    long long orders_ = 0, redundant_ = 0;
};

} // namespace scanlab
