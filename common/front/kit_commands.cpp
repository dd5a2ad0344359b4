#include "building.hpp"
#include "command_line.hpp"
#include "commands.hpp"
#include "errors.hpp"
#include "format.hpp"
#include "kit.hpp"
#include "process.hpp"

#include <fstream>
#include <memory>
#include <thread>
#include <unistd.h>

namespace scanlab {
namespace {

namespace fs = std::filesystem;

int run_ctest(Backend backend, unsigned jobs, const std::vector<std::string>& options) {
    std::vector<std::string> command{
        "ctest", "--test-dir", folder_of(backend), "--output-on-failure", "-j", std::to_string(jobs)};
    command.insert(command.end(), options.begin(), options.end());
    return exit_code(run_visibly(command));
}

/// How many tests were left out because they had passed with the same files.
void print_unchanged(const fs::path& log) {
    std::ifstream file(log);
    int count = 0;
    for (std::string line; std::getline(file, line);)
        count += line.starts_with("nothing has changed since it passed");
    if (count > 0)
        fmt::print("{} of them passed before, with the same files, and were not run again "
                   "(SCANLAB_TEST_AGAIN=1 does).\n",
                   count);
}

/// Becomes a script, which reads the command's words itself.
int run_script(std::vector<std::string> command, const Invocation& invocation) {
    command.insert(command.begin(), "sh");
    command.insert(command.end(), invocation.arguments.begin(), invocation.arguments.end());
    return exit_code(become(command));
}

/// With a GPU its tests come first; ctest's summary for the simulator ends the output. Without options
/// those that are thorough (common/base/testing/ScanlabTest.cmake) do not run.
int test(std::vector<std::string> options) {
    std::vector<std::string> targets{"all"};
    if (options.empty())
        options = {"-LE", "thorough"};
    else
        targets.emplace_back("thorough");
    std::erase(options, "--all");
    bool passed = true;
    if (has_gpu() && has_toolkit()) {
        build(Backend::cuda, targets, folder_of(Backend::cuda) / "CTestTestfile.cmake");
        passed &= run_ctest(Backend::cuda, 1, options) == 0;
    }
    const fs::path folder = folder_of(Backend::sim);
    build(Backend::sim, targets, folder / "CTestTestfile.cmake");
    // Descriptor 3 is for what ctest would only show if it failed: tests/simulator/corpus/table.sh,
    // tests/grading/grader/table.sh.
    dup2(STDOUT_FILENO, 3);
    // Two more than there are cores: some tests wait for a browser or a time-out.
    passed &= run_ctest(Backend::sim, std::thread::hardware_concurrency() + 2, options) == 0;
    print_unchanged(folder / "Testing/Temporary/LastTest.log");
    return passed ? exit_pass : exit_wrong;
}

} // namespace

Action define_docs(CLI::App& app, const Invocation&) {
    struct Wanted {
        bool pdf = false, playground = false;
    };
    const auto wanted = std::make_shared<Wanted>();
    app.add_flag("--pdf", wanted->pdf, "Make one PDF of the whole course, too: site/scanlab.pdf");
    app.add_flag("--playground", wanted->playground,
                 "Make the playground, too: Node and npm, and a quarter of an hour the first time");
    return [wanted] {
        const fs::path site = folder_of(Backend::sim) / "site";
        std::vector<std::string> targets{"docs"};
        if (wanted->pdf) targets.emplace_back("pdf");
        if (wanted->playground) targets.emplace_back("playground");
        build(Backend::sim, targets, site / (wanted->pdf ? "scanlab.pdf" : "index.html"),
              Says::how_far_it_is);
        fmt::print("{}\n", (site / "index.html").string());
        if (wanted->pdf) fmt::print("{}\n", (site / "scanlab.pdf").string());
        return exit_pass;
    };
}

Action define_playground(CLI::App& app, const Invocation&) {
    const auto port = std::make_shared<int>(8000);
    app.add_option("--port", *port, "Where this machine's browsers find it; 0: any that is free")
        ->check(plain_digits)
        ->check(CLI::Range(0, 65535))
        ->capture_default_str();
    return [port] {
        const fs::path site = folder_of(Backend::sim) / "site", made = site / "playground/app.js";
        build(Backend::sim, {"playground"}, made, Says::how_far_it_is);
        if (!fs::exists(made))
            throw UsageError("the playground could not be made: see above. It takes Node, npm and, the "
                             "first time, a network");
        return exit_code(
            become({"node", kit_folder() / "docs/site/playground/serve.mjs",
                    folder_of(Backend::sim) / "playground/page", site, std::to_string(*port)}));
    };
}

Action define_test(CLI::App& app, const Invocation& invocation) {
    app.prefix_command();
    app.add_flag_callback(
        "--all", [] {}, // test() reads it
        "Those that take long, too, and all of those of which there are many of a kind");
    app.footer(
        "Other options are ctest's, and choose among all tests: -R PATTERN runs those whose names "
        "match, -L those of a label.");
    return [invocation] { return test(invocation.arguments); };
}

Action define_bundle(CLI::App& app, const Invocation& invocation) {
    app.prefix_command();
    app.add_flag_callback(
        "--gradescope", [] {}, // the script reads it
        "Make Gradescope's autograder; after -- come options of grade for it");
    return [invocation] {
        return run_script({kit_folder() / "common/grading/exercises/bundle.sh"}, invocation);
    };
}

Action define_slides(CLI::App& app, const Invocation& invocation) {
    app.prefix_command();
    app.add_flag_callback(
        "--pdf", [] {}, // the script reads it
        "Make PDFs, too");
    return [invocation] {
        return run_script({kit_folder() / "docs/slides/build.sh", folder_of(Backend::sim) / "slides"},
                          invocation);
    };
}

} // namespace scanlab
