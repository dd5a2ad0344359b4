#include "building.hpp"
#include "command_line.hpp"
#include "commands.hpp"
#include "errors.hpp"
#include "format.hpp"
#include "output_file.hpp"
#include "process.hpp"
#include "programs.hpp"
#include "viva.hpp"
#include "written.hpp"

#include <chrono>
#include <memory>

namespace scanlab {
namespace {

namespace fs = std::filesystem;

struct VivaArguments {
    std::string source, format = "text", out;
    std::uint64_t seed = 1;
};

/// Runs the solution of an exercise with few threads, and records what they do.
void record(const fs::path& source, const fs::path& recording, const fs::path& scratch) {
    if (!fs::is_regular_file(source)) throw UsageError("there is no file {}", source.string());
    require_source(source);
    if (!brings_no_main(source))
        throw UsageError("{} has a main of its own: give the solution of an exercise", source.string());
    const fs::path program = compile(source, {"--picture", "32"});
    const Ended ended = run_process({program, "--record", recording, "--n", "256", "--block", "64"},
                                    std::chrono::minutes(10), scratch);
    if (fs::exists(recording)) return;
    fmt::print(stderr, "{}{}", ended.err, ended.out);
    throw Stopped{exit_code(ended) > 0 ? exit_code(ended) : exit_wrong};
}

int run_viva(const VivaArguments& arguments) {
    if (arguments.format != "text" && arguments.out.empty())
        throw UsageError("--export {} needs --out FILE", arguments.format);
    const ScratchFolder scratch;
    const fs::path recording = scratch.path() / "recording";
    record(arguments.source, recording, scratch.path());
    const std::vector<quiz::Asked> questions = quiz::viva(recording, arguments.seed);
    quiz::Variants all;
    for (const quiz::Asked& asked : questions) all.push_back({asked});
    if (arguments.format == "qti")
        quiz::write_qti(all, arguments.out);
    else if (arguments.out.empty())
        fmt::print("{}", quiz::paper(questions));
    else
        OutputFile("--out", arguments.out)
            .write(arguments.format == "gift" ? quiz::gift(all) : quiz::paper(questions));
    return exit_pass;
}

} // namespace

Action define_viva(CLI::App& app, const Invocation&) {
    const auto arguments = std::make_shared<VivaArguments>();
    app.add_option("source", arguments->source, "The student's solution of an exercise")->required();
    app.add_option("--seed", arguments->seed, "Other threads, elements and lines (1)")
        ->check(plain_digits);
    app.add_option(
           "--export", arguments->format,
           "text (questions, and below them the key), gift (Moodle) or qti (QTI 1.2: Canvas and "
           "others)")
        ->check(CLI::IsMember({"text", "gift", "qti"}));
    app.add_option("--out", arguments->out, "Where to write it; text is printed if not given");
    return [arguments] { return run_viva(*arguments); };
}

} // namespace scanlab
