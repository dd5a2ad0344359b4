#include "draw.hpp"

#include "access_table.hpp"
#include "compaction.hpp"
#include "descriptors.hpp"
#include "dot.hpp"
#include "graphviz.hpp"
#include "look_back.hpp"
#include "memories.hpp"
#include "network.hpp"
#include "page.hpp"
#include "sort.hpp"
#include "warps.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace scanlab::diagrams {
namespace {

Descriptors descriptors_of(const Recording& recording) {
    auto found = find_descriptors(recording);
    if (!found)
        throw BadInput(
            "--view look-back: no block waits for another's descriptors here; try --view network");
    return std::move(*found);
}

Picture picture_of(const Recording& recording, std::string view) {
    if (recording.task == Recording::Task::composition)
        throw BadInput(fmt::format("{} puts maps together; only sums can be drawn", recording.program));
    if (recording.task == Recording::Task::sort) {
        if (!view.empty() && view != "sort")
            throw BadInput(fmt::format("--view {}: a sort has a view of its own, and no other", view));
        return sort(recording);
    }
    if (view == "sort") throw BadInput(fmt::format("--view sort: {} does not sort", recording.program));
    const auto roles = find_warp_roles(recording);
    if (view == "warps" && !roles)
        throw BadInput("--view warps: no warp loads tiles by bulk copies here; try --view network");
    if (roles && (view.empty() || view == "warps")) return warps(recording, *roles);
    const auto descriptors = find_descriptors(recording);
    if (view.empty())
        view = recording.moves_elements() ? "compaction" : descriptors ? "look-back" : "network";
    if (view == "compaction") return compaction(recording, descriptors ? &*descriptors : nullptr);

    const Dataflow flow = dataflow(recording);
    check(recording, flow);
    if (view == "memories") return memories(recording, flow);
    return view == "look-back" ? look_back(recording, flow, descriptors_of(recording))
                               : network(recording, flow);
}

/// The same, and where its source begins.
Picture picture_with_kernel(const Recording& recording, const std::string& view) {
    Picture picture = picture_of(recording, view);
    const std::string& kernel = recording.launches.front().kernel;
    picture.kernel = kernel.substr(0, kernel.find('<'));
    return picture;
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

PageVariant variant_of(const std::string& name, const Picture& picture, const Recording& recording) {
    Picture bare = picture;
    bare.legend.clear(); // it is the page's
    return {name, picture, svg(picture, dot(bare, Extent::drawing)), sources(recording)};
}

std::string page_of(const Picture& picture, const Recording& recording, const DrawOptions& options) {
    std::vector<PageVariant> variants{variant_of("as it is", picture, recording)};
    for (const Variant& variant : options.variants) {
        const Recording changed = read_recording(variant.recording);
        variants.push_back(
            variant_of(variant.name, picture_with_kernel(changed, options.view), changed));
    }
    return page(variants);
}

/// What threads access, or with --view look-back what tiles know of each other.
std::string table_of(const Recording& recording, const std::string& view) {
    const Dataflow flow = dataflow(recording);
    if (view != "look-back") return in_markdown(recording, access_table(recording, flow));
    return look_back_in_markdown(recording, flow, descriptors_of(recording));
}

void write(const std::filesystem::path& path, const std::string& content, const std::string& title) {
    std::ofstream file(path, std::ios::binary);
    if (!(file << content).flush())
        throw BadInput(fmt::format("--out {}: cannot write this file", path.string()));
    fmt::print("{}: {}\n", path.string(), title);
}

} // namespace

void draw(const DrawOptions& options) {
    const std::string format = options.out.extension().string();
    if (format != ".svg" && format != ".png" && format != ".dot" && format != ".html" &&
        format != ".md")
        throw BadInput(fmt::format("--out {}: a picture's name ends in .svg, .png, .dot, .html or .md",
                                   options.out.string()));
    const Recording recording = read_recording(options.recording);
    if (format == ".md")
        return write(options.out, table_of(recording, options.view), recording.program);
    const Picture picture = picture_with_kernel(recording, options.view);
    write(options.out,
          format == ".html"  ? page_of(picture, recording, options)
          : format == ".svg" ? svg(picture, dot(picture))
          : format == ".png" ? png(dot(picture))
                             : dot(picture),
          picture.title);
}

} // namespace scanlab::diagrams
