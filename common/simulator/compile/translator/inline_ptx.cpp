#include "compile/translator/inline_ptx.hpp"

#include "compile/translator/ptx_instructions.hpp"

#include <algorithm>
#include <optional>
#include <set>

namespace scanlab::translate {
namespace {

using Kind = PtxStatement::Kind;

/// The characters that a string literal stands for.
std::string content(std::string_view literal) {
    if (const std::size_t raw = literal.find("R\"");
        raw != std::string_view::npos && raw < literal.find('"')) {
        const std::size_t open = literal.find('('), close = literal.rfind(')');
        return std::string(literal.substr(open + 1, close - open - 1));
    }
    std::string text;
    const std::size_t end = literal.size() - 1;
    for (std::size_t i = literal.find('"') + 1; i < end; ++i) {
        if (literal[i] != '\\' || i + 1 >= end) {
            text += literal[i];
            continue;
        }
        const char c = literal[++i];
        text += c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c;
    }
    return text;
}

class AsmRewriter {
public:
    AsmRewriter(Rewriter& rewriter, const Row& row)
        : rewriter_(rewriter), row_(row), tokens_(row.tokens) {}

    void run(std::size_t keyword) {
        std::size_t i = keyword + 1;
        while (i < tokens_.size() && tokens_[i].is_word()) ++i; // volatile
        end_ = closing(tokens_, i);
        if (end_ == none) return;
        const std::size_t after = read_text(i + 1);
        if (!is_ptx(text_)) return; // the host's, which its compiler understands
        if (after < end_ && !is_any(tokens_[after], {":", "::"}))
            return refuse(keyword, {tokens_[after].begin,
                                    "this asm statement puts its text together from macros: the "
                                    "simulator can read inline PTX that is written out only"});
        read_operands(after);
        const std::string code = translated();
        if (failure_) return refuse(keyword, *failure_);
        rewriter_.replace(tokens_[keyword].begin, tokens_[end_].end(),
                          code +
                              rewriter_.line_ends(row_, tokens_[keyword].begin, tokens_[end_].begin));
    }

private:
    struct Failure {
        std::size_t at; ///< in the source
        std::string message;
    };

    /// An error of the compiler's, for only it knows which of the branches of an #if is compiled.
    void refuse(std::size_t keyword, const Failure& failure) {
        const std::size_t begin = tokens_[keyword].begin, end = tokens_[end_].end();
        rewriter_.replace(begin, end,
                          rewriter_.line_ends(row_, begin, failure.at) + "_Pragma(\"GCC error \\\"" +
                              failure.message + "\\\"\")" +
                              rewriter_.line_ends(row_, failure.at, tokens_[end_].begin));
    }

    struct Operand {
        std::string constraint, expression;
        bool is_output() const { return constraint.starts_with('=') || constraint.starts_with('+'); }
        bool is_input() const { return !constraint.starts_with('='); }
    };

    /// The text, of as many literals as follow each other; returns what comes after it.
    std::size_t read_text(std::size_t i) {
        for (; i < end_ && tokens_[i].kind == Token::Kind::literal; ++i) {
            literals_.push_back({text_.size(), tokens_[i].begin});
            text_ += content(tokens_[i].text);
        }
        return i;
    }

    /// Where in the source the text's character at `offset` comes from, nearly.
    std::size_t source_of(std::size_t offset) const {
        std::size_t found = literals_.front().source;
        for (const Literal& literal : literals_)
            if (literal.text <= offset) found = literal.source;
        return found;
    }

    /// `: "=r"(x) : "r"(y + 1) : "memory"`
    void read_operands(std::size_t i) {
        int colons = 0;
        while (i < end_) {
            if (tokens_[i].is(":") || tokens_[i].is("::")) {
                colons += tokens_[i].is("::") ? 2 : 1;
                ++i;
                continue;
            }
            if (colons > 2) {
                for (; i < end_; ++i)
                    clobbers_memory_ |=
                        tokens_[i].kind == Token::Kind::literal && content(tokens_[i].text) == "memory";
                return;
            }
            Operand operand;
            if (tokens_[i].is("[")) i += 3; // its name
            if (tokens_[i].kind == Token::Kind::literal) operand.constraint = content(tokens_[i].text);
            if (at(tokens_, i + 1, "(")) {
                operand.expression = squeezed(tokens_, i + 2, closing(tokens_, i + 1));
                operands_.push_back(operand);
                i = past(tokens_, i + 1);
            } else {
                ++i;
            }
            if (at(tokens_, i, ",")) ++i;
        }
    }

    /// "%1" as the C++ variable that holds the operand, "%%laneid" as what it says, 3 as a constant.
    std::string variable(const std::string& text, const PtxStatement& at_statement) {
        const auto numbered = [](std::size_t n) { return "scanlab_" + std::to_string(n); };
        if (text.starts_with('!')) return "!" + variable(text.substr(1), at_statement);
        if (text == "_") return "::scanlab::sim::ptx::Register().itself()";
        if (text.starts_with("%[")) {
            fail(at_statement, "nvcc knows no names for operands, such as '" + text +
                                   "': they have numbers, %0 for the first, %1 for the second");
            return "";
        }
        if (text.size() > 1 && text[0] == '%' && std::isdigit(static_cast<unsigned char>(text[1])) != 0)
            return numbered(std::stoul(text.substr(1)));
        if (registers_.contains(text)) return register_name(text);
        if (text.starts_with('%'))
            if (const auto special = special_register(text.substr(text.find_first_not_of('%'))))
                return "::scanlab::sim::ptx::Register(" + *special + ")";
        const char first =
            text.empty() ? ' ' : text[text[0] == '-' ? std::min<std::size_t>(1, text.size() - 1) : 0];
        if (std::isdigit(static_cast<unsigned char>(first)) != 0) return number(text);
        if (text == "WARP_SZ") return "::scanlab::sim::ptx::Register(warpSize)";
        fail(at_statement, "the simulator does not know the PTX operand '" + text + "'");
        return "";
    }

