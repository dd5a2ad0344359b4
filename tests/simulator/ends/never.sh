#!/bin/sh
# never.sh SOURCE PROGRAM: a program that never ends is stopped, and the file of findings says where it was; if that takes longer
# than it was told to be silent, it says before how far it is. Nothing else is found, such as a race with the host after the kernel.
source=$1
program=$2
file=$program.findings
failed=0
# run HOW SECONDS [VARIABLE=VALUE]
run() {
    env SCANLAB_SIM_TIMEOUT="$2" SCANLAB_SIM_FINDINGS="$file.$1" "$3" "$program" "$1" >/dev/null 2>"$program.$1.told"
    echo $? >"$program.$1.code"
}
endings="barriers flag atomics library again sleeps asks divided streams writes prints host"
for how in $endings; do # side by side: each takes all the time that it gets
    case $how in
    prints | host) run "$how" 2 SCANLAB_SIM_PROGRESS=1 & ;;
    writes) run "$how" 60 SCANLAB_SIM_KERNEL_TIMEOUT=1 & ;;
    *) run "$how" 1 A=1 & ;;
    esac
done
wait
for how in $endings; do
    line=$(grep -n "// $how\$" "$source" | cut -d: -f1)
    code=$(cat "$program.$how.code")
    [ "$code" -eq 3 ] && grep -Eq "\"kind\":\"(timeout|livelock|deadlock)\",.*\"line\":$line," "$file.$how" &&
        [ "$(wc -l <"$file.$how")" -eq 1 ] && grep -Eq ":$line: (timeout|livelock|deadlock): " "$program.$how.told" && continue
    echo "$how: exit code $code, and not only a timeout, livelock or deadlock in line $line:"
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
