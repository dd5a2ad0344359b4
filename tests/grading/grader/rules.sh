#!/bin/sh
# rules.sh SCANLAB: what docs/exercise_rules.md says is so. The file that it shows as allowed has all points; what its tables
# refuse is refused, with the words of their second columns; and each exercise's page leads to it.
set -eu
export SCANLAB_BUILD=no
scanlab=$1
root=$(cd "$(dirname "$0")/../../.." && pwd -P)
page=$root/docs/exercise_rules.md
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=

complain() {
    printf '%s\n' "$1"
    failed=1
}

# allowed EXERCISE: the code below its mark
exercise=$(sed -n 's/^<!-- rules: allowed \(.*\) -->$/\1/p' "$page")
{
    sed -n '/^<!-- rules: headers/,/^```$/p' "$page" | grep '^#include'
    sed -n '/^<!-- rules: allowed/,/^```$/p' "$page" | grep -v '^<!--\|^```'
} >"$folder/allowed.cu"
"$scanlab" check --exercise "$exercise" "$folder/allowed.cu" >"$folder/said" || {
    cat "$folder/said"
    complain "the file that the page shows as allowed does not have all points"
}

# program SCOPE CODE: an exercise in which the code stands there
program() {
    echo '#include <scanlab/exercise.hpp>'
    [ "$1" != "at file scope" ] || printf '%s\n' "$2"
    echo 'template <int BLOCK> struct Refused { static void launch([[maybe_unused]] const scanlab::Problem& p) {'
    [ "$1" != "in launch()" ] || printf '%s\n' "$2"
    echo '} }; SCANLAB_EXERCISE(block_serial, Refused);'
}

for scope in "at file scope" "in launch()"; do
    rows=$folder/rows
    sed -n "/^<!-- rules: refused $scope -->\$/,/^\$/p" "$page" | sed -n -e 's/^| `\(.*\)` | `\(.*\)` | \(.*\) |$/\1\t\2/p' -e t \
        -e 's/^| `\(.*\)` | \(.*\) | \(.*\) |$/\1\t\2/p' >"$rows"
    [ "$(wc -l <"$rows")" -gt 10 ] || complain "the table of what is refused $scope is not what this test reads"
    while IFS="$(printf '\t')" read -r code rule; do
        program "$scope" "$code" >"$folder/refused.cu"
        said=$("$scanlab" check --exercise block_serial "$folder/refused.cu" | tr -s '\n ' ' ') || true
        case $said in
        *"NOT ALLOWED HERE"*"$rule"*) ;;
        *) complain "$code: the grader should say: $rule
    $said" ;;
        esac
    done <"$rows"
done

for exercises in "$root"/lessons/*/exercises.md; do
    grep -q '(\.\./\.\./docs/exercise_rules\.md)' "$exercises" || complain "$exercises has no link to docs/exercise_rules.md"
done
[ -z "$failed" ]
