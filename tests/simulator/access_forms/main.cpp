/// \file
/// scanlab_access_forms: runs programs that hold forms of access (form.cuh), and prints what the
/// simulator finds of each. Exit codes: 0 all that it should, and nothing else; 1 not so; 2 bad usage.
#include "process.hpp"
#include "read_findings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <iostream>
#include <sstream>

namespace {

namespace fs = std::filesystem;
using scanlab::sim::Finding;

constexpr std::array mode_names{"race at the first byte",  "race at the last byte", "out of bounds",
                                "last byte out of bounds", "never written",         "correct"};
constexpr std::size_t modes = mode_names.size(); // as form.cuh has them

/// What was expected of a form in a mode, and what is wrong with what was found.
struct Case {
    std::string expected; ///< a kind, or its beginning; "none"; empty if this was not tried
    std::vector<std::string> found{};

    std::string complaint() const {
        bool has_expected = expected == "none" || expected.empty();
        std::string unexpected;
        for (const std::string& kind : found)
            if (kind.starts_with(expected))
                has_expected = true;
            else
                unexpected += " " + kind;
        if (!unexpected.empty()) return "found, but not expected:" + unexpected;
        return has_expected ? "" : "not found: " + expected;
    }
};

struct Form {
    std::string name;
    int line, access_line;
    std::array<Case, modes> cases{};
};

/// One of the programs, which has the name of its source.
class Program {
public:
    explicit Program(const fs::path& executable) : executable_(executable), source_(executable.stem().string() + ".cu") {
        std::istringstream list(run({}).out);
        Form form;
        std::string kind;
        for (std::size_t mode = 0; list >> form.name >> form.line >> form.access_line >> mode >> kind;) {
            if (forms_.empty() || forms_.back().name != form.name) forms_.push_back(form);
            forms_.back().cases.at(mode).expected = kind;
        }
        if (forms_.empty()) complaints_.push_back(executable.string() + " lists no forms");
        for (std::size_t mode = 0; mode < modes; ++mode) try_all(mode);
    }

    const std::vector<Form>& forms() const { return forms_; }

    /// What is wrong but belongs to no form.
    const std::vector<std::string>& complaints() const { return complaints_; }

private:
    scanlab::Ended run(const std::vector<std::string>& arguments) {
        std::vector<std::string> command{executable_};
        command.insert(command.end(), arguments.begin(), arguments.end());
        return scanlab::run_process(command, std::chrono::seconds(120), scratch_.path(),
                                    {"SCANLAB_SIM_FINDINGS=" + findings().string(), "SCANLAB_SIM_QUIET=1"});
    }

    void try_all(std::size_t mode) {
        fs::remove(findings());
        const auto ended = run({std::to_string(mode)});
        const std::string how = describe(ended);
        if (!how.empty()) complaints_.push_back(fmt::format("{}, {}: {}", source_, mode_names[mode], how));
        for (const Finding& finding : scanlab::read_findings(findings())) add(mode, finding);
    }

    void add(std::size_t mode, const Finding& finding) {
        Form* form = form_at(finding.at);
        if (form == nullptr && is_race(finding)) form = form_at(finding.other);
        if (form != nullptr)
            form->cases[mode].found.emplace_back(name(finding.kind));
        else
            complaints_.push_back(
                fmt::format("{}, {}: found at {}, where no form is: {}", source_, mode_names[mode], text(finding.at), finding.message));
    }

    Form* form_at(const scanlab::sim::SourceLine& at) {
        if (fs::path(at.file).filename() != source_) return nullptr;
        for (Form& form : forms_)
            if (form.line == at.line || form.access_line == at.line) return &form;
        return nullptr;
    }

    fs::path findings() const { return scratch_.path() / "findings"; }

    scanlab::ScratchFolder scratch_;
    fs::path executable_;
    std::string source_;
    std::vector<Form> forms_;
    std::vector<std::string> complaints_;
};

/// One cell of the table, of the modes from `first` to `last`: "found", "silent", "WRONG", "-".
std::string cell(const Form& form, std::size_t first, std::size_t last) {
    std::string text = "-";
    for (std::size_t mode = first; mode <= last; ++mode) {
        const Case& c = form.cases[mode];
        if (!c.complaint().empty()) return "WRONG";
        if (!c.expected.empty()) text = c.expected == "none" ? "silent" : "found";
    }
    return text;
}

/// Prints the table, and what is wrong. Returns how many things are.
int print(const Program& program) {
    int wrong = 0;
    for (const Form& form : program.forms()) {
        std::string title = form.name;
        std::ranges::replace(title, '_', ' ');
        fmt::print("{:28} {:8} {:8} {:14} {}\n", title, cell(form, 0, 1), cell(form, 2, 3), cell(form, 4, 4), cell(form, 5, 5));
    }
    for (const Form& form : program.forms()) {
        std::string complaints;
        for (std::size_t mode = 0; mode < modes; ++mode)
            if (const std::string what = form.cases[mode].complaint(); !what.empty())
                complaints += fmt::format("; {}: {}", mode_names[mode], what);
        if (complaints.empty()) continue;
        fmt::print("    {}{}\n", form.name, complaints);
        ++wrong;
    }
    for (const std::string& complaint : program.complaints()) fmt::print("    {}\n", complaint);
    return wrong + static_cast<int>(program.complaints().size());
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::cerr << "usage: scanlab_access_forms PROGRAM...\n";
        return 2;
    }
    fmt::print("{:28} {:8} {:8} {:14} {}\n", "form of access", "race", "bounds", "never written", "correct");
    int wrong = 0;
    std::size_t forms = 0;
    for (int i = 1; i < argc; ++i) {
        const Program program(argv[i]);
        wrong += print(program);
        forms += program.forms().size();
    }
    fmt::print("{} forms of access, {} wrong\n", forms, wrong);
    return wrong == 0 ? 0 : 1;
}
