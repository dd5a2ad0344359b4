/// \file
/// Changes that may mend a race, as edits. Whether one does, find_fix() tries.
#pragma once

#include "edits.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace scanlab::sync {

/// A call that may be missing between two statements.
struct Missing {
    std::string_view call;
    std::string_view beside{}; ///< only in a source that calls this
};
inline constexpr Missing syncwarp{"__syncwarp()"}, syncthreads{"__syncthreads()"},
    fence{"__threadfence()"}, grid_sync{"cooperative_groups::this_grid().sync()"};

Edit insertion(std::string_view call, const Boundary& boundary);

/// What this source's asynchronous copies may lack.
std::vector<Missing> missing_for_copies(const SyntaxTree& tree);

/// The text of a part.
std::string text_of(const Extent& part, const std::string& source);

/// The same as an atomic access.
Edit atomic_update(const Update& update, const std::string& source);

/// The assignment as an atomic update, if its value depends on what is there, as in `x = max(x, y)`.
/// If not, and all assign to one variable, the largest value stays.
std::vector<Edit> atomic_assignments(const Assignment& one, const std::string& source);

/// The access as one of an atomic, which orders what the threads do besides. Of a scope such as
/// "block".
Edit atomic_load(const Load& load, std::string_view scope, const std::string& source);
Edit atomic_store(const Assignment& one, std::string_view scope, const std::string& source);

/// The assignment in two halves: each thread reads, all wait, and then each writes. In a loop, they may
/// also have to wait before they read again. Both halves may have a condition, as "if (x) ".
std::vector<Edit> halves(const Assignment& one, const Missing& wait, const std::string& source,
                         const std::string& condition = {});

/// Threads that return early from a function stay to its end, so that all of them come to a barrier
/// there. Each statement after the first `return` has a condition then, but for barriers and
/// declarations.
std::vector<Edit> staying(const Extent& function, const SyntaxTree& tree, const std::string& source);

/// Each makes a thread wait where it does not under some condition.
std::vector<Edit> unconditional_waits(const SyntaxTree& tree, const std::string& source);

/// Each changes what threads wait for at a barrier of its own kind: asking again where they may be told
/// to, the phase that a loop around counts, or another barrier of the same function and type.
std::vector<Alternative> changed_waits(const SyntaxTree& tree, const std::string& source);

/// A thread's arrival at a barrier moves to a later place of the same block.
struct Arrival {
    Edit removal, insertion;
};
std::vector<Arrival> later_arrivals(const SyntaxTree& tree, const std::string& source);

/// Each names another scope in place of one that is narrower.
std::vector<Edit> wider_scopes(std::string_view scope, const std::string& source);

/// Each clears memory again before a launch, as the source does further up.
std::vector<Edit> clearings(const SyntaxTree& tree, const std::string& source);

/// Each makes the blocks of a launch run at the same time, so they can wait for each other.
std::vector<Edit> cooperative_launches(const SyntaxTree& tree, const std::string& source);

} // namespace scanlab::sync
