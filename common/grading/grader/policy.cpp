#include "policy.hpp"

#include "directives.hpp"
#include "format.hpp"
#include "object_file.hpp"

#include <cstdlib>
#include <cxxabi.h>
#include <memory>
#include <regex>

namespace scanlab::grader {
namespace {

constexpr auto whole = std::regex::optimize | std::regex::extended;

#include "allowed_headers.inc"

/// "<vector>" or, of CUDA's and the kit's own, "\"cuda_runtime.h\"".
bool may_be_included(const std::string& spelling) {
    if (spelling.size() < 2) return false;
    const std::string name = spelling.substr(1, spelling.size() - 2);
    const std::size_t at = allowed_headers.find("\n#include <" + name + ">\n"),
                      of_library = allowed_headers.find("// C++'s");
    return at != std::string_view::npos && (spelling.front() == '<' || at < of_library);
}

/// What to write instead of including it.
std::string_view instead_of_header(const std::string& spelling) {
    static const std::vector<std::pair<std::regex, std::string_view>> advice{
        {std::regex(".(.*stream|format|print).", whole), "<cstdio> and printf()"},
        {std::regex(".(thrust|cub)/.*", whole), "a kernel of your own, or <cooperative_groups/scan.h>"},
        {std::regex(
             ".(cuda/"
             "(barrier|pipeline|latch|semaphore)|cuda_(aw)?(barrier|pipeline).*|.*memcpy_async.h).",
             whole),
         "__syncthreads(), and ordinary loads and stores, which are counted"},
        {std::regex(".(cuda_(fp|bf)[0-9]+.h|mma.h).", whole),
         "int and float: no exercise asks for others"},
        {std::regex(".(curand.*|random).", whole), "nothing: the grader makes the inputs"},
        {std::regex(".cuda.h.", whole), "<cuda_runtime.h>"},
        {std::regex(
             ".(thread|mutex|future|atomic|condition_variable|barrier|latch|semaphore|stop_token).",
             whole),
         "one host thread, and kernels; for these <cuda/atomic>"}};
    for (const auto& [header, instead] : advice)
        if (std::regex_match(spelling, header)) return instead;
    return "one of the headers on the page of the rules";
}

/// "__has_include(\"file\")", if the directive asks whether there is a file that it may not include;
/// else empty.
std::string file_asked_for(const std::string& directive) {
    static const std::regex question(R"(__has_(include(_next)?|embed) *\( *([<"][^<>"]*[>"])?)");
    for (std::sregex_iterator found(directive.begin(), directive.end(), question), end; found != end;
         ++found)
        if (!may_be_included((*found)[3])) return found->str() + ")";
    return {};
}

/// What is wrong with a directive, and what to write instead; empty if nothing is.
std::string objection_to(const std::string& directive) {
    static const std::regex parts_of(R"(([A-Za-z_]*) *(.*))");
    static const std::set<std::string> harmless{"define", "undef",   "if",       "ifdef", "ifndef",
                                                "elif",   "elifdef", "elifndef", "else",  "endif",
                                                "error",  "warning", ""};
    static const std::regex file(R"(([<"][^<>"]*[>"]) *)");
    static const std::regex pragma(
        R"((GCC +|clang +)?(once|unroll.*|nounroll.*|ivdep.*|loop.*|diagnostic.*|nv_.*|pack.*|push_macro.*|pop_macro.*|message.*|omp.*|STDC.*) *)");
    std::smatch parts;
    std::regex_match(directive, parts, parts_of);
    const std::string name = parts[1], rest = parts[2];
    if (name == "include") {
        std::smatch spelling;
        if (!std::regex_match(rest, spelling, file))
            return fmt::format("#include {} (instead: the header's name in <…>)", rest);
        if (may_be_included(spelling[1])) return {};
        return fmt::format("#include {} (instead: {})", spelling[1].str(),
                           instead_of_header(spelling[1]));
    }
    if (name == "pragma")
        return std::regex_match(rest, pragma)
                   ? ""
                   : fmt::format("#pragma {} (instead: nothing, or #pragma unroll)", rest);
    if (const std::string asked = file_asked_for(rest); !asked.empty())
        return fmt::format("#{} {} (instead: the #include itself)", name, asked);
    if (harmless.contains(name) && (!name.empty() || rest.empty())) return {};
    return fmt::format("#{} (instead: nothing: the lines of the file as they stand)", directive);
}

std::string demangled(const std::string& name) {
    const std::unique_ptr<char, void (*)(void*)> text(
        abi::__cxa_demangle(name.c_str(), nullptr, nullptr, nullptr), std::free);
    return text ? text.get() : name;
}

/// Functions and variables that an object may ask for besides the kit's.
bool may_be_called(const std::string& name) {
    static const std::regex c_names(
        "std(err|out)|fprintf|fputs|fflush|(abs|sqrt|floor|ceil|log2?|exp2?|pow|fm(in|ax))f?|mem(cpy|"
        "move|set|cmp)|printf|puts|putchar|str(len|cmp)|__assert_fail|"
        // with its parameters' types as the simulator has it, without them as CUDA has it
        "(_Z[0-9]+)?cuda(MemsetAsync|Memset|Malloc|MallocAsync|Free|FreeAsync|MemcpyAsync|GetLastError|"
        "PeekAtLastError|StreamSynchronize|"
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
           name == "scanlab_is_a_program" || name == "__clang_call_terminate" ||
           name.starts_with("DW.ref.") || name.starts_with("_ZTI") || name.starts_with("_ZTS") ||
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

std::string objections_to_source(std::string_view source) {
    std::string reasons;
    if (const int line = line_of_unclear_word(source); line > 0)
        reasons = fmt::format("line {}: a word with letters of another alphabet and digits or a quote "
                              "(instead: a-z, 0-9 and _ in names)\n",
                              line);
    for (const Directive& directive : directives_of(source))
        if (const std::string objection = objection_to(directive.text); !objection.empty())
            reasons += fmt::format("line {}: {}\n", directive.line, objection);
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
