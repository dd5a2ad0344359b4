#!/bin/sh
# sanitizers.sh [address|undefined|thread…]: builds the kit's own tools with each of these sanitizers of Clang's (all three, if none
# is named), runs the unit tests, and grades a class of 30. Exit code 1 if one of them reports anything.
cd "$(dirname "$0")/.." || exit 1
[ $# -gt 0 ] || set -- address undefined thread
./scanlab run --sim 03 >/dev/null && ninja -C build/sim grader >/dev/null || exit 1 # programs for the simulator come from there
class=$(mktemp -d)
trap 'rm -rf "$class"' EXIT
sh tests/grading/gradebook/class_of_30.sh "$class/handed_in"

# A report goes to standard error of one of many processes: these files are looked at in the end.
export ASAN_OPTIONS="log_path=$class/report" UBSAN_OPTIONS="log_path=$class/report:print_stacktrace=1" \
    TSAN_OPTIONS="log_path=$class/report:ignore_noninstrumented_modules=1" SCANLAB_BUILD=no # OpenMP's library is not compiled with it
status=0
for sanitizer; do
    folder=build/$sanitizer
    [ -f "$folder/build.ninja" ] || CXX=${CXX:-clang++} cmake --preset "$sanitizer" >/dev/null 2>&1 || exit 1
    ninja -C "$folder" scanlab scanlab_guard scanlab_unpack unit_tests >"$class/log" || { cat "$class/log" && exit 1; }
    ctest --test-dir "$folder" -R '^test_' -E '_NOT_BUILT|translated_meaning|starves its reader' --output-on-failure -j 2 >"$class/log" || { grep -v ' Passed ' "$class/log" && status=1; }
    tail -n 3 "$class/log" | sed -n 's/^.*tests passed.*$/'"$sanitizer"': &/p'
    "$folder/common/front/scanlab" grade --submission "$class/handed_in" --exercise all --out "$class/$sanitizer" --format csv >"$class/log" 2>&1 ||
        { cat "$class/log" && status=1; }
    echo "$sanitizer: $(wc -l <"$class/$sanitizer/grades.csv") rows of grades"
    # Grades are those of any other day.
    [ -f "$class/grades.csv" ] || cp "$class/$sanitizer/grades.csv" "$class"
    diff "$class/grades.csv" "$class/$sanitizer/grades.csv" || status=1
done
for report in "$class"/report.*; do
    [ -e "$report" ] || break
    cat "$report"
    status=1
done
exit $status
