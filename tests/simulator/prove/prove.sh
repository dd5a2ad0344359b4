#!/bin/sh
# prove.sh SCANLAB BUILD: what `scanlab prove` says of the programs here is what their .txt files have, and so the page, with exit code 0 if all is
# proved, 3 if something is wrong, 1 if it cannot be decided.
set -eu
scanlab=$1 build=$2
cd "$(dirname "$0")"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
places() { sed '/^    with /d; s/\(: [a-z]*-[a-z-]*\): .*/\1/; s/, with [^;]*;/;/' "$1"; }
for wanted in right:0 wrong:3 outside:1; do
    program=${wanted%:*} code=0
    "$scanlab" prove "$program.cu" >"$folder/said" 2>&1 || code=$?
    [ $code = "${wanted#*:}" ] || { cat "$folder/said" && echo "$program.cu: exit code $code" && exit 1; }
    # Which numbers z3 names is its business.
    places "$program.txt" >"$folder/wanted"
    places "$folder/said" | diff - "$folder/wanted" || { echo "$program.cu: other words than wanted (>)" && exit 1; }
done
# z3 finds each planted bug. The target prove_bugs of the build replays them.
sh "$build/scanlab_syntax" --ir bugs.cu "$folder/program.cpp" >"$folder/program.ll"
"$build/scanlab_prove" "$folder/program.ll" >"$folder/said"
for kernel in $(sed -n 's/^LAUNCH[A-Z_]*(\([a-z_]*\).*/\1/p' bugs.cu); do
    grep "\"kernel\":\"${kernel}[<(]" "$folder/said" | grep -qv '"counterexamples":\[\]' || { echo "bugs.cu: nothing found in $kernel" && exit 1; }
done
# What cannot be done is said in one line.
echo 'int main() { return 0; }' >"$folder/empty.cu"
for wrong in missing.cu prove.sh "$folder/empty.cu"; do
    code=0
    "$scanlab" prove "$wrong" >"$folder/said" 2>&1 || code=$?
    [ "$code $(wc -l <"$folder/said")" = '2 1' ] || { cat "$folder/said" && echo "$wrong: exit code $code" && exit 1; }
done
