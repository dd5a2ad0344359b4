#!/bin/sh
# class.sh ROOT SCANLAB: a class as Moodle packs it, from the archive to grades that Moodle imports; then the same again,
# from what was kept.
root=$1 scanlab=$2
[ -d "$root/solutions" ] || exit 77
desk=$(mktemp -d)
trap 'rm -rf "$desk"' EXIT
cd "$desk" || exit 1
export SCANLAB_BUILD=no TZ=UTC
status=0
fail() { echo "$1" && status=1; }

# hand_in STUDENT NUMBER: the folder of that student.
hand_in() {
    folder="class/$1_$2_assignsubmission_file"
    mkdir -p "$folder"
}
solution=$root/solutions/05_coarsened/raking_exercise.cu
hand_in "Ada Lovelace" 101 && cp "$solution" "$folder/Raking_Exercise (1).CU"
hand_in "=Bob" 102 && sh "$root/common/grading/exercises/make_starter.sh" "$solution" >"$folder/raking_exercise.cu"
hand_in "Carl" 103 && echo sorry >"$folder/essay.txt"
hand_in "Dora" 104 && echo 'this is no C++' >"$folder/raking_exercise.cu"
hand_in "Eve" 105 && ln -s /etc/passwd raking_exercise.cu && cmake -E tar cf "$folder/work.tar" raking_exercise.cu
hand_in "Fred" 106 && mkdir deep && cp "$solution" deep/raking_exercise.cu && cmake -E tar cJf "$folder/deep.tar.xz" deep
cat >worksheet.csv <<'END_OF_TABLE'
Identifier,"Full name","Last modified (submission)"
"Participant 101","Ada Lovelace","Friday, 20 November 2026, 11:00 PM"
"Participant 106",Fred,"Sunday, 22 November 2026, 1:00 AM"
END_OF_TABLE
printf 'student,exercise,points,reason\nDora,05,5,wrong file\n' >overrides.csv
(cd class && cmake -E tar cf ../COURSE-Scan-7.zip --format=zip .) || exit 1

graded() {
    timeout 300 "$scanlab" grade --submission COURSE-Scan-7.zip --exercise 05 --out out --format csv,moodle,html \
        --due 2026-11-20T23:59 --times worksheet.csv --late-days 1 --late-penalty 20 --overrides overrides.csv >log 2>&1
    code=$?
}
graded
[ $code -eq 0 ] || fail "exit code $code: $(cat log)"
cat >expected <<'END_OF_TABLE'
Identifier,Full name,Grade,Maximum Grade,Last modified (grade)
Participant 102,'=Bob,0,100,-
Participant 101,Ada Lovelace,100,100,-
Participant 103,Carl,0,100,-
Participant 104,Dora,5,100,-
Participant 105,Eve,0,100,-
Participant 106,Fred,80,100,-
END_OF_TABLE
grades_in() { cut -d, -f1-5 "$1"; }
grades_in out/moodle.csv | diff expected - || fail "Moodle is given other grades"
grep -q '^Participant 103,.*,"05_raking: 0 of 100 points, not handed in' out/moodle.csv || fail "Carl gets no comment: $(cat out/moodle.csv)"
mkdir feedback && (cd feedback && cmake -E tar xf ../out/feedback.zip) || fail "there is no feedback that Moodle could hand back"
cmp -s "feedback/Ada Lovelace_101_assignsubmission_file_report.html" "out/students/Ada Lovelace/report.html" ||
    fail "Ada is not handed back her report: $(ls feedback)"
[ "$(ls feedback | wc -l)" -eq 6 ] || fail "somebody gets no feedback: $(ls feedback)"
for line in '^102,0,.*,wrong$' '^101,100,.*,full points$' '^103,0,.*,missing$' '^104,5,.*,set by hand$' \
    '^105,0,.*,could not be read$' '^106,100,80,100,2,20,full points$'; do
    sed 's/^[^,]*,//' out/grades.csv | grep -q "$line" || fail "no row in grades.csv is: $line"
done
grep -q "Eve.*work.tar/raking_exercise.cu was not taken: it is a symbolic link" log || fail "nobody is told of Eve's link: $(cat log)"
if grep -rq root: out; then fail "a file of this machine is in a report"; fi
grep -q "set by the instructor: wrong file" out/students/Dora/report.html || fail "Dora is not told why she has 5 points"

