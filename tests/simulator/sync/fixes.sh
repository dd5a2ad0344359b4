#!/bin/sh
# fixes.sh SCANLAB TABLE.csv PROGRAM.cu…: for each of these programs whose threads race, as their markers say, whether `sync` finds a patch
# that makes it right, how many lines that adds or changes, which, and after how many seconds. The patch is applied to a copy, which is tried
# again under two schedules. Each line is added to the table as soon as it is known; a program that is there already is not tried again.
set -eu
scanlab=$1 table=$2
shift 2
export SCANLAB_BUILD=no
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/programs"
[ -f "$table" ] || echo program,fixed,lines,change,seconds >"$table"
for source; do
    grep -q 'finds: race-\(shared\|global\|scope\)' "$source" || continue
    name=$(basename "$source")
    ! grep -q "^$name," "$table" || continue
    begin=$(date +%s) fixed=no copy=$folder/programs/$name
    settings=$(sed -n 's|^// runs with: ||p' "$source")
    # shellcheck disable=SC2086 # settings are words
    env $settings timeout 600 "$scanlab" sync "$source" --patch "$folder/patch" >/dev/null 2>"$folder/said" </dev/null || :
    if grep -q 'With this patch, nothing is found' "$folder/said"; then
        cp -r "$(dirname "$source")/../corpus" "$folder" # the headers
        cp "$source" "$copy"
        # shellcheck disable=SC2086
        if patch -s "$copy" "$folder/patch" && env $settings "$scanlab" sim --schedules 2 "$copy" >/dev/null 2>&1; then fixed=yes; fi
    fi
    change=$(sed -n '/^+++/d; s/^+ *//p' "$folder/patch" | tr '\n,' '  ')
    echo "$name,$fixed,$(grep -c '^+[^+]' "$folder/patch" || :),$change,$(($(date +%s) - begin))" | tee -a "$table"
    rm -f "$folder/patch"
done
awk -F, 'NR > 1 { ++all; fixed += $2 == "yes" } END { print fixed + 0 " of " all + 0 " programs with a race have a patch that was tried again" }' "$table"
