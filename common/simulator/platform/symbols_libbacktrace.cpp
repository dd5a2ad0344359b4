#include "columns_dwarf.hpp"
#include "platform.hpp"

#include <backtrace.h>
#include <link.h>
#include <utility>

// The linker's names for where the runtime's own code lies (own_variables.ld); null in its tests.
extern "C" [[gnu::weak]] const char __start_scanlab_own_code[], // NOLINT
    __stop_scanlab_own_code[];                                  // NOLINT

// What libbacktrace calls instead of dl_iterate_phdr() (link_runtime.sh): of libraries that are not the
// user's, whose debug information may be a lot, no line is ever told.
extern "C" int scanlab_iterate_program(int (*look)(dl_phdr_info*, std::size_t, void*), void* context) {
    struct Caller {
        decltype(look) visit;
        void* context;
    } caller{look, context};
    const auto look_at_images = [](dl_phdr_info* object, std::size_t size, void* data) {
        const Caller& of = *static_cast<Caller*>(data);
        const auto* const header = reinterpret_cast<const char*>(object->dlpi_phdr);
        return scanlab::sim::platform::is_in_image(header) ? of.visit(object, size, of.context) : 0;
    };
    return dl_iterate_phdr(look_at_images, &caller);
}

namespace scanlab::sim::platform {

namespace {

void ignore_error(void*, const char*, int) {}

/// Of all images that there are now.
backtrace_state* debug_info() {
    static backtrace_state* state = nullptr;
    static const Image* newest = nullptr;
    const Image* last = images();
    while (last->next) last = last->next;
    if (last != newest) state = backtrace_create_state(nullptr, 0, ignore_error, nullptr);
    newest = last;
    return state;
}

struct Visit {
    VisitFrame visit;
    void* context;
    std::uintptr_t last = 0; ///< whose functions are told, the innermost one first
};

bool is_of_a_library(std::uintptr_t pc) { return !is_in_image(reinterpret_cast<const void*>(pc)); }

int visit_frame(void* data, std::uintptr_t pc, const char* file, int line, const char*) {
    if (is_of_a_library(pc)) return 0;
    Visit& visit = *static_cast<Visit*>(data);
    const bool is_innermost = std::exchange(visit.last, pc) != pc;
    return visit.visit(visit.context, file, line, is_innermost ? column_at(pc) : 0) ? 0 : 1;
}

} // namespace

std::optional<Symbol> symbol_at(std::uintptr_t address) {
    std::optional<Symbol> symbol;
    backtrace_syminfo(
        debug_info(), address,
        [](void* result, std::uintptr_t, const char* name, std::uintptr_t value, std::uintptr_t size) {
            if (name && *name)
                *static_cast<std::optional<Symbol>*>(result) = {demangled(name), value, size};
        },
        ignore_error, &symbol);
    return symbol;
}

void visit_frames_at(const void* address, VisitFrame visit, void* context) {
    Visit data{visit, context};
    backtrace_pcinfo(debug_info(), reinterpret_cast<std::uintptr_t>(address), visit_frame, ignore_error,
                     &data);
}

void visit_callers(VisitFrame visit, void* context) {
    Visit data{visit, context};
    backtrace_full(debug_info(), 0, visit_frame, ignore_error, &data);
}

bool is_own_code(const void* instruction) {
    return instruction >= __start_scanlab_own_code && instruction < __stop_scanlab_own_code;
}

const void* what_terminates() {
    struct {
        bool is_in_library = false; ///< first comes the handler, then what has called it
        const void* found = nullptr;
    } search;
    const auto look = [](void* data, std::uintptr_t pc) {
        auto& [is_in_library, found] = *static_cast<decltype(search)*>(data);
        if (is_of_a_library(pc))
            is_in_library = true;
        else if (is_in_library)
            found = reinterpret_cast<const void*>(pc);
        return found ? 1 : 0;
    };
    backtrace_simple(debug_info(), 0, look, ignore_error, &search);
    return search.found;
}

} // namespace scanlab::sim::platform
