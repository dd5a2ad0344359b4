// A program brings a table of its places, functions and variables: see compile/hooks/sites.cpp, which
// writes it.
#include "platform.hpp"

#include <algorithm>
#include <span>

namespace {

struct Location {
    const char* file;
    std::uint32_t line, column, inlined_at; ///< the last: the number of a location, from 1 on
};
struct Function {
    const void* address;
    const char *name, *file;
    std::uint32_t line;
    const char *first_site, *end_of_sites;
};
struct Variable {
    const char* begin;
    std::uint32_t bytes;
    const char* name; ///< null: none that anybody gave it
    std::uint32_t is_constant;
};
struct Sites {
    const char* begin; ///< the first is one byte further
    std::uint32_t count;
};
struct Program {
    Sites sites, library_sites;
    const std::uint32_t *locations_of_sites, *locations_of_library_sites; ///< by the site
    const Location* locations;
    const Function* functions;
    std::uint32_t function_count;
    const Variable* variables;
    std::uint32_t variable_count;
};

const Program* program = nullptr;

std::span<const Function> functions() {
    return {program ? program->functions : nullptr, program ? program->function_count : 0};
}
std::span<const Variable> variables() {
    return {program ? program->variables : nullptr, program ? program->variable_count : 0};
}

std::uint32_t location_of(const char* site, const Sites& sites, const std::uint32_t* locations) {
    return site > sites.begin && site <= sites.begin + sites.count ? locations[site - sites.begin - 1]
                                                                   : 0;
}

/// Of a site; 0 if it is none.
std::uint32_t location_of(const char* site) {
    if (!program) return 0;
    const std::uint32_t own = location_of(site, program->sites, program->locations_of_sites);
    return own ? own : location_of(site, program->library_sites, program->locations_of_library_sites);
}

bool holds(const Sites& sites, const void* address) {
    return address > sites.begin && address <= sites.begin + sites.count;
}

/// The caller of all: main's.
const char outside[2] = {};

using scanlab::sim::platform::VisitFrame;

/// False: no more are wanted.
bool visit_site(const void* site, VisitFrame visit, void* context) {
    for (std::uint32_t at = location_of(static_cast<const char*>(site)); at != 0;) {
        const Location& location = program->locations[at - 1];
        if (!visit(context, location.file, static_cast<int>(location.line),
                   static_cast<int>(location.column)))
            return false;
        at = location.inlined_at;
    }
    return true;
}

} // namespace

namespace scanlab::sim::platform {

namespace {
/// Where the program's variables and sites lie, and which sites are in functions that the user has not
/// written.
Image image{};
} // namespace
const Image* images() { return &image; }
void add_image(const void*) {}
bool another_runtime_serves() { return false; }

std::optional<Symbol> symbol_at(std::uintptr_t address) {
    const auto* const at = reinterpret_cast<const char*>(address);
    for (const Function& f : functions())
        if (f.address == at || (at >= f.first_site && at < f.end_of_sites))
            return Symbol{demangled(f.name), address, 0};
    for (const Variable& v : variables())
        if (v.name && at >= v.begin && at < v.begin + v.bytes)
            return Symbol{demangled(v.name), reinterpret_cast<std::uintptr_t>(v.begin), v.bytes};
    return std::nullopt;
}

/// One byte behind the address is a site, as code goes on behind a call; or it is that of a function.
void visit_frames_at(const void* address, VisitFrame visit, void* context) {
    visit_site(static_cast<const char*>(address) + 1, visit, context);
    for (const Function& f : functions())
        if (f.address == address) visit(context, f.file, static_cast<int>(f.line), 0);
}

void visit_callers(VisitFrame visit, void* context) {
    if (!visit_site(scanlab_site, visit, context)) return;
    for (const Frame* frame = scanlab_frame; frame; frame = frame->caller)
        if (!visit_site(frame->returns_to, visit, context)) return;
}

bool is_code(const void* address) {
    return address == outside ||
           (program && (holds(program->sites, address) || holds(program->library_sites, address)));
}

bool is_constant(std::uintptr_t address) {
    const auto* const at = reinterpret_cast<const char*>(address);
    return std::ranges::any_of(variables(), [&](const Variable& v) {
        return v.is_constant && at >= v.begin && at < v.begin + v.bytes;
    });
}

std::vector<std::span<char>> variables_of_program() {
    return {};
} // only copies of the process want to know

} // namespace scanlab::sim::platform

/// What calls the runtime from now on, until the program does, is not the program's.
extern "C" [[gnu::visibility("default")]] void scanlab_enter_library() { scanlab_site = outside; }

/// The page tells where the program lies, before it begins.
extern "C" [[clang::export_name("scanlab_load")]] void
scanlab_load(const Program* loaded, const char* begin, const char* end) {
    program = loaded;
    scanlab::sim::platform::image = {
        begin, end, loaded ? loaded->library_sites.begin + 1 : nullptr,
        loaded ? loaded->library_sites.begin + loaded->library_sites.count + 1 : nullptr, nullptr};
    scanlab_site = outside;
}
