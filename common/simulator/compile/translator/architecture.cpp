#include "compile/translator/architecture.hpp"

#include "compile/translator/rewriter.hpp"
#include "compile/translator/tokens.hpp"

#include <algorithm>
#include <set>
#include <vector>

namespace scanlab::translate {
namespace {

constexpr std::string_view architecture = "__CUDA_ARCH__", its_value = "900";

/// The words that stand for `word`: itself, and the macros that hold one of these.
std::set<std::string_view> synonyms(const Source& source, std::string_view word) {
    std::set<std::string_view> words{word};
    for (std::size_t before = 0; before != words.size();) {
        before = words.size();
        for (const Macro& macro : source.macros)
            if (std::ranges::any_of(macro.body, [&](const Token& t) { return words.contains(t.text); }))
                words.insert(macro.name);
    }
    return words;
}

/// What stands between the braces of a function that runs on the GPU, as offsets in the source.
struct Body {
    std::size_t begin, end;
    bool for_host; ///< as well

    bool holds(std::size_t offset) const { return begin <= offset && offset < end; }
};

std::vector<Body> device_bodies(const Source& source) {
    const Tokens& tokens = source.code;
    const auto device = synonyms(source, "__device__"), host = synonyms(source, "__host__");
    std::vector<Body> bodies;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (!tokens[i].is("__global__") && !device.contains(tokens[i].text)) continue;
        const Function f = function_at(tokens, i);
        const std::size_t close = f.body == none ? none : closing(tokens, f.body);
        if (close == none) continue;
        const bool for_host =
            std::any_of(tokens.begin() + static_cast<std::ptrdiff_t>(statement_begin(tokens, i)),
                        tokens.begin() + static_cast<std::ptrdiff_t>(f.body),
                        [&](const Token& t) { return host.contains(t.text); });
        const Body body{tokens[f.body].end(), tokens[close].begin, for_host};
        const bool is_known =
            std::ranges::any_of(bodies, [&](const Body& b) { return b.holds(body.begin); });
        if (!is_known) bodies.push_back(body); // a function within another one is part of that
    }
    return bodies;
}

/// A piece of source, and what is to stand there instead.
struct Decision {
    std::size_t begin, end;
    std::string_view text;
};

/// What the condition becomes where the architecture is known.
void decide(const Condition& condition, std::vector<Decision>& decisions) {
    const Tokens& tokens = condition.tokens;
    const bool is_ifdef = condition.directive.is("ifdef"), is_ifndef = condition.directive.is("ifndef");
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (!tokens[i].is(architecture)) continue;
        if (is_ifdef || is_ifndef) {
            decisions.push_back(
                {condition.directive.begin, tokens[i].end(), is_ifdef ? "if 1" : "if 0"});
        } else if (i > 0 && tokens[i - 1].is("defined")) {
            decisions.push_back({tokens[i - 1].begin, tokens[i].end(), "1"});
        } else if (i > 1 && tokens[i - 1].is("(") && tokens[i - 2].is("defined") &&
                   at(tokens, i + 1, ")")) {
            decisions.push_back({tokens[i - 2].begin, tokens[i + 1].end(), "1"});
        } else {
            decisions.push_back({tokens[i].begin, tokens[i].end(), its_value});
        }
    }
}

void decide(const Tokens& tokens, std::vector<Decision>& decisions) {
    for (const Token& token : tokens)
        if (token.is(architecture)) decisions.push_back({token.begin, token.end(), its_value});
}

bool asks_whether_defined(const Condition& condition) {
    return is_any(condition.directive, {"ifdef", "ifndef"}) ||
           std::ranges::any_of(condition.tokens, [](const Token& t) { return t.is("defined"); });
}
bool asks_whether_defined(const Macro& macro) {
    return std::ranges::any_of(macro.body, [](const Token& t) { return t.is("defined"); });
}

/// All that could be decided, wherever it stands, in the order of the source.
std::vector<Decision> all_decisions(const Source& source) {
    std::vector<Decision> decisions;
    for (const Condition& condition : source.conditions) decide(condition, decisions);
    for (const Macro& macro : source.macros)
        if (!asks_whether_defined(macro)) decide(macro.body, decisions);
    decide(source.code, decisions);
    std::ranges::sort(decisions, {}, &Decision::begin);
    return decisions;
}

/// Those in which the architecture is a number and nothing else.
std::set<std::size_t> numeric_decisions(const Source& source) {
    std::vector<Decision> decisions;
    for (const Condition& condition : source.conditions)
        if (!asks_whether_defined(condition)) decide(condition, decisions);
    for (const Macro& macro : source.macros)
        if (!asks_whether_defined(macro)) decide(macro.body, decisions);
    std::set<std::size_t> places;
    for (const Decision& decision : decisions) places.insert(decision.begin);
    return places;
}

/// The text of a body, decided.
std::string decided(std::string_view text, const Body& body, const std::vector<Decision>& decisions) {
    std::string result;
    std::size_t at = body.begin;
    for (const Decision& d : decisions) {
        if (!body.holds(d.begin)) continue;
        result += text.substr(at, d.begin - at);
        result += d.text;
        at = d.end;
    }
    result += text.substr(at, body.end - at);
    return result;
}

} // namespace

bool asks_for_architecture(std::string_view text) {
    return text.find(architecture) != std::string_view::npos;
}

std::string decide_architecture(std::string_view text) {
    const Source source = lex(text);
    const std::vector<Body> bodies = device_bodies(source);
    const std::vector<Decision> decisions = all_decisions(source);
    const std::set<std::size_t> numeric = numeric_decisions(source);
    const auto body_of = [&](const Decision& d) {
        return std::ranges::find_if(bodies, [&](const Body& b) { return b.holds(d.begin); });
    };

    Rewriter rewriter(text, "");
    std::set<std::size_t> doubled;
    for (const Decision& d : decisions) {
        const auto body = body_of(d);
        const bool is_decided = body == bodies.end() ? numeric.contains(d.begin) : !body->for_host;
        if (is_decided) rewriter.replace(d.begin, d.end, std::string(d.text));
        if (body == bodies.end() || !body->for_host || !doubled.insert(body->begin).second) continue;
        rewriter.replace(body->begin, body->begin,
                         " if (::scanlab::sim::on_device()) {" + decided(text, *body, decisions) +
                             "} else {\n#line " + std::to_string(rewriter.line(body->begin)) + "\n");
        rewriter.replace(body->end, body->end, "}");
    }
    return rewriter.result().text;
}

} // namespace scanlab::translate
