// Processes where there are none: Node runs another module of WebAssembly to its end, in the same
// thread and on the same files.
#include "process.hpp"

#include <nlohmann/json.hpp>

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <unistd.h>

/// Runs the command of a request, as request() makes it, and returns its exit code; -1 if there is no
/// such program.
extern "C" [[clang::import_module("scanlab"), clang::import_name("start")]] int
scanlab_start(const char* request, std::size_t bytes);

namespace scanlab {
namespace {

namespace fs = std::filesystem;

double seconds_of_all = 0;

/// `out` and `err`: the files or streams that it writes to.
std::string request(const std::vector<std::string>& command, const std::vector<std::string>& settings,
                    const std::string& out, const std::string& err) {
    std::vector<std::string> environment;
    for (char** entry = environ; *entry != nullptr; ++entry) environment.emplace_back(*entry);
    environment.insert(environment.end(), settings.begin(),
                       settings.end()); // of two the last one holds
    return nlohmann::json{
        {"command", command}, {"environment", environment}, {"out", out}, {"err", err}}
        .dump();
}

Ended start(const std::string& text) {
    using std::chrono::steady_clock;
    const auto begin = steady_clock::now();
    const int code = scanlab_start(text.data(), text.size());
    seconds_of_all += std::chrono::duration<double>(steady_clock::now() - begin).count();
    if (code < 0) return {Ended::How::not_started, ENOENT, {}, {}};
    return {Ended::How::exited, code, {}, {}};
}

} // namespace

/// The simulator limits its time.
Ended run_process(const std::vector<std::string>& command, std::chrono::seconds,
                  const fs::path& scratch, const std::vector<std::string>& settings) {
    const fs::path out = scratch / "out", err = scratch / "err";
    Ended ended = start(request(command, settings, out, err));
    ended.out = content(out);
    ended.err = content(err);
    return ended;
}

Ended run_visibly(const std::vector<std::string>& command, Output output,
                  const std::vector<std::string>& settings) {
    std::fflush(stdout);
    return start(request(command, settings, output == Output::own ? "stdout" : "stderr", "stderr"));
}

Ended become(const std::vector<std::string>& command, const std::vector<std::string>& settings) {
    const Ended ended = run_visibly(command, Output::own, settings);
    if (ended.how == Ended::How::exited) std::exit(ended.code);
    return ended;
}

double seconds_of_children() { return seconds_of_all; }

/// Ctrl-C ends Node.
void note_interruptions() {}
int interruption() { return 0; }

ScratchFolder::ScratchFolder() { // of those that lie in memory
    int number = 0;
    do path_ = "/scanlab/scratch/" + std::to_string(++number);
    while (!fs::create_directories(path_));
}
ScratchFolder::~ScratchFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

} // namespace scanlab
