#include "sync.hpp"

#include "building.hpp"
#include "errors.hpp"
#include "format.hpp"
#include "output_file.hpp"
#include "report.hpp"
#include "text.hpp"

#include <algorithm>
#include <fstream>
#include <optional>

namespace scanlab::sync {
namespace {

namespace fs = std::filesystem;

/// The translated source, and Clang's syntax tree of it.
struct ReadSource {
    TranslatedSource source;
    SyntaxTree tree;
};

ReadSource read(const fs::path& file, const fs::path& script, const fs::path& folder) {
    const fs::path translated = folder / (file.stem().string() + ".cpp"), dump = folder / "tree.json";
    const Ended ended = run_process({"sh", script, file, translated}, std::chrono::hours(1), folder);
    if (exit_code(ended) != 0) {
        fmt::print(stderr, "{}", ended.err);
        throw Stopped{exit_code(ended)};
    }
    std::ofstream(dump) << ended.out;
    return {TranslatedSource(file, translated), read_syntax_tree(dump, translated)};
}

/// A program that is wrong needs something more, not less.
bool is_silent(const Variants& variants, const std::string& file) {
    const auto causes = variants.unchanged().causes();
    const auto error = std::ranges::find_if(
        causes, [](const auto& entry) { return entry.finding.severity == sim::Severity::error; });
    if (error == causes.end()) return true;
    fmt::print(stderr,
               "scanlab: {} is wrong as it is, so nothing can be said of its synchronisations: {} in "
               "line {}. `sim --schedules {}` shows it.\n",
               file, sim::name(error->finding.kind), error->finding.at.line,
               variants.unchanged().runs());
    return false;
}

} // namespace

int judge_synchronisations(const SyncOptions& options) {
    std::optional<OutputFile> json, patch;
    if (!options.json.empty()) json.emplace("--json", options.json);
    if (!options.patch.empty()) patch.emplace("--patch", options.patch);
    note_interruptions();
    const ScratchFolder scratch;
    const auto [source, tree] = read(options.source, options.syntax, scratch.path());
    Variants variants({.name = options.source.filename(),
                       .source = source.text(),
                       .arguments = options.arguments,
                       .schedules = options.schedules,
                       .compile = options.compile});
    if (!is_silent(variants, options.source)) return exit_found;
    const std::vector<Verdict> verdicts = judge(synchronisations(tree), source.text(), variants);
    std::string lines;
    for (const Verdict& verdict : verdicts) {
        fmt::print("{}", human_text(verdict, source, options.source));
        lines += json_line(verdict, source, options.source);
    }
    if (json) json->write(lines);
    if (patch) patch->write(source.patch(savings(verdicts)));
    fmt::print("scanlab: {}{}; {} each\n", interruption() != 0 ? "interrupted; " : "",
               summary(verdicts), counted(options.schedules, "schedule"));
    return interruption() != 0 ? 128 + interruption() : exit_pass;
}

} // namespace scanlab::sync
