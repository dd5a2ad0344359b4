#!/bin/sh
# host_threads.sh PROGRAM: the threads of a program on the host come in the order that SCANLAB_SIM_ORDER chooses: always the same for
# one number, and not for all. Threads that wait without a call, for a variable or a pipe, come to their end.
program=$1
failed=0
# run ORDER WAY
run() { SCANLAB_SIM_ORDER=$1 "$program" "$2" || echo "exit code $?"; }
for way in thread async pthread queue barrier sleep; do
    one=$(for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do run 2 $way && echo; done | sort -u)
    [ "$(echo "$one" | wc -w)" -eq 12 ] || { echo "$way: 20 runs of one order give:" && echo "$one" && failed=1; }
    several=$(for order in 1 2 3 4 5 6 7 8; do run $order $way && echo; done | sort -u)
    [ "$(echo "$several" | wc -l)" -ge 3 ] || { echo "$way: 8 orders give:" && echo "$several" && failed=1; }
done
spun=$(run 1 spin)
[ "$spun" = "9 10 11 6 7 8 3 4 5 0 1 2 " ] || { echo "spin: $spun" && failed=1; }
[ "$(run 1 pipe | wc -w)" -eq 6 ] || { echo "pipe: $(run 1 pipe)" && failed=1; }
exit $failed
