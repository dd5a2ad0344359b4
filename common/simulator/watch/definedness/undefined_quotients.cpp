#include "watch/definedness/undefined_quotients.hpp"

#include "machine/threads/fault.hpp"

#include <unordered_map>

namespace scanlab::sim::undefined {

bool is_some_quotient = false;

namespace {

/// By the variables that have them: where they come from.
std::unordered_map<const void*, const void*> quotients;

} // namespace

std::int64_t divisor_of(const Division& division, const void* pc) {
    const bool overflows =
        division.least != 0 && division.divisor == -1 && division.dividend == division.least;
    if (!now.thread || (division.divisor != 0 && !overflows)) {
        if (is_some_quotient) set_quotient(division.variable);
        return division.divisor;
    }
    if (division.variable) {
        quotients[division.variable] = pc;
        is_some_quotient = true;
    }
    return 1;
}

void read_quotient(const void* variable) {
    const auto found = quotients.find(variable);
    if (found != quotients.end()) stop_for_division(quotients.extract(found).mapped());
}

void set_quotient(const void* variable) {
    quotients.erase(variable);
    is_some_quotient = !quotients.empty();
}

} // namespace scanlab::sim::undefined
