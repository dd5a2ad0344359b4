#include "compile/judge/judge.hpp"

#include "compile/hooks/accesses.hpp"
#include "compile/hooks/index_checks.hpp"
#include "compile/ir/names.hpp"
#include "compile/judge/allowed.hpp"
#include "compile/judge/judged_program.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>

namespace scanlab::instrument {

namespace {

template <std::size_t size>
bool is_one_of(std::string_view word, const std::array<std::string_view, size>& words) {
    return std::ranges::find(words, word) != words.end();
}

/// The text without what stands in quotes.
std::string without_quotes(std::string_view text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '"')
            i = std::min(text.find('"', i + 1), text.size());
        else
            result += text[i];
    }
    return result;
}

bool has_word(std::string_view text, std::string_view word) {
    for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
        const auto is_part = [&](std::size_t i) {
            return i < text.size() && (std::isalnum(static_cast<unsigned char>(text[i])) ||
                                       text[i] == '_' || text[i] == '.');
        };
        if ((at == 0 || !is_part(at - 1)) && !is_part(at + word.size())) return true;
    }
    return false;
}

/// Names that a compiler gives by itself: others could be taken for a part of the module's text, or
/// mean another symbol. A backslash stands before a byte of a letter that is not ASCII, as two digits.
bool is_plain_name(std::string_view name) {
    for (std::size_t i = 1; i < name.size(); ++i) {
        const unsigned char c = static_cast<unsigned char>(name[i]);
        const bool is_letter = c == '\\' && i + 1 < name.size() &&
                               std::string_view("89ABCDEF").find(name[i + 1]) != std::string_view::npos;
        if (!std::isalnum(c) && std::string_view("_.$:\"").find(name[i]) == std::string_view::npos &&
            !is_letter)
            return false;
    }
    return true;
}

bool is_kit_name(std::string_view symbol) {
    for (const std::string_view begin :
         {"@_ZN7scanlab3sim", "@_ZNK7scanlab3sim", "@_ZZN7scanlab3sim", "@_ZZNK7scanlab3sim"})
        if (symbol.starts_with(begin)) return true;
    return false;
}

class Judge {
public:
    Judge(const Lines& lines, const Module& module) : lines_(lines), module_(module) {
        for (const std::string_view line : lines) {
            if (line.starts_with('!')) nodes_[line.substr(0, line.find(' '))] = line;
            if (line.starts_with("define ")) defined_.insert(name_of_function(line));
            if (line.starts_with("define ") || line.starts_with("declare "))
                heads_[name_of_function(line)] = line;
            if (line.starts_with('@') && !is_external(line)) defined_.insert(name_at(line, 0));
            if (line.starts_with("@llvm.global_ctors "))
                for (const std::string_view name : symbols_in(line)) begins_early_.insert(name);
        }
    }

    std::vector<Objection> verdict() {
        for_functions(
            lines_, [&](std::string_view definition, const Lines& body) { function(definition, body); },
            [&](std::string_view line) { other(line); });
        std::ranges::sort(objections_, {}, [](const Objection& o) { return std::tie(o.line, o.rule); });
        const auto same = [](const Objection& a, const Objection& b) {
            return a.line == b.line && a.rule == b.rule;
        };
        objections_.erase(std::unique(objections_.begin(), objections_.end(), same), objections_.end());
        return std::move(objections_);
    }

private:
    static std::string words_before_kind(std::string_view line) {
        std::string words = " ";
        std::string_view rest = line.substr(name_at(line, 0).size());
        for (;;) {
            rest.remove_prefix(std::min(rest.find_first_not_of(" ="), rest.size()));
            const std::string_view word = rest.substr(0, rest.find(' '));
            words += std::string(word) + " ";
            if (word.empty() || word == "global" || word == "constant" || word == "alias" ||
                word == "ifunc")
                return words;
            rest.remove_prefix(word.size());
        }
    }
    static bool is_external(std::string_view line) {
        return words_before_kind(line).find(" extern") != std::string::npos;
    }

