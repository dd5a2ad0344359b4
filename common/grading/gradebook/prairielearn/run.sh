#!/bin/sh
# run.sh OPTION…: PrairieLearn runs this for each submission, with the options of ./scanlab grade that the question names, and
# then reads results/results.json.
grade=${GRADE:-/grade}
mkdir -p "$grade/results"
SCANLAB_BUILD=no sh "$(dirname "$0")/../../../../scanlab" grade --submission "$grade/student" --single \
    --format prairielearn --out "$grade/results" "$@" ||
    [ -s "$grade/results/results.json" ] ||
    echo '{"gradable": false, "format_errors": "The grader itself has failed. Please tell your instructor."}' >"$grade/results/results.json"
