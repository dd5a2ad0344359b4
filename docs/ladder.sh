#!/bin/sh
# ladder.sh NN: prints the lessons up to NN as a Markdown table: what `./scanlab run --gpu` measured (results/h200), beside the
# driver's copy, the fastest copy that `./scanlab bench` found at that size, and what the memory would give in theory.
set -eu
results=$(dirname "$0")/results/h200
fail() {
    echo "ladder.sh: $1" >&2
    exit 2
}
[ $# -eq 1 ] || fail "usage: ladder.sh NN, the last lesson to show"
for file in lessons.csv bench.csv; do [ -f "$results/$file" ] || fail "there are no results in $results/$file"; done

awk -F, -v last="$1" '
    { gsub(/"[^"]*"/, "") } # a title may contain a comma
    FNR == 1 { ++file; for (i = 1; i <= NF; ++i) column[$i] = i; next }
    file == 1 {
        if ($column["best_copy_gbps"] > 0) best[$column["n"]] = $column["best_copy_gbps"]
        if ($column["peak_gbps"] > 0) peak = $column["peak_gbps"]
        next
    }
    {
        number = sprintf("%02d", $column["number"])
        name = $column["lesson"]
        gsub("_", " ", name)
        gbps = $column["gbps"]
        rows = rows sprintf("| %s | %s | %s | %.0f | %.0f | %.1f %% | %.1f %% | %.1f %% |\n", number, name,
            $column["scope"] == "block" ? "tiles" : "all", $column["median_us"], gbps,
            $column["percent_of_copy"], 100 * gbps / best[$column["n"]], 100 * gbps / peak)
    }
    number == last { found = 1; exit }
    END {
        if (!found) exit 3
        printf "| | lesson | scans | µs | GB/s | share of a copy | of the fastest copy | of the peak, %.0f GB/s |\n", peak
        print "|---|---|---|---:|---:|---:|---:|---:|"
        printf "%s", rows
    }' "$results/bench.csv" "$results/lessons.csv" || fail "there is no lesson '$1' in $results/lessons.csv; lessons are named like 05"
