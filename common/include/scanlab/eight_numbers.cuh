/// \file
/// What the small programs of lessons 01 to 04 work on: eight numbers, in arrays that can be printed.
#pragma once

#include "check.cuh"

#include <vector>

/// The program's arguments if there are eight of them, or else 3 1 7 0 4 1 6 3.
inline std::vector<int> eight_numbers(int argc, char** argv) {
    if (argc != 9) return {3, 1, 7, 0, 4, 1, 6, 3};
    std::vector<int> numbers;
    for (int i = 1; i < argc; ++i) numbers.push_back(std::atoi(argv[i]));
    return numbers;
}

/// Allocates device memory for `count` numbers, all of them 0.
inline int* device_array(int count) {
    int* array = nullptr;
    check("cudaMalloc", cudaMalloc(&array, sizeof(int) * count));
    check("cudaMemset", cudaMemset(array, 0, sizeof(int) * count));
    return array;
}

/// Allocates device memory, and copies these numbers there.
inline int* device_array(const std::vector<int>& numbers) {
    int* array = device_array(static_cast<int>(numbers.size()));
    check("copy in",
          cudaMemcpy(array, numbers.data(), sizeof(int) * numbers.size(), cudaMemcpyHostToDevice));
    return array;
}

/// Prints eight numbers of device memory in a line, after waiting for all launches.
inline void print_eight(const char* name, const int* array) {
    int numbers[8];
    check("launch", cudaGetLastError());
    check("copy out", cudaMemcpy(numbers, array, sizeof numbers, cudaMemcpyDeviceToHost));
    std::printf("%-10s", name);
    for (const int number : numbers) std::printf(" %3d", number);
    std::printf("\n");
}

/// Prints the eight numbers that each of three steps has left, one row of eight after the other.
inline void print_steps(const int* rows) {
    print_eight("distance 1", rows);
    print_eight("distance 2", rows + 8);
    print_eight("distance 4", rows + 16);
}
