#include "sync.hpp"

#include "building.hpp"
#include "errors.hpp"
#include "fixes.hpp"
#include "format.hpp"
#include "output_file.hpp"
#include "report.hpp"
#include "text.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
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

/// "race-shared in lines 10 and 11"
std::string kind_and_lines(const sim::Finding& finding) {
    const bool has_two = finding.other.line != 0 && finding.other != finding.at;
    return sim::name(finding.kind) +
           (has_two ? fmt::format(" in lines {} and {}", finding.at.line, finding.other.line)
                    : fmt::format(" in line {}", finding.at.line));
}

/// A program that is wrong needs something more, not less. Says which patch makes it right.
void tell(const Fix& fix, const std::string& patch, const sim::Finding& error,
          const SyncOptions& options) {
    const std::string wrong = fmt::format("scanlab: {} is wrong as it is: {}.", options.source.string(),
                                          kind_and_lines(error));
    if (fix.leaves.empty())
        fmt::print(stderr, "{} With this patch, nothing is found under {}.{}\n", wrong,
                   counted(options.schedules, "schedule"), fix.cost);
    else if (patch.empty())
        fmt::print(stderr,
                   "{} No change that `sync` tries makes it right; `sim --schedules {}` shows what is "
                   "wrong.\n",
                   wrong, options.schedules);
    else
        fmt::print(stderr, "{} This patch mends a part of it, but leaves {}:\n", wrong, fix.leaves);
    fmt::print("{}", patch);
}

} // namespace

int judge_synchronisations(const SyncOptions& options) {
    std::optional<OutputFile> json, patch, sarif;
    if (!options.json.empty()) json.emplace("--json", options.json);
    if (!options.patch.empty()) patch.emplace("--patch", options.patch);
    if (!options.sarif.empty()) sarif.emplace("--sarif", options.sarif);
    note_interruptions();
    const ScratchFolder scratch;
    const auto [source, tree] = read(options.source, options.syntax, scratch.path());
    const VariedProgram program{.name = options.source.filename(),
                                .source = source.text(),
                                .arguments = options.arguments,
                                .schedules = options.schedules,
                                .compile = options.compile};
    const std::vector<Synchronisation> all = synchronisations(tree);
    std::vector<Alternative> tried = alternatives(all, source.text());
    std::ranges::copy(possible_fixes(source, tree), std::back_inserter(tried));
    Variants variants(program, tried);
    if (const auto error = first_error(variants.unchanged())) {
        const std::vector<sim::Finding> found = variants.unchanged().findings();
        const Fix fix = find_fix(source, tree, program, variants);
        const std::string text = fix.edits.empty() ? "" : source.patch(fix.edits);
        tell(fix, text, error->finding, options);
        if (patch) patch->write(text);
        if (sarif)
            sarif->write(sarif_text(found, options.source,
                                    fix.leaves.empty() ? source.changes(fix.edits)
                                                       : std::vector<ChangedLine>{}));
        return exit_found;
    }
    if (sarif) sarif->write(sarif_text({}, options.source, {}));
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
