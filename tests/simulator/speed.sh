#!/bin/sh
# How fast the simulator is: lesson 02's kernel on 2^20 elements, in both speeds, the median of seven runs.
cd "$(dirname "$0")/../.." || exit 1
for speed in fast checked; do
    program=build/sim/lessons/hillis_steele_shared
    [ $speed = checked ] || program=${program}_fast
    for run in 1 2 3 4 5 6 7; do $program --n 2^20 --case ones; done |
        awk '$1 == "simulated" { print $2 }' | sort -n | sed -n 4p |
        sed "s/\$/ million elements a second, $speed/"
done
