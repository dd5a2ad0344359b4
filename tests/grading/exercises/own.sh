#!/bin/sh
# own.sh SCANLAB [all]: an instructor's own exercise, from the kit's beginnings on, is graded, hinted and handed out as the
# kit's are, without a build; all: its own check finds it right, and says what is wrong with it if something is.
set -eu
export SCANLAB_BUILD=no
scanlab=$1
edits=$(cd "$(dirname "$0")/../../../common/grading/edits" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
fail() {
    echo "$1"
    exit 1
}
# says TEXT COMMAND…: its output has the text.
says() {
    text=$1
    shift
    said=$("$@" 2>&1) || :
    case $said in *"$text"*) ;; *) printf '%s\n\n%s\n' "$said" "expected of $*: $text" && exit 1 ;; esac
}

"$scanlab" exercise new ladder >/dev/null
says "there is a" "$scanlab" exercise new ladder
says "begins with a letter" "$scanlab" exercise new 5bad
says "begins with a letter" "$scanlab" exercise new Ladder
sh "$edits/apply.sh" ladder/ladder.edits grid_rounded_down >rounded.cu # which is wrong for the last tile alone
says "90 / 100  points" "$scanlab" check rounded.cu --exercises ladder --exercise ladder --all
if [ "${2-}" = all ]; then
    "$scanlab" exercise check ladder >said || { cat said && fail "the kit's beginnings do not pass their own check"; }
    grep -q '^the solution  *100 / 100 points$' said && grep -q '^the starter  *0 / 100 points$' said &&
        grep -q '^one_barrier_per_step  *caught by correct$' said || { cat said && fail "the check is not as the page shows it"; }
    # One mutant is as right: nobody reads the sums beyond the last element.
    if "$scanlab" exercise mutants ladder >said; then fail "a mutant that keeps all points does not make it fail"; fi
    [ "$(grep -c ^survived said)" = 1 ] && grep -qF "i < n ? input[i] : 1;" said || { cat said && fail "other mutants survive"; }
    # What is wrong with it is found.
    cp -r ladder broken
    sed -i '1,$s/fails: ragged/fails: bytes/' broken/ladder.edits
    sed -i '/### Hint 3/,$d' broken/exercise.md
    sed -i '/__syncthreads(); \/\/ all have written/d' broken/exercise.cu
    if "$scanlab" exercise check broken >said; then fail "a broken exercise passes"; fi
    for row in 'the solution  *loses points' 'hint 3  *is missing' 'grid_rounded_down  *is not caught'; do
        grep -q "^$row" said || { cat said && fail "expected a row: $row"; }
    done
fi

# A student's copy has neither the solution nor hidden lines.
"$scanlab" exercise bundle ladder >/dev/null
mkdir student
(cd student && cmake -E tar xf ../ladder.zip)
if grep -rq -e 'int left' -e '"hidden"' student; then fail "students are given what is hidden from them"; fi
cd student
says "Which elements does a step read?" "$scanlab" hint ladder 1 --exercises ladder
said=$("$scanlab" check ladder --exercises ladder) || :
for text in "0 / 90   points" "Stuck? \`./scanlab hint ladder 1 --exercises ladder\`"; do says "$text" printf "%s" "$said"; done
echo "// changed" >>ladder/ladder_exercise.cu
says "Restored the starter" "$scanlab" reset ladder --exercises ladder
cd ..

# A class is graded on it alone.
mkdir -p homework/ada homework/bob
cp ladder/exercise.cu homework/ada/ladder_exercise.cu
cp student/ladder/ladder_exercise.cu homework/bob
"$scanlab" grade --submission homework --exercises ladder >table
grep -q '^ada  *100  *100 of 100$' table && grep -q '^bob  *0  *0 of 100$' table || { cat table && fail "the class's points are wrong"; }

# What an instructor may get wrong is said in a line.
says "is 'sum'; it is inclusive-scan" sh -c 'sed -i s/inclusive-scan/sum/ ladder/exercise.json; "$0" check ladder --exercises ladder' "$scanlab"
says "there is another exercise of the name raking" sh -c 'sed -i "s/\"ladder\"/\"raking\"/; s/\"sum\"/\"copy\"/" ladder/exercise.json; "$0" check ladder --exercises ladder' "$scanlab"
says "neither this folder nor one in it has an exercise.json" "$scanlab" check ladder --exercises homework
