#!/bin/sh
# checked_split_launch.sh PROGRAM: what is found in halves is what is found in the whole, and found in halves only if it is nothing.
set -u
program=$1
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
fail() {
    echo "checked_split_launch.sh: $1" >&2
    cat "$folder/halves" >&2
    exit 1
}

# check DEED PROCESSES CODE: how many processes run the blocks that do this, and the exit code
check() {
    "$program" "$1" >"$folder/halves" 2>&1
    code=$?
    grep -qx "$2 processes" "$folder/halves" || fail "$1: not in $2 processes"
    [ $code = "$3" ] || fail "$1: exit code $code"
    SCANLAB_SIM_UNDIVIDED=1 "$program" "$1" >"$folder/whole" 2>&1
    sed -i -e '/ processes$/d' "$folder/halves" "$folder/whole"
    diff "$folder/whole" "$folder/halves" || fail "$1: another text than that of the whole"
}

check nothing 3 0 # the first blocks run in the process itself
check write 1 3
check read 1 3
check unwritten 1 3
check bytes 1 0
"$program" nothing | grep -qx "the sum is 768" || fail "values are lost"
