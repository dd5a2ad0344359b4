// The first thread of the host that needs the workspace allocates it, but two may find that it is not there.
// only some orders show it
#include "../corpus/device.cuh"

#include <thread>
#include <vector>

__global__ void write(int* workspace, int place) { workspace[place] = place; }

int* workspace = nullptr;

void use(int place) {
    if (!workspace) check(cudaMalloc(&workspace, 4 * sizeof(int))); // finds: warning leak
    write<<<1, 1>>>(workspace, place);
    finish();
}

int main() {
    std::vector<std::thread> threads;
    for (int place = 0; place < 4; ++place) threads.emplace_back(use, place);
    for (std::thread& thread : threads) thread.join();
    check(cudaFree(workspace));
    return 0;
}
