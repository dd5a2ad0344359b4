#!/bin/sh
# exits.sh TABLE PROGRAM checked|fast: the program (exits.cu) ends in each way of the table as that says, under six orders. One that is
# fast runs kernels where they are launched, so that none is pending, and nothing observes them.
set -u
table=$1 program=$2 speed=$3
told=$program.told
failed=0
fail() {
    echo "$how, order $order: $1:"
    cat "$told"
    failed=1
}

# ends HOW CODE FINDINGS LAST: under the order
ends() {
    how=$1 last=$(echo "$4" | sed 's/[].*^$\\[]/\\&/g; s/…/.*/g')
    (SCANLAB_TEST_STATIC=$([ "$how" != static ] || echo 1) SCANLAB_SIM_ORDER=$order "$program" "$how" >/dev/null 2>"$told") 2>/dev/null
    code=$?
    findings=$(sed -n 's/^scanlab: \([0-9]*\) findings\{0,1\}.*:$/\1/p' "$told")
    [ $code -eq "$2" ] || fail "exit code $code instead of $2"
    [ "${findings:-0}" -eq "$3" ] || fail "${findings:-0} findings instead of $3"
    tail -n 1 "$told" | grep -qx " *$last" || [ -z "$4$(cat "$told")" ] || fail "the last line is not '$4'"
}

for order in 1 2 3 4 5 6; do
    while IFS='|' read -r _ how code findings last; do
        how=${how# } how=${how%% *}
        case "$speed $how" in
        'fast pending_trap' | 'fast internal_in_kernel') continue ;;
        esac
        ends "$how" "$code" "$findings" "${last# }" </dev/null
    done <<EOF
$(sed '/^#/d' "$table")
EOF
done
rm -f "$told"
exit $failed
