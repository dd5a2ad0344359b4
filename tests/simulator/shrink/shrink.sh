#!/bin/sh
# shrink.sh SCANLAB SOURCE: what bounds a program that takes long is found, smaller sizes are tried, and nothing is changed.
scanlab=$1
source=$2
export SCANLAB_BUILD=no
before=$(cksum <"$source")
failed=0

# expect TEXT LINE…: the text has a line for each pattern.
expect() {
    text=$1
    shift
    for line; do
        echo "$text" | grep -Eq "$line" && continue
        printf 'not there: %s\nin:\n%s\n' "$line" "$text"
        failed=1
    done
}

proposal=$("$scanlab" sim --shrink "$source") || failed=1
expect "$proposal" 'slow.cu starts 1048576 threads in 1 launch:$' '^  line 21: count, 4096 blocks of 256 threads$' \
    '^  N in line 9, now 1048576: 524288$' '^  N = 32768: 32768 threads, [0-9.]+ s, exit code 0$' \
    '^Nothing has been changed: choose one, and edit line 9 of .*slow.cu\.$'
case $proposal in *BLOCK* | *no_size*) echo "no size: $proposal" && failed=1 ;; esac
expect "$("$scanlab" sim --shrink "$source" 65536)" 'slow.cu ends after [0-9.]+ s as it is'
expect "$("$scanlab" sim --shrink --fast "$source" 2>&1)" 'leave out .*--fast'
[ "$before" = "$(cksum <"$source")" ] || failed=1
exit $failed
