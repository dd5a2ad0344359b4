#!/bin/sh
# profile.sh [copies]: prints as a Markdown table what Nsight Compute has counted of lessons and copies at 2^28 (results/h200);
# of the copies alone, how busy they kept memory and multiprocessors.
set -eu
results=$(dirname "$0")/results/h200
for file in ncu.csv ncu_copies.csv; do
    [ -f "$results/$file" ] || { echo "profile.sh: there are no results in $results/$file" >&2 && exit 2; }
done
if [ "${1-}" = copies ]; then
    awk -F, '
        NR == 1 { for (i = 1; i <= NF; ++i) at[$i] = i; next }
        {
            name = $at["kernel"]
            gsub("_", " ", name)
            printf "| %s | %.0f | %.0f | %.0f | %.0f |\n", name, $at["dram_percent_of_peak"], $at["sm_percent_of_peak"],
                $at["warps_active_percent"], $at["us"]
        }
        BEGIN {
            print "| kernel | memory busy, % of its peak | multiprocessors busy, % | places for warps taken, % | time, µs |"
            print "|---|---:|---:|---:|---:|"
        }' "$results/ncu_copies.csv"
    exit
fi
awk -F, '
    function row(name, read, written, busy, us) {
        gsub("_", " ", name)
        printf "| %s | %s | %s | %.1f | %.0f |\n", name, read, written, busy, us
    }
    FNR == 1 { ++file; for (i = 1; i <= NF; ++i) at[file, $i] = i; next }
    file == 1 {
        row($at[1, "lesson"], sprintf("%.2f", $at[1, "dram_bytes_read_per_element"]),
            sprintf("%.2f", $at[1, "dram_bytes_written_per_element"]), $at[1, "dram_percent_of_peak"], $at[1, "us"])
        next
    }
    { row($at[2, "kernel"], "", "", $at[2, "dram_percent_of_peak"], $at[2, "us"]) }
    BEGIN {
        print "| kernel | bytes read per element | bytes written | DRAM busy, % of its peak | time, µs |"
        print "|---|---:|---:|---:|---:|"
    }' "$results/ncu.csv" "$results/ncu_copies.csv"
