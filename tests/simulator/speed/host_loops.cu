// The host alone: what many programs compute to compare a kernel's results with.
#include <cstdio>
#include <vector>

void multiply(const float* a, const float* b, float* c, int n) {
    for (int row = 0; row < n; ++row)
        for (int column = 0; column < n; ++column) {
            float sum = 0;
            for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
            c[row * n + column] = sum;
        }
}

int count_primes(int n) {
    std::vector<char> is_composite(n);
    int count = 0;
    for (int i = 2; i < n; ++i) {
        if (is_composite[i]) continue;
        ++count;
        for (int j = 2 * i; j < n; j += i) is_composite[j] = 1;
    }
    return count;
}

static unsigned bins[256];

int main() {
    constexpr int n = 256, rounds = 20;
    std::vector<float> a(n * n), b(n * n), c(n * n);
    for (int i = 0; i < n * n; ++i) a[i] = static_cast<float>(i % 7), b[i] = static_cast<float>(i % 5);
    multiply(a.data(), b.data(), c.data(), n);
    std::vector<std::vector<double>> rows(n, std::vector<double>(n, 1));
    double sum = 0;
    for (int round = 0; round < rounds; ++round) {
        for (int y = 1; y < n - 1; ++y)
            for (int x = 1; x < n - 1; ++x) rows[y][x] = 0.25 * (rows[y - 1][x] + rows[y + 1][x] + rows[y][x - 1] + c[x]);
        for (float value : c) ++bins[static_cast<unsigned>(value) % 256], sum += value;
    }
    std::printf("%g %g %u %d\n", sum, rows[n / 2][n / 2], bins[3], count_primes(1 << 20));
}
