/// \file
/// Engines that others have made, which run the parts of a class on several processors or machines.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace scanlab::grader {

/// What an engine is to run: a command, once for each part.
struct PartsToRun {
    std::vector<std::string> command; ///< as a shell would be given it, without `--part`
    int parts;
    int at_a_time;              ///< 0: as many as the engine has room for
    std::filesystem::path kept; ///< a folder that all machines see
};

/// The names of the engines.
std::vector<std::string> engines();

/// Has an engine run all parts, and returns when it runs none any more: some may have failed. If it
/// runs those of the same folder already, for a program that has been killed, it waits for them
/// instead. Calls `look`, again and again, until that returns false: then it ends what it runs. Throws
/// UsageError, with the engine's words, if it does not take them.
void run_parts(const std::string& engine, const PartsToRun& wanted, const std::function<bool()>& look);

} // namespace scanlab::grader
