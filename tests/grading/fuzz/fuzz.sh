#!/bin/sh
# fuzz.sh FOLDER SECONDS FUZZER…: runs each fuzzer for its share of the seconds, from the seeds and from the inputs in FOLDER
# that were found before. An input that shows a mistake is kept in FOLDER. Exit code 1 if there is one.
set -eu
here=$(cd "$(dirname "$0")" && pwd -P)
folder=$1 seconds=$(($2 / ($# - 2)))
shift 2
status=0
for fuzzer; do
    name=$(basename "$fuzzer" | sed 's/fuzz_//')
    mkdir -p "$folder/found/$name"
    "$fuzzer" -max_total_time="$seconds" -max_len=12000 -timeout=20 -dict="$here/dictionary" -print_final_stats=1 \
        -artifact_prefix="$folder/$name-" "$folder/found/$name" "$here/seeds/$name" >"$folder/$name.log" 2>&1 || status=1
    executions=$(sed -n 's/^stat::number_of_executed_units: //p' "$folder/$name.log")
    echo "$name: ${executions:-?} executions in $seconds s"
    grep -v '^#\|^INFO\|^stat::' "$folder/$name.log" | grep -A 40 -e 'SUMMARY\|ERROR\|BINGO\|Test unit' | head -n 60 || :
done
exit $status
