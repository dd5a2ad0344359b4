// Lesson 00, your own program: out[i] = in[i] + in[i - 1], and out[0] = in[0], as the loop below does.
#include <scanlab/check.cuh>

#include <vector>

void neighbour_sums_on_host(const std::vector<int>& in, std::vector<int>& out) {
    for (std::size_t i = 0; i < in.size(); ++i) out[i] = i > 0 ? in[i] + in[i - 1] : in[i];
}

// TODO: write a kernel. Which element is mine? Does it exist? Does it have a left neighbour?

void neighbour_sums_on_device(const std::vector<int>& in, std::vector<int>& out) {
    // TODO: five steps: allocate, copy in, launch, copy out, free. Check every return code.
}

/// Whether n numbers, no two of them equal, come out right; says what is wrong if they do not.
bool is_right(int n) {
    std::vector<int> in(n), expected(n), out(n, -1);
    for (int i = 0; i < n; ++i) in[i] = i * i + 1;
    neighbour_sums_on_host(in, expected);
    neighbour_sums_on_device(in, out);
    for (int i = 0; i < n; ++i) {
        if (out[i] == expected[i]) continue;
        std::printf("with n = %d, out[%d] is %d and should be %d\n", n, i, out[i], expected[i]);
        return false;
    }
    return true;
}

int main() {
    for (const int n : {1, 2, 255, 256, 257, 10000}) {
        if (!is_right(n)) return std::printf("not there yet\n"), 1;
    }
    std::printf("All six sizes are right: your first CUDA program.\n");
    return 0;
}
