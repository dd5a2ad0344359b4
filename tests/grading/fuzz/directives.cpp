// The policy's reader of directives, judged by Clang: if it has nothing to object to, Clang includes no
// file but those that it has seen, and takes each line for the one that it is.
#include "directives.hpp"
#include "fuzzed.hpp"
#include "policy.hpp"

#ifdef HAS_LIBCLANG
#include <clang-c/Index.h>
#endif

#include <algorithm>
#include <array>
#include <set>
#include <vector>

namespace scanlab::grader {
namespace {

/// With what Clang makes of a source.
struct Seen {
    std::set<std::string> included{};
    bool lines_are_moved = false;
};

#ifdef HAS_LIBCLANG

std::string text_of(CXString text) {
    const char* const characters = clang_getCString(text);
    std::string copy = characters ? characters : "";
    clang_disposeString(text);
    return copy;
}

CXChildVisitResult note(CXCursor cursor, CXCursor, CXClientData data) {
    Seen& seen = *static_cast<Seen*>(data);
    if (clang_getCursorKind(cursor) == CXCursor_InclusionDirective) {
        seen.included.insert(text_of(clang_getCursorSpelling(cursor)));
        return CXChildVisit_Continue;
    }
    // A definition in the last line tells whether a #line has moved it.
    if (text_of(clang_getCursorSpelling(cursor)) != "scanlab_last_line") return CXChildVisit_Continue;
    const CXSourceLocation location = clang_getCursorLocation(cursor);
    unsigned line = 0, presumed = 0;
    CXString file;
    clang_getExpansionLocation(location, nullptr, &line, nullptr, nullptr);
    clang_getPresumedLocation(location, &file, &presumed, nullptr);
    seen.lines_are_moved = line != presumed || text_of(file) != "student.cu";
    return CXChildVisit_Continue;
}

Seen seen_by_clang(const std::string& source) {
    static const CXIndex index = [] {
        setenv("LIBCLANG_NOTHREADS", "1", 1);
        return clang_createIndex(0, 0);
    }();
    constexpr std::array options{"-xc++", "-std=c++20", "-nostdinc", "-w"};
    const std::string text = source + "\n#define scanlab_last_line\n";
    CXUnsavedFile file{"student.cu", text.c_str(), text.size()};
    const CXTranslationUnit unit =
        clang_parseTranslationUnit(index, "student.cu", options.data(), options.size(), &file, 1,
                                   CXTranslationUnit_DetailedPreprocessingRecord |
                                       CXTranslationUnit_KeepGoing | CXTranslationUnit_SingleFileParse);
    Seen seen;
    if (unit == nullptr) return seen;
    clang_visitChildren(clang_getTranslationUnitCursor(unit), note, &seen);
    clang_disposeTranslationUnit(unit);
    return seen;
}

#else

Seen seen_by_clang(const std::string&) { return {}; }

#endif

void judge(const std::string& source) {
    const std::vector<Directive> directives = directives_of(source);
    for (const Directive& directive : directives) {
        demand(directive.line >= 1 && directive.line <= 1 + std::ranges::count(source, '\n'),
               "a directive is in no line of the source");
        demand(directive.text.find('\n') == std::string::npos, "a directive goes over its line");
    }
    const bool may_be_too_long = std::ranges::any_of(
        directives, [](const Directive& directive) { return directive.text.size() > 4000; });
    if (may_be_too_long || !objections_to_source(source).empty()) return;
    const Seen seen = seen_by_clang(source);
    demand(!seen.lines_are_moved, "Clang takes a line for another one");
    for (const std::string& name : seen.included)
        demand(std::ranges::any_of(directives,
                                   [&](const Directive& directive) {
                                       return directive.text.starts_with("include") &&
                                              directive.text.find(name) != std::string::npos;
                                   }),
               "Clang includes " + name);
}

} // namespace
} // namespace scanlab::grader

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string given(reinterpret_cast<const char*>(data), size);
    if (given.find('\0') != std::string::npos) return 0;             // such a file is refused before
    scanlab::grader::judge(scanlab::grader::with_line_feeds(given)); // as it is compiled
    return 0;
}
