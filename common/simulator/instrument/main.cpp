// scanlab_instrument IN.ll OUT.ll: inserts the simulator's hooks into LLVM's intermediate representation, as text.
#include "instrument.hpp"

#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>

int main(int argc, char** argv) {
    using namespace scanlab::instrument;
    if (argc != 3) {
        std::fputs("scanlab_instrument: usage: scanlab_instrument IN.ll OUT.ll\n", stderr);
        return 2;
    }
    std::ostringstream text;
    text << std::ifstream(argv[1], std::ios::binary).rdbuf();
    const std::string module = std::move(text).str();
    if (module.empty()) {
        std::fprintf(stderr, "scanlab_instrument: cannot read %s\n", argv[1]);
        return 2;
    }
    try {
        const std::string hooked = instrumented(module);
        check_complete(hooked);
        std::ofstream out(argv[2], std::ios::binary);
        if (!(out << hooked).flush()) {
            std::fprintf(stderr, "scanlab_instrument: cannot write %s\n", argv[2]);
            return 2;
        }
    } catch (const Unobserved& e) {
        std::fprintf(stderr, "scanlab_instrument: %s\nThis is a mistake of Scanlab's: please report it with the program.\n",
                     e.what());
        return 1;
    }
}
