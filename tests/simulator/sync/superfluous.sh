#!/bin/sh
# superfluous.sh SCANLAB TABLE.csv PROGRAM.cu…: writes the first `__syncthreads();` of each correct program a second time, and asks `sync`:
# one of the two has to be called not needed; both are if the program does not need it either. Also tells how many others are, for a reader
# to judge. Each line is added to the table as soon as it is known; a program that is there already is not tried again.
set -eu
scanlab=$1 table=$2
shift 2
export SCANLAB_BUILD=no
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/programs"
[ -f "$table" ] || echo program,named,line,synchronisations,needed,narrower,others_not_needed,seconds >"$table"
for source; do
    grep -q '^ *__syncthreads();' "$source" || continue
    name=$(basename "$source")
    ! grep -q "^$name," "$table" || continue
    begin=$(date +%s) copy=$folder/programs/$name
    rm -rf "$folder/corpus" "$folder/verdicts"
    cp -r "$(dirname "$source")/../corpus" "$folder" 2>/dev/null || : # the headers
    awk '{ print } !done && /^ *__syncthreads\(\);/ { print; done = NR }' "$source" >"$copy"
    line=$(grep -n '^ *__syncthreads();' "$copy" | sed -n '1s/:.*//p')
    settings=$(sed -n 's|^// runs with: ||p' "$source")
    # shellcheck disable=SC2086 # settings are words
    env $settings timeout 600 "$scanlab" sync "$copy" --json "$folder/verdicts" ${ARGUMENTS:+-- $ARGUMENTS} >"$folder/said" 2>&1 </dev/null || cat "$folder/said" >&2
    if [ -s "$folder/verdicts" ]; then
        count() { grep -c "\"verdict\":\"$1" "$folder/verdicts" || :; }
        named=$(grep -Ec "\"line\":($line|$((line + 1))),.*\"verdict\":\"not needed" "$folder/verdicts" || :)
        case $named in 1) word=yes ;; 2) word=both ;; *) word=no ;; esac
        result=$word,$line,$(wc -l <"$folder/verdicts"),$(count needed),$(count could),$(($(count 'not needed') - named))
    else
        result=refused,$line,,,,
    fi
    echo "$name,$result,$(($(date +%s) - begin))" | tee -a "$table"
done
awk -F, 'NR > 1 { ++n[$2] } END { print "one of the two barriers is named in " n["yes"] + 0 " programs, both in " n["both"] + 0 ", none in " n["no"] + 0 "; " n["refused"] + 0 " are refused" }' "$table"
