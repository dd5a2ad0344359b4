/// \file
/// `sync`: whether each synchronisation of a program is needed.
#include "simulator_commands.hpp"

#include "building.hpp"
#include "command_line.hpp"
#include "programs.hpp"
#include "sync.hpp"

#include <memory>

namespace scanlab {

Action define_sync(CLI::App& app, const Invocation&) {
    const auto options = std::make_shared<sync::SyncOptions>();
    app.add_option("file", options->source, "The program, a .cu file")->required();
    app.add_option("arguments", options->arguments, "After --: what the program is given");
    app.add_option("--schedules", options->schedules,
                   "Under how many schedules each change is tried (24)")
        ->type_name("INT")
        ->check(plain_digits)
        ->check(CLI::Range(1, 10000));
    app.add_option("--json", options->json, "Write the verdicts, one JSON object per line")
        ->type_name("FILE");
    app.add_option("--patch", options->patch,
                   "Write what could go or be narrower, or what mends a race, as a patch of the source")
        ->type_name("FILE");
    app.add_option("--sarif", options->sarif,
                   "Write what is wrong as SARIF, with the change that mends it as a fix")
        ->type_name("FILE");
    app.footer("Exit code 3: the program is wrong as it is. What mends a race is printed as a patch.");
    return [options] {
        require_source(options->source);
        build_compiler();
        options->compile = [](const auto& source, const auto& program) {
            return compile_command(source, program);
        };
        options->syntax = folder_of(Backend::sim) / "scanlab_syntax";
        return sync::judge_synchronisations(*options);
    };
}

} // namespace scanlab
