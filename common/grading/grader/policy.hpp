/// \file
/// What a student's file may contain. It is judged before any of its code runs, so that what it could
/// do to the process that it will run in is known.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <string_view>

namespace scanlab::grader {

/// What in a source the compiled program does not show, in a line for each reason, which names the line
/// and what to write instead; empty if there is nothing: files that it includes, and directives that
/// would change where its lines come from. The program is judged by its intermediate representation
/// (compile/judge/judge.hpp).
std::string objections_to_source(std::string_view source);

/// Of an object for a GPU, whose intermediate representation the simulator does not know: `kit` are the
/// names that the kit's own libraries define, nobody else may define them. Nothing in it runs when a
/// program is loaded, it keeps nothing between calls, and it calls only what cannot do harm.
std::string objections_to_object(const std::filesystem::path& object, const std::set<std::string>& kit);

} // namespace scanlab::grader
