#!/bin/sh
# sync.sh SCANLAB: each synchronisation of verdicts.cu gets the verdict that its line names, and no other line any; and the races of
# races.cu are mended.
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

# Its lines as FILE:LINE: VERDICT, and what is enough where less is.
"$scanlab" sync verdicts.cu --schedules 3 --json verdicts.json --patch less.patch >said 2>&1 || { cat said; fail "exit code $?"; }
sed -n 's/.*"line":\([0-9]*\),.*"verdict":"\([^"]*\)".*"instead":"\([^"]*\)".*/\1: \2: \3/p; t
    s/.*"line":\([0-9]*\),.*"verdict":"\([^"]*\)".*/\1: \2/p' verdicts.json >found
sed -n 's|^\(.*\) // \(needed\)$|\2|; s|.* // \(could be narrower.*\)|\1|; s|.* // \(n.* in these runs\)$|\1|; t number
    d
    :number
    =;p' verdicts.cu | paste -sd ':\n' | sed 's/:/: /' >wanted
diff wanted found || { cat said; fail "other verdicts than wanted (<)"; }
diff said verdicts.txt || fail "other words than the page has (<)"

# All that could go or be narrower, together, is right.
patch -s verdicts.cu less.patch
[ "$(grep -c '__syncthreads()' verdicts.cu)" -lt "$(grep -c '__syncthreads()' "$here/verdicts.cu")" ] || fail "the patch changes nothing"
"$scanlab" sim --schedules 3 verdicts.cu >/dev/null 2>said || { cat said; fail "the patch is wrong"; }

# A program with races gets a patch, and has none with it.
code=0
"$scanlab" sync races.cu --schedules 3 >said 2>&1 || code=$?
[ $code = 3 ] || fail "exit code $code instead of 3"
diff said races.txt || fail "another patch than the page has (<)"
sed 1d said | patch -s races.cu
"$scanlab" sim --schedules 3 races.cu >/dev/null 2>said || { cat said; fail "the patch is wrong"; }

# What cannot be done is said in one line.
echo 'int main() { return 5; }' >fails.cu
for wrong in missing.cu verdicts.txt fails.cu; do
    code=0
    "$scanlab" sync "$wrong" >said 2>&1 || code=$?
    [ "$code $(wc -l <said)" = '2 1' ] || { cat said; fail "$wrong: exit code $code"; }
done
