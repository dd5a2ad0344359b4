// Loaded before a program (LD_PRELOAD), it delays what starts another program or is started, by up to 20 ms before and after: so that
// what other threads do in the meantime differs from run to run.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <spawn.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static void delay(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    const struct timespec pause = {0, now.tv_nsec % 20000000};
    nanosleep(&pause, NULL);
}

#define ORIGINAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

int posix_spawn(pid_t* child, const char* path, const posix_spawn_file_actions_t* actions,
                const posix_spawnattr_t* attributes, char* const* arguments, char* const* environment) {
    delay();
    const int result = ORIGINAL(posix_spawn)(child, path, actions, attributes, arguments, environment);
    delay();
    return result;
}

pid_t fork(void) {
    delay();
    const pid_t child = ORIGINAL(fork)();
    delay();
    return child;
}

int execve(const char* path, char* const* arguments, char* const* environment) {
    delay();
    return ORIGINAL(execve)(path, arguments, environment);
}
