// Copies that fill the host's memory just to its end, wherever it is; and out of a buffer that was
// partly used.
#include "../corpus/device.cuh"

#include <cstdlib>
#include <vector>

constexpr int N = 1000;
int table[10][N / 10];

bool arrives(const DeviceArray<int>& numbers, int* to) {
    check(cudaMemcpy(to, numbers.get(), numbers.bytes(), cudaMemcpyDeviceToHost));
    for (int i = 0; i < N; ++i)
        if (to[i] != random_number(i)) return false;
    return true;
}

int main() {
    const RandomNumbers numbers(N);
    int local[N];
    std::vector<int> grown;
    while (grown.size() < N) grown.push_back(0);
    int* allocated = static_cast<int*>(std::malloc(N));
    allocated = static_cast<int*>(std::realloc(allocated, N * sizeof(int)));
    int* cleared = static_cast<int*>(std::calloc(N, sizeof(int)));
    struct {
        int first[N / 2], second[N / 2];
    } both;
    const bool good = arrives(numbers, local) && arrives(numbers, grown.data()) && arrives(numbers, allocated) &&
                      arrives(numbers, cleared) && arrives(numbers, table[0]) && arrives(numbers, both.first);
    std::free(allocated);
    std::free(cleared);

    const DeviceArray<int> buffer(2 * N);
    check(cudaMemcpy(buffer.get(), numbers.get(), numbers.bytes(), cudaMemcpyDeviceToDevice));
    std::vector<int> partly(2 * N);
    check(cudaMemcpy(partly.data(), buffer.get(), buffer.bytes(), cudaMemcpyDeviceToHost));
    return good && partly[N - 1] == random_number(N - 1) ? 0 : 1;
}
