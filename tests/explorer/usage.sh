#!/bin/sh
# usage.sh ROOT: the front door answers a wrong command line with one line that says what is wrong, and exit code 2.
cd "$1" || exit 1
failed=0

# refuse WORDS… -- PATTERN
refuse() {
    words=
    while [ "$1" != -- ]; do
        words="$words $1"
        shift
    done
    # shellcheck disable=SC2086 # no word holds a space
    message=$(./scanlab $words 2>&1)
    code=$?
    if [ $code -ne 2 ] || [ "$(printf '%s\n' "$message" | wc -l)" -ne 1 ] || ! echo "$message" | grep -qe "$2"; then
        echo "./scanlab$words: exit code $code, expected one line with '$2' and code 2:"
        echo "$message"
        failed=1
    fi
}

program=tests/programs/reduction.cu
refuse frobnicate -- "no command 'frobnicate'"
refuse sim -- 'which program?'
refuse sim no_such_file.cu -- 'no file no_such_file.cu'
refuse sim README.md -- 'README.md is not a .cu file'
refuse sim --frobnicate $program -- 'unknown option --frobnicate'
refuse sim --order -- '--order needs a number'
refuse sim --order x $program -- "--order needs a number, not 'x'"
refuse sim --order 010 $program -- "--order needs a number, not '010'"
refuse sim --seed 7 $program -- 'the order of threads is chosen by --order'
refuse sim --schedules 0 $program -- '--schedules needs a number from 1 up'
refuse sim --sms -1 $program -- "--sms needs a number, not '-1'"
refuse sim --resident-blocks 0 $program -- '--resident-blocks needs a number from 1 up'
refuse sim --json -- '--json needs a value'
refuse sim --json /no/such/folder/x $program -- '--json /no/such/folder/x: cannot write'
refuse sim --counters --schedules 3 $program -- 'leave out --schedules'
exit $failed
