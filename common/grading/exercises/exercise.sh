#!/bin/sh
# exercise.sh new FOLDER NAME: makes the folder of an instructor's own exercise, to begin with.
# exercise.sh check|mutants FOLDER NAME SCANLAB MUTATE: tries it, or how much its rubric notices.
# exercise.sh bundle FOLDER NAME: makes what students get of it, NAME.zip.
set -eu
what=$1 folder=$2 name=$3 scanlab=${4-} mutate=${5-}
here=$(cd "$(dirname "$0")" && pwd -P) invoked_from=$PWD
edits=$here/../edits
export SCANLAB_BUILD=no
fail() {
    echo "scanlab exercise $what: $1" >&2
    exit 2
}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

new() {
    [ ! -e "$folder" ] || fail "there is a $folder already"
    [ -d "$here/template" ] || fail "a students' archive has nothing to begin with"
    mkdir "$folder"
    for file in "$here"/template/*; do
        to=$folder/$(basename "$file" | sed "s/NAME/$name/")
        sed "s/NAME/$name/g" "$file" >"$to"
    done
    echo "$folder: change its five files, and try them with \`./scanlab exercise check $folder\`."
}

# grade FILE: grades it with this exercise's rubric, its hidden lines included; the report is in $scratch/report.
grade() { "$scanlab" check "$1" --exercises "$folder" --exercise "$name" --all >"$scratch/report" 2>&1; }
points() { sed -n 's,^ *\([0-9.]* / [0-9.]*\) *points.*,\1 points,p' "$scratch/report"; }
row() { printf '%-32s %s\n' "$@"; }
complain() {
    row "$1" "$2"
    cat "$scratch/report"
    status=1
}

check() {
    status=0
    solution=$folder/exercise.cu
    sh "$here/make_starter.sh" "$solution" >"$scratch/starter.cu" || exit 1
    if grade "$solution"; then row "the solution" "$(points)"; else complain "the solution" "loses points:"; fi
    if ! grade "$scratch/starter.cu"; then row "the starter" "$(points)"; else complain "the starter" "has all points:"; fi
    for hint in 1 2 3; do
        "$scanlab" hint "$name" "$hint" --exercises "$folder" >"$scratch/report" 2>&1 || complain "hint $hint" "is missing:"
    done
    sh "$edits/apply.sh" --list "$folder/$name.edits" >"$scratch/wrong" || exit 1
    cut -f 1 "$scratch/wrong" | while read -r mistake; do
        if sh "$edits/wrong.sh" "$scanlab" "$edits/apply.sh" "$folder/$name.edits" "$mistake" "$scratch/row" --exercises "$folder" >"$scratch/report" 2>&1; then
            row "$mistake" "$(cat "$scratch/row")"
        else
            complain "$mistake" "is not caught as it should be:" && touch "$scratch/missed"
        fi
    done
    [ ! -e "$scratch/missed" ] || status=1
    return $status
}

# A row for each mutant that keeps all points, and the share of the others.
mutants() {
    "$mutate" "$folder/exercise.cu" 24 >"$scratch/$name.edits"
    sh "$edits/apply.sh" --list "$scratch/$name.edits" | cut -f 1 |
        xargs -P "$(nproc)" -I MUTANT sh "$edits/mutant.sh" "$scanlab" "$edits/apply.sh" "$scratch/$name.edits" MUTANT --exercises "$folder" >"$scratch/rows"
    sort "$scratch/rows" | awk -F'\t' '
        { count[$1]++ }
        $1 == "survived" { print "survived:", $4 }
        END {
            printf "%d of %d mutants lose points; %d more do not compile\n", count["killed"], NR - count["stillborn"], count["stillborn"]
            exit count["survived"] > 0
        }'
}

bundle() {
    students=$scratch/$name
    mkdir "$students"
    cp "$folder/exercise.json" "$folder/exercise.md" "$folder/rubric.json" "$students"
    cmake -DRUBRIC="$students/rubric.json" -P "$here/visible_rubric.cmake"
    sh "$here/make_starter.sh" "$folder/exercise.cu" >"$students/starter.cu"
    cp "$students/starter.cu" "$students/${name}_exercise.cu"
    (cd "$scratch" && cmake -E tar cf "$invoked_from/$name.zip" --format=zip "$name")
    echo "$name.zip"
}

$what
