// How a program is begun (browser/program.mjs).
#include "platform.hpp"

#include <unistd.h>
#include <wasi/api.h>

#include <cstdlib>
#include <vector>

extern "C" [[gnu::visibility("default")]] const bool scanlab_is_a_program =
    true; // tools have no runtime here

extern "C" void scanlab_run(void (*function)());

/// In Node programs begin in the user's folder, on a page in the topmost one.
[[gnu::constructor(101)]] static void enter_folder() {
    if (const char* const folder = std::getenv("PWD")) chdir(folder);
}

namespace {

using Constructors = void (*)();
using Main = int (*)();
using MainWithArguments = int (*)(int, char**);

struct {
    Constructors constructors;
    Main main;
    MainWithArguments main_with_arguments;
} begun;

/// What the page has given, with null after the last; they live as long as the program.
std::vector<char*> arguments() {
    __wasi_size_t count = 0, bytes = 0;
    static_cast<void>(__wasi_args_sizes_get(&count, &bytes));
    std::vector<char*> all(count + 1);
    static_cast<void>(__wasi_args_get(reinterpret_cast<std::uint8_t**>(all.data()),
                                      reinterpret_cast<std::uint8_t*>(new char[bytes + 1])));
    return all;
}

void run_program() {
    begun.constructors();
    std::vector<char*> all = arguments();
    scanlab::sim::platform::exit_orderly(
        begun.main ? begun.main()
                   : begun.main_with_arguments(static_cast<int>(all.size()) - 1, all.data()));
}

} // namespace

/// One of both is null.
extern "C" [[clang::export_name("scanlab_start")]] void
scanlab_start(Constructors constructors, Main main, MainWithArguments main_with_arguments) {
    begun = {constructors, main, main_with_arguments};
    scanlab_run(run_program);
}
