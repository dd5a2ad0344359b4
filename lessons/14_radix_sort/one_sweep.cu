// Lesson 14, the fast way: a pass reads each key once and writes it once.
//
// New since radix_sort.cu: one kernel counts the digits of all passes, because a pass changes the order
// of the keys, but not how many have a digit. And lesson 08's look-back, with a thread for each digit,
// tells a tile how many keys of that digit are in the tiles before it. So a pass is one kernel.
//
// What it costs: 4 bytes per key to count and 8 per key and pass, which are 36 with digits of 8 bits;
// and 24 bytes per digit, tile and pass, to publish two counts and to clear one; and some to read them.
// (Adinets, Merrill, "Onesweep: A Faster Least Significant Digit Radix Sort for GPUs", 2022.)
#include "one_sweep.cuh"

int main(int argc, char** argv) {
    return scanlab::lesson_main<OneSweep>({.number = 14,
                                           .name = "one_sweep",
                                           .title = "Radix sort, one sweep per pass",
                                           .task = scanlab::Task::sort,
                                           .block = 512,
                                           .compute_capability = 8},
                                          argc, argv);
}
