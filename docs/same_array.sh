#!/bin/sh
# same_array.sh: how many times as fast two GPUs scan an array as one GPU scans the same array, as a Markdown table: lesson 12's
# dealt tiles and slices on two, with half of the array each, beside lesson 10 on one (results/h200/several_gpus.csv).
set -eu
awk -F, '
    { us[$1, $3] = $5 }
    END {
        print "| elements in all | lesson 10 on one GPU, µs | dealt to two, µs | times as fast | slices on two, µs | times as fast |"
        print "|---|---:|---:|---:|---:|---:|"
        for (k = 21; k <= 28; ++k) {
            one = us["look_ahead", 2 ^ k]
            dealt = us["several_gpus_on_2", 2 ^ (k - 1)]
            slices = us["slices_on_2", 2 ^ (k - 1)]
            if (!one || !dealt || !slices) exit 1
            printf "| 2^%d in all | %.1f | %.1f | %.2f | %.1f | %.2f |\n", k, one, dealt, one / dealt, slices, one / slices
        }
    }' "$(dirname "$0")/results/h200/several_gpus.csv"
