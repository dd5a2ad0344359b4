#!/bin/sh
# never.sh SOURCE PROGRAM: a program that never ends is stopped, and the file of findings says where it was.
source=$1
program=$2
file=$program.findings
failed=0
for how in barriers flag atomics library prints again host sleeps asks; do
    line=$(grep -n "// $how\$" "$source" | cut -d: -f1)
    SCANLAB_SIM_TIMEOUT=1 SCANLAB_SIM_FINDINGS=$file "$program" $how >/dev/null 2>"$program.told"
    code=$?
    [ $code -eq 3 ] && grep -q "\"kind\":\"timeout\",.*\"line\":$line," "$file" &&
        grep -q ":$line: timeout: " "$program.told" && continue
    echo "$how: exit code $code, and no timeout in line $line:"
    cat "$file" "$program.told"
    failed=1
done
rm -f "$file" "$program.told"
exit $failed
