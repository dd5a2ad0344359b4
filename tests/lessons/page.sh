#!/bin/sh
# page.sh ROOT FOLDER: the lesson's page has the headings that all have, and shows how to run the lesson and the one line
# that builds it with nvcc.
cd "$1" || exit 1
name=${2#??_}
page=lessons/$2/README.md
status=0
for line in "./scanlab run $(echo "$2" | cut -c1-2)" \
    "nvcc -O3 -std=c++20 -arch=native -Xcompiler -fopenmp -I common/include lessons/$2/$name.cu common/harness/*.c* -o $name"; do
    grep -qxF -e "$line" "$page" || { echo "$page does not show: $line" && status=1; }
done
awk '/^```/ { inside = !inside } !inside && /^## / { sub(/kernels$/, "kernel"); print }' "$page" | diff -u - /dev/fd/3 3<<'END' || status=1
## The idea
## Steps and work
## Predict
## The kernel
## Run it
## What to notice
## Common mistakes
## Exercise
## Check your understanding
## Sources
END
[ $status -eq 0 ] || echo "$page is not like the other lessons' pages"
exit $status
