#!/bin/sh
# split_launch.sh PROGRAM: what the halves of a launch have in common with the whole, seen from outside.
set -u
program=$1
log=$(mktemp) || exit 1
trap 'rm -f "$log"' EXIT
fail() {
    echo "split_launch.sh: $1" >&2
    cat "$log" >&2
    exit 1
}
# lines PATTERN: how many lines of the log have it
lines() { grep -c "$1" "$log"; }

"$program" >"$log" 2>&1 || fail "in halves"
[ "$(lines 'a kernel says so')" = 1 ] || fail "what a kernel prints is not there once"
SCANLAB_SIM_UNDIVIDED=1 "$program" whole >"$log" 2>&1 || fail "as a whole"

"$program" trap >"$log" 2>&1
[ $? = 3 ] || fail "a trap: exit code"
[ "$(lines '^.*: trap: ')" = 1 ] || fail "a trap is not told once"

SCANLAB_SIM_TIMEOUT=1 "$program" loop >"$log" 2>&1
[ $? = 3 ] || fail "an endless loop: exit code"
[ "$(lines 'was stopped in this kernel after 1 s')" = 1 ] || fail "an endless loop is not told once"

"$program" race >"$log" || fail "a race"
before=$(cat "$log")
for _ in 1 2 3; do
    [ "$("$program" race)" = "$before" ] || fail "the same order gives another result"
done
[ "$(SCANLAB_SIM_ORDER=2 "$program" race)" != "$before" ] || fail "another order gives the same result"
