/// \file
/// Loads whose value is only brought to a shuffle.
#pragma once

#include "compile/definedness/flow.hpp"

namespace scanlab::instrument {

class ExchangedLoads {
public:
    explicit ExchangedLoads(const Uses& uses);
    /// Whether what the line loads is used for nothing else.
    bool contains(Line load) const;

private:
    Line only_load_after(Line store) const;

    const Uses& uses_;
    bool some_; ///< in most functions nothing is shuffled
};

/// "@…" that gives what a shuffle has brought.
bool is_exchange_result(std::string_view callee);

} // namespace scanlab::instrument
