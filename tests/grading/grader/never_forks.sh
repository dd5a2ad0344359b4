#!/bin/sh
# never_forks.sh NM PROGRAM…: none of these programs calls fork() or defines malloc().
nm=$1 && shift
failed=0
for program; do
    symbols=$("$nm" -D "$program") || exit 1
    echo "$symbols" | grep -q ' U malloc\|posix_spawn\|__libc_start_main' || { echo "$program: nm names no symbols" && exit 1; }
    if echo "$symbols" | grep -E ' (U v?fork|U clone|[TW] (malloc|free|realloc))(@|$)'; then
        echo "$program: see above"
        failed=1
    fi
done
exit $failed
