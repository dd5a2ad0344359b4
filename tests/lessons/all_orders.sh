#!/bin/sh
# all_orders.sh PROGRAM: a lesson's own checks under 24 seeds, four for each block size.
seed=0
while [ $seed -lt 24 ]; do
    for block in 32 64 128 256 512 1024; do
        seed=$((seed + 1))
        output=$("$1" --seed $seed --block $block) || {
            status=$?
            echo "$output"
            echo "$1 --seed $seed --block $block: exit code $status"
            exit $status
        }
    done
done
echo "24 runs, all sizes and inputs right in each"
