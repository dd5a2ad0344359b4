#!/bin/sh
# ladder.sh NN: prints the lessons up to NN as a Markdown table: what `./scanlab run --gpu` measured (results/h200), beside the
# driver's copy and the fastest copy of the same run, and what the memory would give in theory.
set -eu
results=$(dirname "$0")/results/h200/lessons.csv
fail() {
    echo "ladder.sh: $1" >&2
    exit 2
}
[ $# -eq 1 ] || fail "usage: ladder.sh NN, the last lesson to show"
[ -f "$results" ] || fail "there are no results in $results"

awk -F, -v last="$1" '
    NR == 1 { for (i = 1; i <= NF; ++i) column[$i] = i; next }
    {
        number = sprintf("%02d", $column["number"])
        name = $column["lesson"]
        gsub("_", " ", name)
        peak = $column["peak_gbps"]
        rows = rows sprintf("| %s | %s | %s | %.0f | %.0f | %.1f %% | %.1f %% | %.1f %% |\n", number, name,
            $column["scope"] == "block" ? "tiles" : "all", $column["median_us"], $column["gbps"],
            $column["percent_of_copy"], $column["percent_of_best_copy"], $column["percent_of_peak"])
    }
    number == last { found = 1; exit }
    END {
        if (!found) exit 3
        printf "| | lesson | scans | µs | GB/s | share of a copy | of the fastest copy | of the peak, %.0f GB/s |\n", peak
        print "|---|---|---|---:|---:|---:|---:|---:|"
        printf "%s", rows
    }' "$results" || fail "there is no lesson '$1' in $results; lessons are named like 05"
