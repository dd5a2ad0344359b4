#!/bin/sh
# How fast the simulator is: lesson 02's kernel on 2^20 elements, in both speeds, the best and the median of fifteen
# runs. On a machine with other users the best tells more.
cd "$(dirname "$0")/../.." || exit 1
for speed in fast checked; do
    program=build/sim/lessons/hillis_steele_shared
    [ $speed = checked ] || program=${program}_fast
    for run in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do $program --n 2^20 --case ones; done |
        awk '$1 == "simulated" { print $2 }' | sort -n | sed -n '8p; 15p' | tr '\n' ' ' |
        awk -v speed=$speed '{ print $2 " million elements a second, " speed " (median " $1 ")" }'
done
