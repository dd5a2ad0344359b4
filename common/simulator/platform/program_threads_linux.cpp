// Functions of the C library by which the program's threads begin, end and wait for each other. The
// library still does what they are for; but a thread that it would keep waiting gives its turn to
// another (host_threads.hpp).
#include "c_library.hpp"
#include "host_threads.hpp"
#include "platform.hpp"

#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <map>
#include <memory>
#include <set>

namespace scanlab::sim {

namespace {

using namespace host_threads;
using std::chrono::nanoseconds;

/// In a program that loads the runtime as a library, all threads are left alone.
bool is_own_program() {
    static const bool is_own = platform::images()->holds(reinterpret_cast<const void*>(is_own_program));
    return is_own;
}

nanoseconds duration(const timespec& time) {
    return std::chrono::seconds(time.tv_sec) + nanoseconds(time.tv_nsec);
}
/// How long it is until then.
nanoseconds left(clockid_t clock, const timespec* until) {
    constexpr time_t years = 1'000'000'000;
    timespec now{};
    clock_gettime(clock, &now);
    if (!until || until->tv_sec - now.tv_sec > years) return for_ever;
    return duration(*until) - duration(now);
}

// --- locks and semaphores --------------------------------------------------------------------------

constexpr timespec at_once{0, 0};

/// Acquires it as soon as `attempt`, which does not wait, says that it can be had; what waits for it
/// is woken by release(). Both return errors as the library's functions do.
template <class Attempt>
int acquire(const void* lock, Attempt attempt, nanoseconds at_most = for_ever) {
    const Point here;
    for (;;) {
        const int error = attempt();
        if (error != EBUSY && error != ETIMEDOUT) return error;
        expect(lock, at_most);
        if (!host_threads::wait()) return ETIMEDOUT;
    }
}

template <class Release>
int release(const void* lock, Release release_it) {
    const Point here;
    const int result = release_it();
    if (others_wait()) wake(lock);
    return result;
}

/// Of semaphores, which have their errors elsewhere.
int error_of(int result) { return result == 0 ? 0 : errno; }
int with_errno(int error) {
    if (error == 0) return 0;
    errno = error;
    return -1;
}

// --- threads ---------------------------------------------------------------------------------------

// Whoever has the turn may use these.
std::set<pthread_t>& threads_that_run() {
    static auto& instance = *new std::set<pthread_t>;
    return instance;
}
std::set<const void*>& done_at_this_moment() {
    static auto& instance = *new std::set<const void*>;
    return instance;
}
std::map<const void*, unsigned>& arrived_at_barriers() {
    static auto& instance = *new std::map<const void*, unsigned>;
    return instance;
}

const void* key_of(pthread_t thread) { return reinterpret_cast<const void*>(thread); }

/// Of what runs at the very end of a thread.
pthread_key_t at_end() {
    static const pthread_key_t key = [] {
        pthread_key_t made{};
        pthread_key_create(&made, [](void*) {
            may_switch();
            threads_that_run().erase(pthread_self());
            wake(key_of(pthread_self()));
            end();
        });
        return made;
    }();
    return key;
}
void note_end_of_this_thread() { pthread_setspecific(at_end(), &threads_that_run()); }

struct Start {
    void* (*function)(void*);
    void* argument;
    HostThread& thread;
};

void* begin_thread(void* start) {
    const Start copy = *static_cast<Start*>(start);
    delete static_cast<Start*>(start);
    note_end_of_this_thread();
    begin(copy.thread);
    return copy.function(copy.argument);
}

} // namespace

} // namespace scanlab::sim

using namespace scanlab::sim;

// The headers declare these in ways that differ between versions of the library.
#define SCANLAB_REPLACES(result, name, ...)                                                            \
    result scanlab_##name(__VA_ARGS__) asm(#name) __attribute__((visibility("default")));              \
    result scanlab_##name(__VA_ARGS__)
