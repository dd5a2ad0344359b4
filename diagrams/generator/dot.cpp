#include "dot.hpp"

#include "style.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

namespace scanlab::diagrams {
namespace {

constexpr double title_size = 15, text_size = 12, small_size = 10, legend_size = 11;
constexpr double text_line_height = 16;
constexpr double bracket_label_height = 9, bracket_end = 5;
constexpr double points_per_inch = 72;

std::string quoted(const std::string& text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') result += '\\';
        if (c == '\n')
            result += "\\n";
        else
            result += c;
    }
    return result + "\"";
}

/// Graphviz lets y grow upwards.
std::string position(Point p) {
    const auto rounded = [](double v) { return std::round(v * 100) / 100 + 0.0; };
    return fmt::format("{},{}", rounded(p.x), rounded(-p.y));
}

Point towards(Point from, Point to, double distance) {
    const double length = std::hypot(to.x - from.x, to.y - from.y);
    if (length == 0) return from;
    return {from.x + (to.x - from.x) / length * distance, from.y + (to.y - from.y) / length * distance};
}

/// Where a line between a node and `other` touches it. Flat lines begin and end where a slope of 45°
/// would, so that they keep clear of the neighbours; at a mere mark, they point at it.
Point border(const Node& node, Point other) {
    if (node.shape == Shape::dot) return node.at;
    if (node.shape == Shape::circle) {
        const double dx = other.x - node.at.x, dy = other.y - node.at.y;
        if (!node.label.empty() && std::abs(dx) > std::abs(dy))
            other = {node.at.x + std::copysign(1, dx), node.at.y + std::copysign(1, dy)};
        return towards(node.at, other, node.width / 2 + 1);
    }
    const double dx = std::abs(other.x - node.at.x), dy = std::abs(other.y - node.at.y);
    const double length = std::hypot(dx, dy);
    if (length == 0) return node.at;
    const double to_side = dx == 0 ? std::numeric_limits<double>::infinity() : node.width / 2 / dx;
    const double to_top = dy == 0 ? std::numeric_limits<double>::infinity() : node.height / 2 / dy;
    return towards(node.at, other, std::min(to_side, to_top) * length + 1);
}

/// The path of a line through these points, in Graphviz' words.
std::string path(std::vector<Point> points, bool has_arrow) {
    constexpr double arrow = 5;
    std::string text;
    if (has_arrow) {
        text = "e," + position(points.back()) + " ";
        points.back() = towards(points.back(), points[points.size() - 2], arrow);
    }
    text += position(points.front());
    for (std::size_t i = 1; i < points.size(); ++i) {
        const Point a = points[i - 1], b = points[i];
        text += fmt::format(" {} {} {}", position({(2 * a.x + b.x) / 3, (2 * a.y + b.y) / 3}),
                            position({(a.x + 2 * b.x) / 3, (a.y + 2 * b.y) / 3}), position(b));
    }
    return text;
}

double font_size_of_label(const Node& node) {
    std::size_t begin = 0, lines = 0;
    double widest = 0; // at size 1
    while (begin <= node.label.size()) {
        const std::size_t end = std::min(node.label.find('\n', begin), node.label.size());
        widest = std::max(widest, text_width(node.label.substr(begin, end - begin), 1));
        begin = end + 1;
        ++lines;
    }
    // The corners of several lines have to be in the circle, too.
    if (lines > 1 && node.shape == Shape::circle)
        widest = std::hypot(widest, 1.2 * static_cast<double>(lines) - 0.4);
    constexpr double largest = 11, smallest = 6;
    const double by_width = widest == 0 ? largest : (node.width - 3) / widest;
    const double by_height = (node.height - 6) / (1.2 * static_cast<double>(lines));
    return std::clamp(std::floor(2 * std::min(by_width, by_height)) / 2, smallest, largest);
}

class Writer {
public:
    Writer(const Picture& picture, Extent extent) : picture_(picture), extent_(extent) {}

