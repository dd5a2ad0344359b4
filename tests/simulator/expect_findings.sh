#!/bin/sh
# expect_findings.sh SOURCE PROGRAM: every line of the source that says "// finds KIND: TEXT" must get such a finding
# (a regular expression), and no other line any; "// finds warning: KIND: TEXT" is one that is no error. A program with
# errors exits with 3, another with 0; under SCANLAB_SIM_STRICT warnings are errors.
source=$1
SCANLAB_SIM_EVERY_PAIR=1 # each pair of accesses by itself
export SCANLAB_SIM_EVERY_PAIR
errors=$("$2" 2>&1 >/dev/null)
code=$?
expected=$(grep -c '// finds ' "$source")
warnings=$(grep -c '// finds warning: ' "$source")
failed=0
fail() {
    echo "$1"
    failed=1
}

wanted_code=0
[ "$expected" -eq "$warnings" ] || wanted_code=3
wanted_summary=
[ "$expected" -eq 0 ] || wanted_summary="$expected finding"
[ $code -eq $wanted_code ] || fail "exit code $code, expected $wanted_code"
summary=$(echo "$errors" | sed -n 's/^scanlab: \([0-9]* finding\).*/\1/p')
[ "$summary" = "$wanted_summary" ] || fail "'$summary', expected '$wanted_summary'"

grep -n '// finds ' "$source" > "$2.expected"
while IFS= read -r entry; do
    finding="/$(basename "$source"):${entry%%:*}: ${entry#*// finds }"
    echo "$errors" | grep -Eq "^scanlab: .*$finding" || fail "not found: $finding"
done < "$2.expected"

strict_code=0
[ "$expected" -eq 0 ] || strict_code=3
strict_errors=$(SCANLAB_SIM_STRICT=1 "$2" 2>&1 >/dev/null)
code=$?
[ $code -eq $strict_code ] || fail "exit code $code if strict, expected $strict_code"
! echo "$strict_errors" | grep -q "^scanlab: .*warning" || fail "a warning although it is strict"
[ $failed -eq 0 ] || echo "$errors"
exit $failed
