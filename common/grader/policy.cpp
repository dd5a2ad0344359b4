#include "policy.hpp"

#include "format.hpp"
#include "lexer.hpp"
#include "object_file.hpp"

#include <algorithm>
#include <cstdlib>
#include <cxxabi.h>
#include <memory>
#include <regex>

namespace scanlab::grader {
namespace {

using translate::Tokens;

constexpr auto whole = std::regex::optimize | std::regex::extended;

bool may_be_included(std::string_view spelling) {
    static const std::regex allowed(
        R"(<(scanlab/[a-z_]+\.(hpp|cuh)|cuda_runtime\.h|cooperative_groups\.h|cooperative_groups/(reduce|scan)\.h|)"
        R"(cuda/(atomic|cmath)|cuda/std/[a-z_]+|algorithm|array|bit|cassert|climits|cmath|concepts|cstddef|)"
        R"(cstdint|cstdio|cstring|functional|iterator|limits|numeric|tuple|type_traits|utility|vector)>)",
        whole);
    return std::regex_match(spelling.begin(), spelling.end(), allowed);
}

/// Words that nobody needs for a kernel, and what is wrong with them.
std::string_view objection_to_word(std::string_view word) {
    static const std::set<std::string_view> assembly{"asm", "__asm", "__asm__"};
    static const std::set<std::string_view> attributes{
        "__attribute__", "__attribute", "no_sanitize", "no_sanitize_thread",
        "gnu",           "clang",       "__declspec",  "_Pragma"};
    static const std::set<std::string_view> insides{"sim", "DeviceMemoryClosed"};
    if (assembly.contains(word)) return "inline assembly is not accepted";
    if (attributes.contains(word)) return "attributes of the compiler are not accepted";
    if (insides.contains(word) || word.starts_with("__scanlab") || word.starts_with("__builtin") ||
        word.starts_with("scanlab_shared_") || word.starts_with("__device_stub") ||
        (word.starts_with("SCANLAB_") && word != "SCANLAB_EXERCISE"))
        return "the insides of the kit are not accepted";
    return {};
}

std::string_view objection_at(const Tokens& tokens, std::size_t i) {
    if (tokens[i].is_word()) {
        const auto objection = objection_to_word(tokens[i].text);
        if (!objection.empty()) return objection;
        const bool opens = tokens[i].is("namespace") && i + 1 < tokens.size();
        if (opens &&
            (tokens[i + 1].is("scanlab") || tokens[i + 1].is("std") || tokens[i + 1].is("cuda")))
            return "adding to the kit's or the library's namespaces is not accepted";
    }
    if (tokens[i].is("##")) return "pasting tokens is not accepted";
    return {};
}

/// Directives that the lexer has no opinion of.
std::string objections_to_directives(std::string_view source) {
    std::string reasons;
    static const std::regex directive(R"((.*\*/)?[ \t]*#[ \t]*([A-Za-z0-9_]*)(.*))");
    int number = 0;
    while (!source.empty()) {
        const std::size_t end = std::min(source.find('\n'), source.size());
        const std::string line(source.substr(0, end));
        source.remove_prefix(std::min(end + 1, source.size()));
        ++number;
        std::smatch parts;
        if (!std::regex_match(line, parts, directive)) continue;
        const std::string name = parts[2], rest = parts[3];
        static const std::regex file(R"([ \t]*<[^<>]*>.*)"), nothing(R"([ \t\r]*)");
        static const std::set<std::string> known{"include", "define", "undef", "if",
                                                 "ifdef",   "ifndef", "elif",  "else",
                                                 "endif",   "pragma", "error", ""};
        static const std::regex pragma(R"([ \t]*(once|unroll.*|nv_diag.*))");
        if (!known.contains(name) || (name.empty() && !std::regex_match(rest, nothing))) {
            reasons += fmt::format("line {}: the directive #{} is not accepted\n", number, name);
        } else if (name == "pragma" && !std::regex_match(rest, pragma)) {
            reasons += fmt::format("line {}: #pragma{} is not accepted\n", number, rest);
        } else if (name == "include" && !std::regex_match(rest, file)) {
            reasons += fmt::format("line {}: #include{} is not accepted\n", number, rest);
        }
    }
    return reasons;
}

std::string demangled(const std::string& name) {
    const std::unique_ptr<char, void (*)(void*)> text(
        abi::__cxa_demangle(name.c_str(), nullptr, nullptr, nullptr), std::free);
    return text ? text.get() : name;
}

/// Functions and variables that an object may ask for besides the kit's.
bool may_be_called(const std::string& name) {
    static const std::regex c_names(
        "mem(cpy|move|set|cmp)|printf|puts|putchar|str(len|cmp)|__assert_fail|"
        "__scanlab_((read|write)[0-9]+|access|atomic|block|index|own|unwritten|mem(move|set|cmp|chr)|str(len|n?cmp|cpy)|program)|"
        // with its parameters' types as the simulator has it, without them as CUDA has it
        "(_Z[0-9]+)?cuda(MemsetAsync|Memset|GetLastError|PeekAtLastError|StreamSynchronize|"
        "DeviceSynchronize|"
        "GetErrorString|GetErrorName|GetDevice|DeviceGetAttribute|FuncSetAttribute|"
        "OccupancyMaxActiveBlocksPerMultiprocessor(WithFlags)?|Launch(Cooperative)?Kernel(ExC)?)(["
        "PivNRK].*)?|"
        "__cuda(GetKernel|LaunchKernel|P(ush|op)CallConfiguration|(Unr|R)egister[A-Za-z]+|InitModule)|"
        "(at)?exit|" // of launches as nvcc makes them; who calls exit leaves no result
        "threadIdx|blockIdx|blockDim|gridDim|"
        "_ZN7scanlab3sim.*|_ZNK7scanlab3sim.*|" // an object of the source cannot name more: see insides
        "_Zn[wa]m|_Zd[la]Pv(m)?|_ZSt[0-9]+__throw_[a-z_]+.*|_ZSt9terminatev|"
        "__cxa_(begin_catch|end_catch|rethrow|throw_bad_array_new_length|guard_acquire|guard_release|"
        "guard_abort)|__g(xx|cc)_personality_v0|_Unwind_Resume|__stack_chk_fail|_GLOBAL_OFFSET_TABLE_|"
        "_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE.*|"
        "_ZNSaIcE[CD][0-9]Ev|_ZNSaIcE[CD][0-9]ERKS_|_ZNSaIcEC[0-9]Ev|"
        "_ZT[VI]N10__cxxabiv1.*",
        whole);
    return std::regex_match(name, c_names);
}

/// What the translator and the compilers themselves make.
bool is_bookkeeping(const std::string& name) {
    static const std::regex of_nvcc("_ZL[0-9]+__(fatDeviceText|cudaFatCubinHandle)|"
                                    "_Z(GV)?ZL[0-9]+__device_stub__.*",
                                    whole);
    return std::regex_match(name, of_nvcc) || name.find("scanlab_shared_") != std::string::npos ||
           name == "scanlab_is_a_program" || name == "__clang_call_terminate" || name.starts_with("DW.ref.") || name.starts_with("_ZTI") || name.starts_with("_ZTS") ||
           name.starts_with("_ZTV");
}

std::string objection_to_symbol(const Symbol& symbol, const std::set<std::string>& kit) {
    if (symbol.is_indirect) return "it has a function that is chosen when the program is loaded";
    if (!symbol.is_defined)
        return symbol.name.empty() || may_be_called(symbol.name) ? "" : "it uses {}";
    if (is_bookkeeping(symbol.name)) return {};
    const bool is_data = symbol.section_is_writable && !symbol.section.starts_with(".data.rel.ro");
    if (symbol.is_variable && is_data) return "it has the variable {}, which outlives a call";
    if (symbol.is_local) return {};
    // But for placement new, which a header defines.
    static const std::regex allocation("_Z(n[wa]m(St.*|RK.*)?|d[la]Pv(m|St.*|RK.*)?)", whole);
    if (!symbol.name.starts_with("_Z") || kit.contains(symbol.name) ||
        std::regex_match(symbol.name, allocation))
        return "it defines {}, which belongs to the kit or to the system";
    return {};
}

} // namespace

std::string objections_to_source(std::string_view text) {
    // As the compiler sees it: a backslash at a line's end may split a word.
    static const std::regex splice(R"(\\[ \t\r]*\n)");
    const std::string unspliced = std::regex_replace(std::string(text), splice, "");
    const std::string_view source = unspliced;
    std::string reasons = objections_to_directives(source);
    if (source.find("%:") != std::string_view::npos) reasons += "the digraph %: is not accepted\n";
    const translate::Source parts = translate::lex(source);
    const auto line_of = [&](std::size_t offset) {
        return 1 +
               std::count(source.begin(), source.begin() + static_cast<std::ptrdiff_t>(offset), '\n');
    };
    for (const translate::Include& include : parts.includes) {
        if (may_be_included(include.spelling)) continue;
        reasons += fmt::format("line {}: #include {} is not accepted\n", line_of(include.begin),
                               include.spelling);
    }
    const auto look_through = [&](const Tokens& tokens) {
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            const std::string_view objection = objection_at(tokens, i);
            if (!objection.empty())
                reasons += fmt::format("line {}: '{}': {}\n", line_of(tokens[i].begin), tokens[i].text,
                                       objection);
        }
    };
    look_through(parts.code);
    for (const translate::Macro& macro : parts.macros) {
        look_through(macro.body);
        if (!objection_to_word(macro.name).empty() || macro.name.starts_with("__"))
            reasons += fmt::format("#define {} is not accepted\n", macro.name);
    }
    return reasons;
}

std::string objections_to_object(const std::filesystem::path& path, const std::set<std::string>& kit) {
    const ObjectFile object = read_object_file(path);
    std::set<std::string> reasons;
    static const std::regex at_load(R"(\.(init|fini|preinit)(_array)?(\..*)?|\.[cd]tors(\..*)?)",
                                    std::regex::ECMAScript);
    // One pointer is the compiler's own: it starts the thread sanitizer, which does nothing here.
    std::size_t bytes_at_load = 0;
    for (const Section& section : object.sections)
        if (std::regex_match(section.name, at_load)) bytes_at_load += section.bytes;
    if (bytes_at_load > sizeof(void*))
        reasons.insert("some of its code would run when the program is loaded or ends");
    for (const Symbol& symbol : object.symbols) {
        const std::string reason = objection_to_symbol(symbol, kit);
        if (!reason.empty()) reasons.insert(fmt::format(fmt::runtime(reason), demangled(symbol.name)));
    }
    return reasons.empty() ? "" : fmt::format("{}\n", fmt::join(reasons, "\n"));
}

} // namespace scanlab::grader
