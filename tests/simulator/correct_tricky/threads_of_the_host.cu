// Threads of the host that launch, copy and free, and whose results no order changes.
#include "../corpus/device.cuh"

#include <atomic>
#include <barrier>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <latch>
#include <mutex>
#include <pthread.h>
#include <semaphore>
#include <shared_mutex>
#include <thread>
#include <vector>

namespace {

constexpr int threads = 4;

__global__ void add(int* sum, int number) { *sum += number; }
__global__ void twice(int* value) { *value *= 2; }
__global__ void write(int* values, int value) { values[threadIdx.x] = value; }

struct Sum : DeviceArray<int> {
    Sum() : DeviceArray(1) { clear(); }
};

/// Has threads with the numbers 0 to 3 do it.
void by_threads(const std::function<void(int)>& work) {
    std::vector<std::thread> all;
    for (int number = 0; number < threads; ++number) all.emplace_back(work, number);
    for (std::thread& thread : all) thread.join();
}

bool sums_in_any_order() {
    const Sum sum;
    by_threads([&](int number) {
        for (int i = 0; i < 3; ++i) add<<<1, 1>>>(sum.get(), number);
    });
    finish();
    return sum[0] == 18;
}

bool total_under_a_mutex() {
    std::mutex mutex;
    int total = 0;
    by_threads([&](int number) {
        const Sum sum;
        add<<<1, 1>>>(sum.get(), number);
        const std::lock_guard lock(mutex);
        const int before = total;
        total = before + sum[0];
    });
    return total == 6;
}

bool results_in_their_places() {
    std::vector<int> results(threads);
    by_threads([&](int number) {
        cudaStream_t stream;
        check(cudaStreamCreate(&stream));
        const Sum sum;
        add<<<1, 1, 0, stream>>>(sum.get(), 10 * number);
        check(cudaStreamSynchronize(stream));
        results[static_cast<std::size_t>(number)] = sum[0];
        check(cudaStreamDestroy(stream));
    });
    return results == std::vector{0, 10, 20, 30};
}

bool one_after_the_other() {
    const Sum value;
    std::async(std::launch::async, [&] { add<<<1, 1>>>(value.get(), 1); }).get();
    std::async(std::launch::async, [&] { twice<<<1, 1>>>(value.get()); }).get();
    return value[0] == 2;
}

bool workspace_allocated_once() {
    std::once_flag once;
    int* workspace = nullptr;
    by_threads([&](int number) {
        std::call_once(once, [&] { check(cudaMalloc(&workspace, threads * 32 * sizeof(int))); });
        write<<<1, 32>>>(workspace + number * 32, number);
    });
    finish();
    check(cudaFree(workspace));
    return true;
}

bool freed_by_the_last() {
    int* values = nullptr;
    check(cudaMalloc(&values, threads * 32 * sizeof(int)));
    std::latch all_done(threads);
    by_threads([&](int number) {
        write<<<1, 32>>>(values + number * 32, number);
        finish();
        all_done.count_down();
        if (number != 0) return;
        all_done.wait();
        check(cudaFree(values));
    });
    return true;
}

bool queue_of_work() {
    const Sum sum;
    std::mutex mutex;
    std::condition_variable changed;
    std::deque<int> queue;
    bool stop = false;
    std::vector<std::thread> workers;
    for (int i = 0; i < 2; ++i)
        workers.emplace_back([&] {
            for (;;) {
                std::unique_lock lock(mutex);
                changed.wait(lock, [&] { return stop || !queue.empty(); });
                if (queue.empty()) return;
                const int number = queue.front();
                queue.pop_front();
                lock.unlock();
                add<<<1, 1>>>(sum.get(), number);
            }
        });
    for (int number = 1; number <= 6; ++number) {
        const std::lock_guard lock(mutex);
        queue.push_back(number);
        changed.notify_one();
    }
    {
        const std::lock_guard lock(mutex);
        stop = true;
        changed.notify_all();
    }
    for (std::thread& worker : workers) worker.join();
    finish();
    return sum[0] == 21;
}

bool phases() {
    const DeviceArray<int> values(threads);
    values.clear();
    std::barrier phase(threads);
    std::atomic<bool> right = true;
    by_threads([&](int number) {
        for (int round = 1; round <= 3; ++round) {
            add<<<1, 1>>>(values.get() + number, 1);
            phase.arrive_and_wait();
            if (values[(number + 1) % threads] != round) right = false;
            phase.arrive_and_wait();
        }
    });
    return right;
}

pthread_barrier_t barrier;
int* of_barrier = nullptr;
void* add_and_wait(void*) {
    add<<<1, 1>>>(of_barrier, 1);
    const bool is_chosen = pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD;
    if (is_chosen) twice<<<1, 1>>>(of_barrier);
    return nullptr;
}
bool one_thread_of_a_barrier() {
    const Sum sum;
    of_barrier = sum.get();
    pthread_barrier_init(&barrier, nullptr, threads);
    pthread_t all[threads];
    for (pthread_t& thread : all) pthread_create(&thread, nullptr, add_and_wait, nullptr);
    for (const pthread_t thread : all) pthread_join(thread, nullptr);
    pthread_barrier_destroy(&barrier);
    return sum[0] == 2 * threads;
}

bool two_at_a_time() {
    const Sum sum;
    std::counting_semaphore<2> places(2);
    std::atomic<int> inside = 0, most = 0;
    by_threads([&](int number) {
        places.acquire();
        const int now = ++inside;
        if (now > most) most = now;
        add<<<1, 1>>>(sum.get(), number);
        finish();
        --inside;
        places.release();
    });
    return sum[0] == 6 && most <= 2;
}

bool readers_and_a_writer() {
    const DeviceArray<int> table(32);
    std::shared_mutex mutex;
    int version = 0;
    std::atomic<bool> right = true;
    by_threads([&](int number) {
        if (number == 0) {
            const std::unique_lock lock(mutex);
            write<<<1, 32>>>(table.get(), ++version);
        } else {
            const std::shared_lock lock(mutex);
            if (version == 1 && table[number] != 1) right = false;
        }
    });
    return right;
}

bool waits_by_spinning() {
    const Sum value;
    std::atomic<int> turn = threads - 1;
    by_threads([&](int number) {
        while (turn != number) {}
        add<<<1, 1>>>(value.get(), number);
        twice<<<1, 1>>>(value.get());
        --turn;
    });
    return value[0] == ((3 * 2 + 2) * 2 + 1) * 2 * 2;
}

bool polls_with_a_limit() {
    const Sum sum;
    std::atomic<bool> is_ready = false;
    std::thread writer([&] {
        for (int i = 0; i < 20; ++i) add<<<1, 1>>>(sum.get(), 1);
        finish();
        is_ready = true;
    });
    for (int i = 0; i < 1000 && !is_ready; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    const int read = sum[0];
    writer.join();
    return is_ready && read == 20;
}

bool waits_with_a_limit() {
    const Sum sum;
    std::mutex mutex;
    std::condition_variable changed;
    bool is_ready = false;
    std::thread writer([&] {
        for (int i = 0; i < 20; ++i) add<<<1, 1>>>(sum.get(), 1);
        finish();
        const std::lock_guard lock(mutex);
        is_ready = true;
        changed.notify_one();
    });
    std::unique_lock lock(mutex);
    const bool came = changed.wait_for(lock, std::chrono::seconds(10), [&] { return is_ready; });
    lock.unlock();
    writer.join();
    return came && sum[0] == 20;
}

} // namespace

int main() {
    const bool right[] = {sums_in_any_order(),        total_under_a_mutex(), results_in_their_places(), one_after_the_other(),
                          workspace_allocated_once(), freed_by_the_last(),   queue_of_work(),           phases(),
                          one_thread_of_a_barrier(),  two_at_a_time(),       readers_and_a_writer(),    waits_by_spinning(),
                          polls_with_a_limit(),       waits_with_a_limit()};
    int failed = 0;
    for (const bool one : right) {
        ++failed;
        if (!one) return std::printf("case %d is wrong\n", failed), failed;
    }
    return 0;
}
