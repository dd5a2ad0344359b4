#include "compile/translator/rewriter.hpp"

#include <algorithm>
#include <cstdlib>

namespace scanlab::translate {

void Rewriter::replace(std::size_t begin, std::size_t end, std::string text) {
    edits_.push_back({begin, end, std::move(text)});
}

void Rewriter::error(std::size_t offset, std::string message) {
    // Without a line end before it, rfind's npos + 1 is 0, the start of the first line.
    const std::size_t line_begin = text_.substr(0, offset).rfind('\n') + 1;
    errors_.push_back(
        {file_, line(offset), static_cast<int>(offset - line_begin) + 1, std::move(message)});
}

int Rewriter::line(std::size_t offset) const {
    const std::string_view before = text_.substr(0, offset);
    constexpr std::string_view directive = "\n#line ";
    const std::size_t last = before.rfind(directive);
    const bool is_told =
        last != std::string_view::npos && before.find('\n', last + 1) != std::string_view::npos;
    const int first = is_told ? std::atoi(before.data() + last + directive.size()) - 3
                              : 0; // two line ends, and the line itself
    const std::string_view after = is_told ? before.substr(last) : before;
    return first + static_cast<int>(std::ranges::count(after, '\n')) + 1;
}

bool Rewriter::has_directive(std::size_t begin, std::size_t end) const {
    for (std::size_t at = text_.find('\n', begin); at < end; at = text_.find('\n', at + 1))
        if (const std::size_t first = text_.find_first_not_of(" \t", at + 1);
            first < end && text_[first] == '#')
            return true;
    return false;
}

std::string Rewriter::line_ends(const Row& row, std::size_t begin, std::size_t end) const {
    std::string result;
    for (const char c : text_.substr(begin, end - begin)) {
        if (c == '\n') result += row.macro != nullptr ? "\\\n" : "\n";
    }
    return result;
}

Translation Rewriter::result() {
    std::ranges::stable_sort(edits_, {}, &Edit::begin);
    Translation translation;
    std::size_t at = 0;
    for (const Edit& edit : edits_) {
        if (edit.begin < at) continue; // inside a construct that is in error
        translation.text += text_.substr(at, edit.begin - at);
        translation.text += edit.text;
        at = edit.end;
    }
    translation.text += text_.substr(at);
    translation.errors = std::move(errors_);
    return translation;
}

} // namespace scanlab::translate
