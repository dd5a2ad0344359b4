#!/bin/sh
# measure.sh SCANLAB PROGRAM.cu…: what `prove` says of each, and its CPU seconds.
set -eu
scanlab=$1
shift
export SCANLAB_BUILD=no SCANLAB_INSTALL=no
for source; do
    code=0
    before=$(awk '{ print $16 + $17 }' /proc/$$/stat)
    said=$("$scanlab" prove "$source" 2>&1) || code=$?
    after=$(awk '{ print $16 + $17 }' /proc/$$/stat)
    case $code in 0) answer=proved ;; 3) answer=refuted ;; *) answer=open ;; esac
    echo "$(basename "$source" .cu),$answer,$(((after - before) / 100)).$(printf %02d $(((after - before) % 100))),$(echo "$said" | sed -n '/outside\|not proved/{ s/.*: \(this line\|not proved: \)/\1/p; q; }' | tr ',' ';')"
done
