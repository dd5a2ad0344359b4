#include "rules.hpp"

#include "source_text.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdio>
#include <iterator>
#include <set>

namespace scanlab::sim {

namespace {

constexpr std::string_view blanks = " \t\r";

std::string_view without_blanks(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(blanks);
    if (begin == text.npos) return {};
    return text.substr(begin, text.find_last_not_of(blanks) + 1 - begin);
}

/// What comes before the separator, which is taken off the text with it.
std::string_view take(std::string_view& text, std::string_view separators) {
    const std::size_t end = std::min(text.find_first_of(separators), text.size());
    const std::string_view first = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return first;
}

/// `*` stands for any text, `?` for one character.
bool fits(std::string_view pattern, std::string_view text) {
    std::size_t p = 0, t = 0, star = pattern.npos, from = 0;
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            from = t;
        } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
            ++p, ++t;
        } else if (star != pattern.npos) {
            p = star + 1;
            t = ++from;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', p) == pattern.npos;
}

/// Whether the pattern fits the text, or what of it follows one of the separators.
bool fits_an_end(std::string_view pattern, std::string_view text, std::string_view separator) {
    for (;;) {
        if (fits(pattern, text)) return true;
        const std::size_t next = text.find(separator);
        if (next == text.npos) return false;
        text.remove_prefix(next + separator.size());
    }
}

bool is_line(const Rule& rule, const SourceLine& at) {
    return at.line != 0 && (rule.line == 0 || rule.line == at.line) &&
           fits_an_end(rule.file, at.file, "/");
}

std::string in_backquotes(std::string_view text) { return "`" + std::string(text) + "`"; }

/// Takes one word of a rule; returns a complaint, if there is one.
std::string take_word(Rule& rule, std::string_view word) {
    const std::size_t equals = word.find('=');
    if (equals == word.npos) {
        if (!rule.kind.empty())
            return "a rule has one kind, and this has " + in_backquotes(rule.kind) + " and " +
                   in_backquotes(word) + ": put a comma between two rules";
        rule.kind = word;
        if (std::ranges::any_of(finding_kind_names, [&](auto name) { return fits(word, name); }))
            return {};
        return "there is no kind of finding " + in_backquotes(word) +
               "; race-shared, race-* and leak are examples";
    }
    const std::string_view name = word.substr(0, equals), value = word.substr(equals + 1);
    if ((name != "file" && name != "kernel") || value.empty())
        return in_backquotes(word) + " is no condition: write file=NAME, file=NAME:LINE or kernel=NAME";
    if (name == "kernel") {
        rule.kernel = value;
        return {};
    }
    const std::size_t colon = value.rfind(':');
    rule.file = value.substr(0, colon);
    if (colon == value.npos) return {};
    const std::string_view number = value.substr(colon + 1);
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), rule.line);
    const bool is_number = error == std::errc{} && end == number.data() + number.size();
    return is_number && rule.line > 0 ? ""
                                      : in_backquotes(number) + " is no line: write file=NAME:LINE";
}

/// Adds the rule that the words are.
void add_rule(ParsedRules& to, std::string_view text, const Suppression& by) {
    Rule rule{by};
    bool is_empty = true;
    while (!text.empty() && to.complaint.empty())
        if (const std::string_view word = take(text, blanks); !word.empty()) {
            is_empty = false;
            to.complaint = take_word(rule, word);
        }
    if (is_empty && to.complaint.empty())
        to.complaint = "give a kind of finding, such as race-shared, or a condition, such as file=a.cu";
    to.rules.push_back(std::move(rule));
}

void add_rules(ParsedRules& to, std::string_view text, const Suppression& by) {
    for (;;) {
        const std::size_t comma = text.find(',');
        add_rule(to, text.substr(0, comma), by);
        if (comma == text.npos) return;
        text.remove_prefix(comma + 1);
    }
}

constexpr std::string_view introduction = "scanlab: allow";

ParsedRules rules_of_comment(std::string_view comment, const SourceLine& at) {
    ParsedRules parsed;
    const std::size_t colon = comment.find(": ");
    const std::string_view reason =
        colon == comment.npos ? "" : without_blanks(comment.substr(colon + 2));
    add_rules(parsed, comment.substr(0, colon),
              {Suppression::By::comment, text(at), std::string(reason)});
    if (parsed.complaint.empty() && reason.empty())
        parsed.complaint = "it gives no reason: write // scanlab: allow race-global: REASON";
    return parsed;
}

/// The text of the line from its first `//` on, without it.
std::string_view comment_in(std::string_view code) {
    const std::size_t begin = code.find("//");
    return begin == code.npos ? std::string_view{} : without_blanks(code.substr(begin + 2));
}

/// Says once of each comment that it is no rule.
void complain(const SourceLine& at, const std::string& complaint) {
    static auto& told = *new std::set<SourceLine>;
    if (told.insert(at).second)
        std::fprintf(stderr, "scanlab: %s: this comment allows nothing: %s\n", text(at).c_str(),
                     complaint.c_str());
}

} // namespace

