/// \file
/// scanlab_draw: makes a picture of what a kernel did, from the simulator's recording of it.
#include "dot.hpp"
#include "graphviz.hpp"
#include "network.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

namespace scanlab::diagrams {
namespace {

struct Options {
    std::filesystem::path recording, out;
};

std::optional<Options> parse(int argc, const char* const* argv) {
    Options options;
    CLI::App app{"Draws what a kernel did."};
    app.add_option("recording", options.recording, "What the simulator has recorded")->required();
    app.add_option("--out", options.out, "The picture: a file.svg, .png or .dot")->required();
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        fmt::print("{}", app.help());
        return std::nullopt;
    } catch (const CLI::ParseError& error) {
        throw BadInput(error.what());
    }
    return options;
}

std::string drawn(const Picture& picture, const std::string& format) {
    const std::string text = dot(picture);
    if (format == ".svg") return svg(picture, text);
    return format == ".png" ? png(text) : text;
}

void draw(const Options& options) {
    const std::string format = options.out.extension().string();
    if (format != ".svg" && format != ".png" && format != ".dot")
        throw BadInput(
            fmt::format("--out {}: a picture's name ends in .svg, .png or .dot", options.out.string()));
    const Recording recording = read_recording(options.recording);
    const Dataflow flow = dataflow(recording);
    check(recording, flow);
    const std::string image = drawn(network(recording, flow), format);
    std::ofstream file(options.out, std::ios::binary);
    if (!(file << image).flush())
        throw BadInput(fmt::format("--out {}: cannot write this file", options.out.string()));
}

} // namespace
} // namespace scanlab::diagrams

int main(int argc, char** argv) {
    try {
        if (const auto options = scanlab::diagrams::parse(argc, argv))
            scanlab::diagrams::draw(*options);
        return 0;
    } catch (const scanlab::diagrams::BadInput& error) {
        fmt::print(stderr, "scanlab: {}\n", error.what());
        return 2;
    } catch (const std::exception& error) {
        fmt::print(stderr, "scanlab: {}\n", error.what());
        return 1;
    }
}
