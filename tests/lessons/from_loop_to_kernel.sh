#!/bin/sh
# from_loop_to_kernel.sh ROOT: lesson 00's programs do on the simulator what its page says, what is to be fixed can be fixed
# as it says, and a student's own program is told right from wrong. The starters are those that the solutions
# make. Skipped where somebody is solving the exercises.
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

ends 0 "The GPU agrees with the loop." $lesson/squares.cu
changed $lesson/squares.cu 's/threads = 256/threads = 2000/'
ends 3 "launch: invalid configuration argument" "$copy"
ends 0 "kernel" $lesson/timing.cu 1000
ends 2 "usage" $lesson/timing.cu none
ends 0 "shared memory" $lesson/latency.cu 4
ends 2 "usage" $lesson/latency.cu 0

ends 3 "out-of-bounds" $lesson/bug_1.cu
changed $lesson/bug_1.cu 's/    numbers\[i\]/    if (i < 1000) numbers[i]/'
ends 0 "the last number is 42" "$copy"
ends 3 "is it a host pointer" $lesson/bug_2.cu
changed $lesson/bug_2.cu 's/(numbers.data(), n)/(device, n)/'
ends 0 "the last number is 42" "$copy"
ends 3 "the last number is 21" $lesson/bug_3.cu
ends 3 "invalid-launch" $lesson/bug_3.cu
changed $lesson/bug_3.cu 's/<<<1, n>>>(device, n);/<<<2, 1000>>>(device, n); if (cudaGetLastError() != cudaSuccess) return 1;/'
ends 0 "the last number is 42" "$copy"

ends 3 "1000 ones add up to 1000" $lesson/racing_sum.cu
ends 3 "race-global" $lesson/racing_sum.cu
changed $lesson/racing_sum.cu 's/\*total += in\[i\]/atomicAdd(total, in[i])/'
ends 0 "1000 ones add up to 1000" "$copy"

solutions=solutions/${lesson#lessons/}
for task in first_line_exercise neighbour_sums_exercise; do
    sh common/grading/exercises/make_starter.sh $solutions/$task.cu >"$scratch/starter.cu"
    ends 1 "yet" "$scratch/starter.cu"
    cmp -s "$scratch/starter.cu" $lesson/$task.cu ||
        { echo "$lesson/$task.cu is not the starter that $solutions/$task.cu makes" && status=1; }
done
ends 0 "Right: eight threads" $solutions/first_line_exercise.cu
ends 0 "your first CUDA program" $solutions/neighbour_sums_exercise.cu

mine=$solutions/neighbour_sums_exercise.cu
changed $mine 's/if (i >= n) return;//'
ends 3 "out-of-bounds" "$copy"
changed $mine 's/i > 0 ? in\[i\] + in\[i - 1\] : in\[i\];$/in[i] + in[i - 1];/'
ends 3 "out-of-bounds" "$copy"
changed $mine 's/(device_in, device_out, n)/(device_in, device_in, n)/; s/out.data(), device_out/out.data(), device_in/'
ends 3 "race-global" "$copy"
changed $mine 's/(n + 255) \/ 256/n \/ 256/'
ends 3 "invalid-launch" "$copy"
changed $mine 's/(n + 255) \/ 256/n \/ 256 + (n < 256)/'
ends 1 "with n = 257, out[256]" "$copy"
changed $mine '/cudaFree(/d'
ends 3 "leak" "$copy"
[ $status -eq 0 ] || git diff --quiet HEAD -- $lesson 2>/dev/null || [ $? -ne 1 ] || exit 77
exit $status
