#!/bin/sh
# fixes.sh SCANLAB TABLE.csv PROGRAM.cu…: for each of these programs whose threads race, as their markers say, whether `sync` finds a patch
# that makes it right, how many lines that adds or changes, which, and after how many seconds. The patch is applied to a copy, which is tried
# again: under two schedules, and in as many of all orders of its threads as fit into 6 seconds. `orders` is `all`, or how many. Its warps
# wait at barriers so often in all, `waits`, and `meant` times in the program as it was meant (meant.patch); `+grid` says that all blocks wait
# for each other, too. Each line is added to the table as soon as it is known; a program that is there already is not tried again.
set -eu
scanlab=$1 table=$2
shift 2
export SCANLAB_BUILD=no
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/programs" "$folder/meant"
[ -f "$table" ] || echo program,fixed,lines,waits,meant,orders,change,seconds >"$table"

# Runs the program under two schedules, which has to find nothing, and prints the number of times that warps wait.
waits() {
    # shellcheck disable=SC2086 # settings are words
    env $settings "$scanlab" sim --schedules 2 "$1" >/dev/null 2>&1 </dev/null || return 1
    # shellcheck disable=SC2086
    SCANLAB_SIM_COUNTERS=$folder/counters env $settings "$scanlab" sim "$1" >/dev/null 2>&1 </dev/null || :
    sed -n 's/^   "counters":.*"block_barriers":\([0-9]*\),"warp_syncs":\([0-9]*\).*/\1 \2/p' "$folder/counters" |
        awk -v grid="$(grep -c 'this_grid()\.sync()' "$1" || :)" '{ n += $1 + $2 } END { print n + 0 (grid ? "+grid" : "") }'
}

# Tries the program in all orders, which has to find nothing, and prints how far that came.
orders() {
    # shellcheck disable=SC2086
    env $settings timeout 6 "$scanlab" sim --all-orders "$1" >"$folder/said" 2>&1 </dev/null || :
    sed -n 's/^scanlab: \(the only order\|all [0-9]* orders\): nothing wrong.*/all/p
        s/^scanlab: \([0-9]*\) orders* tried.*: nothing wrong so far/\1/p' "$folder/said" | grep .
}

for source; do
    grep -q 'finds: race-\(shared\|global\|scope\)' "$source" || continue
    name=$(basename "$source")
    ! grep -q "^$name," "$table" || continue
    begin=$(date +%s) fixed=no waits='' meant='' orders='' copy=$folder/programs/$name
    settings=$(sed -n 's|^// runs with: ||p' "$source")
    [ -d "$folder/corpus" ] || cp -r "$(dirname "$source")/../corpus" "$folder" # the headers
    # shellcheck disable=SC2086
    env $settings timeout 600 "$scanlab" sync "$source" --patch "$folder/patch" >/dev/null 2>"$folder/said" </dev/null || :
    seconds=$(($(date +%s) - begin))
    if grep -q 'With this patch, nothing is found' "$folder/said"; then
        cp "$source" "$copy"
        if patch -s "$copy" "$folder/patch" && waits=$(waits "$copy") && orders=$(orders "$copy"); then fixed=yes; fi
    fi
    awk -v name="a/$name" '/^--- /{ is_it = $2 == name } is_it' "$here/meant.patch" >"$folder/difference"
    if [ -s "$folder/difference" ]; then
        cp "$source" "$folder/meant"
        patch -s "$folder/meant/$name" "$folder/difference"
        meant=$(waits "$folder/meant/$name") || meant=wrong
    fi
    change=$(sed -n '/^+++/d; s/^+ *//p' "$folder/patch" | tr '\n,' '  ')
    echo "$name,$fixed,$(grep -c '^+[^+]' "$folder/patch" || :),$waits,$meant,$orders,$change,$seconds" | tee -a "$table"
    rm -f "$folder/patch" "$folder/counters"
done
awk -F, '
    NR > 1 {
        ++all
        if ($2 != "yes") next
        ++fixed
        if ($5 != "") { ++compared; no_dearer += $4 + 0 <= $5 + 0 && ($4 !~ /grid/ || $5 ~ /grid/) }
    }
    END {
        print fixed + 0 " of " all + 0 " programs with a race have a patch that was tried again"
        print no_dearer + 0 " of " compared + 0 " patches are no dearer than the program as it was meant"
    }' "$table"
