// scanlab_instrument [--judged KIT] [--separate] [--sites] [--relaxed-constexpr] [--extended-lambda]
// IN.ll OUT.ll: inserts the simulator's hooks into LLVM's intermediate representation, as text.
// --judged: the program is a stranger's. Exit code 4: it does what it may not, as standard error says.
// KIT: a file with the names of the simulator's headers that the program could not change, as its
// debugging information has them, one a line. --separate: other files see what is the device's only.
// --sites: for WebAssembly (sites.hpp). The other two: nvcc's --expt-relaxed-constexpr and
// --extended-lambda. Exit code 1: nvcc would not compile it (spaces.hpp).
#include "compile/hooks/sites.hpp"
#include "compile/hooks/whole_program.hpp"
#include "compile/instrument.hpp"
#include "compile/ir/module.hpp"
#include "compile/spaces/sides.hpp"
#include "compile/spaces/spaces.hpp"

#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>

int main(int argc, char** argv) {
    using namespace scanlab::instrument;
    const auto read = [](const char* file) {
        std::ostringstream content;
        content << std::ifstream(file, std::ios::binary).rdbuf();
        return std::move(content).str();
    };
    std::string kit;
    if (argc >= 5 && std::string_view(argv[1]) == "--judged") {
        kit = "\n" + read(argv[2]);
        argv += 2;
        argc -= 2;
    }
    const auto take = [&](std::string_view option) {
        const bool is_given = argc >= 4 && argv[1] == option;
        argv += is_given;
        argc -= is_given;
        return is_given;
    };
    const bool is_separate = take("--separate"), wants_sites = take("--sites"),
               is_relaxed = take("--relaxed-constexpr"), has_lambdas = take("--extended-lambda");
    if (argc != 3) {
        std::fputs("scanlab_instrument: usage: scanlab_instrument [--judged KIT] [--separate] "
                   "[--sites] [--relaxed-constexpr] [--extended-lambda] IN.ll OUT.ll\n",
                   stderr);
        return 2;
    }
    std::string module = read(argv[1]);
    if (module.empty()) {
        std::fprintf(stderr, "scanlab_instrument: cannot read %s\n", argv[1]);
        return 2;
    }
    const Spaces spaces = spaces_of(lines_of(module), {is_relaxed, has_lambdas, is_separate});
    const std::string wrong = text(spaces.misplaced);
    if (!is_separate && kit.empty()) module = as_whole_program(module);
    const SeparateSides sides = with_separate_sides(module, spaces, kit.empty());
    HostsFunctions hosts;
    for (const auto& [function, side] : spaces.functions)
        if (side.side == Side::host) hosts.insert(function);
    const bool is_optimised = kit.empty() && !wants_sites;
    try {
        const std::string hooked =
            instrumented(sides.module, kit, sides.belongings, is_optimised ? &hosts : nullptr);
        if (!wrong.empty()) { // what is not allowed comes first
            std::fputs(wrong.c_str(), stderr);
            return 1;
        }
        check_complete(hooked, kit);
        std::ofstream out(argv[2], std::ios::binary);
        if (!(out << (wants_sites ? with_sites(hooked) : hooked)).flush()) {
            std::fprintf(stderr, "scanlab_instrument: cannot write %s\n", argv[2]);
            return 2;
        }
    } catch (const NotAllowed& e) {
        std::fputs(e.what(), stderr);
        return 4;
    } catch (const MissedAccess& e) {
        std::fprintf(stderr,
                     "scanlab_instrument: %s\nThis is a mistake of Scanlab's: please report it with "
                     "the program.\n",
                     e.what());
        return 1;
    }
}
