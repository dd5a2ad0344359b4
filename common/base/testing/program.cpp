#include "program.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>

namespace {

scanlab::Ended run(const std::vector<std::string>& command) {
    const scanlab::ScratchFolder scratch;
    return scanlab::run_process(command, std::chrono::hours(1), scratch.path());
}

} // namespace

scanlab::Ended run_program(const std::string& name, const std::vector<std::string>& arguments) {
    std::vector<std::string> command{PROGRAMS "/" + name};
    command.insert(command.end(), arguments.begin(), arguments.end());
    return run(command);
}

scanlab::Ended run_shell(const std::string& line) { return run({"/bin/sh", "-c", line}); }

long long lines(const std::string& text) { return std::count(text.begin(), text.end(), '\n'); }

std::string read_file(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

void write_file(const std::filesystem::path& path, const std::string& content) {
    std::ofstream(path, std::ios::binary) << content;
}
