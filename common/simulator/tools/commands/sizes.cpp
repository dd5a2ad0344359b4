#include "sizes.hpp"

#include "formula.hpp"

#include <cmath>
#include <optional>
#include <regex>
#include <sstream>

namespace scanlab {

namespace {

constexpr double least_size = 64; // below, it is the side of a tile, or a count of bins or streams

/// "(1 << 20)" is 1048576; none if the text is no arithmetic of plain numbers.
std::optional<std::uint64_t> number_of(std::string text) {
    static const std::regex suffix("([0-9])[uUlL]+"), shift("([0-9]+)\\s*<<\\s*([0-9]+)"),
        arithmetic("[0-9()*+ <-]+");
    text = std::regex_replace(text, suffix, "$1");
    if (!std::regex_match(text, arithmetic)) return std::nullopt;
    try {
        const double value = value_of(std::regex_replace(text, shift, "($1*exp2($2))"), {});
        if (value < least_size || value > 0x1p62 || value != std::floor(value)) return std::nullopt;
        return static_cast<std::uint64_t>(value);
    } catch (const FormulaError&) {
        return std::nullopt;
    }
}

/// Spaces in the place of a comment at the line's end.
std::string without_comment(std::string line) {
    const std::size_t comment = std::min(line.find("//"), line.find("/*"));
    if (comment != std::string::npos)
        line.replace(comment, std::string::npos, line.size() - comment, ' ');
    return line;
}

} // namespace

std::vector<Size> sizes_in(const std::string& source) {
    static const std::regex macro("^\\s*#\\s*define\\s+(\\w+)\\s+(\\S.*?)\\s*$");
    static const std::regex variable(
        "^(?!.*\\bfor\\s*\\().*?\\b(?:int|long|unsigned|auto|\\w+_t)\\s+(\\w+)\\s*[={]\\s*"
        "([^;,{}]*[^;,{}\\s])\\s*[;,}]");
    std::vector<Size> sizes;
    std::istringstream lines(source);
    std::size_t begin = 0;
    int number = 0;
    for (std::string line; std::getline(lines, line); begin += line.size() + 1) {
        ++number;
        const std::string code = without_comment(line);
        constexpr std::size_t longest =
            1000; // of a person's; std::regex takes stack for each character
        if (code.size() > longest) continue;
        std::smatch found;
        if (!std::regex_search(code, found, macro) && !std::regex_search(code, found, variable))
            continue;
        if (const auto value = number_of(found[2]))
            sizes.push_back({found[1], number, *value,
                             begin + static_cast<std::size_t>(found.position(2)),
                             static_cast<std::size_t>(found.length(2))});
    }
    return sizes;
}

std::string with_values(const std::string& source, const std::vector<Size>& sizes,
                        const std::vector<std::uint64_t>& values) {
    std::string changed = source;
    for (std::size_t i = sizes.size(); i-- > 0;) // from the end, so that places stay right
        if (values[i] != sizes[i].value)
            changed.replace(sizes[i].at, sizes[i].length, std::to_string(values[i]));
    return changed;
}

} // namespace scanlab