ParsedRules rules_of_option(std::string_view text, std::string_view option) {
    ParsedRules parsed;
    add_rules(parsed, text,
              {Suppression::By::option, std::string(option) + " " + std::string(text), {}});
    return parsed;
}

ParsedRules rules_of_suppressions(std::string_view content, const std::string& file) {
    ParsedRules parsed;
    for (int number = 1; !content.empty() && parsed.complaint.empty(); ++number) {
        std::string_view line = take(content, "\n");
        const std::string_view rule = without_blanks(take(line, "#"));
        const std::string place = file + ":" + std::to_string(number);
        if (rule.empty()) continue;
        add_rule(parsed, rule, {Suppression::By::file, place, std::string(without_blanks(line))});
        if (!parsed.complaint.empty()) parsed.complaint = place + ": " + parsed.complaint;
    }
    return parsed;
}

ParsedRules rules_of_baseline(std::string_view content, const std::string& file) {
    ParsedRules parsed;
    const bool is_blank = content.find_first_not_of(" \t\r\n") == content.npos;
    constexpr std::string_view member = "\"fingerprint\"";
    for (std::size_t at = content.find(member); at != content.npos; at = content.find(member, at + 1)) {
        std::string_view value = content.substr(at + member.size());
        value.remove_prefix(std::min(value.find_first_not_of(" \t\r\n:"), value.size()));
        if (!value.starts_with('"')) continue;
        value.remove_prefix(1);
        parsed.rules.push_back({.by = {Suppression::By::baseline, file, {}},
                                .fingerprint = std::string(take(value, "\""))});
    }
    if (parsed.rules.empty() && !is_blank)
        parsed.complaint =
            file + ": there is no fingerprint of a finding in it: make it by --json " + file;
    return parsed;
}

// "algorithms::scan<256>" is that, scan<256>, algorithms::scan, and scan.
bool is_for_kernel(std::string_view pattern, std::string_view kernel) {
    return fits_an_end(pattern, kernel, "::") ||
           fits_an_end(pattern, kernel.substr(0, kernel.find('<')), "::");
}

bool matches(const Rule& rule, const Finding& f) {
    return (rule.kind.empty() || fits(rule.kind, name(f.kind))) &&
           (rule.file.empty() || is_line(rule, f.at) || is_line(rule, f.other)) &&
           (rule.kernel.empty() || (!f.kernel.empty() && is_for_kernel(rule.kernel, f.kernel))) &&
           (rule.fingerprint.empty() || rule.fingerprint == f.fingerprint);
}

std::vector<ParsedRules> comments_at(const SourceLine& at) {
    std::vector<ParsedRules> all;
    for (int line = at.line; line > 0; --line) {
        const std::string code = source_code(at.file, line);
        if (line != at.line && !code.starts_with("//")) break;
        std::string_view comment = comment_in(code);
        if (!comment.starts_with(introduction)) continue;
        comment.remove_prefix(introduction.size());
        all.push_back(rules_of_comment(comment, {at.file, line}));
        if (!all.back().complaint.empty()) complain({at.file, line}, all.back().complaint);
    }
    return all;
}

std::string RuleTable::add(const GivenRules& given) {
    std::string complaint;
    const auto take = [&complaint](const std::string& text, auto parse) {
        ParsedRules parsed = text.empty() ? ParsedRules{} : parse(text);
        if (complaint.empty()) complaint = parsed.complaint;
        return std::move(parsed.rules);
    };
    add(take(given.baseline,
             [](const std::string& file) { return rules_of_baseline(file_text(file), file); }));
    add(take(given.suppressions,
             [](const std::string& file) { return rules_of_suppressions(file_text(file), file); }));
    add(take(given.ignore, [](const std::string& text) { return rules_of_option(text, "--ignore"); }));
    add_only(take(given.only, [](const std::string& text) { return rules_of_option(text, "--only"); }));
    return complaint;
}

void RuleTable::add_only(std::vector<Rule> rules) {
    std::ranges::move(rules, std::back_inserter(only_));
}
void RuleTable::add(std::vector<Rule> rules) { std::ranges::move(rules, std::back_inserter(ignored_)); }

std::optional<Suppression> RuleTable::suppression_of(const Finding& f) const {
    if (is_disregarded_) return std::nullopt;
    const auto matching = [&f](const std::vector<Rule>& rules) {
        return std::ranges::find_if(rules, [&f](const Rule& rule) { return matches(rule, f); });
    };
    if (const auto found = matching(ignored_); found != ignored_.end()) return found->by;
    for (const SourceLine& line : {f.at, f.other})
        for (const ParsedRules& comment : comments_at(line))
            if (const auto found = matching(comment.rules);
                comment.complaint.empty() && found != comment.rules.end())
                return found->by;
    if (!only_.empty() && matching(only_) == only_.end()) return only_.front().by;
    return std::nullopt;
}

} // namespace scanlab::sim
