/// \file
/// Which of CUDA's functions synchronise, and what could do in place of a call of one.
#pragma once

#include "edits.hpp"

#include <string>
#include <vector>

namespace scanlab::sync {

/// A call that synchronises threads, or orders what they do.
struct Synchronisation {
    Call call;
    bool can_go = false;        ///< it does nothing else: an atomic access, for example, does
    std::vector<Edit> narrower; ///< each puts something less in its place; the least comes first
};

/// Each makes one call order more, or for more: an order, a scope, a fence.
std::vector<Alternative> strengthenings(const SyntaxTree& tree);

/// All that the source has, in its order.
std::vector<Synchronisation> synchronisations(const SyntaxTree& tree);

} // namespace scanlab::sync
