#include "edits.hpp"

#include "errors.hpp"
#include "format.hpp"
#include "process.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <span>
#include <sstream>
#include <string_view>

namespace scanlab::sync {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
    std::istringstream stream(text);
    std::vector<std::string> lines;
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

/// The number that `#line` gives to the next line; 0 if this is no such line.
int next_number(std::string_view line) {
    constexpr std::string_view directive = "#line ";
    int number = 0;
    if (line.starts_with(directive))
        std::from_chars(line.data() + directive.size(), line.data() + line.size(), number);
    return number;
}

std::size_t index_of(const ChangedLine& line) { return static_cast<std::size_t>(line.number - 1); }

std::string unified_diff(const std::string& name, const std::vector<std::string>& lines,
                         const std::vector<ChangedLine>& changes) {
    constexpr std::size_t context = 3;
    std::string diff = fmt::format("--- {0}\n+++ {0}\n", name);
    std::size_t added = 0;
    for (auto change = changes.begin(); change != changes.end();) {
        const std::size_t begin = index_of(*change) - std::min(context, index_of(*change));
        std::size_t at = begin, end = begin, more = 0;
        std::string hunk;
        const auto copy_up_to = [&](std::size_t to) {
            for (; at < to; ++at) hunk += " " + lines[at] + "\n";
        };
        do {
            copy_up_to(index_of(*change));
            const bool is_kept = !change->by.empty() && change->by.back() == lines[at];
            if (!is_kept) hunk += "-" + lines[at++] + "\n";
            for (const std::string& line : std::span(change->by).first(change->by.size() - is_kept))
                hunk += "+" + line + "\n";
            more += change->by.size() - 1;
            end = std::min(index_of(*change) + 1 + context, lines.size());
            ++change;
        } while (change != changes.end() && index_of(*change) <= end + context);
        copy_up_to(end);
        diff += fmt::format("@@ -{},{} +{},{} @@\n{}", begin + 1, end - begin, begin + added + 1,
                            end - begin + more, hunk);
        added += more;
    }
    return diff;
}

} // namespace

// The translation's first line includes what nvcc does unasked: the user's lines are counted after it.
Edit inclusion(std::string_view header) { return {{}, fmt::format("#include <{}>\n", header)}; }
bool is_inclusion(const Edit& edit) {
    return edit.where == Extent{} && edit.text.starts_with("#include");
}

bool is_condition(const Edit& edit) {
    return edit.where.begin == edit.where.end && edit.text.ends_with(") ");
}

std::string edited(const std::string& source, std::vector<Edit> edits) {
    // What is put in comes first.
    std::ranges::stable_sort(
        edits, {}, [](const Edit& edit) { return std::pair(edit.where, is_condition(edit)); });
    std::string result;
    std::size_t at = 0;
    for (const Edit& edit : edits) {
        result.append(source, at, edit.where.begin - at).append(edit.text);
        at = edit.where.end;
    }
    return result.append(source, at);
}

namespace {
/// Without lines: the line is to go, because nothing is left in it.
std::vector<std::string> changed_line(const std::string& before, std::vector<Edit> edits) {
    const std::size_t indentation = before.find_first_not_of(" \t");
    for (Edit& edit : edits)
        for (std::size_t at; (at = edit.text.find('\v')) != std::string::npos;)
            edit.text.replace(at, 1, "\n" + before.substr(0, indentation));
    for (Edit& edit : edits) { // what comes before a line's first statement gets a line of its own
        const bool begins_line = edit.where == Extent{indentation, indentation};
        if (!begins_line || is_condition(edit)) continue;
        edit.text.erase(edit.text.find_last_not_of(" \n") + 1);
        if (before[indentation] == '}') edit.text.insert(0, 4, ' '); // it ends the block
        edit.text += "\n" + before.substr(0, indentation);
    }
    const std::string after = edited(before, std::move(edits));
    const std::string rest = after.substr(indentation);
    if (rest.empty() || rest == std::string(nothing) + ";") return {};
    return lines_of(after);
}
} // namespace

TranslatedSource::TranslatedSource(const std::filesystem::path& original,
                                   const std::filesystem::path& translated)
    : original_(original), original_lines_(lines_of(content(original))), text_(content(translated)) {
    int number = 1;
    for (std::size_t begin = 0; begin < text_.size();) {
        const std::size_t end = std::min(text_.find('\n', begin), text_.size());
        lines_.push_back({begin, number});
        const int next = next_number(std::string_view(text_).substr(begin, end - begin));
        number = next > 0 ? next : number + 1;
        begin = end + 1;
    }
}

const TranslatedSource::Line& TranslatedSource::line_of(std::size_t offset) const {
    return *std::prev(std::ranges::upper_bound(lines_, offset, {}, &Line::begin));
}

std::string TranslatedSource::translated_line(const Line& line) const {
    return text_.substr(line.begin, text_.find('\n', line.begin) - line.begin);
}

int TranslatedSource::line_at(std::size_t offset) const { return line_of(offset).number; }

int TranslatedSource::column_at(std::size_t offset) const {
    const Line& line = line_of(offset);
    const auto index = static_cast<std::size_t>(line.number - 1);
    const bool is_same =
        index < original_lines_.size() && original_lines_[index] == translated_line(line);
    return is_same ? static_cast<int>(offset - line.begin) + 1 : 0;
}

std::optional<std::pair<int, Edit>> TranslatedSource::in_original(const Edit& edit) const {
    if (is_inclusion(edit)) {
        const auto is_one = [](const std::string& line) { return line.starts_with("#include"); };
        const auto first = std::ranges::find_if(original_lines_, is_one);
        const bool has_one = first != original_lines_.end();
        return {{has_one ? static_cast<int>(first - original_lines_.begin()) + 1 : 1, edit}};
    }
    const Line& line = line_of(edit.where.begin);
    const auto index = static_cast<std::size_t>(line.number - 1);
    const std::string after = translated_line(line);
    const std::string before = index < original_lines_.size() ? original_lines_[index] : std::string();
    // The parts before and behind what the translation has changed are the same.
    const auto in_front = std::ranges::mismatch(before, after).in1 - before.begin();
    const auto behind =
        std::mismatch(before.rbegin(), before.rend(), after.rbegin(), after.rend()).first -
        before.rbegin();
    Extent where{edit.where.begin - line.begin, edit.where.end - line.begin};
    for (std::size_t* const at : {&where.begin, &where.end}) {
        if (*at <= static_cast<std::size_t>(in_front)) continue;
        if (*at > after.size() || after.size() - *at > static_cast<std::size_t>(behind))
            return std::nullopt;
        *at += before.size() - after.size();
    }
    return {{line.number, {where, edit.text}}};
}

std::vector<ChangedLine> TranslatedSource::changes(const std::vector<Edit>& edits) const {
    std::map<int, std::vector<Edit>> by_line;
    for (const Edit& edit : edits) {
        const auto one = in_original(edit);
        if (!one)
            throw UsageError(
                "line {} of {} cannot be changed by a patch: write its statements in lines "
                "of their own",
                line_at(edit.where.begin), original_.string());
        by_line[one->first].push_back(one->second);
    }
    std::vector<ChangedLine> changes;
    for (auto& [number, of_line] : by_line) {
        const std::string& before = original_lines_[static_cast<std::size_t>(number - 1)];
        changes.push_back({number, changed_line(before, std::move(of_line))});
    }
    return changes;
}

std::string TranslatedSource::patch(const std::vector<Edit>& edits) const {
    return unified_diff(original_.string(), original_lines_, changes(edits));
}

} // namespace scanlab::sync