    std::string write() {
        find_bounds();
        line(fmt::format("digraph {} {{", quoted(picture_.id)));
        line(
            fmt::format("  graph [id={}, bgcolor=\"transparent\", outputorder=edgesfirst, pad=\"0.1\", "
                        "fontname=\"{}\", tooltip={}];",
                        quoted(picture_.id), font, quoted(picture_.title)));
        line(fmt::format("  node [fixedsize=true, style=filled, fontname=\"{}\", fontcolor=\"{}\"];",
                         font, ink.light));
        line("  edge [arrowsize=0.5];");
        for (const Band& band : picture_.bands) add_band(band);
        for (const Barrier& barrier : picture_.barriers) add_barrier(barrier);
        for (const Bracket& bracket : picture_.brackets) add_bracket(bracket);
        for (const Text& text : picture_.texts)
            add_text(text.at, text.text, text.is_small ? small_size : text_size, text.left_aligned,
                     text.is_small ? "quiet" : "text", text.is_small ? quiet : ink, text.step);
        for (const Node& node : picture_.nodes) add_node(node);
        for (std::size_t i = 0; i < picture_.edges.size(); ++i) add_edge(i);
        double y = bottom_ + 24;
        add_legend(y);
        if (extent_ == Extent::whole) add_words(y);
        line("}");
        return std::move(out_);
    }

private:
    void line(const std::string& text) { out_ += text + "\n"; }

    void find_bounds() {
        const auto include = [&](Point p, double half_width, double half_height) {
            left_ = std::min(left_, p.x - half_width);
            right_ = std::max(right_, p.x + half_width);
            top_ = std::min(top_, p.y - half_height);
            bottom_ = std::max(bottom_, p.y + half_height);
        };
        for (const Node& n : picture_.nodes) include(n.at, n.width / 2, n.height / 2);
        for (const Edge& e : picture_.edges)
            for (const Point& p : e.via) include(p, 0, 0);
        for (const Band& b : picture_.bands) {
            include(b.top_left, 0, 0);
            include(b.bottom_right, 0, 0);
        }
        for (const Barrier& b : picture_.barriers) {
            include({b.left, b.y}, 0, 0);
            include({b.right + text_width(b.label, small_size), b.y}, 0, 0);
        }
        for (const Bracket& b : picture_.brackets)
            for (const double x : {b.left, b.right})
                include({x, b.y - bracket_label_height}, 0, text_line_height / 2);
        for (const Text& t : picture_.texts) {
            const double width = text_width(t.text, t.is_small ? small_size : text_size);
            include(t.left_aligned ? Point{t.at.x + width / 2, t.at.y} : t.at, width / 2,
                    text_line_height / 2);
        }
    }

    std::string classes(const std::string& name, int step) const {
        return step < 0 ? name : fmt::format("{} step-{}", name, step);
    }

    void add_text(Point at, const std::string& text, double size, bool left_aligned,
                  const std::string& name, Colour colour, int step) {
        const double width = 1.08 * text_width(text, size) + 8; // room for other fonts
        const Point center = left_aligned ? Point{at.x + width / 2, at.y} : at;
        std::string label = quoted(text);
        if (left_aligned) label.insert(label.size() - 1, "\\l");
        line(fmt::format(
            "  text{} [pos=\"{}\", shape=plaintext, style=\"\", width={:.3f}, height={:.3f}, "
            "margin=0, fontsize={}, fontcolor=\"{}\", label={}, class=\"{}\", tooltip=\" \"];",
            texts_++, position(center), width / points_per_inch, 1.4 * size / points_per_inch, size,
            colour.light, label, classes(name, step)));
    }

    void add_band(const Band& band) {
        const Colour colour = band_colour(band.tint);
        const int number = bands_++;
        line(fmt::format("  subgraph cluster_{} {{ graph [bb=\"{},{}\", style=\"rounded,filled\", "
                         "fillcolor=\"{}0D\", color=\"{}66\", label=\"\", id=\"band_{}\", tooltip={}, "
                         "class=\"band-{}\"]; }}",
                         number, position({band.top_left.x, band.bottom_right.y}),
                         position({band.bottom_right.x, band.top_left.y}), colour.light, colour.light,
                         number, quoted(band.tooltip), band.tint));
        add_text({band.top_left.x + 7, band.top_left.y + 10}, band.label, small_size, true,
                 fmt::format("band-{}", band.tint), colour, -1);
    }

