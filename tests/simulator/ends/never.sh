#!/bin/sh
# never.sh SOURCE PROGRAM: a program that never ends is stopped, and the file of findings says where it was.
source=$1
program=$2
file=$program.findings
failed=0
endings="barriers flag atomics library prints again host sleeps asks"
for how in $endings; do # side by side: each takes all the time that it gets
    {
        SCANLAB_SIM_TIMEOUT=2 SCANLAB_SIM_FINDINGS=$file.$how "$program" "$how" >/dev/null 2>"$program.$how.told"
        echo $? >"$program.$how.code"
    } &
done
wait
for how in $endings; do
    line=$(grep -n "// $how\$" "$source" | cut -d: -f1)
    code=$(cat "$program.$how.code")
    [ "$code" -eq 3 ] && grep -q "\"kind\":\"timeout\",.*\"line\":$line," "$file.$how" &&
        grep -q ":$line: timeout: " "$program.$how.told" && continue
    echo "$how: exit code $code, and no timeout in line $line:"
    cat "$file.$how" "$program.$how.told"
    failed=1
done

# progress HOW PATTERN: before it is stopped, it says how far it is.
progress() {
    SCANLAB_SIM_TIMEOUT=2 SCANLAB_SIM_PROGRESS=1 "$program" "$1" >/dev/null 2>"$program.told"
    grep -Eq "^scanlab: after 1 s: $2" "$program.told" && grep -q -- '--shrink' "$program.told" && return
    echo "$1: no progress:"
    cat "$program.told"
    failed=1
}
progress barriers 'meet in line [0-9]+ \(launch 1\) has run none of its 2 blocks to the end yet'
progress host "no kernel runs: the time goes to the host's part"
for how in $endings; do rm -f "$file.$how" "$program.$how.told" "$program.$how.code"; done
rm -f "$program.told"
exit $failed
