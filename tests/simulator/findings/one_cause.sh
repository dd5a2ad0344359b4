#!/bin/sh
# one_cause.sh SOURCE PROGRAM FINDINGS: of each kernel that lacks one synchronisation the user reads one finding, FINDINGS
# in all, in lines that the source marks with "// one cause: KIND". All else that is found belongs to one of them. With
# the synchronisation nothing is found.
source=$1 program=$2 findings=$3
failed=0
fail() {
    echo "$1"
    failed=1
}

SCANLAB_SIM_FINDINGS=$program.json "$program" > /dev/null 2> "$program.told"
code=$?
[ $code -eq 3 ] || fail "exit code $code, expected 3"
grep -q "^scanlab: $findings findings" "$program.told" || fail "not $findings findings: $(grep '^scanlab: [0-9]* finding' "$program.told")"

listed=$(sed -n 's/^  \(\(warning: \)\{0,1\}[a-z-]*\) at .*:\([0-9]*\)\([,;].*\)\{0,1\}$/\3 \1/p' "$program.told")
[ "$(echo "$listed" | wc -l)" -eq "$findings" ] || fail "not $findings are listed: $listed"
echo "$listed" | {
    while read -r line kind; do
        sed -n "${line}p" "$source" | grep -q "// one cause: $kind\$" || { echo "line $line is not marked: $kind"; exit 1; }
    done
} || failed=1

# A reader of the JSON finds all pairs of accesses, and for each the finding that explains it.
causes=$(sed -n 's/.*"fingerprint":"\([0-9a-f]*\)","group":"\1".*/\1/p' "$program.json" | sort -u)
[ "$(echo "$causes" | wc -l)" -eq "$findings" ] || fail "the JSON has other causes: $causes"
sed -n 's/.*"group":"\([0-9a-f]*\)".*/\1/p' "$program.json" | sort -u > "$program.groups"
[ "$(cat "$program.groups")" = "$causes" ] || fail "a finding is explained by none of the causes"
SCANLAB_SIM_EVERY_PAIR=1 "$program" 2>&1 > /dev/null | grep -c "^scanlab: .*: .*: " > "$program.pairs"
[ "$(cat "$program.pairs")" -eq "$(wc -l < "$program.json")" ] || fail "not every pair is shown when asked for"

complete=$("$program" complete 2>&1 > /dev/null) || fail "exit code $? with all synchronisation"
[ -z "$complete" ] || fail "found with all synchronisation: $complete"
[ $failed -eq 0 ] || cat "$program.told"
exit $failed
