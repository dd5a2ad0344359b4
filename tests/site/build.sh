#!/bin/sh
# build.sh BUILD: the site is made, Doxygen has nothing to complain about, and the answers to the exam are not in it.
set -eu
for tool in doxygen neato; do
    command -v $tool >/dev/null || {
        echo "skipped: there is no $tool"
        exit 77
    }
done
rm -rf "$1/site"
cd "$(dirname "$0")/../.."
sh docs/site/build.sh "$1"
if grep -l '<title>[^<]*Exam' "$1"/site/*.html; then
    echo "the exam's answers are on the site"
    exit 1
fi
