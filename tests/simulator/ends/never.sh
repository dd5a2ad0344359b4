#!/bin/sh
# never.sh SOURCE PROGRAM: a program that never ends is stopped, and the file of findings says where it was; if that takes longer
# than it was told to be silent, it says before how far it is.
source=$1
program=$2
file=$program.findings
failed=0
# run HOW SECONDS [VARIABLE=VALUE]
run() {
    env SCANLAB_SIM_TIMEOUT="$2" SCANLAB_SIM_FINDINGS="$file.$1" $3 "$program" "$1" >/dev/null 2>"$program.$1.told"
    echo $? >"$program.$1.code"
}
slow="prints host"
endings="barriers flag atomics library again sleeps asks $slow"
for how in $endings; do # side by side: each takes all the time that it gets
    case " $slow " in
    *" $how "*) run "$how" 2 SCANLAB_SIM_PROGRESS=1 & ;;
    *) run "$how" 1 & ;;
    esac
done
wait
for how in $endings; do
    line=$(grep -n "// $how\$" "$source" | cut -d: -f1)
    code=$(cat "$program.$how.code")
    [ "$code" -eq 3 ] && grep -Eq "\"kind\":\"(timeout|livelock)\",.*\"line\":$line," "$file.$how" &&
        grep -Eq ":$line: (timeout|livelock): " "$program.$how.told" && continue
    echo "$how: exit code $code, and neither timeout nor livelock in line $line:"
    cat "$file.$how" "$program.$how.told"
    failed=1
done

# progress HOW PATTERN: before it was stopped, it said how far it was.
progress() {
    told=$program.$1.told
    grep -Eq "^scanlab: after 1 s: $2" "$told" && grep -q -- '--shrink' "$told" && return
    echo "$1: no progress:"
    cat "$told"
    failed=1
}
progress prints 'print in line [0-9]+ \(launch 1\) has run none of its 1 blocks to the end yet'
progress host "no kernel runs: the time goes to the host's part"
for how in $endings; do rm -f "$file.$how" "$program.$how.told" "$program.$how.code"; done
exit $failed
