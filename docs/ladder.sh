#!/bin/sh
# ladder.sh NN…: prints these lessons as a Markdown table: what `./scanlab run --gpu` measured (results/h200), beside the
# driver's copy of the same run and what the memory would give in theory.
set -eu
results=$(dirname "$0")/results/h200/lessons.csv
fail() {
    echo "ladder.sh: $1" >&2
    exit 2
}
[ $# -gt 0 ] || fail "usage: ladder.sh NN…, the lessons to show"
[ -f "$results" ] || fail "there are no results in $results"

awk -F, -v wanted="$*" '
    NR == 1 { for (i = 1; i <= NF; ++i) column[$i] = i; next }
    {
        name = $column["lesson"]
        gsub("_", " ", name)
        number = sprintf("%02d", $column["number"])
        peak = $column["peak_gbps"]
        row[number] = sprintf("| %s | %s | %s | %.0f | %.0f | %.1f %% | %.1f %% |", number, name,
            $column["scope"] == "block" ? "tiles" : "all", $column["median_us"], $column["gbps"],
            $column["percent_of_copy"], $column["percent_of_peak"])
    }
    END {
        count = split(wanted, lesson, " ")
        for (i = 1; i <= count; ++i)
            if (!(lesson[i] in row)) {
                print "ladder.sh: there is no lesson \047" lesson[i] "\047 in the results; lessons are named like 05" >"/dev/stderr"
                exit 2
            }
        printf "| | lesson | scans | µs | GB/s | share of a copy | of the peak, %.0f GB/s |\n", peak
        print "|---|---|---|---:|---:|---:|---:|"
        for (i = 1; i <= count; ++i) print row[lesson[i]]
    }' "$results"
