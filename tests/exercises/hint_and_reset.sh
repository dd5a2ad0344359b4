#!/bin/sh
# hint_and_reset.sh ROOT: a student gets the hint asked for, and a starter back without losing what was there.
cd "$(mktemp -d)" || exit 1
mkdir common
cp -R "$1/common/exercises" common && cp -R "$1/lessons" . || exit 1
exercise=common/exercises/exercise.sh
status=0

# expect WHAT EXPECTED GOT
expect() {
    [ "$2" = "$3" ] || { printf '%s: expected\n%s\ngot\n%s\n' "$1" "$2" "$3" && status=1; }
}
# refused TEXT ARGUMENTS…: ends with 2 and a first line that holds the text
refused() {
    text=$1
    shift
    output=$(sh "$exercise" "$@" 2>&1)
    [ $? -eq 2 ] && echo "$output" | head -n 1 | grep -qF -e "$text" ||
        { echo "exercise.sh $*: expected to be refused with '$text', got: $output" && status=1; }
}

raking=lessons/05_coarsened/raking_exercise.cu
for given in 5 05 raking 05_raking $raking ./$raking; do expect "check $given" $raking "$(sh $exercise check $given)"; done
expect "a challenge" lessons/06_blelloch/reduce_scan_exercise.cu "$(sh $exercise check 06_reduce_scan)"
refused "there is no exercise 03_raking. There are:" check 03_raking
expect "the list" "    05  raking raking_reduce_scan" "$(sh $exercise check 03_raking 2>&1 | grep raking_r)"
refused "lesson 10 has no exercise. There are:" hint 10
refused "there is no exercise 12" hint 12
refused "which exercise?" hint
echo "// elsewhere" >raking_exercise.cu
refused "raking_exercise.cu is not $raking" check raking_exercise.cu
refused "not '4'" hint 05 4

for page in lessons/*/exercises.md; do
    for name in $(sed -n 's/^## \([a-z0-9_]*\): .*/\1/p' "$page"); do
        for hint in 1 2 3; do
            text=$(sh $exercise hint "$name" $hint)
            words=$(echo "$text" | sed '1d;$d' | wc -w)
            if [ "$words" -lt 5 ] || ! echo "$text" | sed -n 1p | grep -q "${name}, hint $hint of 3: ." ||
                    echo "$text" | grep -qE '^##|</?(details|summary)>'; then
                printf 'hint %s %s:\n%s\n' "$name" $hint "$text"
                status=1
            fi
        done
    done
done
expect "no number" "$(sh $exercise hint 05 1)" "$(sh $exercise hint 05)"

# A starter comes from starters/, or is made of the solution.
mkdir -p starters/05_coarsened
echo "the starter" >starters/$(echo $raking | cut -d/ -f2-)
echo "first try" >$raking && sh $exercise reset 05 >out || status=1
echo "second try" >$raking && sh $exercise reset raking >out || status=1
expect "reset" "the starter/first try/second try" "$(cat $raking)/$(cat $raking.1)/$(cat $raking.2)"
expect "its message" "$raking is the starter again; what was there is kept as raking_exercise.cu.2" "$(cat out)"
expect "nothing to reset" "$raking is the starter already" "$(sh $exercise reset 05)"
rm -r starters
refused "neither starters/ nor solutions/" reset 05
expect "a reset that failed" "the starter" "$(cat $raking)"
if [ -d "$1/solutions" ]; then
    cp -R "$1/solutions" .
    sh $exercise reset 05 >out || status=1
    expect "made of the solution" "$(sh common/exercises/make_starter.sh solutions/05_coarsened/raking_exercise.cu)" "$(cat $raking)"
fi
exit $status