#define SCANLAB_LIBRARYS(name)                                                                         \
    ([] {                                                                                              \
        static const auto real = platform::of_the_c_library<decltype(&::name)>(#name);                 \
        return real;                                                                                   \
    }())

extern "C" {

SCANLAB_REPLACES(int, pthread_create, pthread_t* made, const pthread_attr_t* attributes,
                 void* (*function)(void*), void* argument) {
    const Point here;
    const auto real = SCANLAB_LIBRARYS(pthread_create);
    if (Inside::depth > 0 || !is_own_program() ||
        !platform::begins_in_program(reinterpret_cast<const void*>(function)))
        return real(made, attributes, function, argument);
    const Inside keeps_the_turn;
    HostThread& thread = add();
    note_end_of_this_thread();
    auto start = std::make_unique<Start>(Start{function, argument, thread});
    const int error = real(made, attributes, begin_thread, start.get());
    if (error != 0) {
        remove(thread);
        return error;
    }
    static_cast<void>(start.release());
    threads_that_run().insert(*made);
    return 0;
}

SCANLAB_REPLACES(int, pthread_join, pthread_t thread, void** result) {
    const Point here;
    while (take_turns() && threads_that_run().contains(thread)) {
        expect(key_of(thread));
        host_threads::wait();
    }
    return SCANLAB_LIBRARYS(pthread_join)(thread, result);
}

SCANLAB_REPLACES(int, pthread_once, pthread_once_t* control, void (*function)()) {
    const auto real = SCANLAB_LIBRARYS(pthread_once);
    if (!take_turns()) return real(control, function);
    const Point here;
    while (done_at_this_moment().contains(control)) {
        expect(control);
        host_threads::wait();
    }
    const struct Call {
        explicit Call(const void* once) : control(once) { done_at_this_moment().insert(control); }
        ~Call() {
            done_at_this_moment().erase(control);
            wake(control);
        }
        const void* control;
    } call(control);
    return real(control, function);
}

// --- locks and semaphores --------------------------------------------------------------------------

#define SCANLAB_REPLACES_LOCK(type, lock, timed_lock, clock_lock)                                      \
    SCANLAB_REPLACES(int, lock, type* it) {                                                            \
        if (!take_turns()) return SCANLAB_LIBRARYS(lock)(it);                                          \
        return acquire(it, [=] { return SCANLAB_LIBRARYS(timed_lock)(it, &at_once); });                \
    }                                                                                                  \
    SCANLAB_REPLACES(int, timed_lock, type* it, const timespec* until) {                               \
        if (!take_turns()) return SCANLAB_LIBRARYS(timed_lock)(it, until);                             \
        return acquire(                                                                                \
            it, [=] { return SCANLAB_LIBRARYS(timed_lock)(it, &at_once); },                            \
            left(CLOCK_REALTIME, until));                                                              \
    }                                                                                                  \
    SCANLAB_REPLACES(int, clock_lock, type* it, clockid_t clock, const timespec* until) {              \
        if (!take_turns()) return SCANLAB_LIBRARYS(clock_lock)(it, clock, until);                      \
        return acquire(                                                                                \
            it, [=] { return SCANLAB_LIBRARYS(timed_lock)(it, &at_once); }, left(clock, until));       \
    }

SCANLAB_REPLACES_LOCK(pthread_mutex_t, pthread_mutex_lock, pthread_mutex_timedlock,
                      pthread_mutex_clocklock)
SCANLAB_REPLACES_LOCK(pthread_rwlock_t, pthread_rwlock_rdlock, pthread_rwlock_timedrdlock,
                      pthread_rwlock_clockrdlock)
SCANLAB_REPLACES_LOCK(pthread_rwlock_t, pthread_rwlock_wrlock, pthread_rwlock_timedwrlock,
                      pthread_rwlock_clockwrlock)

SCANLAB_REPLACES(int, pthread_mutex_trylock, pthread_mutex_t* mutex) {
    const Point here;
    return SCANLAB_LIBRARYS(pthread_mutex_trylock)(mutex);
}
SCANLAB_REPLACES(int, pthread_mutex_unlock, pthread_mutex_t* mutex) {
    return release(mutex, [=] { return SCANLAB_LIBRARYS(pthread_mutex_unlock)(mutex); });
}
SCANLAB_REPLACES(int, pthread_rwlock_unlock, pthread_rwlock_t* lock) {
    return release(lock, [=] { return SCANLAB_LIBRARYS(pthread_rwlock_unlock)(lock); });
}

SCANLAB_REPLACES(int, pthread_spin_lock, pthread_spinlock_t* lock) {
    if (!take_turns()) return SCANLAB_LIBRARYS(pthread_spin_lock)(lock);
    return acquire(const_cast<const int*>(lock),
                   [=] { return SCANLAB_LIBRARYS(pthread_spin_trylock)(lock); });
}
SCANLAB_REPLACES(int, pthread_spin_unlock, pthread_spinlock_t* lock) {
    return release(const_cast<const int*>(lock),
                   [=] { return SCANLAB_LIBRARYS(pthread_spin_unlock)(lock); });
}

#define SCANLAB_TRY_SEMAPHORE [=] { return error_of(SCANLAB_LIBRARYS(sem_timedwait)(it, &at_once)); }
SCANLAB_REPLACES(int, sem_wait, sem_t* it) {
    if (!take_turns()) return SCANLAB_LIBRARYS(sem_wait)(it);
    return with_errno(acquire(it, SCANLAB_TRY_SEMAPHORE));
}
SCANLAB_REPLACES(int, sem_timedwait, sem_t* it, const timespec* until) {
    if (!take_turns()) return SCANLAB_LIBRARYS(sem_timedwait)(it, until);
    return with_errno(acquire(it, SCANLAB_TRY_SEMAPHORE, left(CLOCK_REALTIME, until)));
}
SCANLAB_REPLACES(int, sem_clockwait, sem_t* it, clockid_t clock, const timespec* until) {
    if (!take_turns()) return SCANLAB_LIBRARYS(sem_clockwait)(it, clock, until);
    return with_errno(acquire(it, SCANLAB_TRY_SEMAPHORE, left(clock, until)));
}
SCANLAB_REPLACES(int, sem_post, sem_t* it) {
    return release(it, [=] { return SCANLAB_LIBRARYS(sem_post)(it); });
}

// --- condition variables, barriers, futexes --------------------------------------------------------

static int wait_for_condition(pthread_cond_t* condition, pthread_mutex_t* mutex, nanoseconds at_most) {
    may_switch();
    expect(condition, at_most);
    const int refused = SCANLAB_LIBRARYS(pthread_mutex_unlock)(mutex);
    wake(refused == 0 ? static_cast<const void*>(mutex) : condition);
    if (refused != 0) return refused;
    const bool is_woken = host_threads::wait();
    const int error = scanlab_pthread_mutex_lock(mutex);
    return error != 0 || is_woken ? error : ETIMEDOUT;
}
SCANLAB_REPLACES(int, pthread_cond_wait, pthread_cond_t* condition, pthread_mutex_t* mutex) {
    if (!take_turns()) return SCANLAB_LIBRARYS(pthread_cond_wait)(condition, mutex);
    return wait_for_condition(condition, mutex, for_ever);
}
SCANLAB_REPLACES(int, pthread_cond_timedwait, pthread_cond_t* condition, pthread_mutex_t* mutex,
                 const timespec* until) {
    if (!take_turns()) return SCANLAB_LIBRARYS(pthread_cond_timedwait)(condition, mutex, until);
    return wait_for_condition(condition, mutex, left(CLOCK_REALTIME, until));
}
SCANLAB_REPLACES(int, pthread_cond_clockwait, pthread_cond_t* condition, pthread_mutex_t* mutex,
                 clockid_t clock, const timespec* until) {
    if (!take_turns()) return SCANLAB_LIBRARYS(pthread_cond_clockwait)(condition, mutex, clock, until);
    return wait_for_condition(condition, mutex, left(clock, until));
}
SCANLAB_REPLACES(int, pthread_cond_signal, pthread_cond_t* condition) {
    const Point here;
    if (others_wait()) wake(condition, 1);
    return SCANLAB_LIBRARYS(pthread_cond_signal)(condition);
}
SCANLAB_REPLACES(int, pthread_cond_broadcast, pthread_cond_t* condition) {
    const Point here;
    if (others_wait()) wake(condition);
    return SCANLAB_LIBRARYS(pthread_cond_broadcast)(condition);
}

SCANLAB_REPLACES(int, pthread_barrier_wait, pthread_barrier_t* barrier) {
    if (!take_turns()) return SCANLAB_LIBRARYS(pthread_barrier_wait)(barrier);
    const Point here;
    const unsigned awaited =
        reinterpret_cast<const unsigned*>(barrier)[2]; // after two counts of glibc's
    if (++arrived_at_barriers()[barrier] == awaited) {
        arrived_at_barriers().erase(barrier);
        wake(barrier);
        return PTHREAD_BARRIER_SERIAL_THREAD;
    }
    expect(barrier);
    host_threads::wait();
    return 0;
}

/// By futexes, std::atomic, std::barrier and std::future wait.
static long wait_for_futex(const int* word, int operation, int value, const timespec* time) {
    const Point here;
    if (__atomic_load_n(word, __ATOMIC_SEQ_CST) != value) return with_errno(EAGAIN);
    nanoseconds at_most = time ? duration(*time) : for_ever;
    if ((operation & FUTEX_CMD_MASK) == FUTEX_WAIT_BITSET)
        at_most =
            left((operation & FUTEX_CLOCK_REALTIME) != 0 ? CLOCK_REALTIME : CLOCK_MONOTONIC, time);
    expect(word, at_most);
    return with_errno(host_threads::wait() ? 0 : ETIMEDOUT);
}

SCANLAB_REPLACES(long, syscall, long number, long a, long b, long c, long d, long e, long f) {
    const auto real =
        reinterpret_cast<long (*)(long, long, long, long, long, long, long)>(SCANLAB_LIBRARYS(syscall));
    if (number != SYS_futex) return real(number, a, b, c, d, e, f);
    const auto* const word = reinterpret_cast<const int*>(a);
    const auto operation = static_cast<int>(b) & FUTEX_CMD_MASK;
    if (take_turns() && (operation == FUTEX_WAIT || operation == FUTEX_WAIT_BITSET))
        return wait_for_futex(word, static_cast<int>(b), static_cast<int>(c),
                              reinterpret_cast<const timespec*>(d));
    const Point here;
    if (others_wait() && (operation == FUTEX_WAKE || operation == FUTEX_WAKE_BITSET))
        wake(word, static_cast<unsigned>(c));
    return real(number, a, b, c, d, e, f);
}

// --- time ------------------------------------------------------------------------------------------

SCANLAB_REPLACES(int, sched_yield, void) {
    if (!take_turns()) return SCANLAB_LIBRARYS(sched_yield)();
    let_others_go_on();
    return 0;
}
SCANLAB_REPLACES(int, nanosleep, const timespec* time, timespec* rest) {
    if (!take_turns()) return SCANLAB_LIBRARYS(nanosleep)(time, rest);
    host_threads::sleep(duration(*time));
    return 0;
}
SCANLAB_REPLACES(int, clock_nanosleep, clockid_t clock, int flags, const timespec* time,
                 timespec* rest) {
    if (!take_turns()) return SCANLAB_LIBRARYS(clock_nanosleep)(clock, flags, time, rest);
    host_threads::sleep((flags & TIMER_ABSTIME) != 0 ? left(clock, time) : duration(*time));
    return 0;
}
SCANLAB_REPLACES(int, usleep, useconds_t time) {
    if (!take_turns()) return SCANLAB_LIBRARYS(usleep)(time);
    host_threads::sleep(std::chrono::microseconds(time));
    return 0;
}
SCANLAB_REPLACES(unsigned, sleep, unsigned seconds) {
    if (!take_turns()) return SCANLAB_LIBRARYS(sleep)(seconds);
    host_threads::sleep(std::chrono::seconds(seconds));
    return 0;
}

} // extern "C"
