#!/bin/sh
# superfluous.sh SCANLAB PROGRAM.cu…: writes the first `__syncthreads();` of each correct program a second time, and asks `sync`: one of the
# two has to be called not needed. Also tells how many others are, for a reader to judge. A table, and then a line with the sums.
set -eu
scanlab=$1
shift
export SCANLAB_BUILD=no
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/programs"
echo program,named,line,synchronisations,needed,narrower,others_not_needed,seconds
for source; do
    grep -q '^ *__syncthreads();' "$source" || continue
    begin=$(date +%s) copy=$folder/programs/$(basename "$source")
    rm -rf "$folder/corpus"
    cp -r "$(dirname "$source")/../corpus" "$folder" 2>/dev/null || :
    awk '{ print } !done && /^ *__syncthreads\(\);/ { print; done = NR }' "$source" >"$copy"
    line=$(grep -n '^ *__syncthreads();' "$copy" | sed -n '1s/:.*//p')
    settings=$(sed -n 's|^// runs with: ||p' "$source")
    rm -f "$folder/verdicts"
    # shellcheck disable=SC2086 # settings are words
    env $settings timeout 600 "$scanlab" sync "$copy" --json "$folder/verdicts" ${ARGUMENTS:+-- $ARGUMENTS} >"$folder/said" 2>&1 </dev/null || cat "$folder/said" >&2
    [ -f "$folder/verdicts" ] || { echo "$(basename "$source"),failed,$line,,,,,$(($(date +%s) - begin))" && continue; }
    count() { grep -c "\"verdict\":\"$1" "$folder/verdicts" || :; }
    named=$(grep -Ec "\"line\":($line|$((line + 1))),.*\"verdict\":\"not needed" "$folder/verdicts" || :)
    [ "$named" = 1 ] && word=yes || word=no
    echo "$(basename "$source"),$word,$line,$(wc -l <"$folder/verdicts"),$(count needed),$(count could),$(($(count 'not needed') - named)),$(($(date +%s) - begin))"
done | tee "$folder/table"
awk -F, 'NR > 1 { ++all; named += $2 == "yes" } END { print named + 0 " of " all + 0 " programs: one of the two barriers is named" }' "$folder/table"