    void add_barrier(const Barrier& barrier) {
        const Point left{barrier.left, barrier.y}, right{barrier.right, barrier.y};
        const Colour& colour = barrier.is_wrong ? alarm : quiet;
        const int number = barriers_++;
        for (const auto& [side, at] : {std::pair('a', left), std::pair('b', right)})
            line(fmt::format("  rule{}{} [pos=\"{}\", shape=point, width=0.01, style=invis];", number,
                             side, position(at)));
        line(fmt::format(
            "  rule{0}a -> rule{0}b [pos=\"{1}\", arrowhead=none, style=dashed, penwidth={2}, "
            "color=\"{3}\", class=\"{4}\", tooltip={5}];",
            number, path({left, right}, false), barrier.is_wrong ? 2.4 : 0.9, colour.light,
            classes(barrier.is_wrong ? "broken" : "rule", barrier.step), quoted(barrier.label)));
        add_text({barrier.right + 3, barrier.y}, barrier.label, small_size, true,
                 barrier.is_wrong ? "alarm" : "quiet", colour, barrier.step);
    }

    void add_bracket(const Bracket& bracket) {
        const Point left{bracket.left, bracket.y}, right{bracket.right, bracket.y};
        const Point left_end{left.x, left.y + bracket_end}, right_end{right.x, right.y + bracket_end};
        const int number = brackets_++;
        for (const auto& [side, at] : {std::pair('a', left_end), std::pair('b', right_end)})
            line(fmt::format("  bracket{}{} [pos=\"{}\", shape=point, width=0.01, style=invis];",
                             number, side, position(at)));
        line(fmt::format("  bracket{0}a -> bracket{0}b [pos=\"{1}\", arrowhead=none, penwidth=0.9, "
                         "color=\"{2}\", class=\"rule\", tooltip={3}];",
                         number, path({left_end, left, right, right_end}, false), quiet.light,
                         quoted(bracket.label)));
        add_text({(left.x + right.x) / 2, left.y - bracket_label_height}, bracket.label, small_size,
                 false, "quiet", quiet, -1);
    }

    void add_node(const Node& node) {
        const std::string common =
            fmt::format("pos=\"{}\", width={:.3f}, height={:.3f}, id={}, class=\"{}\", tooltip={}",
                        position(node.at), node.width / points_per_inch, node.height / points_per_inch,
                        quoted(node.id), "{}", quoted(node.tooltip.empty() ? " " : node.tooltip));
        if (node.shape == Shape::dot) {
            line(fmt::format("  {} [{}, shape=point, fillcolor=\"{}\", color=\"{}\", label=\"\"];",
                             quoted(node.id), with_class(common, classes("dot", node.step)),
                             quiet.light, quiet.light));
            return;
        }
        const NodeStyle s = style(node.role);
        line(fmt::format("  {} [{}, shape={}, label={}, fontsize={}, fillcolor=\"{}\", color=\"{}\", "
                         "penwidth={}{}];",
                         quoted(node.id),
                         with_class(common, classes(fmt::format("n-{}", s.name), node.step)),
                         node.shape == Shape::box ? "box" : "circle", quoted(node.label),
                         font_size_of_label(node), s.fill.light, s.border.light, s.border_width,
                         s.is_dashed ? ", style=\"filled,dashed\"" : ""));
    }

    static std::string with_class(std::string attributes, const std::string& name) {
        return attributes.replace(attributes.find("{}"), 2, name);
    }

    void add_edge(std::size_t i) {
        const Edge& edge = picture_.edges[i];
        const Node &from = picture_.nodes[edge.from], &to = picture_.nodes[edge.to];
        std::vector<Point> points = edge.via;
        if (!edge.via_is_all) {
            points.insert(points.begin(), border(from, points.empty() ? to.at : points.front()));
            points.push_back(border(to, edge.via.empty() ? from.at : edge.via.back()));
        }
        const LineStyle s = style(edge.line);
        // A line that leads to where others begin has no end of its own.
        const bool has_arrow = s.has_arrow && to.shape != Shape::dot;
        line(fmt::format(
            "  {} -> {} [pos=\"{}\", id=\"e{}\", color=\"{}\", penwidth={}{}{}, class=\"{}\", "
            "tooltip={}];",
            quoted(from.id), quoted(to.id), path(points, has_arrow), i, s.colour.light, s.width,
            s.is_dashed && to.shape != Shape::dot ? ", style=dashed" : "",
            has_arrow ? "" : ", arrowhead=none", classes(fmt::format("e-{}", s.name), edge.step),
            quoted(edge.tooltip.empty() ? " " : edge.tooltip)));
    }

