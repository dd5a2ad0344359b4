#!/bin/sh
# each_lesson.sh ROUNDS PROGRAM [options]: a lesson's own checks at every block size, so many times with new inputs
# in a new order (a GPU has its own).
rounds=$1
shift
number=0
for round in $(seq "$rounds"); do
    for block in 32 64 128 256 512 1024; do
        "$@" --describe --block $block > /dev/null 2>&1 || continue # there is no such variant
        number=$((number + 1))
        output=$(SCANLAB_SIM_ORDER=$number "$@" --seed $number --block $block) || {
            status=$?
            echo "$output"
            echo "SCANLAB_SIM_ORDER=$number $* --seed $number --block $block: exit code $status (round $round)"
            exit $status
        }
    done
done
[ $number -gt 0 ] || { echo "$* runs at none of these block sizes" && exit 1; }
echo "$number runs, everything right in each"
