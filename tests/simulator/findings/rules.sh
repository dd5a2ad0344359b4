#!/bin/sh
# rules.sh SCANLAB SOURCE PROGRAM FOLDER: of the program's findings (a race in line 6, a leak in line 17, and a race in
# line 12 that a comment allows) those count that no rule leaves out, whichever of the four ways the rule comes.
scanlab=$1 source=$2 program=$3 folder=$4
failed=0
mkdir -p "$folder"
json=$folder/findings.json

# told WHAT CODE LINES SETTING…: the program ends with the code, and lists these lines.
told() {
    what=$1 code=$2 lines=$3
    shift 3
    env SCANLAB_SIM_FINDINGS="$json" "$@" "$program" 2> "$folder/told"
    got=$?
    listed=$(sed -n 's/^  .* at .*:\([0-9]*\)\([,;].*\)\{0,1\}$/\1/p' "$folder/told" | sort -n | tr '\n' ' ')
    [ $got -eq "$code" ] || { echo "$what: exit code $got, expected $code"; failed=1; }
    [ "$listed" = "$lines" ] || { echo "$what: lines '$listed', expected '$lines'"; failed=1; }
}
# suppressed N WAY: so many findings in the JSON say that they are left out in this way.
suppressed() {
    number=$(grep -c "\"suppressed\":{\"by\":\"$2\"" "$json")
    [ "$number" -eq "$1" ] || { echo "$what: $number by $2, expected $1"; failed=1; }
}
# says TEXT: this stands in what is told.
says() {
    grep -qF -- "$1" "$folder/told" || { echo "$what: '$1' is not told, but $(cat "$folder/told")"; failed=1; }
}
# refused LINE SETTING…: one line, and exit code 2.
refused() {
    what=$1
    shift
    env "$@" "$program" 2> "$folder/told"
    [ $? -eq 2 ] && [ "$(wc -l < "$folder/told")" -eq 1 ] || { echo "$what: not refused by one line"; failed=1; }
    says "$what"
}

told "a comment" 3 "6 17 " A=1
suppressed 1 comment
says "1 finding does not count: 1 by "
grep -q '"reason":"the number is only shown"' "$json" || { echo "the reason is not in the JSON"; failed=1; }
cp "$json" "$folder/known.json"

told "a kind is ignored" 0 "17 " SCANLAB_SIM_IGNORE='race-*'
suppressed 2 option
told "a file and a line are ignored" 0 "17 " SCANLAB_SIM_IGNORE='file=rules.cu:6'
told "a kernel is ignored" 0 "17 " SCANLAB_SIM_IGNORE='kernel=shift'
told "only leaks, which are warnings" 0 "17 " SCANLAB_SIM_ONLY=leak
told "only one kernel" 3 "6 " SCANLAB_SIM_ONLY=kernel=shift
told "nothing is left of both" 0 "" SCANLAB_SIM_ONLY=leak SCANLAB_SIM_IGNORE=leak

printf '# what we know of\nleak   # the program ends here\n\nrace-global kernel=shift # to be mended\n' > "$folder/suppressions.txt"
told "a file of suppressions" 0 "" SCANLAB_SIM_SUPPRESSIONS="$folder/suppressions.txt"
suppressed 2 file
says "suppressions.txt:4"

told "a baseline" 0 "" SCANLAB_SIM_BASELINE="$folder/known.json"
suppressed 3 baseline
grep -v '"line":17' "$folder/known.json" > "$folder/older.json"
told "what is new since a baseline" 0 "17 " SCANLAB_SIM_BASELINE="$folder/older.json"
told "what is new since a baseline, if strict" 3 "17 " SCANLAB_SIM_BASELINE="$folder/older.json" SCANLAB_SIM_STRICT=1
cp "$folder/known.json" "$json"
told "the baseline is the file that is written" 0 "" SCANLAB_SIM_BASELINE="$json"

refused "SCANLAB_SIM_IGNORE=rase: there is no kind of finding \`rase\`" SCANLAB_SIM_IGNORE=rase
printf 'leak\nline=3\n' > "$folder/bad.txt"
refused "bad.txt:2: \`line=3\` is no condition" SCANLAB_SIM_SUPPRESSIONS="$folder/bad.txt"
refused "no fingerprint of a finding" SCANLAB_SIM_BASELINE="$folder/suppressions.txt"

# The command has the same as options, and under many schedules the same counts.
what="scanlab sim"
"$scanlab" sim --program "$program" --schedules 2 --ignore leak --ignore kernel=shift --json "$json" "$source" 2> "$folder/told"
[ $? -eq 0 ] || { echo "$what: not exit code 0"; failed=1; }
says "2 schedules tried: nothing found"
suppressed 2 option
suppressed 1 comment
"$scanlab" sim --program "$program" --only rase "$source" 2> "$folder/told"
[ $? -eq 2 ] || { echo "$what: a bad rule is not refused"; failed=1; }
says "--only rase: there is no kind of finding \`rase\`"

[ $failed -eq 0 ] || cat "$folder/told"
exit $failed
