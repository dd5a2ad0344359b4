/// \file
/// Functions are optimised when the hooks have been put in: an access is the hook's, and no optimiser
/// knows what a hook does, so it removes, merges and moves none. But a call has to stay where the
/// source has it, as often as the source has it: where an access was, and at which barrier a thread
/// waits, is known by the address that the call returns to. So no two calls become one (`nomerge`), and
/// those in functions that the device may run do not become two (`noduplicate`), as they would where a
/// loop is unrolled.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace scanlab::instrument {

/// Attributes of functions in groups, `attributes #5 = { … }`, by "#5".
using AttributeGroups = std::map<std::string_view, std::string_view>;

class OptimisedFunctions {
public:
    explicit OptimisedFunctions(const AttributeGroups& groups) : groups_(groups) {}

    /// A function's first line, with the attributes of one that is optimised. Whether it may become a
    /// part of those that call it: then a call in it returns to them, and the debug information knows
    /// the line.
    std::string definition(std::string_view original, bool may_be_inlined);

    /// The groups of attributes that these name.
    std::string text() const;

private:
    const AttributeGroups& groups_;
    std::set<std::string> new_groups_;
};

/// The lines of a function's body, each call of which stays the only one of its place in the source.
/// They are the same if the function calls nothing, no hook either: such a one may become a part of
/// others, since nobody can tell.
std::string with_calls_kept(std::string_view body);

/// A group of attributes whose functions keep each of their calls. Of two that an optimiser would make
/// one, a finding could not say which it was, and one of a function that only reads (`memcmp()`) would
/// be left out if nothing used its result.
std::string attributes_with_calls_kept(std::string attributes);

} // namespace scanlab::instrument
