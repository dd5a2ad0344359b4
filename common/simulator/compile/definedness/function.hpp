/// \file
/// The functions of a module, with what is known of their values before the hooks are put in.
#pragma once

#include "compile/definedness/lane_exchange.hpp"
#include "compile/definedness/propagation.hpp"

#include <deque>

namespace scanlab::instrument {

struct Function {
    Function(std::string_view definition, Lines lines, const Module& module,
             Interprocedural& interprocedural);

    std::string_view definition; ///< its first line
    Lines body;
    bool is_observed;
    OwnVariables variables;
    Uses uses;
    ExchangedLoads exchanged;
    std::optional<Propagation> propagation; ///< if it is observed
};

class Functions {
public:
    Functions(const Lines& lines, const Module& module);
    Functions(const Functions&) = delete; // they refer to one another
    /// In the order in which they stand in the module.
    auto begin() const { return all_.begin(); }

private:
    Interprocedural interprocedural_;
    std::deque<Function> all_;
};

bool is_observed(std::string_view definition, const Module& module);

} // namespace scanlab::instrument
