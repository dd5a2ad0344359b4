#!/bin/sh
# bundle.sh ROOT BUILD FOLDER: the students' archive holds no solution, no wrong kernel but those that pages show, no page for
# instructors, no hidden line of the rubric, and no dead link; it can be built, and then lessons pass and exercises do
# not. It is unpacked to FOLDER/source, where unpack.sh finds it.
root=$1 build=$2
if [ ! -d "$root/solutions" ] && [ ! -d "$root/starters" ]; then exit 77; fi
mkdir -p "$3" && cd "$3" || exit 1
status=0
fail() { echo "$1" && status=1; }

sh "$root/common/grading/exercises/bundle.sh" students.zip || exit 1
! cmake -E tar tf students.zip | grep '^scanlab/build/' || fail "what was built is in the archive"
sh "$root/tests/grading/gradebook/unpack.sh" students.zip || exit 1
cd source || exit 1
for path in solutions tests/simulator/correct_tricky tests/grading/grader tests/pictures docs/instructor.md docs/grading.md docs/exam.md docs/walkthroughs.md docs/walkthrough.sh .git; do
    [ ! -e "$path" ] || fail "$path is in the archive"
done
for file in tests/simulator/planted_bugs/*.cu; do
    grep -q "$file" common/simulator/docs/*.md lessons/*/README.md || fail "$file is in the archive, and no page shows it"
done
dead=$(find . -name '*.md' | while read -r page; do
    grep -o '\]([^)#: ]*[)#]' "$page" | sed 's/^](//; s/.$//' | while read -r target; do
        [ -e "$(dirname "$page")/$target" ] || echo "$page: $target"
    done
done)
[ -z "$dead" ] || fail "links to what is not in the archive: $dead"
if found=$(grep -rl --include='*.cu' --include='*.cpp' '^ *// BEGIN SOLUTION'); then fail "solutions in: $found"; fi
if found=$(grep -rl --include='*.edits' '^# solutions/'); then fail "edits of solutions in: $found"; fi
if grep -E '"visibility": *"(hidden|after)' common/grading/exercises/rubric.json; then fail "hidden lines are in the rubric"; fi
count=0
for file in lessons/*/*_exercise.cu; do
    count=$((count + 1))
    grep -q '// TODO:' "$file" && cmp -s "$file" "starters/${file#lessons/}" || fail "$file is no fresh starter"
done
[ $count -eq "$(ls "$root"/lessons/*/*_exercise.cu | wc -l)" ] || fail "there are $count exercises"
[ -x scanlab ] || fail "scanlab cannot be executed"

# Everything is there to be compiled; what BUILD has compiled of the same files is taken over.
launcher="$root/tests/grading/gradebook/same_objects.sh;$root;$build;${PWD%/source}/lists"
sh "$root/tests/grading/gradebook/same_objects.sh" "$root" "$build" "${PWD%/source}/lists"
CXX=$(sed -n 's/^CMAKE_CXX_COMPILER:[^=]*=//p' "$build/CMakeCache.txt")
export CXX
{ cmake --preset sim -DCMAKE_CXX_COMPILER_LAUNCHER="sh;$launcher" &&
    cmake --build build/sim --target double_buffer sklansky_shared_exercise grader scanlab; } >log 2>&1 || { tail -n 30 log && exit 1; }
build/sim/lessons/double_buffer --n 1000 >log 2>&1 || fail "lesson 03 does not pass: $(cat log)"
build/sim/lessons/sklansky_shared_exercise --n 1000 >log 2>&1
[ $? -eq 1 ] && grep -q "is not finished" log || fail "exercise 03 does not fail as it should: $(cat log)"
SCANLAB_BUILD=no ./scanlab check lessons/03_double_buffer/sklansky_shared_exercise.cu >log 2>&1
[ $? -eq 1 ] && grep -q "^ *0 / [0-9]* *points" log || fail "exercise 03 is not graded 0: $(cat log)"
echo "// mine" >lessons/03_double_buffer/sklansky_shared_exercise.cu
SCANLAB_INSTALL=no ./scanlab reset 03 >log && cmp -s lessons/03_double_buffer/sklansky_shared_exercise.cu \
    starters/03_double_buffer/sklansky_shared_exercise.cu || fail "reset does not work: $(cat log)"
exit $status