    static std::string number(const std::string& text) {
        const bool is_bits = text.starts_with("0f") || text.starts_with("0F") ||
                             text.starts_with("0d") || text.starts_with("0D");
        if (is_bits) return "::scanlab::sim::ptx::Register(0x" + text.substr(2) + "ull)";
        if (text.find('.') != std::string::npos) return "::scanlab::sim::ptx::Real{" + text + "}";
        const bool is_unsigned = text.ends_with('U');
        return "::scanlab::sim::ptx::Register(" + text + (is_unsigned ? "ll" : "") + ")";
    }

    static std::string register_name(const std::string& text) {
        std::string name = "scanlab_r_";
        for (const char c : text) name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
        return name;
    }

    /// The declaration of `.reg .u32 a, r<4>`.
    std::string declared(const PtxStatement& statement) {
        std::string text;
        const auto add = [&](const std::string& name) {
            registers_.insert(name);
            text += (text.empty() ? "::scanlab::sim::ptx::Register " : ", ") + register_name(name);
        };
        for (const std::string& name : statement.operands) {
            const std::size_t angle = name.find('<');
            if (angle == std::string::npos)
                add(name);
            else
                for (int i = 0; i < std::atoi(name.c_str() + angle + 1); ++i)
                    add(name.substr(0, angle) + std::to_string(i));
        }
        return text + "; ";
    }

    static bool is_fence(const PtxStatement& s) {
        return s.spelling().starts_with("membar.") || s.spelling().starts_with("fence.acq_rel") ||
               s.spelling().starts_with("fence.sc");
    }

    std::string translated(const PtxStatement& s) {
        switch (s.kind) {
        case Kind::open:
            return "{ ";
        case Kind::close:
            return "} ";
        case Kind::label:
            return "scanlab_" + s.opcode() + ":; ";
        case Kind::registers:
            return declared(s);
        case Kind::instruction:
            break;
        }
        // A compiler may move accesses past it, so that it orders nothing.
        if (is_fence(s) && !clobbers_memory_) return "; ";
        const auto code =
            translated_instruction(s, [&](const std::string& text) { return variable(text, s); });
        if (!code) {
            fail(s, "the simulator does not have the PTX instruction '" + s.spelling() +
                        (s.opcode().starts_with("bar") && !s.operands.empty() ? " " + s.operands.front()
                                                                              : "") +
                        "': say it in CUDA C++, or run this program on a GPU");
            return "";
        }
        if (s.predicate.empty()) return *code + "; ";
        return std::string("if (") + (s.is_negated ? "!" : "") + variable(s.predicate, s) + ") " +
               *code + "; ";
    }

    std::string translated() {
        const std::vector<PtxStatement> statements = ptx_statements(text_);
        std::string before, body, after;
        for (std::size_t i = 0; i < operands_.size(); ++i) {
            const Operand& o = operands_[i];
            const std::string name = "scanlab_" + std::to_string(i);
            before += "::scanlab::sim::ptx::Register " + name +
                      (o.is_input() ? "(" + o.expression + ")" : "") + "; ";
            if (o.is_output())
                after += "::scanlab::sim::ptx::give(" + o.expression + ", " + name + "); ";
        }
        for (const PtxStatement& statement : statements) body += translated(statement);
        // Labels are the function's: a function of its own for those of this statement.
        if (std::ranges::count(statements, Kind::label, &PtxStatement::kind) != 0)
            body = "[&]() SCANLAB_CALLED_HERE { " + body + "}(); ";
        return "do { " + before + body + after + "} while (false)";
    }

    void fail(const PtxStatement& statement, const std::string& message) {
        if (!failure_) failure_ = {source_of(statement.begin), message};
    }

    struct Literal {
        std::size_t text, source; ///< offsets
    };

    Rewriter& rewriter_;
    const Row& row_;
    const Tokens& tokens_;
    std::size_t end_ = none; ///< the statement's `)`
    std::string text_;
    std::vector<Literal> literals_;
    std::vector<Operand> operands_;
    std::set<std::string> registers_;
    bool clobbers_memory_ = false;
    std::optional<Failure> failure_;
};

} // namespace

bool is_asm(const Tokens& tokens, std::size_t i) {
    if (!is_any(tokens[i], {"asm", "__asm__", "__asm"})) return false;
    std::size_t next = i + 1;
    while (next < tokens.size() &&
           is_any(tokens[next], {"volatile", "__volatile__", "__volatile", "inline"}))
        ++next;
    return at(tokens, next, "(") && next + 1 < tokens.size() &&
           tokens[next + 1].kind == Token::Kind::literal;
}

void rewrite_asm(Rewriter& rewriter, const Row& row, std::size_t keyword) {
    AsmRewriter(rewriter, row).run(keyword);
}

} // namespace scanlab::translate
