#!/bin/sh
# all_orders.sh ROUNDS PROGRAM [options]: a lesson's own checks at every block size, so many times with new seeds. A
# leak would be but a warning.
export SCANLAB_SIM_STRICT=1
rounds=$1
shift
seed=0
for round in $(seq "$rounds"); do
    for block in 32 64 128 256 512 1024; do
        "$@" --describe --block $block > /dev/null 2>&1 || continue # there is no such variant
        seed=$((seed + 1))
        output=$("$@" --seed $seed --block $block) || {
            status=$?
            echo "$output"
            echo "$* --seed $seed --block $block: exit code $status (round $round)"
            exit $status
        }
    done
done
[ $seed -gt 0 ] || exit 1
[ $seed -gt 0 ] || { echo "$* runs at none of these block sizes" && exit 1; }
echo "$seed runs, everything right in each"
