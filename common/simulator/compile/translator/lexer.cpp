#include "compile/translator/lexer.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string>

namespace scanlab::translate {
namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_word_start(char c) { // bytes of UTF-8 letters count as letters
    return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' || (c & 0x80) != 0;
}
bool is_word_char(char c) { return is_word_start(c) || is_digit(c); }

class Lexer {
public:
    explicit Lexer(std::string_view text) : text_(text) {}

    Source run() {
        for (;;) {
            const bool first_on_line = skip_blanks(Newline::is_blank);
            if (at_end()) return std::move(source_);
            if (first_on_line && peek() == '#') {
                ++at_;
                directive();
            } else if (const Token token = read(); !dead()) {
                source_.code.push_back(token);
            }
        }
    }

private:
    enum class Newline { is_blank, ends_the_line };

    struct Group { // one #if
        bool parent_dead;
        bool dead;       // the present branch is never compiled
        bool later_dead; // `#if 1`: its other branches are not compiled
    };

    bool at_end() const { return at_ >= text_.size(); }
    char peek(std::size_t ahead = 0) const {
        return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
    }
    bool dead() const { return !groups_.empty() && groups_.back().dead; }

    /// The length of a backslash and the line end after it, or 0.
    std::size_t splice() const {
        if (peek() != '\\') return 0;
        if (peek(1) == '\n') return 2;
        return peek(1) == '\r' && peek(2) == '\n' ? 3 : 0;
    }

    /// Skips white space and comments. Tells whether a line has begun since the last token.
    bool skip_blanks(Newline newline) {
        bool fresh = at_ == 0;
        while (!at_end()) {
            if (peek() == '\n') {
                if (newline == Newline::ends_the_line) break;
                fresh = true;
                ++at_;
            } else if (std::isspace(static_cast<unsigned char>(peek())) != 0) {
                ++at_;
            } else if (const std::size_t length = splice()) {
                at_ += length;
            } else if (peek() == '/' && peek(1) == '/') {
                while (!at_end() && peek() != '\n') at_ += std::max<std::size_t>(splice(), 1);
            } else if (peek() == '/' && peek(1) == '*') {
                move_past("*/", at_ + 2);
            } else {
                break;
            }
        }
        return fresh;
    }

    void move_past(std::string_view what, std::size_t from) {
        const std::size_t found = text_.find(what, from);
        at_ = found == std::string_view::npos ? text_.size() : found + what.size();
    }

    /// The token that begins here.
    Token read() {
        const std::size_t begin = at_;
        Token::Kind kind = Token::Kind::punctuation;
        if (peek() == '"' || peek() == '\'') {
            kind = Token::Kind::literal;
            skip_quoted();
        } else if (is_digit(peek()) || (peek() == '.' && is_digit(peek(1)))) {
            kind = Token::Kind::number;
            skip_number();
        } else if (is_word_start(peek())) {
            kind = Token::Kind::word;
            while (is_word_char(peek())) ++at_;
            constexpr std::array<std::string_view, 5> raw_prefixes{"R", "LR", "uR", "UR", "u8R"};
            if (peek() == '"' &&
                std::ranges::count(raw_prefixes, text_.substr(begin, at_ - begin)) != 0) {
                kind = Token::Kind::literal;
                skip_raw_string();
            }
        } else {
            constexpr std::array<std::string_view, 3> pairs{"::", "->", "##"};
            at_ += std::ranges::count(pairs, text_.substr(at_, 2)) != 0 ? 2 : 1;
        }
        return {kind, begin, text_.substr(begin, at_ - begin)};
    }

    void skip_quoted() {
        const char quote = peek();
        ++at_;
        while (!at_end() && peek() != '\n') {
            if (peek() == '\\') {
                at_ += std::max<std::size_t>(splice(), 2);
            } else if (text_[at_++] == quote) {
                break;
            }
        }
        at_ = std::min(at_, text_.size());
    }

    void skip_raw_string() {
        const std::size_t open = text_.find('(', at_);
        if (open == std::string_view::npos) {
            at_ = text_.size();
            return;
        }
        std::string end = ")";
        end += text_.substr(at_ + 1, open - at_ - 1);
        end += '"';
        move_past(end, open);
    }

    void skip_number() {
        while (is_word_char(peek()) || peek() == '.' || (peek() == '\'' && is_word_char(peek(1)))) {
            const char c = static_cast<char>(std::tolower(static_cast<unsigned char>(peek())));
            ++at_;
            if ((c == 'e' || c == 'p') && (peek() == '+' || peek() == '-')) ++at_;
        }
    }

    /// The next token of a preprocessor line.
    std::optional<Token> read_in_line() {
        skip_blanks(Newline::ends_the_line);
        if (at_end() || peek() == '\n') return std::nullopt;
        return read();
    }

    Tokens rest_of_line() {
        Tokens tokens;
        while (const auto token = read_in_line()) tokens.push_back(*token);
        return tokens;
    }

    void directive() {
        const auto name = read_in_line();
        if (!name) return;
        if (name->is("include")) {
            include();
        } else if (name->is("define")) {
            define();
        } else if (name->text.starts_with("if")) {
            const Tokens condition = rest_of_line();
            const bool constant = name->is("if") && condition.size() == 1;
            const bool is_0 = constant && condition[0].is("0");
            groups_.push_back({dead(), dead() || is_0, constant && condition[0].is("1")});
            source_.conditions.push_back({*name, condition});
            branch(Branch::Kind::open);
        } else if (name->text.starts_with("el") && !groups_.empty()) {
            groups_.back().dead = groups_.back().parent_dead || groups_.back().later_dead;
            source_.conditions.push_back({*name, rest_of_line()});
            branch(Branch::Kind::next);
        } else if (name->is("endif") && !groups_.empty()) {
            groups_.pop_back();
            branch(Branch::Kind::close);
        }
        rest_of_line();
    }

    void branch(Branch::Kind kind) { source_.branches.push_back({kind, source_.code.size()}); }

    void include() {
        skip_blanks(Newline::ends_the_line);
        const char close = peek() == '<' ? '>' : '"';
        if (peek() != '<' && peek() != '"') return; // a macro names the file
        const std::size_t end = text_.find_first_of(close == '>' ? ">\n" : "\"\n", at_ + 1);
        if (end == std::string_view::npos || text_[end] != close) return;
        if (!dead()) source_.includes.push_back({at_, text_.substr(at_, end + 1 - at_)});
        at_ = end + 1;
    }

    void define() {
        const auto name = read_in_line();
        if (!name) return;
        Macro macro{name->text, {}, false, {}};
        if (peek() == '(') {
            std::string_view previous;
            for (auto token = read_in_line(); token && !token->is(")"); token = read_in_line()) {
                if (token->is_word()) macro.parameters.push_back(token->text);
                if (token->is(".")) macro.variadic = true;
                if (token->is(".") && (previous == "(" || previous == ","))
                    macro.parameters.push_back("__VA_ARGS__");
                previous = token->text;
            }
        }
        macro.body = rest_of_line();
        if (!dead()) source_.macros.push_back(std::move(macro));
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::vector<Group> groups_;
    Source source_;
};

} // namespace

Source lex(std::string_view text) { return Lexer(text).run(); }

} // namespace scanlab::translate
