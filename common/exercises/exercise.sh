#!/bin/sh
# exercise.sh check|watch EXERCISE: prints where the student's file is, as lessons/NN_lesson/NAME_exercise.cu.
# exercise.sh hint EXERCISE [1-3]: prints a hint.
# exercise.sh reset EXERCISE: puts the starter in place of the student's file, which it keeps beside it.
#
# EXERCISE is a lesson's number, which means its main exercise, or an exercise's name, or both, or its file: 06, raking,
# 05_raking, lessons/05_coarsened/raking_exercise.cu.
set -eu
command=$1
shift
root=$(cd "$(dirname "$0")/../.." && pwd -P)

fail() {
    echo "scanlab $command: $1" >&2
    exit 2
}

# names PAGE: the exercises of a lesson, the main one first.
names() { sed -n 's/^## \([a-z0-9_]*\): .*/\1/p' "$1"; }

# find_exercise EXERCISE: sets $page, $folder (NN_lesson), $number and $name.
find_exercise() {
    [ -n "${1-}" ] || fail "which exercise? Give a lesson's number or an exercise's name, as in: ./scanlab $command 03"
    given=${1##*/}
    given=${given%_exercise.cu}
    number=${given%%_*} name=${given#*_}
    case $number in
    [0-9]) number=0$number ;;
    [0-9][0-9]) ;;
    *) number='[0-9][0-9]' name=$given ;;
    esac
    for page in "$root"/lessons/${number}_*/exercises.md; do
        [ -f "$page" ] || continue
        folder=$(basename "$(dirname "$page")")
        case $given in
        [0-9] | [0-9][0-9]) name=$(names "$page" | head -n 1) ;;
        esac
        if names "$page" | grep -qxF -e "$name"; then
            number=${folder%%_*}
            return
        fi
    done
    what="there is no exercise $1"
    for folder in "$root/lessons/$given"_*; do
        [ ! -d "$folder" ] || what="lesson $given has no exercise"
    done
    fail "$what. There are:$(for page in "$root"/lessons/*/exercises.md; do
        printf '\n    %s  %s' "$(basename "$(dirname "$page")" | cut -c 1-2)" "$(names "$page" | paste -s -d ' ' -)"
    done)"
}

hint() {
    find_exercise "${1-}"
    which=${2:-1}
    case $which in
    1) more="The next one: ./scanlab hint ${number}_$name 2" ;;
    2) more="The last one: ./scanlab hint ${number}_$name 3" ;;
    3) more="What is asked for: lessons/$folder/exercises.md" ;;
    *) fail "there are hints 1, 2 and 3 for each exercise, not '$which'" ;;
    esac
    awk -v exercise="## $name:" -v hint="### Hint $which" -v title="${number}_$name, hint $which of 3" '
        /^##/ { inside = $0 == hint && mine }
        /^## / { mine = index($0, exercise) == 1 }
        !inside || /^##/ || /^<\/details>/ { next }
        sub(/^<details><summary>/, title ": ") { sub(/<\/summary>/, "") }
        /./ || !empty { print }
        { empty = !/./ }' "$page" | sed 1d
    echo "$more"
}

# In a students' archive the starters lie in starters/; an instructor has the solutions that they are made from.
reset() {
    find_exercise "${1-}"
    file=lessons/$folder/${name}_exercise.cu
    starter=$root/starters/$folder/${name}_exercise.cu
    solution=$root/solutions/$folder/${name}_exercise.cu
    fresh=$root/$file.new
    if [ -f "$starter" ]; then cp "$starter" "$fresh"
    elif [ -f "$solution" ]; then sh "$root/common/exercises/make_starter.sh" "$solution" >"$fresh"
    else fail "there is neither starters/ nor solutions/ to take the starter from. If the first commit has it: git log $file"
    fi
    if [ ! -f "$root/$file" ]; then
        mv "$fresh" "$root/$file"
        echo "$file is the starter"
    elif cmp -s "$fresh" "$root/$file"; then
        rm "$fresh"
        echo "$file is the starter already"
    else
        kept=1
        while [ -e "$root/$file.$kept" ]; do kept=$((kept + 1)); done
        mv "$root/$file" "$root/$file.$kept"
        mv "$fresh" "$root/$file"
        echo "$file is the starter again; what was there is kept as $(basename "$file").$kept"
    fi
}

case $command in
check | watch)
    find_exercise "${1-}"
    file=lessons/$folder/${name}_exercise.cu
    case $1 in
    *.cu) cmp -s "$1" "$root/$file" || fail "$1 is not $file, which would be graded. Copy it there first" ;;
    esac
    echo "$file"
    ;;
hint) hint "$@" ;;
reset) reset "$@" ;;
*) echo "exercise.sh: there is no command '$command'" >&2 && exit 2 ;;
esac
