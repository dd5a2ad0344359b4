#!/bin/sh
# formats.sh SCANLAB SOURCE PROGRAM FOLDER: the findings of rules.cu (a race in line 6, a leak in line 17, and a race in line 12 that a
# comment allows) in the formats of other programs, whoever writes them: the program itself, `scanlab sim`, or `scanlab findings` from the
# JSON of several runs.
scanlab=$1 source=$2 program=$3 folder=$4
failed=0
rm -rf "$folder" && mkdir -p "$folder/runs" && cd "$folder" || exit 1
unset GITHUB_ACTIONS

# expect CODE COMMAND…: ends with this code; what it prints is in `told`.
expect() {
    code=$1
    shift
    "$@" > told 2>&1
    got=$?
    [ $got -eq "$code" ] || { echo "$*: exit code $got, expected $code:" && cat told && failed=1; }
}
# holds FILE TEXT…: each text is in the file.
holds() {
    file=$1
    shift
    for text; do grep -qF -- "$text" "$file" || { echo "$file: '$text' is not in it" && failed=1; }; done
}
same() { cmp -s "$1" "$2" || { echo "$1 and $2 differ:" && diff "$1" "$2" && failed=1; }; }

# By the program itself.
expect 3 env SCANLAB_SIM_SARIF=own.sarif SCANLAB_SIM_JUNIT=own.xml SCANLAB_SIM_GITHUB=1 SCANLAB_SIM_GCC=1 SCANLAB_SIM_FINDINGS=runs/%p.json "$program"
holds own.sarif '"ruleId":"race-global","ruleIndex":1,"level":"error"' '"startLine":6,"startColumn":' '"kind":"inSource"' \
    '"relatedLocations":[{"id":1,"physicalLocation":{"artifactLocation":{"uri":"'
holds own.xml '<testsuites tests="3" failures="1" errors="0" skipped="1">'
holds told "rules.cu,line=6,col=" "::notice file=" "rules.cu:6:" ": error: " "rules.cu:5:" ": note: " "::warning file="
[ "$(grep -c '^::error' told)" = 1 ] || { echo "not one error: $(cat told)" && failed=1; }
! command -v xmllint >/dev/null || xmllint --noout own.xml || failed=1

# By the command that runs it: the same.
expect 3 env SCANLAB_SIM_GITHUB=1 "$scanlab" sim --program "$program" --order 1 --sarif sim.sarif --junit sim.xml "$source"
holds told "rules.cu,line=6,col="
same own.sarif sim.sarif
same own.xml sim.xml
expect 3 "$scanlab" sim --program "$program" --sarif few.sarif "$source"
same own.sarif few.sarif

# Of many runs: each finding once, whatever the process is called; the same from a folder.
expect 3 env SCANLAB_SIM_FINDINGS=runs/%p.json "$program"
[ "$(find runs -name '*.json' | wc -l)" = 2 ] || { echo "not a file for each process: $(ls runs)" && failed=1; }
expect 3 "$scanlab" findings merge runs/*.json --sarif merged.sarif --json merged.json
holds told "2 findings (1 error, 1 warning)" "1 finding does not count" "2 files read"
[ "$(wc -l < merged.json)" = 3 ] || { echo "not each finding once: $(cat merged.json)" && failed=1; }
holds merged.sarif '"occurrenceCount":'
expect 3 "$scanlab" findings runs --gcc
holds told ": error: "

# Rules decide what is left, and the exit code.
expect 0 "$scanlab" findings runs --baseline merged.json
holds told "nothing found"
expect 0 "$scanlab" findings runs --ignore 'race-*' --github
holds told "::warning"
! grep -q '^::error' told || { echo "what is ignored is an error: $(cat told)" && failed=1; }
expect 3 "$scanlab" findings runs --only leak --strict

# Bad input: one line.
mkdir empty
for arguments in "" merge nowhere.json empty "own.xml" "runs --sarif /no/such/file" "runs --ignore rase"; do
    # shellcheck disable=SC2086 # words
    expect 2 "$scanlab" findings $arguments
    [ "$(wc -l < told)" = 1 ] || { echo "findings $arguments: not refused by one line: $(cat told)" && failed=1; }
done
expect 2 "$scanlab" sim --program "$program" --sarif /no/such/file "$source"
exit $failed
