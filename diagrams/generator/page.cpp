#include "page.hpp"

#include "highlight.hpp"
#include "page_template.hpp"
#include "style.hpp"
#include "text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string_view>

namespace scanlab::diagrams {
namespace {

std::string line_id(std::size_t file, int line) { return fmt::format("line-{}-{}", file, line); }

std::string problems(const Picture& picture) {
    if (picture.problems.empty()) return "";
    std::string items;
    for (const std::string& problem : picture.problems)
        items += fmt::format("<li>{}</li>\n", escaped(problem));
    return fmt::format("<section id=\"problems\"><h2>What is wrong</h2>\n<ul>\n{}</ul></section>",
                       items);
}

std::string caption(const Picture& picture) {
    std::string lines;
    for (const std::string& line : picture.caption) lines += fmt::format("<p>{}</p>\n", escaped(line));
    return lines;
}

/// A small drawing in the colours of the picture, whose rules for dark mode hold for it, too.
std::string sample(const LegendEntry& entry) {
    using Sample = LegendEntry::Sample;
    std::string drawing;
    if (entry.sample == Sample::role) {
        const NodeStyle s = style(entry.role);
        drawing =
            fmt::format("<g class=\"n-{}\"><ellipse cx=\"15\" cy=\"9\" rx=\"7\" ry=\"7\" fill=\"{}\" "
                        "stroke=\"{}\" stroke-width=\"{}\"{}/></g>",
                        s.name, s.fill.light, s.border.light, s.border_width,
                        s.is_dashed ? " stroke-dasharray=\"4,2\"" : "");
    } else if (entry.sample == Sample::line) {
        const LineStyle s = style(entry.line);
        drawing = fmt::format(
            "<g class=\"e-{}\"><path d=\"M1,9H{}\" stroke=\"{}\" stroke-width=\"{}\"{}/>{}</g>", s.name,
            s.has_arrow ? 24 : 29, s.colour.light, s.width,
            s.is_dashed ? " stroke-dasharray=\"5,2\"" : "",
            s.has_arrow
                ? fmt::format("<polygon fill=\"{}\" points=\"29,9 23,6 23,12\"/>", s.colour.light)
                : "");
    } else {
        return "";
    }
    return fmt::format("<svg viewBox=\"0 0 30 18\" aria-hidden=\"true\">{}</svg>", drawing);
}

std::string legend(const Picture& picture) {
    if (picture.legend.empty()) return "";
    std::string items;
    for (const LegendEntry& entry : picture.legend)
        items += fmt::format("<li>{}{}</li>\n", sample(entry), escaped(entry.text));
    return fmt::format("<ul id=\"legend\" aria-label=\"Legend\">\n{}</ul>", items);
}

bool is_named(const Picture& picture, const SourceFile& source) {
    return std::any_of(picture.steps.begin(), picture.steps.end(), [&](const Step& step) {
        return std::any_of(step.lines.begin(), step.lines.end(),
                           [&](const SourceLine& line) { return line.file == source.path; });
    });
}

std::string source_pane(const std::vector<SourceFile>& sources) {
    if (sources.empty()) return "";
    std::string files;
    for (std::size_t file = 0; file < sources.size(); ++file) {
        const std::string name = std::filesystem::path(sources[file].path).filename().string();
        files += fmt::format("<h2>{}</h2>\n<pre><code>", escaped(name));
        int number = 0;
        for (const std::string& line : highlighted(sources[file].text)) {
            ++number;
            files += fmt::format("<span id=\"{}\" data-line=\"{}\">{}</span>", line_id(file, number),
                                 number, line);
        }
        files += "</code></pre>\n";
    }
    return fmt::format(
        "<section id=\"source\" class=\"pane\" aria-label=\"Source\" tabindex=\"0\">\n{}</section>",
        files);
}

using OrderedJson = nlohmann::ordered_json;

/// Which line of the shown sources it is; empty if it is in none.
std::string id_of(const SourceLine& line, const std::vector<SourceFile>& sources) {
    const auto file = std::find_if(sources.begin(), sources.end(),
                                   [&](const SourceFile& s) { return s.path == line.file; });
    return file == sources.end() ? "" : line_id(file - sources.begin(), line.line);
}

/// Where a kernel's definition begins; empty if it is in none of the sources.
std::string id_of_kernel(const std::string& kernel, const std::vector<SourceFile>& sources) {
    for (std::size_t file = 0; file < sources.size() && !kernel.empty(); ++file) {
        std::istringstream text(sources[file].text);
        std::string line;
        int attribute = 0; // where the latest __global__ stands
        for (int number = 1; std::getline(text, line); ++number) {
            if (line.find("__global__") != std::string::npos) attribute = number;
            if (attribute > 0 && line.find(kernel + "(") != std::string::npos)
                return line_id(file, attribute);
        }
    }
    return "";
}

OrderedJson steps_json(const Picture& picture, const std::vector<SourceFile>& sources) {
    OrderedJson steps = OrderedJson::array();
    for (const Step& step : picture.steps) {
        OrderedJson lines = OrderedJson::array();
        for (const SourceLine& line : step.lines)
            if (const std::string id = id_of(line, sources); !id.empty()) lines.push_back(id);
        steps.push_back({{"label", step.label},
                         {"description", step.description},
                         {"lines", lines},
                         {"launch", step.launch}});
    }
    return steps;
}

OrderedJson nodes_json(const Picture& picture, const std::vector<SourceFile>& sources) {
    OrderedJson nodes = OrderedJson::object();
    for (const Node& node : picture.nodes) {
        if (node.shape == Shape::dot) continue;
        OrderedJson makers = OrderedJson::array();
        for (const Maker& maker : node.makers) makers.push_back({maker.block, maker.thread});
        OrderedJson json{{"step", node.step}, {"text", node.tooltip}};
        if (!node.work.empty()) json["work"] = node.work;
        if (!makers.empty()) json["makers"] = makers;
        if (!node.meaning.empty()) json["meaning"] = node.meaning;
        if (!node.place.empty()) json["place"] = node.place;
        if (const std::string line = id_of(node.made_at, sources); !line.empty()) json["line"] = line;
        if (node.input >= 0) json["input"] = node.input;
        if (node.number) json["number"] = *node.number;
        nodes[node.id] = json;
    }
    return nodes;
}

OrderedJson edges_json(const Picture& picture) {
    OrderedJson edges = OrderedJson::array();
    for (std::size_t i = 0; i < picture.edges.size(); ++i) {
        const Edge& edge = picture.edges[i];
        edges.push_back({{"id", fmt::format("e{}", i)}, // as dot() has it
                         {"from", picture.nodes[edge.from].id},
                         {"to", picture.nodes[edge.to].id},
                         {"sign", edge.sign}});
    }
    return edges;
}

/// Short names, since there are many of them: step, block, warp, words by thread.
OrderedJson accesses_json(const Picture& picture, const std::vector<SourceFile>& sources) {
    OrderedJson accesses = OrderedJson::array();
    for (const AccessInStep& a : picture.accesses) {
        OrderedJson words = OrderedJson::array();
        for (const auto& [thread, word] : a.words) words.push_back({thread, word});
        accesses.push_back({{"s", a.step},
                            {"b", a.block},
                            {"w", a.warp},
                            {"work", a.work},
                            {"array", a.array},
                            {"line", id_of(a.at, sources)},
                            {"shared", a.is_shared},
                            {"cost", a.cost},
                            {"words", words}});
    }
    return accesses;
}

/// What the script needs to know.
OrderedJson data(const Picture& picture, const std::vector<SourceFile>& sources) {
    OrderedJson launches = OrderedJson::array();
    for (const Crew& crew : picture.launches)
        launches.push_back({{"blocks", crew.blocks}, {"threads", crew.threads}});
    return {{"steps", steps_json(picture, sources)},
            {"nodes", nodes_json(picture, sources)},
            {"edges", edges_json(picture)},
            {"launches", launches},
            {"accesses", accesses_json(picture, sources)},
            {"warp_size", picture.warp_size},
            {"inputs", picture.inputs},
            {"kernel", id_of_kernel(picture.kernel, sources)}};
}

/// "<" is escaped so that nothing ends the script element.
std::string in_script(const OrderedJson& json) {
    std::string text = json.dump();
    for (std::size_t at = 0; (at = text.find('<', at)) != std::string::npos;)
        text.replace(at, 1, "\\u003c");
    return text;
}

std::vector<SourceFile> named_sources(const PageVariant& variant) {
    std::vector<SourceFile> named;
    std::copy_if(variant.sources.begin(), variant.sources.end(), std::back_inserter(named),
                 [&](const SourceFile& source) { return is_named(variant.picture, source); });
    // The file with the kernel comes first.
    std::stable_partition(named.begin(), named.end(), [&](const SourceFile& source) {
        return !id_of_kernel(variant.picture.kernel, {source}).empty();
    });
    return named;
}

std::string view(const PageVariant& variant) {
    const Picture& picture = variant.picture;
    // HTML wants neither the XML declaration nor the document type before the element.
    const std::string drawing =
        variant.svg.substr(std::min(variant.svg.find("<svg"), variant.svg.size()));
    return fmt::format(fmt::runtime(page_view_html), fmt::arg("problems", problems(picture)),
                       fmt::arg("svg", drawing), fmt::arg("legend", legend(picture)),
                       fmt::arg("caption", caption(picture)),
                       fmt::arg("sources", source_pane(named_sources(variant))));
}

/// The choice between several variants.
std::string choice(const std::vector<PageVariant>& variants) {
    if (variants.size() < 2) return "";
    std::string choices;
    for (std::size_t i = 0; i < variants.size(); ++i)
        choices +=
            fmt::format("<label><input type=\"radio\" name=\"variant\" value=\"{}\"{}>{}</label>\n", i,
                        i == 0 ? " checked" : "", escaped(variants[i].name));
    return fmt::format("<fieldset id=\"variants\"><legend>The kernel</legend>\n{}</fieldset>", choices);
}

} // namespace

std::string page(const std::vector<PageVariant>& variants) {
    OrderedJson all = OrderedJson::array();
    std::string others;
    for (std::size_t i = 0; i < variants.size(); ++i) {
        all.push_back(data(variants[i].picture, named_sources(variants[i])));
        if (i > 0)
            others +=
                fmt::format("<template data-variant=\"{}\">\n{}</template>\n", i, view(variants[i]));
    }
    return fmt::format(fmt::runtime(page_html),
                       fmt::arg("title", escaped(variants.front().picture.title)),
                       fmt::arg("style", page_css), fmt::arg("script", page_js),
                       fmt::arg("switch", choice(variants)), fmt::arg("view", view(variants.front())),
                       fmt::arg("others", others), fmt::arg("data", in_script(all)));
}

} // namespace scanlab::diagrams
