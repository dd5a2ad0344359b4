// Four threads of the host, each of which launches three kernels. The argument says how they begin and wait.
// It prints in which order the kernels have run.
#include <cuda_runtime.h>

#include <atomic>
#include <barrier>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <functional>
#include <future>
#include <mutex>
#include <pthread.h>
#include <string_view>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

constexpr int threads = 4, launches = 3;

__global__ void note(int* order, int* count, int number) { order[(*count)++] = number; }

int *order, *count;

void launch(int thread, int i) { note<<<1, 1>>>(order, count, launches * thread + i); }
void launch_all(int thread) {
    for (int i = 0; i < launches; ++i) launch(thread, i);
}

void by_threads(const std::function<void(int)>& work) {
    std::vector<std::thread> all;
    for (int thread = 0; thread < threads; ++thread) all.emplace_back(work, thread);
    for (std::thread& thread : all) thread.join();
}

void by_async() {
    std::vector<std::future<void>> all;
    for (int thread = 0; thread < threads; ++thread) all.push_back(std::async(std::launch::async, launch_all, thread));
    for (const std::future<void>& one : all) one.wait();
}

void* launch_all_of(void* thread) {
    launch_all(*static_cast<int*>(thread));
    return nullptr;
}
void by_pthreads() {
    int numbers[threads];
    pthread_t all[threads];
    for (int thread = 0; thread < threads; ++thread) {
        numbers[thread] = thread;
        pthread_create(&all[thread], nullptr, launch_all_of, &numbers[thread]);
    }
    for (const pthread_t thread : all) pthread_join(thread, nullptr);
}

void by_queue() {
    std::mutex mutex;
    std::condition_variable changed;
    std::deque<int> queue;
    bool is_complete = false;
    std::thread producer([&] {
        for (int number = 0; number < threads * launches; ++number) {
            const std::lock_guard lock(mutex);
            queue.push_back(number);
            changed.notify_one();
        }
        const std::lock_guard lock(mutex);
        is_complete = true;
        changed.notify_all();
    });
    by_threads([&](int) {
        for (;;) {
            std::unique_lock lock(mutex);
            changed.wait(lock, [&] { return is_complete || !queue.empty(); });
            if (queue.empty()) return;
            const int number = queue.front();
            queue.pop_front();
            lock.unlock();
            note<<<1, 1>>>(order, count, number);
        }
    });
    producer.join();
}

void by_barrier() {
    std::barrier barrier(threads);
    by_threads([&](int thread) {
        for (int i = 0; i < launches; ++i) {
            launch(thread, i);
            barrier.arrive_and_wait();
        }
    });
}

void by_sleeping() {
    by_threads([](int thread) {
        for (int i = 0; i < launches; ++i) {
            launch(thread, i);
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    });
}

/// Each thread waits for the next number, without a call.
void by_spinning() {
    std::atomic<int> turn = 0;
    by_threads([&](int thread) {
        while (turn != threads - 1 - thread) {}
        launch_all(thread);
        ++turn;
    });
}

/// A thread waits for a pipe, about which the simulator knows nothing.
void by_pipe() {
    int ends[2];
    if (pipe(ends) != 0) return;
    std::thread reader([&] {
        char c = 0;
        for (int i = 0; i < launches && read(ends[0], &c, 1) == 1; ++i) launch(0, i);
    });
    std::thread writer([&] {
        for (int i = 0; i < launches; ++i) {
            launch(1, i);
            if (write(ends[1], "", 1) != 1) return;
        }
    });
    reader.join();
    writer.join();
}

} // namespace

int main(int, char** arguments) {
    cudaMallocManaged(&order, threads * launches * sizeof(int));
    cudaMallocManaged(&count, sizeof(int));
    *count = 0;
    const std::string_view way = arguments[1];
    if (way == "thread") by_threads(launch_all);
    if (way == "async") by_async();
    if (way == "pthread") by_pthreads();
    if (way == "queue") by_queue();
    if (way == "barrier") by_barrier();
    if (way == "sleep") by_sleeping();
    if (way == "spin") by_spinning();
    if (way == "pipe") by_pipe();
    cudaDeviceSynchronize();
    for (int i = 0; i < *count; ++i) std::printf("%d ", order[i]);
    cudaFree(order);
    cudaFree(count);
}
