#!/bin/sh
# summarize_ncu.sh [TABLE.csv]: by program, how many of its metrics are equal on the simulator and on the GPU, compiled
# without optimisation, as usual, or in at least one of the two ways. The table is compare_ncu.sh's.
awk -F '",' ' # a kernel in quotes stands between the program and the values
    NR > 1 {
        split($1, program, ",")
        name = program[1]
        split($2, value, ",") # metric, simulator, ncu -G, difference, ncu, difference
        if (!metrics[name]++) names[++n] = name
        without[name] += value[2] == value[3]
        usual[name] += value[2] == value[5]
        either[name] += value[2] == value[3] || value[2] == value[5]
    }
    END {
        printf "%-21s %8s %12s %9s %11s\n", "", "metrics", "equal to -G", "as usual", "one of them"
        for (i = 1; i <= n; i++) {
            name = names[i]
            printf "%-21s %8d %12d %9d %11d\n", name, metrics[name], without[name], usual[name], either[name]
        }
    }' "${1:-$(dirname "$0")/../../docs/results/h200/counters.csv}"
