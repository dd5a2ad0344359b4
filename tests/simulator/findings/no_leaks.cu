// Memory that is freed as late as possible: by the destructor of a global object.
#include <cuda_runtime.h>

struct Owner {
    int* data = nullptr;
    ~Owner() { cudaFree(data); }
};
Owner global;

int main() {
    static Owner local;
    cudaMalloc(&global.data, 400);
    cudaMalloc(&local.data, 400);
    return 0;
}
