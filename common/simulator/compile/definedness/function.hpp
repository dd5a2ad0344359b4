/// \file
/// The functions of a module, with what is known of their values before the hooks are put in.
#pragma once

#include "compile/definedness/lane_exchange.hpp"
#include "compile/definedness/propagation.hpp"
#include "compile/definedness/quotients.hpp"

#include <deque>
#include <unordered_map>

namespace scanlab::instrument {

struct Function {
    Function(std::string_view definition, Lines lines, const Module& module,
             Interprocedural& interprocedural);

    /// The instruction that gives a value; empty if it is a parameter, or none of the function's.
    std::string_view definition_of(std::string_view value) const {
        const auto found = made_by_.find(value);
        return found == made_by_.end() ? std::string_view{} : found->second;
    }

    std::string_view definition; ///< its first line
    Lines body;
    bool is_observed;
    OwnVariables variables;
    Uses uses;
    ExchangedLoads exchanged;
    Quotients quotients;
    std::optional<Selections> selections;   ///< if it is observed
    std::optional<Propagation> propagation; ///< if it is observed

private:
    std::unordered_map<std::string_view, std::string_view> made_by_; ///< instructions, by their results
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
