#include "style.hpp"

#include <fmt/format.h>

#include <cstring>
#include <iterator>

namespace scanlab::diagrams {

NodeStyle style(Role role) {
    switch (role) {
    case Role::input:
        return {"input", {"#F2F2F2", "#2B2F33"}, {"#3B3B3B", "#B8BDC4"}};
    case Role::sum:
        return {"sum", {"#D6E8F5", "#12344D"}, {"#0072B2", "#56B4E9"}};
    case Role::copied:
        return {"copied", {"#FFFFFF", "#1B1E22"}, {"#858585", "#8A8F96"}};
    case Role::handed:
        return {"handed", {"#FBDFD2", "#4A2A14"}, {"#B84D00", "#F0A06A"}};
    case Role::identity:
        return {"identity", {"#FFEBBF", "#453709"}, {"#A87400", "#E6B93C"}};
    case Role::complete:
        return {"complete", {"#D2EEE4", "#0F3D30"}, {"#00795A", "#2FC99B"}, 2.2};
    case Role::aggregate:
        return {"aggregate", {"#D6E8F5", "#12344D"}, {"#0072B2", "#56B4E9"}};
    case Role::prefix:
        return {"prefix", {"#D2EEE4", "#0F3D30"}, {"#00795A", "#2FC99B"}, 2.2};
    case Role::flag:
        return {"flag", {"#F3E1EE", "#3A2540"}, {"#8F4A7D", "#D99BC4"}};
    case Role::dropped:
        return {"dropped", {"#FFFFFF", "#1B1E22"}, {"#9A9A9A", "#7C8188"}, 1.2, true};
    case Role::wrong:
        return {"wrong", {"#FAD3CF", "#4A1513"}, {"#B3261E", "#FF8A80"}, 2.6};
    case Role::missing:
        return {"missing", {"#FFFFFF", "#1B1E22"}, {"#B3261E", "#FF8A80"}, 2.6, true};
    // Digits are only told apart: they look like others, which stand in no picture of a sort.
    case Role::digit_0:
        return style(Role::identity);
    case Role::digit_1:
        return style(Role::sum);
    case Role::digit_2:
        return style(Role::flag);
    case Role::digit_3:
        return style(Role::handed);
    }
    return {};
}

LineStyle style(Line line) {
    switch (line) {
    case Line::own:
        return {"own", {"#1B1B1B", "#C9CDD3"}, 1.0};
    case Line::partner:
        return {"partner", {"#0072B2", "#56B4E9"}, 1.5};
    case Line::moved:
        return {"moved", {"#B84D00", "#F0A06A"}, 1.5, true};
    case Line::kept:
        return {"kept", {"#858585", "#8A8F96"}, 0.8, true, false};
    case Line::taken_off:
        return {"taken-off", {"#8F4A7D", "#D99BC4"}, 1.5};
    case Line::look_back:
        return {"look-back", {"#B84D00", "#F0A06A"}, 1.5};
    case Line::racing:
        return {"racing", {"#B3261E", "#FF8A80"}, 2.4};
    }
    return {};
}

Colour band_colour(int tint) {
    constexpr Colour colours[] = {
        {"#0072B2", "#56B4E9"}, {"#B84D00", "#F0A06A"}, {"#00795A", "#2FC99B"}, {"#6B6B6B", "#A3A8AF"}};
    return colours[static_cast<std::size_t>(tint) % std::size(colours)];
}

double text_width(const std::string& text, double font_size) {
    double ems = 0; // widths as in DejaVu Sans, roughly
    for (const char c : text) {
        if ((static_cast<unsigned char>(c) & 0xC0) == 0x80) continue; // inside a character of UTF-8
        if (static_cast<unsigned char>(c) >= 0x80)
            ems += 0.5; // mostly a dash
        else if (std::strchr(" .,:;'|ijlI()[]", c) != nullptr)
            ems += 0.34;
        else if (std::strchr("mwMW", c) != nullptr)
            ems += 0.95;
        else
            ems += 0.635;
    }
    return ems * font_size;
}

std::string dark_mode_css() {
    // With a background of its own, it can be read on a page that stays light, too.
    std::string rules = fmt::format("svg[role=img] {{ background: {}; }}\ntext {{ fill: {}; }}\n"
                                    ".quiet text {{ fill: {}; }}\n.alarm text {{ fill: {}; }}\n",
                                    paper.dark, ink.dark, quiet.dark, alarm.dark);
    for (int role = 0; role <= static_cast<int>(Role::missing); ++role) {
        const NodeStyle s = style(static_cast<Role>(role));
        rules += fmt::format(".n-{0} :is(ellipse, polygon, path) {{ fill: {1}; stroke: {2}; }}\n",
                             s.name, s.fill.dark, s.border.dark);
    }
    for (int line = 0; line <= static_cast<int>(Line::racing); ++line) {
        const LineStyle s = style(static_cast<Line>(line));
        rules += fmt::format(
            ".e-{0} path {{ stroke: {1}; }}\n.e-{0} polygon {{ fill: {1}; stroke: {1}; }}\n", s.name,
            s.colour.dark);
    }
    rules += fmt::format(".rule path {{ stroke: {0}; }}\n.broken path {{ stroke: {1}; }}\n"
                         ".dot ellipse {{ fill: {0}; stroke: {0}; }}\n",
                         quiet.dark, alarm.dark);
    for (int tint = 0; tint < 4; ++tint)
        rules += fmt::format(
            ".band-{0} path {{ fill: {1}; stroke: {1}; }}\n.band-{0} text {{ fill: {1}; }}\n", tint,
            band_colour(tint).dark);
    return "@media (prefers-color-scheme: dark) {\n" + rules + "}\n";
}

} // namespace scanlab::diagrams
