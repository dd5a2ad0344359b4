#!/bin/sh
# sweep.sh SWEEP NAME…: prints which share of a copy these programs reach, as a Markdown table with a row for each:
# what `./scanlab bench` measured (results/h200). SWEEP is what changes: size, block, items or kept.
set -eu
results=$(dirname "$0")/results/h200/bench.csv
fail() {
    echo "sweep.sh: $1" >&2
    exit 2
}
[ $# -gt 1 ] || fail "usage: sweep.sh size|block|items|kept NAME…, names as in $results"
case $1 in
size) column=n values="4096 65536 1048576 4194304 16777216 67108864 268435456 1073741824" ;;
block) column=block values="32 64 128 256 512 1024" ;;
items) column=items_per_thread values="4 8 16 32 64" ;;
kept) column=kept_percent values="0 10 50 90 100" ;;
*) fail "there is no sweep '$1', only size, block, items and kept" ;;
esac
sweep=$1
shift
[ -f "$results" ] || fail "there are no results in $results"

awk -F, -v sweep="$sweep" -v column="$column" -v values="$values" -v names="$*" '
    function label(value) {
        return sweep == "size" ? sprintf("2^%.0f", log(value) / log(2)) : sweep == "kept" ? value " %" : value
    }
    { gsub(/"[^"]*"/, "") } # a title may contain a comma
    NR == 1 { for (i = 1; i <= NF; ++i) at[$i] = i; next }
    $at["sweep"] == sweep { share[$at["name"], $at[column]] = $at["share_of_copy"]; known[$at["name"]] = 1 }
    END {
        rows = split(names, name, " ")
        for (row = 1; row <= rows; ++row)
            if (!(name[row] in known)) {
                print "sweep.sh: the results have no sweep by " sweep " of " name[row] >"/dev/stderr"
                exit 2
            }
        count = split(values, value, " ")
        rule = "|---|"
        printf "| %s |", sweep == "size" ? "n" : sweep == "block" ? "threads per block" \
            : sweep == "items" ? "elements per thread" : "kept"
        for (i = 1; i <= count; ++i) { printf " %s |", label(value[i]); rule = rule "---:|" }
        print "\n" rule
        for (row = 1; row <= rows; ++row) {
            shown = name[row]
            gsub("_", " ", shown)
            printf "| %s |", shown
            for (i = 1; i <= count; ++i)
                printf (name[row], value[i]) in share ? " %.2f |" : " – |", share[name[row], value[i]]
            print ""
        }
    }' "$results"
