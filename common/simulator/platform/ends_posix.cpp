#include "c_library.hpp"
#include "platform.hpp"
#include "write_all.hpp"

#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace scanlab::sim::platform {

namespace {

pid_t own_process = 0;

__attribute__((constructor)) void follow_forks() {
    own_process = getpid();
    pthread_atfork(nullptr, nullptr, [] { own_process = getpid(); }); // vfork() calls none
}

using Exit = void (*)(int);

} // namespace

void leave(int code) {
    for (;;) syscall(SYS_exit_group, code);
}

void exit_orderly(int code) {
    of_the_c_library<Exit>("exit")(code);
    leave(code);
}

void exit_quickly(int code) {
    of_the_c_library<Exit>("quick_exit")(code);
    leave(code);
}

void at_exit_with_code(void (*function)(int)) {
    on_exit([](int code, void* f) { reinterpret_cast<void (*)(int)>(f)(code); },
            reinterpret_cast<void*>(function));
}

void at_exit_quickly(void (*function)()) { std::at_quick_exit(function); }

bool is_borrowed() { return getpid() != own_process; }

void flush_output() {
    if (ftrylockfile(stdout) != 0) return;
    std::fflush(stdout);
    funlockfile(stdout);
}

std::optional<AppendedFile> AppendedFile::open(const std::string& path) {
    const int file = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0) return std::nullopt;
    // The lock is held as long as the file is open. Who does not get it was started by who has it.
    if (flock(file, LOCK_EX | LOCK_NB) == 0) static_cast<void>(ftruncate(file, 0) == 0);
    return AppendedFile(file, lseek(file, 0, SEEK_END) < 0
                                  ? -1 // in a pipe, what is written is gone
                                  : ::open(path.c_str(), O_WRONLY | O_CLOEXEC));
}

long long AppendedFile::add(const char* text, std::size_t bytes) const {
    write_all(at_end_, text, bytes);
    return static_cast<long long>(lseek(at_end_, 0, SEEK_CUR)) - static_cast<long long>(bytes);
}

void AppendedFile::overwrite(long long position, const char* text, std::size_t bytes) const {
    if (anywhere_ >= 0 && position >= 0)
        static_cast<void>(pwrite(anywhere_, text, bytes, static_cast<off_t>(position)) == 0);
}

void print_error(const char* text, std::size_t bytes) { write_all(STDERR_FILENO, text, bytes); }

} // namespace scanlab::sim::platform

// What the compiler calls to have a variable destroyed at the end, of the program or of a thread:
// nothing of the runtime is, since everything that runs later may still call it. The program does not
// see these (link_runtime.sh): of its variables the C library keeps account.
extern "C" {
int __cxa_atexit(void (*)(void*), void*, void*) { return 0; }        // NOLINT
int __cxa_thread_atexit(void (*)(void*), void*, void*) { return 0; } // NOLINT
}