    void object(std::size_t line, std::string rule, std::string_view instead = {}) {
        objections_.push_back({line, std::move(rule), std::string(instead)});
    }

    /// The line of the source that an instruction comes from.
    std::size_t line_of(std::string_view instruction) const {
        const std::string_view source = source_of(instruction);
        const auto node = source.empty() ? nodes_.end() : nodes_.find(source.substr(7));
        return node == nodes_.end() ? 0 : number_after(node->second, "line: ");
    }
    std::size_t line_of_function(std::string_view definition) const {
        const auto node = nodes_.find(node_after(definition, " !dbg "));
        return node == nodes_.end() ? 0 : number_after(node->second, "line: ");
    }
    static std::size_t number_after(std::string_view text, std::string_view word) {
        const std::size_t at = text.find(word);
        if (at == std::string_view::npos) return 0;
        const std::string_view digits = text.substr(at + word.size());
        return number_in(digits.substr(0, digits.find_first_not_of("0123456789"))).value_or(0);
    }
    bool is_of_user(std::string_view definition) const {
        return !module_.is_of_kit(definition) &&
               !module_.functions_of_libraries.contains(node_after(definition, " !dbg "));
    }

    // --- what stands outside of functions

    void other(std::string_view line) {
        if (line.starts_with('%') && has_very_wide_integer(without_quotes(line)))
            object(0, "a number of more than 128 bits", "an array of numbers");
        if (line.starts_with('@')) return variable(line);
        if (line.starts_with("module asm"))
            return object(0, "inline assembly", "C++, or an intrinsic such as __popc()");
        if (line.starts_with("declare ")) {
            convention(without_quotes(line.substr(0, line.find('@'))), 0);
            return insides(name_of_function(line), 0);
        }
        if (line.starts_with("attributes #")) return attributes(line);
        if (line.starts_with("!llvm.linker.options") || line.starts_with("!llvm.dependent")) {
            if (!line.ends_with("!{}"))
                object(0, "#pragma comment", "nothing: the kit links what an exercise needs");
            return;
        }
        for (const std::string_view known : {"source_filename", "target ", "%", "$", "!", ";", "}"})
            if (line.starts_with(known)) return;
        if (!line.empty()) object(0, "something of which the grader does not know what it does");
    }

    void attributes(std::string_view line) {
        const std::string words = without_quotes(line);
        if (has_word(words, "naked")) object(0, "the attribute naked", "an ordinary function");
        if (has_word(words, "returns_twice"))
            object(0, "setjmp() and other functions that return twice", "loops and returns");
    }

    void insides(std::string_view name, std::size_t line) {
        if (!is_plain_name(name))
            object(line, "a name that asm(\"…\") gives to a symbol", "the C++ name alone");
        if (name.find("scanlab_") != std::string_view::npos && name.substr(1).starts_with("__scanlab"))
            object(line, demangled(name) + ", which belongs to the simulator",
                   "the functions of CUDA and of scanlab/*.cuh");
    }

    void variable(std::string_view line) {
        const std::string_view name = name_at(line, 0);
        const std::string readable = demangled(name), words = words_before_kind(line),
                          all = without_quotes(line);
        insides(name, 0);
        if (words.ends_with(" alias ") || words.ends_with(" ifunc "))
            return object(0, readable + ", a second name for a function or variable",
                          "a function that calls the other one");
        if (words.find(" thread_local") != std::string::npos)
            return object(0, "the thread_local variable " + readable,
                          "a local variable, or a parameter");
        if (is_external(line)) {
            if (!is_known_variable(name) || words.find(" extern_weak ") != std::string::npos)
                object(0, "the variable " + readable + ", which the file does not define",
                       "a variable of your own");
            return;
        }
        if (name == "@llvm.global_ctors") return; // its functions are judged where they stand
        if (name.starts_with("@llvm.") &&
            !is_one_of(name, std::array<std::string_view, 3>{"@llvm.used", "@llvm.compiler.used",
                                                             "@llvm.global.annotations"}))
            return object(0, "code that runs when the program ends", "call it in launch()");
        const std::size_t section = line.find(", section \"");
        if (section != std::string_view::npos &&
            !line.substr(section).starts_with(", section \"llvm.metadata\""))
            object(0, "the variable " + readable + " in a section of its own", "an ordinary variable");
        if (all.find("blockaddress(") != std::string::npos ||
            all.find("addrspace(") != std::string::npos)
            object(0, "the variable " + readable + ", whose value is no ordinary one",
                   "an ordinary variable");
        for (const std::string_view symbol : symbols_in(line.substr(name.size())))
            if (!defined_.contains(symbol) && !is_known_variable(symbol) &&
                symbol != "@__cxa_pure_virtual" && symbol != "@__cxa_deleted_virtual")
                object(0, "the address of " + function_in_source(symbol) + " in " + readable,
                       "a function of your own that calls it");
    }

