// The host waits at a barrier of the device, in a template, of which nvcc cannot know who will call it.
#include <cuda_runtime.h>

template <class T>
void publish(T* place, T value) {
    *place = value;
    __syncthreads();
}

int main() {
    int value = 0;
    publish(&value, 1);
    return 0;
}
