/// \file
/// Which values threads read while others write there and nothing orders the two, and what the values
/// would be if something did.
#pragma once

#include "dataflow.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace scanlab::diagrams {

class Races {
public:
    /// Both have to outlive it.
    Races(const Recording& recording, const Dataflow& flow);

    /// The race that a transfer through memory takes part in: another thread writes to the same place,
    /// and no barrier stands between; nullptr if there is none.
    const Finding* of(const Term& term) const;

    /// What every value should have summed: threads that race would all have read before the others
    /// write, or all after them, whichever makes the result right. Empty if neither does.
    std::vector<Provenance> intended() const;

private:
    enum class First { reads, writes };
    class Rerun;
    struct Race {
        const Finding* finding;
        std::vector<std::size_t> writes; ///< indices of events
    };

    void find_races();
    void find_neighbours();
    bool may_be_swapped(std::size_t stored, const Event& read, std::size_t at) const;

    const Recording& recording_;
    const Dataflow& flow_;
    std::vector<Race> races_;
    std::vector<int> barriers_at_;            ///< how many the block has passed at an event
    std::vector<std::size_t> before_, after_; ///< what stood, or will stand, in the place of a value
};

} // namespace scanlab::diagrams
