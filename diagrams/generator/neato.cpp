#include "neato.hpp"

#include "process.hpp"
#include "recording.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace scanlab::diagrams {
namespace {

std::string contents(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

} // namespace

std::string neato(const std::string& graph, const std::vector<std::string>& options) {
    const ScratchFolder folder;
    const auto in = folder.path() / "picture.dot", out = folder.path() / "picture";
    std::ofstream(in) << graph;
    std::vector<std::string> command{"/usr/bin/env", "neato", "-n2", "-o", out.string()};
    command.insert(command.end(), options.begin(), options.end());
    command.push_back(in.string());
    const Ended ended = run_process(command, std::chrono::seconds(60), folder.path());
    constexpr int not_found = 127;
    if (ended.how == Ended::How::exited && ended.code == not_found)
        throw BadInput("Graphviz draws the pictures, and its program neato is not installed: "
                       "apt-get install graphviz");
    if (ended.how != Ended::How::exited || ended.code != 0 || !std::filesystem::exists(out))
        throw std::runtime_error(fmt::format("Graphviz (neato) failed: {}", ended.err));
    return contents(out);
}

} // namespace scanlab::diagrams
