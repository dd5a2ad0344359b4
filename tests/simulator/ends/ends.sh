#!/bin/sh
# ends.sh SOURCE PROGRAM: however the program ends, what it was told is in the file of findings, and nothing else.
source=$1
program=$2
file=$program.findings
failed=0
fail() {
    echo "$how: $1"
    failed=1
}

line_of() {
    grep -n "// $1\$" "$source" | cut -d: -f1
}

# expect HOW CODE [KIND LINE]…: ends with this code, having found this.
expect() {
    how=$1
    wanted_code=$2
    shift 2
    echo 'left by an earlier run' >"$file"
    told=$( (SCANLAB_SIM_FINDINGS=$file "$program" "$how") 2>&1 >/dev/null)
    code=$?
    [ $code -eq "$wanted_code" ] || fail "exit code $code instead of $wanted_code"
    [ "$(wc -l <"$file")" -eq $(($# / 2)) ] || fail "other findings: $(cat "$file")"
    ! grep -qv '^{"scanlab_finding":2,.*}$' "$file" || fail "no finding: $(cat "$file")"
    while [ $# -gt 0 ]; do
        grep -q "\"kind\":\"${1#warning: }\".*\"line\":$2,.*" "$file" || fail "no $1 in line $2: $(cat "$file")"
        echo "$told" | grep -q "^scanlab: .*:$2: $1: " || fail "$1 in line $2 was not told: $told"
        shift 2
    done
}

mistake="race-global $(line_of mistake)"
# shellcheck disable=SC2086 # kind and line
{
    for how in return exit _exit _Exit quick_exit fork vfork; do expect $how 3 $mistake; done
    expect interrupt 130 $mistake
    expect terminate 143 $mistake
    expect hang_up 129 $mistake
    expect kill 137 $mistake
    expect abort 134 $mistake host-crash "$(line_of abort)"
    expect assert 134 $mistake failed-assertion "$(line_of assert)"
    expect throw 134 $mistake host-crash "$(line_of throw)"
    expect library 134 $mistake host-crash "$(line_of library)"
    expect null 139 $mistake host-crash "$(line_of null)"
    expect length 139 $mistake host-crash "$(line_of length)"
    [ "$(uname -m)" != x86_64 ] || expect divide 136 $mistake host-crash "$(line_of divide)"
}
expect correct_assert 0
expect correct_leak_at_exit 0
# It says itself that it failed, and the host has never got what the kernel wrote.
expect correct_code 5 "warning: lost-result" "$(line_of launch)"
expect correct_handler 9 "warning: lost-result" "$(line_of launch)"
expect correct_child 6 "warning: lost-result" "$(line_of launch)"

# How often it came up is known by the end, also of a program that is told to end.
counted() {
    how=$1
    (SCANLAB_SIM_FINDINGS=$file "$program" "$how") 2>/dev/null
    sed 's/.*"count": *//' "$file"
}
usual=$(counted return)
[ "$usual" != '1}' ] || fail "it is counted once"
for how in _exit interrupt null; do [ "$(counted $how | head -1)" = "$usual" ] || fail "another count"; done
rm -f "$file"
exit $failed