    // --- functions

    void function(std::string_view definition, const Lines& body) {
        const std::string_view name = name_of_function(definition);
        is_kit_ = module_.is_of_kit(definition);
        line_of_function_ = is_of_user(definition) ? line_of_function(definition) : 0;
        is_user_ = is_of_user(definition);
        insides(name, line_of_function_);
        if (is_kit_name(name) && !is_kit_)
            object(line_of_function_,
                   "a definition of " + demangled(name) + ", which belongs to the simulator",
                   "a name of your own");
        head(definition, name);
        const bool is_initializer = name.starts_with("@__cxx_global_var_init");
        if (is_initializer && notes_launch_bounds(body)) return;
        const bool calls_initializers =
            name.starts_with("@_GLOBAL__sub_I_") &&
            std::ranges::all_of(body, [](std::string_view line) {
                const auto call = read_call(line);
                return without_result(line).starts_with("ret ") ||
                       (call && call->callee.starts_with("@__cxx_global_var_init"));
            });
        if (is_initializer || (begins_early_.contains(name) && !calls_initializers)) initializer(body);
        for (std::size_t i = 0; i < body.size(); ++i) {
            // An invoke ends on the line after the one that it begins on.
            const bool is_invoke =
                without_result(body[i]).starts_with("invoke ") && i + 1 < body.size();
            instruction(body[i], line_of(body[is_invoke ? i + 1 : i]));
        }
    }

    void head(std::string_view definition, std::string_view name) {
        const std::string words = without_quotes(definition);
        const bool is_initializer =
            name.starts_with("@__cxx_global_var_init") || name.starts_with("@_GLOBAL__sub_I_");
        if (words.find(" section ") != std::string::npos && !is_initializer)
            object(line_of_function_, "a function in a section of its own", "an ordinary function");
        for (const std::string_view word : {" prefix ", " prologue ", " gc "})
            if (words.find(word) != std::string::npos)
                object(line_of_function_, "an attribute that changes how a function begins",
                       "an ordinary function");
        convention(words.substr(0, words.find('@')), line_of_function_);
    }

    /// What stands before the name of a function. By another convention it would not get the arguments
    /// that are checked.
    void convention(std::string_view words, std::size_t line) {
        for (std::string_view rest = words; !rest.empty();) {
            const std::string_view word = rest.substr(0, rest.find(' '));
            const bool is_convention =
                word.ends_with("cc") || word == "cc" || word.ends_with("_kernel");
            if (is_convention && word.find_first_of("(%@") == std::string_view::npos)
                object(line, "the calling convention " + std::string(word), "an ordinary function");
            rest.remove_prefix(std::min(word.size() + 1, rest.size()));
        }
    }

    /// What __launch_bounds__ comes to: the simulator hears of it before main.
    static bool notes_launch_bounds(const Lines& body) {
        return std::ranges::all_of(body, [](std::string_view line) {
            const auto call = read_call(line);
            const bool is_store = without_result(line).starts_with("store ");
            if (call || has_word(without_quotes(line), "call"))
                return call && call->callee == "@_ZN7scanlab3sim13bound_threadsEPKvi";
            return !is_store || std::ranges::all_of(symbols_in(line), [](std::string_view name) {
                return name.starts_with("@_ZN7scanlab3sim12LaunchBounds") ||
                       name.starts_with("@_ZGVN7scanlab3sim12LaunchBounds");
            });
        });
    }

