#!/bin/sh
# views.sh SCANLAB LOOK_BACK COMPACTION LOOK_AHEAD PERSISTENT_COMPACTION RADIX_SORT: which view a recording gets, and what it says of the lessons' own runs.
set -eu
scanlab=$1 look_back=$2 compaction=$3 look_ahead=$4 persistent_compaction=$5 radix_sort=$6
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

expect() { # TEXT FILE
    grep -qF -- "$1" "$2" || {
        echo "'$1' is missing in $2:"
        cat "$2"
        exit 1
    }
}

SCANLAB_SIM_SCHEDULE=preempt-anywhere "$look_back" --record look_back --n 96 --block 4 --seed 11 --order 11
"$scanlab" draw --recording look_back --out look_back.dot
expect '6 tiles, 5 look-backs: ' look_back.dot
expect 'label="A 32–47"' look_back.dot
expect 'label="P 0–95"' look_back.dot
if grep '"n-wrong' look_back.dot; then exit 1; fi
"$scanlab" draw --recording look_back --out again.dot
cmp look_back.dot again.dot
"$scanlab" draw --recording look_back --view network --out network.dot
expect 'additions' network.dot

"$compaction" --record compaction --n 24
"$scanlab" draw --recording compaction --out compaction.dot
expect 'Every kept element stands where the CPU puts it, and the count is right.' compaction.dot
expect 'label="shared memory\l"' compaction.dot

"$look_ahead" --record look_ahead --n 256 --block 8
"$scanlab" draw --recording look_ahead --out look_ahead.dot
expect 'what 2 blocks of 5 warps do' look_ahead.dot
expect 'each tile is loaded and published once' look_ahead.dot
for tile in 0 1 2 3 4 5 6 7; do
    expect "label=\"publish $tile\"" look_ahead.dot
    [ "$(grep -c "label=\"scan $tile\"" look_ahead.dot)" = 2 ] || { echo "two warps scan tile $tile" && exit 1; }
done
"$persistent_compaction" --record persistent --n 250 --block 8
"$scanlab" draw --recording persistent --out persistent.dot
expect 'label="store 7"' persistent.dot

"$radix_sort" --record sort --n 13 --block 2
"$scanlab" draw --recording sort --out sort.dot
expect 'Every key stands where the CPU puts it.' sort.dot
expect '2 passes of a digit each, 6 launches in all' sort.dot
[ "$(grep -c 'class="n-.*label="00"' sort.dot)" = 5 ] || { echo "key 00 does not stand in five rows" && exit 1; }
sed 's/"expected":\[\([0-9]*\),\([0-9]*\)/"expected":[\2,\1/' sort >wrong_sort
"$scanlab" draw --recording wrong_sort --out wrong_sort.dot
expect 'output[1] holds 01, which does not belong there.' wrong_sort.dot
[ "$(grep -c 'class="n-wrong' wrong_sort.dot)" = 3 ] || { echo "not two keys and the legend are red" && exit 1; }

# refused MESSAGE ARGUMENTS…
refused() {
    message=$1
    shift
    status=0
    "$scanlab" draw --recording "$@" 2>errors || status=$?
    [ $status = 2 ] || {
        echo "'$*' ends with $status instead of 2"
        exit 1
    }
    expect "$message" errors
}
refused 'is no compaction' look_back --view compaction --out x.dot
refused 'no warp loads tiles' look_back --view warps --out x.dot
refused 'does not sort' look_back --view sort --out x.dot
refused 'a view of its own' sort --view network --out x.dot
refused '--view' look_back --view sideways --out x.dot
refused 'drawn as .svg, .png, .dot, .html or .md' look_back --out x.gif
