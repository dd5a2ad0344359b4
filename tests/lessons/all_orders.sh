#!/bin/sh
# all_orders.sh PROGRAM ROUNDS: a lesson's own checks at every block size, ROUNDS times with new seeds.
seed=0
for round in $(seq "$2"); do
    for block in 32 64 128 256 512 1024; do
        seed=$((seed + 1))
        output=$("$1" --seed $seed --block $block) || {
            status=$?
            echo "$output"
            echo "$1 --seed $seed --block $block: exit code $status (round $round)"
            exit $status
        }
    done
done
echo "$seed runs, all sizes and inputs right in each"
