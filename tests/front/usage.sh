#!/bin/sh
# usage.sh ROOT: every command answers a wrong command line with one line that says what is wrong, and exit code 2.
cd "$1" || exit 1
export SCANLAB_INSTALL=no SCANLAB_BUILD=no
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

program=tests/simulator/programs/reduction.cu
exercise=lessons/03_double_buffer/sklansky_shared_exercise.cu
refuse frobnicate -- 'no command .frobnicate.'
refuse help frobnicate -- 'no command .frobnicate.'
refuse sim -- 'which program?'
refuse sim no_such_file.cu -- 'no file no_such_file.cu'
refuse sim README.md -- 'README.md is not a .cu file'
refuse sim lessons -- 'lessons is not a file'
refuse sim --frobnicate $program -- 'unknown option --frobnicate'
refuse sim --order -- '--order needs a value'
for order in x 010 -1 1.5 18446744073709551616; do
    refuse sim --order $order $program -- "--order $order: give a whole number"
    refuse sim --order=$order $program -- "--order $order: give a whole number"
    refuse run --sim --order $order -- "--order $order: give a whole number"
    refuse draw 02 --order=$order -- "--order $order: give a whole number"
done
refuse sim --seed 7 $program -- 'makes its own inputs; --order chooses the order'
refuse sim --schedules 0 $program -- '--schedules: Value 0 not in range'
refuse sim --schedule sideways $program -- '--schedule sideways: give one of random, round-robin'
refuse sim --sms -1 $program -- '--sms -1: give a whole number from 1 to 1024'
refuse sim --sms 99999 $program -- '--sms 99999: give a whole number from 1 to 1024'
refuse run --sim --sms 99999 -- '--sms 99999: give a whole number from 1 to 1024'
refuse sim --resident-blocks 0 $program -- '--resident-blocks 0: give a whole number'
refuse sim --json -- '--json needs a value'
refuse sim --json /no/such/folder/x $program -- '--json /no/such/folder/x: cannot write'
refuse sim --json lessons $program -- '--json lessons: cannot write'
refuse sim --counters --schedules 3 $program -- 'leave out --schedules'
refuse sim --all-orders --order 3 $program -- '--all-orders tries every order: leave out --order'
refuse sim --all-orders --schedules 3 $program -- '--all-orders tries every order: leave out --order'
refuse sim --all-orders --fast $program -- 'leave out --fast'
refuse sim --all-orders --counters $program -- 'leave out --all-orders'
refuse sim --max-orders 7 $program -- '--max-orders goes with --all-orders'
refuse sim --all-orders --max-orders 0 $program -- '--max-orders: Value 0 not in range'
refuse sim --choices 0.5 $program -- '--choices 0.5: give choices as --all-orders prints them'
refuse sim --choices none --order 2 $program -- '--choices names one order of threads'
refuse sim --choices none --all-orders $program -- '--choices names one order of threads'
refuse run --sim 77 -- "there is no lesson '77'"
refuse run --frobnicate -- '--frobnicate'
refuse score -- 'folder is required'
refuse score tests/simulator/score/suite -- 'which programs are buggy?'
refuse score no_such_folder --buggy x -- 'no folder no_such_folder'
refuse score lessons --buggy no_such_program.cu -- '--buggy no_such_program.cu: no .cu file in lessons matches'
refuse score tests/simulator/score/suite --buggy rice=x -- "'rice': give correct, buggy, or kinds"
refuse score tests/simulator/score/suite --labels no_such_file -- '--labels no_such_file: cannot read'
refuse score tests/simulator/score/suite --labels README.md -- 'README.md:3: .* is no PROGRAM,ARGUMENTS,LABEL'
refuse score tests/simulator/score/suite --buggy '*Bug.cu' --only rice -- "'rice': give correct"
refuse score tests/simulator/score/suite --buggy '*Bug.cu' --orders 0 -- '--orders'
refuse score tests/simulator/score/suite --buggy '*Bug.cu' --csv /no/such/folder/x -- '--csv /no/such/folder/x'
refuse hint -- 'Which exercise?'
refuse hint 03 4 -- 'There is no hint 4. Each exercise has hints 1, 2 and 3.'
refuse check -- 'Which exercise?'
refuse check no_such_file.cu -- 'no file no_such_file.cu'
refuse check --exercise 03 05 -- '--exercise 03: is for a FILE.cu, which 05 is not'
refuse check --json /no/such/folder/x $exercise -- '--json /no/such/folder/x: cannot be written'
refuse check --jobs 0 $exercise -- 'jobs'
refuse grade -- 'Give it by --submission, or a folder by --watch'
refuse progress everything -- 'everything'
refuse next everything -- 'everything'
refuse run 00 -- './scanlab check 00 grades yours'
refuse docs --frobnicate -- '--frobnicate'
refuse bench --redraw 02 -- 'measures nothing'
SCANLAB_SIM_ORDER=x
export SCANLAB_SIM_ORDER
refuse run --sim -- 'SCANLAB_SIM_ORDER=x: give a whole number'
exit $failed
