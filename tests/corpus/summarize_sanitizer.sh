#!/bin/sh
# summarize_sanitizer.sh [TABLE.csv]: by kind of bug, how many a plain run on the GPU ends with 0, compute-sanitizer's
# tools report, and the simulator finds as that kind. The table is compare_sanitizer.sh's.
awk -F , '
    function count(kind) {
        bugs[kind]++
        quiet[kind] += $3 == "0"
        reported[kind] += $4 $5 $6 $7 ~ /reports/
        found[kind] += index($8, $2) > 0
    }
    function row(kind) {
        printf "%-19s %5d %12d %18d %10d\n", kind, bugs[kind], quiet[kind], reported[kind], found[kind]
    }
    NR > 1 { if (!bugs[$2]) kinds[++n] = $2; count($2); count("all") }
    END {
        printf "%-19s %5s %12s %18s %10s\n", "", "bugs", "run ends 0", "compute-sanitizer", "simulator"
        for (i = 1; i <= n; i++) row(kinds[i])
        row("all")
    }' "${1:-$(dirname "$0")/../../docs/results/h200/sanitizer.csv}"
