#include "platform.hpp"
#include "write_all.hpp"

#include <fcntl.h>
#include <unistd.h>
#include <wasi/api.h>

#include <cstdio>
#include <cstdlib>

// Of the C library, whose exit() the runtime replaces.
extern "C" {
void __funcs_on_exit();
void __stdio_exit();
}

namespace scanlab::sim::platform {

namespace {
void (*called_quickly)() = nullptr;
void (*called_with_code)(int) = nullptr;
} // namespace

void leave(int code) { __wasi_proc_exit(static_cast<__wasi_exitcode_t>(code)); }

void exit_orderly(int code) {
    if (called_with_code) called_with_code(code);
    __funcs_on_exit();
    __stdio_exit();
    leave(code);
}

void exit_quickly(int code) {
    if (called_quickly) called_quickly();
    leave(code);
}

void at_exit_with_code(void (*function)(int)) { called_with_code = function; }
void at_exit_quickly(void (*function)()) { called_quickly = function; }

bool is_borrowed() { return false; }

void flush_output() { std::fflush(stdout); }

std::optional<AppendedFile> AppendedFile::open(const std::string& path) {
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (file < 0) return std::nullopt;
    return AppendedFile(file, file);
}

long long AppendedFile::add(const char* text, std::size_t bytes) const {
    const off_t position = lseek(at_end_, 0, SEEK_END);
    write_all(at_end_, text, bytes);
    return position;
}

void AppendedFile::overwrite(long long position, const char* text, std::size_t bytes) const {
    if (position < 0 || lseek(anywhere_, static_cast<off_t>(position), SEEK_SET) < 0) return;
    write_all(anywhere_, text, bytes);
}

void print_error(const char* text, std::size_t bytes) { write_all(STDERR_FILENO, text, bytes); }

} // namespace scanlab::sim::platform
