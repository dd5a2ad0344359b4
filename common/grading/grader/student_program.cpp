#include "student_program.hpp"

#include "directives.hpp"
#include "format.hpp"
#include "kit.hpp"
#include "object_file.hpp"
#include "policy.hpp"
#include "process.hpp"
#include "sandbox.hpp"
#include "source_check.hpp"
#include "text.hpp"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <set>
#include <string_view>
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

/// What compilers read, wherever they are installed, besides what the toolchain names.
std::vector<fs::path> readable_by(const Toolchain& toolchain) {
    std::vector<fs::path> paths{"/usr",
                                "/bin",
                                "/sbin",
                                "/lib",
                                "/lib32",
                                "/lib64",
                                "/opt",
                                "/nix/store",
                                "/gnu/store",
                                "/etc/alternatives",
                                "/etc/ld.so.cache",
                                "/dev/null",
                                "/dev/zero",
                                "/dev/urandom",
                                toolchain.script};
    for (const std::string& line : lines_of(toolchain.script.string() + ".reads"))
        paths.emplace_back(line);
    return paths;
}

constexpr std::chrono::seconds most_computing{30};
constexpr std::size_t most_memory = std::size_t{3} << 30, most_output = std::size_t{64} << 20;

Limits limits_of_compiler(const Toolchain& toolchain, const fs::path& folder) {
    return {.wall_time = 4 * most_computing,
            .computing = most_computing,
            .file_bytes = most_output,
            .memory_bytes = most_memory,
            .may_start_threads = true,
            .reach = Reach{readable_by(toolchain), {folder, "/dev/null"}}};
}

/// The text without the folder's name before those of files in it.
std::string without_folder(std::string text, const std::string& folder) {
    for (std::size_t at = 0; (at = text.find(folder + "/", at)) != std::string::npos;) {
        const bool begins_path =
            at == 0 || std::string_view(" \t\n'\"`(<").find(text[at - 1]) != std::string_view::npos;
        if (begins_path)
            text.erase(at, folder.size() + 1);
        else
            ++at;
    }
    return text;
}

/// Without the names of the work folder and of those that hold headers, and as much as a page holds.
std::string readable(std::string messages, const Toolchain& toolchain, const fs::path& folder) {
    std::set<std::string> folders = lines_of(toolchain.script.string() + ".reads");
    folders.insert(folder.string());
    for (auto name = folders.rbegin(); name != folders.rend(); ++name) // in others before these
        messages = without_folder(std::move(messages), *name);
    constexpr std::size_t page = 4000;
    return printable(messages, page);
}

/// A source that is too much for the compiler makes it fail in many ways; with exit code 1 it has found
/// an error.
std::string why_stopped(const Ended& ended) {
    constexpr const char* usually = "Templates, macros or constants that grow without end do that.";
    const auto ended_by = [&](int signal) { return ended.code == 128 + signal; };
    const auto says = [&](const char* words) { return ended.err.find(words) != std::string::npos; };
    if (ended.how == Ended::How::exited && ended.code == 1) return {};
    if (ended.how == Ended::How::too_slow || ended_by(SIGXCPU) || ended_by(SIGKILL))
        return fmt::format("The compiler was stopped after {} s of computing. {}\n",
                           most_computing.count(), usually);
    if (ended_by(SIGXFSZ))
        return fmt::format("The compiler was stopped: it wrote more than {} MB. {}\n",
                           most_output >> 20, usually);
    if (says("out of memory") || says("bad_alloc") || says("Cannot allocate memory"))
        return fmt::format("The compiler was stopped: it wanted more than {} GB of memory. {}\n",
                           most_memory >> 30, usually);
    if (ended.how == Ended::How::killed || ended.code > 128 || says("PLEASE submit a bug report"))
        return fmt::format("The compiler itself broke on this file. {}\n", usually);
    return {};
}

/// The policy goes through lines, directives and names character by character, with a stack that grows
/// with them; none of a person's is as long.
constexpr std::size_t longest = 4000;

std::string objection_to_lines(std::string_view text) {
    for (int number = 1; !text.empty(); ++number) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        if (end > longest)
            return fmt::format("Line {} has more than {} characters: break it.\n", number, longest);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return {};
}

std::string objection_to_directives(std::string_view text) {
    for (const Directive& directive : directives_of(text))
        if (directive.text.size() > longest)
            return fmt::format("The directive in line {}, with the lines that it goes on in, has more "
                               "than {} characters: "
                               "shorten it.\n",
                               directive.line, longest);
    return {};
}

std::string objection_to_names(const fs::path& object) {
    for (const Symbol& symbol : read_object_file(object).symbols)
        if (symbol.name.size() > longest)
            return fmt::format("The name of a function, with its template's arguments, has more than "
                               "{} characters: {} …\n",
                               longest, symbol.name.substr(0, 100));
    return {};
}

/// Runs the toolchain's script, which may read and write no more than it has to: what is wrong, if
/// anything is, goes into the program's flag or error.
void build(const Toolchain& toolchain, const std::vector<std::string>& arguments,
           const fs::path& folder, StudentProgram& program) {
    constexpr int exit_not_allowed = 4; // of scanlab_compile_object
    std::vector<std::string> command{"/bin/sh", toolchain.script.string()};
    command.insert(command.end(), arguments.begin(), arguments.end());
    std::vector<std::string> environment{"TMPDIR=" + folder.string(), "LC_ALL=C", "CCACHE_DISABLE=1",
                                         "LLVM_DISABLE_SYMBOLIZATION=1"};
    for (const char* name : {"PATH", "LD_LIBRARY_PATH"})
        if (const char* value = std::getenv(name))
            environment.push_back(fmt::format("{}={}", name, value));
    const Ended ended = run_confined(command, {}, environment, limits_of_compiler(toolchain, folder));
    const bool exited = ended.how == Ended::How::exited;
    if (exited && ended.code == 0) return;
    const std::string messages = readable(ended.err, toolchain, folder), reason = why_stopped(ended);
    if (exited && ended.code == exit_not_allowed)
        program.flag = messages;
    else
        program.error = "DOES NOT COMPILE\n" + (reason.empty() ? messages : reason);
}

} // namespace

Toolchain simulator_toolchain() {
    return {programs_folder() / "scanlab_build_worker",
            programs_folder() / "common/grading/grader/kit_symbols.txt", true};
}

StudentProgram build_program(const ExerciseDescription& exercise, const fs::path& source,
                             const Toolchain& toolchain, const fs::path& folder) {
    StudentProgram program{{}, {}, folder / "program", readable_by(toolchain)};
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
    std::ofstream(copy, std::ios::binary) << with_line_feeds(content(source));
    program.error = objection_to_lines(content(copy));
    if (!program.error.empty()) return program;
    program.error = objection_to_directives(content(copy));
    if (!program.error.empty()) return program;
    program.error = unreadable_because(content(copy), exercise.lesson.name);
    if (!program.error.empty()) return program;
    program.flag = objections_to_source(content(copy));
    if (!program.flag.empty()) return program;
    build(toolchain, {"object", copy.string(), object.string()}, folder, program);
    if (!program.flag.empty() || !program.error.empty()) return program;
    program.error = objection_to_names(object);
    if (!program.error.empty()) return program;
    if (!toolchain.is_judged)
        program.flag = objections_to_object(object, lines_of(toolchain.kit_symbols));
    if (program.flag.empty())
        build(toolchain, {"link", object.string(), program.path.string()}, folder, program);
    return program;
}

} // namespace scanlab::grader
