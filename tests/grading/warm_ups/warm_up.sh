#!/bin/sh
# warm_up.sh SCANLAB MAKE_STARTER NUMBER FINDING STARTER SOLUTION: the warm-up's solution is right, and its starter, which is
# made from it, is not: the check names just this finding. Skipped where there is no solution.
set -eu
scanlab=$1 make_starter=$2 number=$3 finding=$4 starter=$5 solution=${6-}
[ -n "$solution" ] || { echo "skipped: there are no solutions" && exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
made=$scratch/$(basename "$solution")
export SCANLAB_BUILD=no

sh "$make_starter" "$solution" >"$made"
if ! cmp -s "$made" "$starter" && git -C "$(dirname "$starter")" diff --quiet HEAD -- "$starter" 2>/dev/null; then
    echo "This is not the starter that the solution makes. To make it again:"
    echo "    sh $make_starter $solution > $starter"
    exit 1
fi

# says CODE PATTERN FILE: the check ends like that, in at most a dozen lines, with one that begins so.
says() {
    code=0
    "$scanlab" check --warm-up "$3" >"$scratch/output" 2>&1 || code=$?
    if [ $code -ne "$1" ] || [ "$(wc -l <"$scratch/output")" -gt 12 ] || ! grep -q "$2" "$scratch/output"; then
        echo "$3: exit code $code, expected $1 and a line with '$2':"
        cat "$scratch/output"
        exit 1
    fi
}
case $finding in
wrong-result) says 1 '^Wrong result with n = ' "$made" ;;
*) says 1 "[0-9]: \\(warning: \\)\\{0,1\\}$finding: " "$made" ;;
esac
says 0 '^Warm-up 0*'"$number"': right\.$' "$solution"
