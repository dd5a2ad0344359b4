/// \file
/// Loads whose value is only brought to a shuffle, and what becomes of what a shuffle gives.
#pragma once

#include "uses.hpp"

namespace scanlab::instrument {

/// The loads of a function that read what is used for nothing but a shuffle.
class ShuffledLoads {
public:
    ShuffledLoads(const Lines& body, const Uses& uses);
    bool contains(Line load) const;

    /// The variable that the line, if it gets something from a shuffle, puts it in and does nothing else with; or nothing.
    std::string_view variable_receiving(Line line) const;
    /// Whether the line gets something from a shuffle, of which the next use is more than a copy or a conversion.
    bool is_received_and_used(Line line) const;

private:
    Line only_load_after(Line store) const;

    const Uses& uses_;
    bool some_; ///< in most functions nothing is shuffled
};

} // namespace scanlab::instrument