    /// Of a variable whose first value is computed when the program is loaded.
    void initializer(const Lines& body) {
        std::size_t line = 0;
        for (const std::string_view instruction : body)
            if (line == 0) line = line_of(instruction);
        object(line == 0 ? line_of_function_ : line,
               "code that runs when the program is loaded, before the exercise: a variable's first "
               "value is computed",
               "constexpr, a value that is constant, or a variable in launch()");
    }

    void instruction(std::string_view line, std::size_t line_of_source) {
        const std::string_view text = without_result(line);
        if (text.empty() || !line.starts_with(' ') || text.starts_with(';')) return; // a label
        const std::string_view first = text.substr(0, text.find(' '));
        const bool is_call =
            is_one_of(first, std::array<std::string_view, 4>{"call", "invoke", "tail", "notail"});
        const std::size_t at = is_user_ ? line_of_source : 0;
        static const std::set<std::string_view> known{
            "alloca", "load", "store", "getelementptr", "ret", "br", "switch", "unreachable", "phi",
            "select", "icmp", "fcmp", "add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "shl",
            "lshr", "ashr", "and", "or", "xor", "fadd", "fsub", "fmul", "fdiv", "frem", "fneg", "trunc",
            "zext", "sext", "fptrunc", "fpext", "fptoui", "fptosi", "uitofp", "sitofp", "ptrtoint",
            "inttoptr", "bitcast", "extractvalue", "insertvalue", "extractelement", "insertelement",
            "shufflevector", "atomicrmw", "cmpxchg", "fence", "landingpad", "resume", "freeze",
            "unreachable,",
            // lines on which an instruction goes on
            "to", "catch", "cleanup", "cleanup,", "filter", "]", "],"};
        const bool goes_on =
            first.starts_with('i') && text.find(", label %") != std::string_view::npos; // a case
        if (first == "callbr")
            return object(at, "inline assembly", "C++, or an intrinsic such as __popc()");
        if (!is_call && !known.contains(first) && !goes_on) {
            object(at,
                   first == "indirectbr" ? "a jump to an address"
                                         : "the instruction " + std::string(first),
                   first == "va_arg" ? "a template with a pack of parameters"
                                     : "loops, branches and functions");
            return;
        }
        const std::string plain = without_quotes(line);
        if (plain.find("addrspace(") != std::string::npos ||
            plain.find("blockaddress(") != std::string::npos)
            object(at, "an address that is no ordinary one", "ordinary pointers, loops and branches");
        if (first == "alloca") variable_of_function(text, at);
        const std::string_view callee = is_call ? call(line, plain, at) : std::string_view{};
        for (const std::string_view symbol : symbols_in(text)) {
            if (symbol.data() == callee.data() || defined_.contains(symbol) ||
                is_known_variable(symbol) || is_harmless_address_)
                continue;
            if (symbol == "@__gxx_personality_v0") continue;
            object(at, "the address of " + function_in_source(symbol),
                   "a function of your own that calls it");
        }
    }

    static bool has_very_wide_integer(std::string_view text) {
        for (std::size_t at = text.find('i'); at != std::string_view::npos;
             at = text.find('i', at + 1)) {
            const bool begins_word =
                at == 0 || !(std::isalnum(static_cast<unsigned char>(text[at - 1])) ||
                             text[at - 1] == '_' || text[at - 1] == '.');
            if (begins_word && number_after(text.substr(at), "i") > 128 &&
                std::isdigit(static_cast<unsigned char>(text[at + 1])))
                return true;
        }
        return false;
    }

