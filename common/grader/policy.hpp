/// \file
/// What a student's file may contain. It is judged before any of its code runs, so that what it could
/// do to the process that it will run in is known.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <string_view>

namespace scanlab::grader {

/// Why a source is not accepted, in a line for each reason; empty if it is. A source includes the kit's
/// and CUDA's headers and harmless standard ones; it has no inline assembly, no attributes, and does
/// not reach for the simulator's insides.
std::string objections_to_source(std::string_view source);

/// The same for the object that was compiled from it. `kit` are the names that the kit's own libraries
/// define: nobody else may define them. Nothing in it runs when a program is loaded, it keeps nothing
/// between calls, and it calls only what cannot do harm.
std::string objections_to_object(const std::filesystem::path& object, const std::set<std::string>& kit);

} // namespace scanlab::grader
