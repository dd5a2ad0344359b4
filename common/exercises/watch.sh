#!/bin/sh
# watch.sh FILE COMMAND…: runs the command, and again whenever the file has been saved, until it is interrupted.
set -u
file=$1
shift

# What is in the file, not when it was written: editors that put a new file in its place are no matter then.
content() { { cksum <"$file"; } 2>/dev/null; }

while :; do
    seen=$(content)
    [ ! -t 1 ] || printf '\033[H\033[2J'
    "$@"
    echo
    echo "Waiting for $(basename "$file") to be saved; Ctrl-C ends this."
    while now=$(content) && [ "$now" = "$seen" ] || [ -z "$now" ]; do sleep 0.2; done
done