    void variable_of_function(std::string_view text, std::size_t at) {
        if (has_very_wide_integer(without_quotes(text)))
            object(at, "a number of more than 128 bits", "an array of numbers");
        const auto parts = split(text.substr(std::string_view("alloca ").size()));
        if ((parts.size() > 1 && !parts[1].starts_with("align ")) ||
            text.starts_with("alloca inalloca"))
            object(at, "an array on the stack whose length is not constant",
                   "a constant length, or a std::vector on the host");
    }

    /// Returns what is called.
    std::string_view call(std::string_view line, const std::string& plain, std::size_t at) {
        is_harmless_address_ = false;
        if (has_word(plain, "asm")) {
            object(at, "inline assembly", "C++, or an intrinsic such as __popc()");
            return {};
        }
        const auto call = read_call(line);
        if (!call || plain.find(" musttail ") != std::string::npos || !has_its_type(line, *call)) {
            object(at, "a call of a function by another type than it has", "the function's own type");
            return {};
        }
        const std::string_view callee = call->callee;
        if (!defined_.contains(callee))
            convention(
                without_quotes(line.substr(0, static_cast<std::size_t>(callee.data() - line.data()))),
                at);
        if (callee.starts_with('%') || defined_.contains(callee))
            return callee; // which function, a hook sees to
        if (callee.starts_with("@llvm.")) {
            if (!is_allowed_intrinsic(callee)) object(at, intrinsic(callee), "ordinary C++");
            return callee;
        }
        if (read_index_check(line)) {
            if (!call->arguments.starts_with("i8* bitcast ({ ") &&
                !call->arguments.starts_with("ptr @"))
                object(at, function_in_source(callee), "nothing");
            return callee;
        }
        if (block_function(callee)) return callee;
        const Allowed* const allowed = allowed_function(callee);
        if (!allowed || (allowed->only_kit && !is_kit_)) {
            const std::string function = function_in_source(callee);
            const Advice advice = advice_on(function);
            object(at, "a call of " + std::string(advice.known_as), advice.instead);
            return callee;
        }
        is_harmless_address_ = allowed->how == Allowed::How::ends;
        const auto arguments = split(call->arguments);
        for (const Given& given : allowed->given) {
            const auto index = static_cast<std::size_t>(std::max(given.argument, given.bytes_argument));
            const auto operand = index < arguments.size()
                                     ? read_operand(arguments[static_cast<std::size_t>(given.argument)])
                                     : std::nullopt;
            const bool is_pointer = operand && (operand->type == "ptr" || operand->type.ends_with('*'));
            if (!is_pointer)
                object(at, function_in_source(callee) + ", declared in another way than it is",
                       "#include what declares it");
        }
        return callee;
    }

    bool has_its_type(std::string_view line, const Call& call) const {
        const auto head = heads_.find(call.callee);
        return head == heads_.end() || call.callee.starts_with("@llvm.") ||
               is_called_by_its_type(line, call, head->second, module_.types);
    }

    static std::string intrinsic(std::string_view callee) {
        if (callee.starts_with("@llvm.va_")) return "a function that takes its arguments by va_list";
        return "the compiler's built-in function " + std::string(callee.substr(1));
    }

    const Lines& lines_;
    const Module& module_;
    std::map<std::string_view, std::string_view> nodes_; ///< of the debug information
    std::map<std::string_view, std::string_view> heads_; ///< lines that define or declare functions
    std::set<std::string_view> defined_, begins_early_;  ///< the latter before main
    bool is_kit_ = false, is_user_ = false;              ///< who has written the function
    bool is_harmless_address_ = false;                   ///< in a call that is never made
    std::size_t line_of_function_ = 0;
    std::vector<Objection> objections_;
};

} // namespace

std::vector<Objection> objections(const Lines& lines, const Module& module) {
    return Judge(lines, module).verdict();
}

std::string text(const std::vector<Objection>& objections) {
    std::string text;
    for (const Objection& o : objections) {
        if (o.line != 0) text += "line " + std::to_string(o.line) + ": ";
        text += o.rule;
        if (!o.instead.empty()) text += " (instead: " + o.instead + ")";
        text += '\n';
    }
    return text;
}

} // namespace scanlab::instrument
