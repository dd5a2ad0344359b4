#include "platform.hpp"

#include <backtrace.h>
#include <link.h>

// What libbacktrace calls instead of dl_iterate_phdr() (link_runtime.sh): the first object is the
// program itself, and of the libraries, whose debug information may be a lot, no line is ever told.
extern "C" int scanlab_iterate_program(int (*look)(dl_phdr_info*, std::size_t, void*), void* context) {
    struct Caller {
        decltype(look) visit;
        void* context;
    } caller{look, context};
    const auto look_and_end = [](dl_phdr_info* object, std::size_t size, void* data) {
        const Caller& of = *static_cast<Caller*>(data);
        of.visit(object, size, of.context);
        return 1;
    };
    return dl_iterate_phdr(look_and_end, &caller);
}

namespace scanlab::sim::platform {

namespace {

void ignore_error(void*, const char*, int) {}

backtrace_state* debug_info() {
    static backtrace_state* state = backtrace_create_state(nullptr, 0, ignore_error, nullptr);
    return state;
}

struct Visit {
    VisitFrame visit;
    void* context;
};

bool is_of_a_library(std::uintptr_t pc) {
    return pc < reinterpret_cast<std::uintptr_t>(image_begin()) ||
           pc >= reinterpret_cast<std::uintptr_t>(image_end());
}

int visit_frame(void* data, std::uintptr_t pc, const char* file, int line, const char*) {
    if (is_of_a_library(pc)) return 0;
    const Visit& visit = *static_cast<Visit*>(data);
    return visit.visit(visit.context, file, line) ? 0 : 1;
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

} // namespace scanlab::sim::platform
