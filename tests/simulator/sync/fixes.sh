#!/bin/sh
# fixes.sh SCANLAB PROGRAM.cu…: for each of these programs whose threads race, as their markers say, whether `sync` finds a patch that makes
# it right, how many lines that adds or changes, which, and after how many seconds. The patch is applied to a copy, which is tried again.
set -eu
scanlab=$1
shift
export SCANLAB_BUILD=no
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
echo program,fixed,lines,change,seconds
for source; do
    grep -q 'finds: race-\(shared\|global\|scope\)' "$source" || continue
    begin=$(date +%s) fixed=no
    settings=$(sed -n 's|^// runs with: ||p' "$source")
    # shellcheck disable=SC2086 # settings are words
    env $settings timeout 600 "$scanlab" sync "$source" --patch "$folder/patch" >/dev/null 2>"$folder/said" </dev/null || :
    if grep -q 'With this patch, nothing is found' "$folder/said"; then
        copy=$folder/programs/$(basename "$source")
        mkdir -p "$folder/programs"
        cp -r "$(dirname "$source")/../corpus" "$folder" # the headers
        cp "$source" "$copy"
        # shellcheck disable=SC2086
        if patch -s "$copy" "$folder/patch" && env $settings "$scanlab" sim --schedules 24 "$copy" >/dev/null 2>&1; then fixed=yes; fi
    fi
    change=$(sed -n '/^+++/d; s/^+ *//p' "$folder/patch" | tr '\n,' '  ')
    echo "$(basename "$source"),$fixed,$(grep -c '^+[^+]' "$folder/patch" || :),$change,$(($(date +%s) - begin))"
    rm -f "$folder/patch"
done | tee "$folder/table"
awk -F, '{ ++all; fixed += $2 == "yes" } END { print fixed + 0 " of " all " programs with a race have a patch that was tried again" }' "$folder/table"
