/// \file
/// Changes of a source.
#pragma once

#include "syntax_tree.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace scanlab::sync {

/// Puts another text in place of some bytes of the source, or between two. Where it has a `\v`, which
/// is a space for the compiler, a patch begins a new line.
struct Edit {
    Extent where;
    std::string text;
    friend bool operator==(const Edit&, const Edit&) = default;
};

/// Includes a header, before all others.
Edit inclusion(std::string_view header);
bool is_inclusion(const Edit& edit);

/// Whether it puts a condition before a statement, as "if (x) ".
bool is_condition(const Edit& edit);

/// An edit of a call; or one that puts something before a statement or an expression, or in place of a
/// statement.
struct Alternative {
    /// In the order in which they can follow each other in one place.
    enum class Form { of_call, before_statement, instead_of_statement, before_expression };
    Extent call; ///< empty: it is of none
    Edit edit;
    Form form = call == Extent{} ? Form::before_statement : Form::of_call;
};

/// What stands for a call that is left out: an expression without effect.
inline constexpr std::string_view nothing = "void()";

/// The source with all edits. They do not overlap. A condition comes after what else is put in there.
std::string edited(const std::string& source, std::vector<Edit> edits);

/// A line of a source, counted from 1, and those that come in its place.
struct ChangedLine {
    int number;
    std::vector<std::string> by;
};

/// A source as its user has written it, and its translation, line by line.
class TranslatedSource {
public:
    /// `translated` has Clang's `#line` where its lines have other numbers.
    TranslatedSource(const std::filesystem::path& original, const std::filesystem::path& translated);

    const std::string& text() const { return text_; } ///< the translation
    /// Of the original, from 1 on.
    int line_at(std::size_t offset) const;
    /// From 1 on; 0 if the translation has changed the line.
    int column_at(std::size_t offset) const;

    /// Whether a patch can make the edit: it is in one line, and not in what the translation has
    /// changed, unless it replaces all of that.
    bool can_be_patched(const Edit& edit) const { return in_original(edit).has_value(); }
    /// What edits of the translation make of the original, line by line. Throws UsageError if one of
    /// them cannot be patched.
    std::vector<ChangedLine> changes(const std::vector<Edit>& edits) const;
    /// The same as a patch.
    std::string patch(const std::vector<Edit>& edits) const;

private:
    struct Line {
        std::size_t begin; ///< in the translation
        int number;        ///< in the original
    };
    const Line& line_of(std::size_t offset) const;
    std::string translated_line(const Line& line) const;
    /// The line in the original, and the edit in that.
    std::optional<std::pair<int, Edit>> in_original(const Edit& edit) const;

    std::filesystem::path original_;
    std::vector<std::string> original_lines_;
    std::string text_;
    std::vector<Line> lines_;
};

} // namespace scanlab::sync
