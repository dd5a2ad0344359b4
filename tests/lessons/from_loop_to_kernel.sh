#!/bin/sh
# from_loop_to_kernel.sh ROOT lesson.00|lesson.00.mistakes: lesson 00's programs do on the simulator what its page says, and what is to
# be fixed can be fixed as it says. The starters of all small programs are those that the solutions make. Skipped where somebody is
# solving the exercises.
cd "$1" || exit 1
lesson=lessons/00_from_loop_to_kernel
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export SCANLAB_BUILD=no SCANLAB_INSTALL=no
status=0

# ends CODE TEXT FILE [ARGUMENT…]: the program ends with CODE, and it or the simulator says TEXT, unless that is empty.
ends() {
    expected=$1
    text=$2
    shift 2
    output=$(timeout 300 ./scanlab sim --strict "$@" 2>&1)
    code=$?
    [ $code -eq "$expected" ] && case $output in *"$text"*) true ;; *) false ;; esac && return
    echo "$*: exit code $code; expected $expected, and '$text' in:"
    echo "$output"
    status=1
}

# changed FILE SED: a copy of FILE, which has to be different.
changed() {
    copy=$scratch/$(basename "$1")
    sed "$2" "$1" >"$copy"
    ! cmp -s "$1" "$copy" || { echo "$1: there is nothing to change by $2" && status=1; }
}

# What the page shows, and its first mistake.
programs() {
    ends 0 "The GPU agrees with the loop." $lesson/squares.cu
    ends 0 "kernel" $lesson/timing.cu 1000
    ends 0 "shared memory" $lesson/latency.cu 4
    ends 3 "race-global" $lesson/racing_sum.cu
}

mistakes() {
    changed $lesson/squares.cu 's/threads = 256/threads = 2000/'
    ends 3 "launch: invalid configuration argument" "$copy"
    ends 2 "usage" $lesson/timing.cu none
    ends 2 "usage" $lesson/latency.cu 0

    ends 3 "out-of-bounds" $lesson/bug_1.cu
    changed $lesson/bug_1.cu 's/    numbers\[i\]/    if (i < 1000) numbers[i]/'
    ends 0 "the last number is 42" "$copy"
    ends 3 "\`numbers\` is a host pointer" $lesson/bug_2.cu
    changed $lesson/bug_2.cu 's/(numbers.data(), n)/(device, n)/'
    ends 0 "the last number is 42" "$copy"
    ends 3 "the last number is 21" $lesson/bug_3.cu
    ends 3 "invalid-launch" $lesson/bug_3.cu
    changed $lesson/bug_3.cu 's/<<<1, n>>>(device, n);/<<<2, 1000>>>(device, n); if (cudaGetLastError() != cudaSuccess) return 1;/'
    ends 0 "the last number is 42" "$copy"

    ends 3 "1000 ones add up to 1000" $lesson/racing_sum.cu
    changed $lesson/racing_sum.cu 's/\*total += in\[i\]/atomicAdd(total, in[i])/'
    ends 0 "1000 ones add up to 1000" "$copy"
}

# Small programs: the starters are those that the solutions make. (tests/grading/grader grades them.)
starters() {
    for solution in solutions/00*/*.cu $(grep -l eight_numbers.cuh solutions/*/*.cu); do
        starter=lessons/${solution#solutions/}
        sh common/grading/exercises/make_starter.sh "$solution" | cmp -s - "$starter" ||
            { echo "$starter is not the starter that $solution makes" && status=1; }
    done
}

case $2 in
lesson.00) programs; starters ;;
lesson.00.mistakes) mistakes ;;
esac
[ $status -eq 0 ] || git diff --quiet HEAD -- lessons 2>/dev/null || [ $? -ne 1 ] || exit 77
exit $status
