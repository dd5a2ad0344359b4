#include "page.hpp"

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
        std::istringstream text(sources[file].text);
        std::string line;
        for (int number = 1; std::getline(text, line); ++number)
            files += fmt::format("<span id=\"{}\" data-line=\"{}\">{}</span>", line_id(file, number),
                                 number, escaped(line));
        files += "</code></pre>\n";
    }
    return fmt::format(
        "<section id=\"source\" class=\"pane\" aria-label=\"Source\" tabindex=\"0\">\n{}</section>",
        files);
}

/// What the script needs to know about each step. "<" is escaped so that nothing ends the script
/// element.
std::string steps_json(const Picture& picture, const std::vector<SourceFile>& sources) {
    nlohmann::ordered_json steps = nlohmann::ordered_json::array();
    for (const Step& step : picture.steps) {
        nlohmann::ordered_json lines = nlohmann::ordered_json::array();
        for (const SourceLine& line : step.lines) {
            const auto file = std::find_if(sources.begin(), sources.end(),
                                           [&](const SourceFile& s) { return s.path == line.file; });
            if (file != sources.end()) lines.push_back(line_id(file - sources.begin(), line.line));
        }
        steps.push_back({{"label", step.label}, {"description", step.description}, {"lines", lines}});
    }
    std::string text = steps.dump();
    for (std::size_t at = 0; (at = text.find('<', at)) != std::string::npos;)
        text.replace(at, 1, "\\u003c");
    return text;
}

} // namespace

std::string page(const Picture& picture, const std::string& svg,
                 const std::vector<SourceFile>& sources) {
    std::vector<SourceFile> shown;
    std::copy_if(sources.begin(), sources.end(), std::back_inserter(shown),
                 [&](const SourceFile& source) { return is_named(picture, source); });
    // HTML wants neither the XML declaration nor the document type before the element.
    const std::string drawing = svg.substr(std::min(svg.find("<svg"), svg.size()));
    return fmt::format(
        fmt::runtime(page_html), fmt::arg("title", escaped(picture.title)), fmt::arg("style", page_css),
        fmt::arg("script", page_js), fmt::arg("problems", problems(picture)), fmt::arg("svg", drawing),
        fmt::arg("legend", legend(picture)), fmt::arg("caption", caption(picture)),
        fmt::arg("sources", source_pane(shown)), fmt::arg("steps", steps_json(picture, shown)),
        fmt::arg("last_step", picture.steps.empty() ? 0 : picture.steps.size() - 1));
}

} // namespace scanlab::diagrams
