#include "kernel_host.hpp"
#include "programs.hpp"
#include "simulator_commands.hpp"

#include "building.hpp"
#include "errors.hpp"
#include "format.hpp"
#include "kit.hpp"
#include "process.hpp"

#include <cstring>
#include <fstream>
#include <memory>

namespace scanlab {
namespace {

namespace fs = std::filesystem;

struct KernelArguments {
    KernelTrial trial;
    bool shows_host = false;
    std::vector<std::string> for_sim;
};

/// Its name says nothing of it, so that the same trial is the same program.
fs::path written(const std::string& text, const fs::path& source) {
    fs::create_directories(folder_of_programs());
    const fs::path host = kept_program(source, text) += ".cu";
    if (!(std::ofstream(host) << text).flush())
        throw UsageError(fmt::format("cannot write {}", host.string()));
    return host;
}

int try_kernel(const KernelArguments& arguments, const Invocation& invocation) {
    require_source(arguments.trial.source);
    const std::string text = kernel_host(arguments.trial);
    if (arguments.shows_host) {
        fmt::print("{}", text);
        return exit_pass;
    }
    std::vector<std::string> command{invocation.self, "sim"};
    command.insert(command.end(), arguments.for_sim.begin(), arguments.for_sim.end());
    command.push_back(written(text, arguments.trial.source));
    const Ended ended = become(command, {});
    throw UsageError(fmt::format("{}: {}", command.front(), std::strerror(ended.code)));
}

} // namespace

Action define_kernel(CLI::App& app, const Invocation& invocation) {
    const auto arguments = std::make_shared<KernelArguments>();
    app.add_option("FILE.cu", arguments->trial.source, "The source of the kernel")->required();
    app.add_option("LAUNCH", arguments->trial.launch,
                   "As in the source, but with arrays: in, out or inout TYPE[COUNT], and for the first "
                   "and last "
                   "what is in them: random, zero, iota, or a file of numbers")
        ->required();
    app.add_option("--expect", arguments->trial.expected,
                   "What an array holds afterwards: an expression of C++ with the index i and the "
                   "arrays, such as 'in[i] * 2', "
                   "or a file of numbers; of several arrays 'sums = …'")
        ->type_name("[ARRAY =] EXPRESSION|FILE")
        ->allow_extra_args(false);
    app.add_option("--seed", arguments->trial.seed, "Of random numbers")->capture_default_str();
    app.add_flag("--show-host", arguments->shows_host, "Print the host program instead of running it");
    app.add_option("OPTIONS", arguments->for_sim, "After --: options of sim, such as --schedules 20");
    app.footer("    scanlab kernel scale.cu 'scale<<<8, 256>>>(in int[2048] random, out int[2048], "
               "2048)' --expect 'in[i] * 2'");
    return [arguments, invocation] { return try_kernel(*arguments, invocation); };
}

} // namespace scanlab
