// misbehaves ACTION [DETAIL]: a program that, confined, does what none of a student's may do. It prints
// what it has got out of it; what is done "before" confining is up to run_confined() alone.
#include "confinement.hpp"
#include "cost_values.hpp"
#include "job.hpp"

#include <arpa/inet.h>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <dirent.h>
#include <fcntl.h>
#include <fstream>
#include <functional>
#include <linux/futex.h>
#include <map>
#include <pthread.h>
#include <string>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace {

const char* detail = "";

void say(const std::string& text) {
    static_cast<void>(!write(STDOUT_FILENO, text.data(), text.size()));
}

void sleep_for_ever() {
    for (const int word = 0;;) syscall(SYS_futex, &word, FUTEX_WAIT, word, nullptr, nullptr, 0);
}

void compute_without_end() {
    for (volatile unsigned i = 0;;) i = i + 1;
}

/// A process whose parent ends before it does.
void leave_grandchild(bool in_own_session) {
    const pid_t child = fork();
    if (child < 0) return;
    if (child > 0) {
        waitpid(child, nullptr, 0);
        return;
    }
    if (in_own_session) setsid();
    const pid_t grandchild = fork();
    if (grandchild == 0) sleep_for_ever();
    if (grandchild > 0) say("left\n");
    _exit(0);
}

void read_file() { say(open(detail, O_RDONLY) >= 0 ? "read\n" : "not read\n"); }

