#include "platform.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <thread>
#include <utility>
#include <vector>

namespace scanlab::sim::platform {

namespace {

bool is_working_copy = false;

/// Copies that are ending: the system takes a while to give back their memory.
std::vector<pid_t>& ending() {
    static auto& processes = *new std::vector<pid_t>;
    return processes;
}

void forget_the_ended() {
    std::erase_if(ending(), [](pid_t process) { return waitpid(process, nullptr, WNOHANG) != 0; });
}

double time_by(clockid_t clock) {
    timespec time{};
    clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}
double computed_by(pid_t process) {
    clockid_t clock{};
    return clock_getcpuclockid(process, &clock) == 0 ? time_by(clock) : 0;
}

/// While one lives, this process waits for two others. A tick may ask how long.
class Waiting {
public:
    Waiting(pid_t one, pid_t other) : one_(one), other_(other) { going_on = this; }
    ~Waiting() {
        const double seconds = waited();
        going_on = nullptr;
        before += seconds;
    }
    Waiting(const Waiting&) = delete;
    Waiting& operator=(const Waiting&) = delete;
    double waited() const {
        return time_by(CLOCK_MONOTONIC) - began_ - std::max(computed_by(one_), computed_by(other_));
    }

    static inline double before = 0; ///< seconds, in those that are over
    static inline const Waiting* going_on = nullptr;

private:
    pid_t one_, other_;
    double began_ = time_by(CLOCK_MONOTONIC);
};

[[noreturn]] void work_as_copy(int pipe, void (*work)(void*), void* context) {
    is_working_copy = true;
    prctl(PR_SET_PDEATHSIG, SIGKILL); // nobody else would end it
    work(context);
    if (write(pipe, "", 1) != 1) leave(1);
    for (;;) pause();
}

} // namespace

std::unique_ptr<WorkingCopy> WorkingCopy::begin(void (*work)(void*), void* context) {
    forget_the_ended();
    int ends[2]; // for reading, for writing
    if (pipe2(ends, O_CLOEXEC) != 0) return nullptr;
    const pid_t process = fork();
    if (process == 0) work_as_copy(ends[1], work, context);
    close(ends[1]);
    if (process > 0) return std::unique_ptr<WorkingCopy>(new WorkingCopy(process, ends[0]));
    close(ends[0]);
    return nullptr;
}

WorkingCopy::~WorkingCopy() {
    kill(process_, SIGKILL);
    ending().push_back(process_);
    forget_the_ended();
    close(pipe_);
}

bool WorkingCopy::have_done_their_work(const WorkingCopy& first, const WorkingCopy& second,
                                       const bool& given_up) {
    const Waiting waiting(first.process_, second.process_);
    pollfd ends[] = {{first.pipe_, POLLIN, 0}, {second.pipe_, POLLIN, 0}};
    while (ends[0].fd >= 0 || ends[1].fd >= 0) {
        if (given_up) return false;
        if (poll(ends, 2, -1) < 0) continue; // a tick
        for (pollfd& end : ends) {
            char done = 0;
            if (end.revents != 0 && ::read(std::exchange(end.fd, -1), &done, 1) != 1) return false;
        }
    }
    return true;
}

bool WorkingCopy::read(void* to, const void* from, std::size_t bytes) const {
    for (std::size_t done = 0; done < bytes;) {
        const iovec here{static_cast<char*>(to) + done, bytes - done},
            there{static_cast<char*>(const_cast<void*>(from)) + done, bytes - done};
        const ssize_t got = process_vm_readv(process_, &here, 1, &there, 1, 0);
        if (got <= 0) return false;
        done += static_cast<std::size_t>(got);
    }
    return true;
}

double seconds_waited_for_copies() {
    return Waiting::before + (Waiting::going_on ? Waiting::going_on->waited() : 0);
}

void do_both(const std::function<void()>& one, const std::function<void()>& other) {
    std::thread beside(one);
    other();
    beside.join();
}

void refuse_to_work_as_copy() {
    if (is_working_copy) leave(1);
}

} // namespace scanlab::sim::platform
