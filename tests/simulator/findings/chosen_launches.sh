#!/bin/sh
# chosen_launches.sh SOURCE PROGRAM: only the launches are checked that --kernel and --launches choose, what others write counts as set,
# and the last line says how many these were. That none was is no success.
source=$1 program=$2
failed=0

# told CODE "LINE…" "N of M" SETTING…: the exit code, the lines of source at which something is found, and the launches checked.
told() {
    code=$1 lines=$2 checked=$3
    shift 3
    said=$(env "$@" "$program" 2>&1)
    got=$?
    found=$(echo "$said" | sed -n 's/^  .* at .*:\([0-9]*\)\([,;].*\)\{0,1\}$/\1/p' | sort -nu | tr '\n' ' ')
    [ $got = "$code" ] && [ "$found" = "$lines" ] && { [ -z "$checked" ] || echo "$said" | grep -q "^scanlab: $checked launches were checked"; } &&
        return
    echo "$*: exit code $got, lines '$found', expected $code and '$lines':" && echo "$said" && failed=1
}
lines_of() { grep -n "// $1" "$source" | cut -d: -f1 | tr '\n' ' '; }
first=$(lines_of 'races in first') second=$(lines_of 'races in second')
told 3 "$first$second" "" A=1
told 3 "$first" "1 of 2" SCANLAB_SIM_CHECKED_KERNELS=first
told 3 "$second" "1 of 2" SCANLAB_SIM_CHECKED_KERNELS='sec*,third'
told 3 "$second" "1 of 2" SCANLAB_SIM_CHECKED_LAUNCHES=2-
told 3 "$first$second" "2 of 2" SCANLAB_SIM_CHECKED_LAUNCHES=1-2
told 2 "" "0 of 2" SCANLAB_SIM_CHECKED_KERNELS=first SCANLAB_SIM_CHECKED_LAUNCHES=2
told 2 "" "0 of 2" SCANLAB_SIM_CHECKED_KERNELS=frist
exit $failed
