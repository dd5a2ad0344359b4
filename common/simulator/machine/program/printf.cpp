// printf() and what compilers make of it. A program may replace these functions of the C library; their
// names are given apart, since its headers may define them, too.
#include "machine/program/printf.hpp"

#include "machine/base/events.hpp"
#include "machine/threads/scheduler.hpp"
#include "machine/threads/time_limit.hpp"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstring>

namespace scanlab::sim {

std::size_t printf_bytes = 1 << 20;

namespace {

/// Of the launch that runs.
struct {
    long long launch = 0;
    std::size_t bytes = 0;
} printed;

/// Whether the kernel that runs, if one does, may still print: as on a GPU, whose buffer is emptied
/// after the launch, but what comes first stays.
bool may_print() {
    if (!now.thread) return true;
    note_dependence();
    ++now.news; // somebody may read it
    if (now.overdue) stop_overdue_kernel();
    if (std::exchange(printed.launch, launch_totals.launches) != launch_totals.launches) {
        printed.bytes = 0;
        announce<&Watcher::kernel_prints>();
    }
    return printed.bytes < printf_bytes;
}

int count(int bytes) {
    if (!now.thread || bytes < 0) return bytes;
    const std::size_t limit = printf_bytes;
    printed.bytes += static_cast<std::size_t>(bytes);
    if (printed.bytes >= limit)
        std::fprintf(
            stderr,
            "scanlab: this launch has printed %zu bytes, and a GPU keeps no more than %zu: what "
            "it prints from now on is left out "
            "(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, …) allows more)\n",
            printed.bytes, limit);
    return bytes;
}

/// How many values the format takes.
int values_of(const char* format) {
    int values = 0;
    while ((format = std::strchr(format, '%')) != nullptr) {
        if (*++format == '%') {
            ++format;
            continue;
        }
        const char* const end = std::strpbrk(format, "diouxXfFeEgGaAcspn");
        if (!end) break;
        values += 1 + static_cast<int>(std::count(format, end, '*'));
        format = end + 1;
    }
    return values;
}

/// In a kernel the result is not how many characters are printed, but how many values (CUDA C++
/// Programming Guide, "Formatted Output").
int print(const char* format, std::va_list values) {
    if (now.thread && !format) return -1;
    const int bytes = may_print() ? count(std::vfprintf(stdout, format, values)) : 0;
    return now.thread ? values_of(format) : bytes;
}

} // namespace

} // namespace scanlab::sim

using namespace scanlab::sim;

#define SCANLAB_REPLACES(name) asm(#name) __attribute__((visibility("default")))
extern "C" {
int scanlab_printf(const char* format, ...) SCANLAB_REPLACES(printf);
int scanlab_printf_chk(int flag, const char* format, ...) SCANLAB_REPLACES(__printf_chk);
int scanlab_vprintf(const char* format, std::va_list values) SCANLAB_REPLACES(vprintf);
int scanlab_puts(const char* text) SCANLAB_REPLACES(puts);
int scanlab_putchar(int character) SCANLAB_REPLACES(putchar);

int scanlab_printf(const char* format, ...) {
    std::va_list values;
    va_start(values, format);
    const int bytes = print(format, values);
    va_end(values);
    return bytes;
}

int scanlab_printf_chk(int, const char* format, ...) {
    std::va_list values;
    va_start(values, format);
    const int bytes = print(format, values);
    va_end(values);
    return bytes;
}

int scanlab_vprintf(const char* format, std::va_list values) { return print(format, values); }

int scanlab_puts(const char* text) {
    return may_print() ? count(std::fprintf(stdout, "%s\n", text)) : 0;
}

int scanlab_putchar(int character) {
    if (!may_print()) return character;
    count(1);
    return std::fputc(character, stdout);
}
}
