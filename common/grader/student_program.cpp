#include "student_program.hpp"

#include "format.hpp"
#include "policy.hpp"
#include "process.hpp"

#include <fstream>
#include <set>
#include <vector>

namespace scanlab::grader {
namespace {

namespace fs = std::filesystem;

std::set<std::string> lines_of(const fs::path& path) {
    std::ifstream file(path);
    std::set<std::string> lines;
    for (std::string line; std::getline(file, line);) lines.insert(line);
    return lines;
}

/// The compiler's messages without the work folder's name, and not more than a page of them.
std::string readable(std::string messages, const fs::path& folder) {
    const std::string prefix = folder.string() + "/";
    for (std::size_t at; (at = messages.find(prefix)) != std::string::npos;)
        messages.erase(at, prefix.size());
    constexpr std::size_t page = 4000;
    if (messages.size() > page) messages = messages.substr(0, page) + "\n[…]\n";
    return messages;
}

/// Runs the toolchain's script: what is wrong, if anything is, goes into the program's flag or error.
void build(const Toolchain& toolchain, const std::vector<std::string>& arguments,
           const fs::path& folder, StudentProgram& program) {
    using namespace std::chrono_literals;
    constexpr int exit_not_allowed = 4; // of scanlab_compile_object
    std::vector<std::string> command{"/bin/sh", toolchain.script.string()};
    command.insert(command.end(), arguments.begin(), arguments.end());
    const Ended ended = run_process(command, 600s, folder);
    const bool exited = ended.how == Ended::How::exited;
    if (exited && ended.code == 0) return;
    const std::string messages = readable(ended.err, folder);
    if (exited && ended.code == exit_not_allowed)
        program.flag = messages;
    else if (ended.how == Ended::How::too_slow)
        program.error = "the compiler took more than ten minutes";
    else
        program.error = "DOES NOT COMPILE\n" + messages;
}

} // namespace

StudentProgram build_program(const ExerciseDescription& exercise, const fs::path& source,
                             const Toolchain& toolchain, const fs::path& folder) {
    StudentProgram program{{}, {}, folder / "program"};
    const fs::path copy = folder / fmt::format("{}_exercise.cu", exercise.lesson.name);
    const fs::path object = folder / "program.o";
    if (!fs::is_regular_file(source)) {
        program.error = fmt::format("there is no file {}", source.string());
        return program;
    }
    constexpr std::uintmax_t most_bytes = 1 << 20;
    if (fs::file_size(source) > most_bytes) {
        program.flag = "the file has more than a million bytes";
        return program;
    }
    fs::copy_file(source, copy);
    program.flag = objections_to_source(content(copy));
    if (!program.flag.empty()) return program;
    build(toolchain, {"object", copy.string(), object.string()}, folder, program);
    if (!program.flag.empty() || !program.error.empty()) return program;
    if (!toolchain.is_judged)
        program.flag = objections_to_object(object, lines_of(toolchain.kit_symbols));
    if (program.flag.empty())
        build(toolchain, {"link", object.string(), program.path.string()}, folder, program);
    return program;
}

} // namespace scanlab::grader
