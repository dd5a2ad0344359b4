#!/bin/sh
# sync.sh SCANLAB: each synchronisation of verdicts.cu gets the verdict that its line names, and no other line any; and the races of
# races.cu and remedies.cu are mended.
set -eu
scanlab=$1
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cp "$here"/* .
fail() {
    echo "$*"
    exit 1
}

sh verdicts.sh "$scanlab" verdicts.cu 3
diff said verdicts.txt || fail "other words than the page has (<)"

# All that could go or be narrower, together, is right.
patch -s verdicts.cu less.patch
[ "$(grep -c '__syncthreads()' verdicts.cu)" -lt "$(grep -c '__syncthreads()' "$here/verdicts.cu")" ] || fail "the patch changes nothing"
"$scanlab" sim --schedules 3 verdicts.cu >/dev/null 2>said || { cat said; fail "the patch is wrong"; }

# Programs with races get patches, and have none with them.
for name in races:3 remedies:1; do
    schedules=${name#*:} name=${name%:*} code=0
    "$scanlab" sync $name.cu --schedules "$schedules" --sarif $name.sarif >said 2>&1 || code=$?
    [ $code = 3 ] || fail "$name.cu: exit code $code instead of 3"
    diff said $name.txt || fail "$name.cu: another patch than wanted (>)"
    grep -q '"fixes":\[{' $name.sarif || fail "$name.cu: its SARIF has no fix"
    sed 1d said | patch -s $name.cu
    "$scanlab" sim --schedules "$schedules" $name.cu >/dev/null 2>said || { cat said; fail "$name.cu: the patch is wrong"; }
done

# What cannot be done is said in one line.
echo 'int main() { return 5; }' >fails.cu
for wrong in missing.cu verdicts.txt fails.cu; do
    code=0
    "$scanlab" sync "$wrong" >said 2>&1 || code=$?
    [ "$code $(wc -l <said)" = '2 1' ] || { cat said; fail "$wrong: exit code $code"; }
done
