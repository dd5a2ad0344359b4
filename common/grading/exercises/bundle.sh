#!/bin/sh
# bundle.sh [FILE.zip]: makes the students' archive: the kit with fresh starters, without solutions, pages for instructors,
# wrong kernels but those that pages show, and the rubric's hidden lines.
# bundle.sh --gradescope [FILE.zip] [-- options of ./scanlab grade]: makes what Gradescope wants as an autograder.
set -eu
root=$(cd "$(dirname "$0")/../../.." && pwd -P)
invoked_from=$PWD

fail() {
    echo "scanlab bundle: $1" >&2
    exit 2
}

kind=students
[ "${1-}" != --gradescope ] || { kind=gradescope && shift; }
archive=scanlab-$kind.zip
case ${1-} in
'' | --) ;;
-*) fail "unknown option $1; usage: ./scanlab bundle [--gradescope] [FILE.zip] [-- options of ./scanlab grade]" ;;
*.zip) archive=$1 && shift ;;
*) fail "$1: the archive is to be named FILE.zip" ;;
esac
[ "${1-}" != -- ] || shift
[ $kind = gradescope ] || [ $# -eq 0 ] || fail "only Gradescope's autograder takes options of ./scanlab grade"
case $archive in
/*) ;;
*) archive=$invoked_from/$archive ;;
esac
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
kit=$scratch/scanlab
mkdir "$kit"
cd "$root"

# What belongs to the kit: what git knows or, in an unpacked archive, what is there.
files() {
    if git rev-parse --is-inside-work-tree >/dev/null 2>&1 && [ "$(git rev-parse --show-toplevel)" = "$root" ]; then
        git ls-files --cached --others --exclude-standard
    else
        find . -name build -prune -o -type f -print | sed 's|^\./||'
    fi
}

# Of the tests, students get those of what they work with, and the wrong programs that a page has them run. (Pages on
# adding something show programs that do not exist yet.)
shown=$(cat common/simulator/docs/[!a]*.md lessons/*/README.md | grep -o 'tests/simulator/planted_bugs/[a-z0-9_]*\.cu' | sort -u)
{
    files | grep -vE '^(\.|solutions/|starters/|docs/(instructor|grading|exam|walkthroughs)\.md|docs/walkthrough\.sh|docs/results/|grades/|.*_exercise\.cu\.)' |
        grep -E '^(common|diagrams|docs|lessons)/|^tests/[^/]*$|^tests/(lessons|grading/exercises|simulator/programs)/|^tests/grading/CMakeLists|^[^/]*\.(txt|json|md)$|^(LICENSE|scanlab|scanlab-nvcc)$'
    # shellcheck disable=SC2086 # a list of names without spaces
    printf "%s\n" tests/simulator/corpus/device.cuh tests/simulator/corpus/collectives.cuh tests/simulator/counters/counted.hpp $shown
} | tar -cf "$scratch/kit.tar" -T - || fail "the files could not be copied (see above)"
tar -xf "$scratch/kit.tar" -C "$kit"
sed -i '/ tests\/\| solutions\//d' "$kit/diagrams/catalogue" # pictures of what is not there

# A link to what is not there becomes plain text, also if it goes on in the next line.
for page in $(cd "$kit" && find . -name '*.md'); do
    grep -o '\]([^)#: ]*[)#]' "$kit/$page" | sed 's/^](//; s/.$//' | sort -u | while read -r target; do
        [ -e "$kit/$(dirname "$page")/$target" ] || sed -i -z "s|!\{0,1\}\[\([^][]*\)\](${target}[^)]*)|\1|g" "$kit/$page"
    done
done

for file in lessons/*/*_exercise.cu; do
    solution=solutions/${file#lessons/}
    starter=starters/${file#lessons/}
    mkdir -p "$kit/$(dirname "$starter")"
    if [ -f "$starter" ]; then cp "$starter" "$kit/$starter"
    elif [ -f "$solution" ]; then sh common/grading/exercises/make_starter.sh "$solution" >"$kit/$starter"
    else fail "there is neither $solution nor $starter to take the starter from"
    fi
    cp "$kit/$starter" "$kit/$file"
done

if [ $kind = students ]; then
    rm -r "$kit/common/grading/exercises/template" "$kit/common/grading/gradebook/Dockerfile"
    for system in classroom50 gradescope prairielearn; do rm -r "$kit/common/grading/gradebook/$system"; done
    cmake -DRUBRIC="$kit/common/grading/exercises/rubric.json" -P common/grading/exercises/visible_rubric.cmake ||
        fail "the rubric's hidden lines could not be left out (see above)"
    packed=scanlab
    cd "$scratch"
else
    rm -r "$kit/tests"
    sed -i '/^if(BUILD_TESTING)/,/^endif/d' "$kit/CMakeLists.txt"
    cp common/grading/gradebook/gradescope/* "$kit"
    printf '%s\n' "$*" >"$kit/grade_options"
    cd "$kit"
    packed=$(ls)
fi
rm -f "$archive"
# shellcheck disable=SC2086 # a list of names without spaces
cmake -E tar cf "$archive" --format=zip $packed || fail "$archive could not be written (see above)"
echo "$archive: $(du -h "$archive" | cut -f1)"
