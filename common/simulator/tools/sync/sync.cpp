#include "sync.hpp"

#include "building.hpp"
#include "errors.hpp"
#include "fixes.hpp"
#include "format.hpp"
#include "output_file.hpp"
#include "report.hpp"
#include "text.hpp"

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

/// The first thing that is wrong with the program as it is; empty if nothing is.
std::string error_in(const Variants& variants) {
    for (const Exploration::Entry& entry : variants.unchanged().causes()) {
        const sim::Finding& finding = entry.finding;
        if (finding.severity != sim::Severity::error) continue;
        const std::string lines =
            finding.other.line == 0 || finding.other == finding.at
                ? fmt::format("in line {}", finding.at.line)
                : fmt::format("in lines {} and {}", finding.at.line, finding.other.line);
        return fmt::format("{} {}", sim::name(finding.kind), lines);
    }
    return {};
}

/// A program that is wrong needs something more, not less. Returns the patch, or nothing.
std::string mend(const std::string& error, const SyncOptions& options, const TranslatedSource& source,
                 const SyntaxTree& tree, const VariedProgram& program, const Variants& variants) {
    const std::string file = options.source.string();
    const Fix fix = find_fix(source, tree, program, variants.unchanged());
    const std::string patch = fix.edits.empty() ? "" : source.patch(fix.edits);
    if (fix.leaves.empty())
        fmt::print(stderr,
                   "scanlab: {} is wrong as it is: {}. With this patch, nothing is found under {}:\n",
                   file, error, counted(options.schedules, "schedule"));
    else if (patch.empty())
        fmt::print(stderr,
                   "scanlab: {} is wrong as it is: {}. No barrier, fence, order or scope alone makes "
                   "it right; `sim --schedules {}` shows what is wrong.\n",
                   file, error, options.schedules);
    else
        fmt::print(stderr,
                   "scanlab: {} is wrong as it is: {}. This patch mends a part of it, but leaves {}:\n",
                   file, error, fix.leaves);
    fmt::print("{}", patch);
    return patch;
}

} // namespace

int judge_synchronisations(const SyncOptions& options) {
    std::optional<OutputFile> json, patch;
    if (!options.json.empty()) json.emplace("--json", options.json);
    if (!options.patch.empty()) patch.emplace("--patch", options.patch);
    note_interruptions();
    const ScratchFolder scratch;
    const auto [source, tree] = read(options.source, options.syntax, scratch.path());
    const VariedProgram program{.name = options.source.filename(),
                                .source = source.text(),
                                .arguments = options.arguments,
                                .schedules = options.schedules,
                                .compile = options.compile};
    const std::vector<Synchronisation> all = synchronisations(tree);
    Variants variants(program, alternatives(all, source.text()));
    if (const std::string error = error_in(variants); !error.empty()) {
        const std::string fix = mend(error, options, source, tree, program, variants);
        if (patch) patch->write(fix);
        return exit_found;
    }
    if (const int code = *variants.exit_codes().rbegin(); code != exit_pass)
        throw UsageError("{} ends with exit code {} as it is, so nothing can be said of its "
                         "synchronisations; `sim` shows what it prints",
                         options.source.string(), code);
    const std::vector<Verdict> verdicts = judge(all, source.text(), variants);
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
