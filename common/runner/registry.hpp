/// \file
/// The lessons that a build holds, as its file `lessons.json` lists them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace scanlab {

struct Program {
    int number;
    std::string name;
    std::filesystem::path path;
    std::filesystem::path fast_path; ///< on the simulator: the one that observes nothing; else empty
};

struct Registry {
    std::string backend; ///< "sim" or "cuda"
    std::vector<Program> programs;
};

/// Reads `folder`/lessons.json. Throws UsageError.
Registry read_registry(const std::filesystem::path& folder);

/// Whether a user means this one: by number (2, 02), name, or both (02_hillis_steele_shared).
bool answers_to(const Program& program, const std::string& word);

/// The programs that a user asks for; all if nothing is asked for. In the registry's order, each once.
/// Throws UsageError for an unknown one.
std::vector<Program> choose(const Registry& registry, const std::vector<std::string>& wanted);

} // namespace scanlab
