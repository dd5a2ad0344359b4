#include "nvcc.hpp"
#include "simulator_commands.hpp"

#include "format.hpp"

namespace scanlab {

// Its options are nvcc's, which CLI11 cannot read: -std=c++17, -Xcompiler, -gencode.
Action define_nvcc(CLI::App& app, const Invocation& invocation) {
    app.allow_extras();
    app.prefix_command();
    app.set_help_flag("");
    app.footer("It takes nvcc's options, and compiles .cu, .cpp, .cc, .cxx and .c files, links .o and "
               ".a files. Those that\n"
               "only a GPU has a use for, such as -arch, -Xptxas or -lineinfo, are accepted; one that "
               "would change\n"
               "what the program does and cannot be had is named in a line; -ptx, -cubin and -fatbin "
               "are refused.\n\n"
               "    make NVCC=…/scanlab-nvcc                       an assignment that has a Makefile\n"
               "    make CUDA_PATH=…/build/sim/toolkit             one that asks where CUDA is\n"
               "    cmake -DCMAKE_CUDA_COMPILER=…/scanlab-nvcc     one for CMake\n"
               "    ./scanlab nvcc -O2 -I include a.cu b.cpp -o program && ./program");
    return [&app, words = invocation.arguments] {
        const NvccCall call = read_nvcc(words);
        if (call.goal == NvccCall::Goal::help) {
            fmt::print("{}", app.help());
            return 0;
        }
        return do_as_nvcc(call);
    };
}

} // namespace scanlab
