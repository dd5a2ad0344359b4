// A program of .cu files alone, whose objects CMake names in a file.
__global__ void nothing() {}

int main() {
    nothing<<<1, 1>>>();
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
