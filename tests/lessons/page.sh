#!/bin/sh
# page.sh ROOT FOLDER: the lesson's page shows how to run the lesson and the one line that builds it with nvcc.
cd "$1" || exit 1
name=${2#??_}
page=lessons/$2/README.md
for line in "./scanlab run $(echo "$2" | cut -c1-2)" \
    "nvcc -O3 -std=c++20 -arch=native -Xcompiler -fopenmp -I common/include lessons/$2/$name.cu common/harness/*.cpp -o $name"; do
    grep -qxF -e "$line" "$page" || {
        echo "$page does not show: $line"
        exit 1
    }
done