    void add_legend(double& y) {
        constexpr double sample = 22, gap = 20;
        double x = left_;
        for (std::size_t i = 0; i < picture_.legend.size(); ++i) {
            const LegendEntry& entry = picture_.legend[i];
            const double text = text_width(entry.text, legend_size);
            const double before = entry.sample == LegendEntry::Sample::none ? 0 : sample + 6;
            if (x > left_ && x + before + text > right_) {
                x = left_;
                y += text_line_height + 4;
            }
            const std::string id = fmt::format("legend{}", i);
            if (entry.sample == LegendEntry::Sample::role)
                add_node({.id = id,
                          .at = {x + sample - 8, y},
                          .role = entry.role,
                          .step = -1,
                          .width = 14,
                          .height = 14});
            if (entry.sample == LegendEntry::Sample::line)
                add_line_sample(id, {x, y}, entry.line, sample);
            add_text({x + before, y}, entry.text, legend_size, true, "text", ink, -1);
            x += before + text + gap;
        }
        if (!picture_.legend.empty()) y += text_line_height + 8;
    }

    void add_line_sample(const std::string& id, Point at, Line kind, double length) {
        const LineStyle s = style(kind);
        const Point end{at.x + length, at.y};
        for (const auto& [side, p] : {std::pair('a', at), std::pair('b', end)})
            line(fmt::format("  {}{} [pos=\"{}\", shape=point, width=0.01, style=invis];", id, side,
                             position(p)));
        line(fmt::format(
            "  {0}a -> {0}b [pos=\"{1}\", color=\"{2}\", penwidth={3}{4}{5}, class=\"e-{6}\", "
            "tooltip=\" \"];",
            id, path({at, end}, s.has_arrow), s.colour.light, s.width,
            s.is_dashed ? ", style=dashed" : "", s.has_arrow ? "" : ", arrowhead=none", s.name));
    }

    /// The sentences as lines that are no wider than the drawing.
    std::vector<std::string> wrapped(const std::vector<std::string>& sentences, double size) const {
        constexpr double narrowest = 430;
        const double width = std::max(narrowest, right_ - left_);
        std::vector<std::string> lines;
        for (const std::string& sentence : sentences) {
            std::istringstream words(sentence);
            std::string text, word;
            while (words >> word) {
                const std::string longer = text.empty() ? word : text + " " + word;
                if (!text.empty() && text_width(longer, size) > width) {
                    lines.push_back(text);
                    text = "   " + word;
                } else {
                    text = longer;
                }
            }
            lines.push_back(text);
        }
        return lines;
    }

    /// What stands above and below the drawing.
    void add_words(double y) {
        for (const std::string& text : wrapped(picture_.caption, legend_size)) {
            add_text({left_, y}, text, legend_size, true, "quiet", quiet, -1);
            y += text_line_height;
        }
        y = top_ - 20;
        const std::vector<std::string> problems = wrapped(picture_.problems, text_size);
        for (auto text = problems.rbegin(); text != problems.rend(); ++text) {
            add_text({left_, y}, *text, text_size, true, "alarm", alarm, -1);
            y -= text_line_height;
        }
        add_text({left_, y - 4}, picture_.title, title_size, true, "title", ink, -1);
    }

    const Picture& picture_;
    Extent extent_;
    std::string out_;
    double left_ = 0, right_ = 0, top_ = 0, bottom_ = 0;
    int texts_ = 0, bands_ = 0, barriers_ = 0, brackets_ = 0;
};

} // namespace

std::string dot(const Picture& picture, Extent extent) { return Writer(picture, extent).write(); }

} // namespace scanlab::diagrams
