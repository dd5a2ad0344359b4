/// \file
/// How pictures look: colours that colour-blind people can tell apart, in light and in dark mode.
#pragma once

#include "picture.hpp"

#include <string>

namespace scanlab::diagrams {

struct Colour {
    const char* light;
    const char* dark;
};

struct NodeStyle {
    const char* name; ///< of its class, as in "n-sum"
    Colour fill, border;
    double border_width = 1.4;
    bool is_dashed = false;
};

struct LineStyle {
    const char* name; ///< of its class, as in "e-own"
    Colour colour;
    double width = 1.2;
    bool is_dashed = false, has_arrow = true;
};

NodeStyle style(Role role);
LineStyle style(Line line);
Colour band_colour(int tint);

constexpr Colour paper{"#FFFFFF", "#17191D"};
constexpr Colour ink{"#1B1B1B", "#E6E6E6"};
constexpr Colour quiet{"#5C6066", "#A3A8AF"};
constexpr Colour alarm{"#B3261E", "#FF8A80"};
constexpr const char* font = "DejaVu Sans";

/// About as wide as a text is, in points.
double text_width(const std::string& text, double font_size);

/// Rules that give an SVG file made from dot() the dark colours where somebody prefers them.
std::string dark_mode_css();

} // namespace scanlab::diagrams
