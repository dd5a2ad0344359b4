/// \file
/// Loads whose value is only brought to a shuffle, and what becomes of what a shuffle gives.
#pragma once

#include <string_view>
#include <unordered_map>
#include <vector>

namespace scanlab::instrument {

/// The loads of a function that read what is used for nothing but a shuffle.
class ShuffledLoads {
public:
    using Line = std::vector<std::string_view>::const_iterator;

    explicit ShuffledLoads(const std::vector<std::string_view>& body);
    bool contains(Line load) const;

    /// The variable that the line, if it gets something from a shuffle, puts it in and does nothing else with; or nothing.
    std::string_view variable_receiving(Line line) const;
    /// Whether the line gets something from a shuffle, of which the next use is more than a copy or a conversion.
    bool is_received_and_used(Line line) const;

private:
    Line only_use(Line made) const;
    Line only_load_after(Line store) const;

    Line end_;
    /// By a value's name: the lines in which it stands. Empty if nothing is shuffled, as in most functions.
    std::unordered_map<std::string_view, std::vector<Line>> lines_;
};

} // namespace scanlab::instrument
