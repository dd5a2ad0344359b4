/// \file
/// What a module's functions hand one another, by value, though it may never have been set: it is found
/// where it counts.
#pragma once

#include "compile/definedness/flow.hpp"

#include <map>
#include <set>
#include <utility>

namespace scanlab::instrument {

class Interprocedural {
public:
    /// `is_whole`: others see none of the module's functions, whatever their linkage.
    Interprocedural(const Lines& module, bool is_whole) : module_(module), is_whole_(is_whole) {}

    /// What a function does with a parameter: something; keep it in a variable of its own, and all else
    /// with that; or nothing at all.
    enum class Use { counts, kept, dropped };
    void add(Argument parameter, Use use) { parameters_[parameter] = use; }
    Use use_of(const Argument& parameter) const;
    /// Whether all that get what the function returns are known.
    bool is_followed(std::string_view function);

    bool may_be_undefined(const Argument& parameter) const {
        return undefined_parameters_.contains(parameter);
    }
    bool may_be_undefined(std::string_view result_of) const {
        return undefined_results_.contains(result_of);
    }
    /// These may lack a value, too. Whether that is new.
    bool note(const Argument& parameter) { return undefined_parameters_.insert(parameter).second; }
    bool note(std::string_view result_of) { return undefined_results_.insert(result_of).second; }
    /// Words of the struct that a function returns may lack a value. Whether that is new.
    bool note_lacks_words(std::string_view result_of) {
        return partial_results_.insert(result_of).second;
    }
    bool may_lack_words(std::string_view result_of) const {
        return partial_results_.contains(result_of);
    }

private:
    bool is_plain_mention(std::string_view line, std::string_view function) const;

    const Lines& module_;
    bool is_whole_;
    std::map<Argument, Use> parameters_;
    std::map<std::string_view, bool> followed_;
    std::set<Argument> undefined_parameters_;
    std::set<std::string_view> undefined_results_, partial_results_;
};

} // namespace scanlab::instrument
