#!/bin/sh
# usage.sh ROOT: what ./scanlab draw answers to nonsense, and where it puts what it draws.
root=$1
command -v neato >/dev/null || { echo "neato (Graphviz) is not installed" && exit 77; }
export SCANLAB_INSTALL=no SCANLAB_BUILD=no
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
failed=0

# refuse CODE PATTERN ARGUMENTS…
refuse() {
    code=$1
    pattern=$2
    shift 2
    message=$("$root/scanlab" draw "$@" 2>&1)
    status=$?
    if [ $status -ne "$code" ] || ! echo "$message" | tail -n 1 | grep -qe "$pattern"; then
        echo "./scanlab draw $*: exit code $status, expected '$pattern' and $code:"
        echo "$message"
        failed=1
    fi
}

echo '#include <cuda_runtime.h>
int main() {}' >no_launch.cu
refuse 2 'what is to be drawn'
refuse 2 'there is no lesson 15' 15
refuse 2 'no file of that name' nothing.cu
refuse 2 '1 to 256 elements' 02 --n 0
refuse 2 '1 to 256 elements' 02 --n 257
refuse 2 'not a number of elements' 02 --n x
refuse 2 'compiled for 8, 16, 32, 64 threads' 02 --block 5
refuse 2 'not expected: --frobnicate' 02 --frobnicate
refuse 2 '--n needs a value' 02 --n
refuse 2 'seed x: give a whole number' 02 --seed x
refuse 2 'order x: give a whole number' 02 --order x
refuse 2 'schedule x: give one of random' 02 --schedule x
refuse 2 '.dot, .html or .md' 02 --format pdf
refuse 2 '.dot, .html or .md' 02 --out picture
refuse 2 'cannot write' 02 --out nowhere/a.svg
refuse 2 'no block waits' 02 --view look-back
refuse 2 'launched once, with one block' 01 --view memories
refuse 2 'move by shuffles' 04 --n 8 --view memories
refuse 2 'room for 16 elements' 02 --n 32 --format md
refuse 2 'for programs of your own' 02 --warp 4
refuse 2 '2, 4, 8, 16 or 32 lanes' no_launch.cu --warp 3
refuse 2 'does not use .* harness' no_launch.cu --n 16
refuse 2 'no kernel was launched' no_launch.cu
[ "$(ls)" = no_launch.cu ] || { echo "files were left behind:" && ls && failed=1; }

# drawn FILE ARGUMENTS…
drawn() {
    file=$1
    shift
    if ! "$root/scanlab" draw "$@" >log 2>&1 || [ ! -s "$file" ]; then
        echo "./scanlab draw $* drew no $file:"
        cat log
        failed=1
    fi
}
drawn 02_hillis_steele_shared.svg 2
drawn 06_blelloch.png blelloch --n 8 --format png
drawn a.html 03 --out a.html
drawn 03_double_buffer.md 03 --n 8 --format md
drawn b.html 03 --n 8 --view memories --out b.html
drawn out_of_bounds.svg "$root/tests/pictures/wrong/out_of_bounds.cu"
grep -q "outside" out_of_bounds.svg || { echo "what a kernel did wrong is not shown" && failed=1; }
drawn plain.dot "$root/tests/pictures/kernels/plain.cu" --format dot
exit $failed