# What was graded is not graded again; a student's own inputs are, and the secret stays where it is.
kept=$(ls out/checked | wc -l)
graded
[ "$(ls out/checked | wc -l)" = "$kept" ] || fail "the second time, files were graded again"
rm -rf own && echo "a secret that nobody sees" >secret
timeout 300 "$scanlab" grade --submission class --exercise 05 --out own --anonymous --similarity --secret secret >log 2>&1
[ $? -eq 0 ] || fail "with a secret: $(cat log)"
if grep -rqE "secret that|Lovelace" own log --exclude=key.csv; then fail "a secret or a name is in the reports"; fi
grep -q "^student [0-9]*,Ada Lovelace,101$" own/key.csv || fail "there is no key to the numbers: $(cat own/key.csv)"
[ "$(grep -c "^05_raking,(the kit's solution),student [0-9]*,100," own/similarity.csv)" -eq 2 ] ||
    fail "two copies of the solution are not found: $(cat own/similarity.csv)"

# An interruption loses nothing that was graded.
timeout 300 "$scanlab" grade --submission class --exercise 05 --out later --jobs 1 >log 2>&1 &
pid=$!
until [ -n "$(ls later/checked 2>log)" ] || ! kill -0 $pid; do sleep 0.05; done
kill -TERM $pid
wait $pid
[ $? -eq 143 ] && grep -q "the same command goes on from here" log || fail "an interruption is not told: $(cat log)"
[ ! -e later/grades.csv ] || fail "an interrupted run writes reports"
cp -r later/checked interrupted
timeout 300 "$scanlab" grade --submission class --exercise 05 --out later --format moodle >log 2>&1
[ -e later/moodle.csv ] || fail "after an interruption: $(cat log)"
for file in interrupted/*; do
    cmp -s "$file" "later/checked/${file#*/}" && [ -z "$(find "later/checked/${file#*/}" -newer "$file")" ] ||
        fail "what was graded before an interruption is graded again"
done

# Parts may be graded by several machines, and the same options make the reports of what they have kept.
part() {
    timeout 300 "$scanlab" grade --submission class --exercise 05 --out parts --part "$1/2" >log 2>&1 || fail "part $1: $(cat log)"
}
part 1 && kept=$(ls parts/checked | wc -l) && part 2
[ "$kept" -gt 0 ] && [ "$(ls parts/checked | wc -l)" -gt "$kept" ] || fail "the second part has graded nothing"
[ ! -e parts/grades.csv ] || fail "a part writes reports"
mkdir together && cp -r parts/checked together
timeout 300 "$scanlab" grade --submission class --exercise 05 --out together --format moodle >log 2>&1
[ "$(ls together/checked | wc -l)" = "$(ls parts/checked | wc -l)" ] || fail "what parts have graded is graded again"
sed 's/,5,100,-$/,0,100,-/; s/,80,100,-$/,100,100,-/' expected >expected_of_parts
grades_in together/moodle.csv | diff expected_of_parts - || fail "parts give other grades"

# Canvas says who was late, but not how late, and hands back comments by the same names.
mkdir canvas
for name in ada_LATE_101_5001 bob_102_5002; do echo 'this is no C++' >"canvas/${name}_raking_exercise.cu"; done
echo 'Dora,05,50,seen' | sed '1i student,exercise,points,reason' | sed 's/Dora/ada/' >seen.csv
timeout 300 "$scanlab" grade --submission canvas --exercise 05 --out comments --format canvas --due 2026-11-20T23:59 --overrides seen.csv >log 2>&1
[ $? -eq 0 ] && grep -q "^ada: Canvas says that this was handed in late" log || fail "nobody is told that Ada was late: $(cat log)"
printf 'Student,ID,SIS User ID,SIS Login ID,Section,05_raking,Scanlab\nPoints Possible,,,,,100,100\nada,101,,,,50,45\nbob,102,,,,0,0\n' |
    diff - comments/canvas.csv || fail "Canvas is given other grades"
cmake -E tar tf comments/feedback.zip | sort | tr '\n' ' ' | grep -q '^ada_LATE_101_5001_report.html bob_102_5002_report.html $' ||
    fail "Canvas cannot tell whose comments these are: $(cmake -E tar tf comments/feedback.zip)"

# PrairieLearn's container has a folder for what a student hands in, and one for the result.
mkdir -p grade/student && cp "$solution" grade/student
GRADE=$desk/grade sh "$root/common/grading/gradebook/prairielearn/run.sh" --exercise 05 >log 2>&1 || fail "PrairieLearn: $(cat log)"
grep -q '"score": 1.0' grade/results/results.json || fail "PrairieLearn is given: $(cat grade/results/results.json)"

# Classroom 50 runs its grader in the student's repository, where the student may have prepared what it reads afterwards.
mkdir -p repository && (
    cd repository && cp "$solution" . && ln -s ../expected result.json && echo "100 of 100" >release-body.md
    for variable in CLASSROOM ASSIGNMENT ASSIGNMENT_TYPE OWNER SUBMISSION_TAG COMMIT_URL RELEASE_URL REVIEW_URL; do
        export $variable="of the runner"
    done
    sh "$root/common/grading/gradebook/classroom50/run.sh" --exercise 05 >../log 2>&1
) || fail "Classroom 50: $(cat log)"
[ "$(ls repository)" = "$(printf 'raking_exercise.cu\nreport.html\nresult.json')" ] || fail "Classroom 50 finds $(ls repository)"
grep -q '"max-score": 100,$' repository/result.json && grep -q '^  "score": 100,$' repository/result.json && [ ! -h repository/result.json ] ||
    fail "Classroom 50 is given: $(cat repository/result.json)"

# Work arrives over days.
mkdir arrives && echo 'this is no C++' >arrives/ada_raking_exercise.cu
"$scanlab" grade --watch arrives --exercise 05 --out watched --format csv >log 2>&1 &
watching=$!
has() { until grep -qs "$1" watched/grades.csv; do kill -0 $watching 2>/dev/null || { fail "it stops to watch: $(cat log)" && break; }; sleep 0.2; done; }
has ada
cp arrives/ada_raking_exercise.cu arrives/bob_raking_exercise.cu
has bob
kill -INT $watching
wait $watching || fail "somebody has stopped it: $(cat log)"

# Nothing is written where nobody has asked for it, and what cannot be meant says so.
ls >before
timeout 300 "$scanlab" grade --submission class --exercise 05 --part 1/1 >log 2>&1
[ $? -eq 2 ] && grep -q "needs --out" log || fail "--part without --out: $(cat log)"
timeout 300 "$scanlab" grade --submission class --exercise 05 --due 2026-11-20 >log 2>&1
[ $? -eq 2 ] && grep -q "give --times" log || fail "--due without times: $(cat log)"
timeout 300 "$scanlab" grade --submission class --exercise 05 --out class/grades >log 2>&1
[ $? -eq 2 ] && grep -q "within what is graded" log || fail "--out in the class's folder: $(cat log)"
ls | diff - before || fail "files appeared"
exit $status
