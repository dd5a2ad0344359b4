int expected_total(const int* values, int count) {
    int total = 0;
    for (int i = 0; i < count; ++i) total += 3 * values[i];
    return total;
}