/// What a worker may say of the job with this n, so that it is wrong in a way of its own.
std::string lie(long long n) {
    const std::string finding =
        R"({"scanlab_finding":2,"kernel":null,"fingerprint":"","group":"","suppressed":null,"kind":"race-shared","severity":"error","file":"\u001b[2J","line":1,"other_file":null,)"
        R"("other_line":null,"message":"\u001b[2J","details":[],"hint":")" +
        std::string(100'000, 'x') + R"(","count":1,"variable":null,"index":null,"block":null})";
    std::string cost;
    for (const scanlab::grader::CostValue& value : scanlab::grader::reported_values)
        cost.append(cost.empty() ? "{\"" : ",\"").append(value.name).append("\":1");
    cost += "}";
    const auto report = [&](const std::string& arrangement, const std::string& findings) {
        return R"({"failure":"","findings":)" + findings +
               R"(,"calls":[{"error":"","hang":false,"arrangement":)" + arrangement + R"(,"cost":)" +
               cost + "}]}";
    };
    if (n == 1) return report("0", "[" + finding + "]");
    if (n == 2) return report("77", "[]");
    if (n == 3) return report("0", std::string(1'000'000, '['));
    if (n == 4) return report("0", std::string(100, '[') + std::string(100, ']'));
    if (n == 5) return "";
    return report("0", "[]"); // without its output
}

void answer_as_a_worker() {
    for (scanlab::grader::Job job; recv(STDIN_FILENO, &job, sizeof job, 0) == sizeof job;) {
        const scanlab::grader::JobFiles files(".");
        const long long n = job.begin()->n;
        std::ofstream(files.report) << lie(n);
        if (n < 6) std::ofstream(files.output) << std::string(static_cast<std::size_t>(n) * 8, '\0');
        scanlab::grader::JobEnded ended{scanlab::Ended::How::exited, 0, {}};
        ended.printed.fill('\x1b');
        static_cast<void>(send(STDIN_FILENO, &ended, sizeof ended, 0));
    }
}

const std::map<std::string, std::function<void()>> before{
    {"lie as a worker", answer_as_a_worker},
    {"sleep as a worker", sleep_for_ever},
    {"answer once as a worker",
     [] {
         const scanlab::grader::JobEnded ended{scanlab::Ended::How::exited, 1, {}};
         scanlab::grader::Job job;
         static_cast<void>(recv(STDIN_FILENO, &job, sizeof job, 0));
         static_cast<void>(send(STDIN_FILENO, &ended, sizeof ended, 0));
     }},
    {"end at once as a worker", [] {}},
    {"read a file as a tool", read_file},
    {"read the list of users as a tool",
     [] {
         detail = "/etc/passwd";
         read_file();
     }},
    {"write a file as a tool",
     [] { say(open(detail, O_WRONLY | O_CREAT, 0600) >= 0 ? "written\n" : "not written\n"); }},
    {"open a socket as a tool",
     [] { say(socket(AF_INET, SOCK_STREAM, 0) >= 0 ? "opened\n" : "not opened\n"); }},
    {"take memory as a tool",
     [] { say(std::malloc(std::size_t{1} << 30) != nullptr ? "taken\n" : "not taken\n"); }},
    {"leave a grandchild", [] { leave_grandchild(false); }},
    {"leave a grandchild in a session of its own", [] { leave_grandchild(true); }},
    {"list the environment",
     [] {
         for (char** entry = environ; *entry != nullptr; ++entry) say(*entry + std::string("\n"));
     }},
    {"list the folder",
     [] {
         DIR* const folder = opendir(".");
         while (const dirent* entry = readdir(folder)) say(entry->d_name + std::string("\n"));
     }},
    {"list the descriptors",
     [] {
         for (int i = 0; i < 1024; ++i)
             if (fcntl(i, F_GETFD) >= 0) say(std::to_string(i) + "\n");
     }},
};

const std::map<std::string, std::function<void()>> after{
    {"nothing", [] {}},
    {"fork", [] { fork(); }},
    {"start a thread",
     [] {
         pthread_t thread;
         pthread_create(
             &thread, nullptr, [](void*) -> void* { return nullptr; }, nullptr);
     }},
    {"execute a program", [] { execl("/bin/true", "true", nullptr); }},
    {"create a file", [] { open(detail, O_WRONLY | O_CREAT, 0600); }},
    {"open a file for writing", [] { open(detail, O_RDWR); }},
    {"remove a file", [] { unlink(detail); }},
    {"open a socket", [] { socket(AF_INET, SOCK_STREAM, 0); }},
    {"connect to the network",
     [] {
         sockaddr_in address{};
         address.sin_family = AF_INET;
         connect(STDIN_FILENO, reinterpret_cast<sockaddr*>(&address), sizeof address);
     }},
    {"kill the grader", [] { kill(std::atoi(detail), SIGKILL); }},
    {"kill a thread of the grader",
     [] { syscall(SYS_tgkill, std::atoi(detail), std::atoi(detail), SIGKILL); }},
    {"read a file", read_file},
    {"make memory executable",
     [] {
         static char code[4096 * 2];
         const auto page = (reinterpret_cast<std::uintptr_t>(code) + 4095) / 4096 * 4096;
         mprotect(reinterpret_cast<void*>(page), 4096, PROT_READ | PROT_EXEC);
     }},
    {"write to a file that is open", [] { static_cast<void>(!write(3, "", 1)); }},
    {"look into another process",
     [] {
         char byte;
         const iovec here{&byte, 1}, there{&byte, 1};
         process_vm_readv(std::atoi(detail), &here, 1, &there, 1, 0);
     }},
    {"trace another process", [] { ptrace(PTRACE_ATTACH, std::atoi(detail), nullptr, nullptr); }},
    {"call by the numbers of another architecture", [] { syscall(0x40000000 + SYS_getpid); }},
    {"abort", [] { std::abort(); }},
    {"take memory",
     [] {
         constexpr std::size_t megabyte = 1 << 20;
         int taken = 0;
         while (void* block = std::malloc(16 * megabyte)) {
             *static_cast<volatile char*>(block) = 1;
             taken += 16;
         }
         say(std::to_string(taken) + "\n");
     }},
    {"print without end",
     [] {
         for (;;) say("PASS\n");
     }},
    {"compute without end", compute_without_end},
    {"compute on after the warning",
     [] {
         signal(SIGXCPU, SIG_IGN);
         compute_without_end();
     }},
    {"sleep for ever", sleep_for_ever},
};

} // namespace

int main(int argc, char** argv) {
    const std::string action = argc > 1 ? argv[1] : "";
    if (argc > 2) detail = argv[2];
    if (before.count(action) + after.count(action) == 0) return 2;
    if (before.count(action) > 0) before.at(action)();
    scanlab::grader::confine_this_process();
    if (after.count(action) > 0) after.at(action)();
    _exit(0);
}
