#!/bin/sh
# command.sh SCANLAB: ./scanlab quiz asks, judges, keeps the score, prints for pages and pipes, and exports what other
# programs can read. The kit's own score stays as it is.
scanlab=$1
root=$(cd "$(dirname "$0")/../../.." && pwd -P)
score=$(dirname "$scanlab")/../../progress/quizzes.json
scratch=$(mktemp -d)
trap 'rm -rf "$scratch" "$score"; [ ! -f "$score.kept" ] || mv "$score.kept" "$score"' EXIT
cd "$scratch" || exit 1
[ ! -f "$score" ] || mv "$score" "$score.kept"
status=0

# expect CODE PATTERN ARGUMENTS…: the command ends like that, and prints a line that fits.
expect() {
    code=$1 pattern=$2
    shift 2
    "$scanlab" quiz "$@" >output 2>&1
    ended=$?
    if [ $ended -ne "$code" ] || ! grep -q -e "$pattern" output; then
        echo "scanlab quiz $*: exit code $ended, expected $code and a line with '$pattern', got:"
        cat output
        status=1
    fi
}

expect 0 '^Right\. There is one barrier after loading' 03 --answer 10
expect 1 '^No, 10\.' double_buffer --answer 11
expect 0 '1 of 1 answer right' 3 --question 5 --answer 2
printf '10\n\n4096\n' >answers
expect 0 '2 of 2 answers right. So far you have answered 3 of' 03 <answers

# Whoever mistypes is asked again. So is, once, whoever is wrong; but the first answer counts.
printf 'ten\n10\n' >answers
expect 0 "is not a number. Answer with a number" 03 --question 1 <answers
expect 0 '1 of 1 answer right' 03 --question 1 <answers
printf '99\n2\n' >answers
expect 0 'Answer with the number of a choice, 1 to' 03 --question 5 <answers
printf '11\n10\n' >answers
expect 1 '^Right\. There is one barrier after loading' 03 --question 1 <answers
expect 1 '0 of 1 answer right' 03 --question 1 <answers
printf '11\n\n' >answers
expect 1 '^No, 10\.' 03 --question 1 <answers
expect 0 '^=> 6\.' 03 --threads 32 --question 1 --answers
expect 0 'scan 1048576 elements' 02 --question 3 --n 2^20 --list
"$scanlab" quiz 03 --list | grep -q '=>' && echo "--list shows answers" && status=1
expect 0 '<details data-answer="2">' 03 --markdown --part check
expect 2 'which lesson' </dev/null
expect 2 'there is no quiz 99' 99
expect 2 '`ten` is not a number' 03 --answer ten
expect 2 'there are no more questions' 03 --question 1 --answer 10 --answer 3
expect 2 '--question 40: there are' 03 --question 40
expect 2 'give a whole number' 03 --seed x
expect 2 'which file' --export gift
expect 2 'cannot' 03 --export qti no/such/folder/quiz.zip

# Three variants of a question differ, and so does their file with another seed.
expect 0 'all.gift: ' --export gift --variants 3 all.gift
[ "$(grep -c '^::03 barriers, ' all.gift)" = 3 ] || { echo "not three variants of a question" && status=1; }
[ "$(grep '^::03 barriers, ' all.gift | sed 's/.*markdown.//' | sort -u | wc -l)" = 3 ] || { echo "variants are alike" && status=1; }
expect 0 'other.gift: ' --export gift --variants 3 --seed 50 other.gift
! cmp -s all.gift other.gift || { echo "another seed gives the same file" && status=1; }

expect 0 'all.zip: ' --export qti --variants 3 all.zip
mkdir unpacked
(cd unpacked && cmake -E tar xf ../all.zip) || status=1
for lesson in 00_from_loop_to_kernel 11_persistent_compaction; do
    grep -q "href=\"$lesson.xml\"" unpacked/imsmanifest.xml || { echo "the manifest lacks $lesson" && status=1; }
    [ -f "unpacked/$lesson.xml" ] || { echo "the zip lacks $lesson" && status=1; }
done
[ "$(grep -c '<item ident="03_double_buffer_barriers_' unpacked/03_double_buffer.xml)" = 3 ] || { echo "not three items" && status=1; }
if command -v xmllint >/dev/null; then xmllint --noout unpacked/*.xml || status=1; fi

# ./scanlab viva: at least eight questions about a student's own kernel, of which another right one shares a fifth at most.
# questions_about NAME: about NAME.cu, one a line
questions_about() {
    "$scanlab" viva "$1.cu" >"$1.txt" || status=1
    sed -n '/^Key$/q; s/^[0-9]*\. //p' "$1.txt" | sort -u >"$1.questions"
    [ "$(wc -l <"$1.questions")" -ge 8 ] || { echo "too few questions about $1: $(cat "$1.txt")" && status=1; }
}
solution=$root/solutions/05_coarsened/raking_exercise.cu
if [ -f "$solution" ]; then
    cp "$solution" usual.cu
    edits=$root/tests/grading/grader/unusual/05_raking.edits
    name=$(sh "$root/common/grading/edits/apply.sh" --list "$edits" | sed -n '1s/\t.*//p')
    sh "$root/common/grading/edits/apply.sh" "$edits" "$name" >unusual.cu
    questions_about usual
    questions_about unusual
    shared=$(comm -12 usual.questions unusual.questions | wc -l)
    [ $((5 * shared)) -le "$(wc -l <usual.questions)" ] || { echo "two solutions share $shared questions" && status=1; }
    "$scanlab" viva usual.cu --export gift --out viva.gift && grep -q '^::05 who_wrote, 1::' viva.gift || status=1
    "$scanlab" viva usual.cu --export qti --out viva.zip --seed 2 && cmake -E tar tf viva.zip | grep -q '^05_raking.xml$' || status=1
    ! "$scanlab" viva usual.cu --seed 2 | cmp -s - usual.txt || { echo "another seed asks the same" && status=1; }
fi
"$scanlab" viva none.cu 2>said && status=1
grep -q "there is no file none.cu" said || { cat said && status=1; }
exit $status
