#!/bin/sh
# starter.sh MAKE_STARTER ROOT FOLDER/NAME PROGRAM: the starter in lessons/ is made from the solution; its program runs,
# fails, and says what to do. Skipped where somebody is solving the exercise.
starter=$2/lessons/$3_exercise.cu
solution=$2/solutions/$3_exercise.cu
sh "$1" "$solution" | diff -u "$starter" - || {
    git -C "$2" diff --quiet HEAD -- "$starter" 2>/dev/null
    [ $? -ne 1 ] || { echo "Somebody has begun to solve it." && exit 77; }
    echo "This is not the starter that the solution makes. To make it again:"
    echo "    sh $1 $solution > $starter"
    exit 1
}
output=$("$4" 2>&1)
status=$?
[ $status -ne 77 ] || exit 77
if [ $status -ne 1 ] || ! echo "$output" | grep -q "is not finished"; then
    echo "$output"
    echo "exit code $status; an unsolved exercise should end with 1 and say that it is not finished"
    exit 1
fi
