#!/bin/sh
# Every shell script passes shellcheck. A template (*.in) is not a script yet.
command -v shellcheck >/dev/null || { echo "skipped: shellcheck is not installed" && exit 77; }
find . -path ./build -prune -o -name .git -prune -o -type f ! -name '*.in' -exec \
    awk 'FNR == 1 { if (/^#!\/bin\/(ba)?sh/ || FILENAME ~ /\.sh$/) printf "%s%c", FILENAME, 0; nextfile }' {} + |
    xargs -0 shellcheck -x -S warning
