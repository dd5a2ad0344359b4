/// \file
/// scanlab_draw: makes a picture of what a kernel did, from the simulator's recording of it.
#include "compaction.hpp"
#include "descriptors.hpp"
#include "dot.hpp"
#include "graphviz.hpp"
#include "look_back.hpp"
#include "network.hpp"
#include "page.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace scanlab::diagrams {
namespace {

struct Options {
    std::filesystem::path recording, out;
    std::string view; ///< empty: the one that suits the recording
};

std::optional<Options> parse(int argc, const char* const* argv) {
    Options options;
    CLI::App app{"Draws what a kernel did."};
    app.add_option("recording", options.recording, "What the simulator has recorded")->required();
    app.add_option("--out", options.out, "The picture: a file.svg, .png, .dot or .html")->required();
    app.add_option("--view", options.view, "What is to be seen; if not given, what suits the recording")
        ->check(CLI::IsMember({"network", "look-back", "compaction"}));
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

Picture picture_of(const Recording& recording, std::string view) {
    if (recording.task == Recording::Task::composition)
        throw BadInput(fmt::format("{} puts maps together; only sums can be drawn", recording.program));
    const auto descriptors = find_descriptors(recording);
    if (view.empty())
        view = recording.moves_elements() ? "compaction" : descriptors ? "look-back" : "network";
    if (view == "compaction") return compaction(recording, descriptors ? &*descriptors : nullptr);
    if (view == "look-back" && !descriptors)
        throw BadInput(
            "--view look-back: no block waits for another's descriptors here; try --view network");

    const Dataflow flow = dataflow(recording);
    check(recording, flow);
    return view == "look-back" ? look_back(recording, flow, *descriptors) : network(recording, flow);
}

std::vector<SourceFile> sources(const Recording& recording) {
    std::vector<SourceFile> result;
    for (const std::string& path : recording.files) {
        std::ifstream file(path);
        std::ostringstream text;
        if (file && (text << file.rdbuf())) result.push_back({path, text.str()});
    }
    return result;
}

std::string page_of(const Picture& picture, const Recording& recording) {
    Picture bare = picture;
    bare.legend.clear(); // it is the page's
    return page(picture, svg(picture, dot(bare, Extent::drawing)), sources(recording));
}

void draw(const Options& options) {
    const std::string format = options.out.extension().string();
    if (format != ".svg" && format != ".png" && format != ".dot" && format != ".html")
        throw BadInput(fmt::format("--out {}: a picture's name ends in .svg, .png, .dot or .html",
                                   options.out.string()));
    const Recording recording = read_recording(options.recording);
    const Picture picture = picture_of(recording, options.view);
    const std::string image = format == ".html"  ? page_of(picture, recording)
                              : format == ".svg" ? svg(picture, dot(picture))
                              : format == ".png" ? png(dot(picture))
                                                 : dot(picture);
    std::ofstream file(options.out, std::ios::binary);
    if (!(file << image).flush())
        throw BadInput(fmt::format("--out {}: cannot write this file", options.out.string()));
    fmt::print("{}: {}\n", options.out.string(), picture.title);
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
