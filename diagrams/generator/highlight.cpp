#include "highlight.hpp"

#include "text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <string_view>

namespace scanlab::diagrams {
namespace {

const std::set<std::string_view> keywords{"alignas",     "auto",
                                          "bool",        "break",
                                          "case",        "char",
                                          "class",       "concept",
                                          "const",       "constexpr",
                                          "continue",    "decltype",
                                          "default",     "delete",
                                          "do",          "double",
                                          "else",        "enum",
                                          "explicit",    "extern",
                                          "false",       "float",
                                          "for",         "friend",
                                          "if",          "inline",
                                          "int",         "long",
                                          "mutable",     "namespace",
                                          "new",         "noexcept",
                                          "nullptr",     "operator",
                                          "private",     "protected",
                                          "public",      "requires",
                                          "return",      "short",
                                          "signed",      "sizeof",
                                          "static",      "static_assert",
                                          "static_cast", "reinterpret_cast",
                                          "struct",      "switch",
                                          "template",    "this",
                                          "throw",       "true",
                                          "try",         "typename",
                                          "unsigned",    "using",
                                          "virtual",     "void",
                                          "volatile",    "while"};
const std::set<std::string_view> cuda{"threadIdx", "blockIdx", "blockDim", "gridDim",
                                      "warpSize",  "int4",     "dim3",     "cudaStream_t"};

bool begins_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
bool is_in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

/// What a name is to the language; empty if it is just a name.
std::string_view kind_of_name(std::string_view name) {
    if (keywords.contains(name)) return "word";
    return cuda.contains(name) || name.starts_with("__") ? "cuda" : "";
}

class Reader {
public:
    explicit Reader(const std::string& program) : text_(program) {}

    std::vector<std::string> lines() {
        while (at_ < text_.size()) token();
        if (!line_.empty()) end_line();
        return std::move(lines_);
    }

private:
    std::string_view rest() const { return std::string_view(text_).substr(at_); }

    void token() {
        const std::string_view here = rest();
        const char c = here.front();
        if (here.starts_with("//"))
            put("comment", here.find('\n'));
        else if (here.starts_with("/*"))
            put("comment", after(here.find("*/", 2), 2));
        else if (c == '#' && line_.find_first_not_of(' ') == std::string::npos)
            put("directive", std::min(here.find('\n'), here.find("//")));
        else if (c == '"')
            put("string", end_of_string(here));
        else if (begins_name(c))
            put_name(std::find_if_not(here.begin(), here.end(), is_in_name) - here.begin());
        else if (std::isdigit(static_cast<unsigned char>(c)))
            put("number", std::find_if_not(here.begin(), here.end(), is_in_number) - here.begin());
        else
            put("", 1);
    }

    static bool is_in_number(char c) { return is_in_name(c) || c == '.' || c == '\''; }

    static std::size_t after(std::size_t found, std::size_t length) {
        return found == std::string_view::npos ? found : found + length;
    }

    static std::size_t end_of_string(std::string_view here) {
        for (std::size_t i = 1; i < here.size() && here[i] != '\n'; ++i) {
            if (here[i] == '"') return i + 1;
            if (here[i] == '\\') ++i;
        }
        return here.find('\n');
    }

    void put_name(std::size_t length) { put(kind_of_name(rest().substr(0, length)), length); }

    /// Goes on by so many characters, up to the end if there are fewer.
    void put(std::string_view kind, std::size_t length) {
        std::string_view part = rest().substr(0, length);
        at_ += part.size();
        while (!part.empty()) {
            const std::string_view of_line = part.substr(0, part.find('\n'));
            if (!of_line.empty())
                line_ += kind.empty() ? escaped(std::string(of_line))
                                      : fmt::format("<span class=\"{}\">{}</span>", kind,
                                                    escaped(std::string(of_line)));
            part.remove_prefix(of_line.size());
            if (part.empty()) return;
            part.remove_prefix(1);
            end_line();
        }
    }

    void end_line() {
        lines_.push_back(std::move(line_));
        line_.clear();
    }

    const std::string& text_;
    std::size_t at_ = 0;
    std::string line_;
    std::vector<std::string> lines_;
};

} // namespace

std::vector<std::string> highlighted(const std::string& program) { return Reader(program).lines(); }

} // namespace scanlab::diagrams
