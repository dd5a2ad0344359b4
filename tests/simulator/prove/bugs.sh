#!/bin/sh
# bugs.sh SCANLAB: whether `prove` refutes each kernel of bugs.cu, with a launch in which the simulator finds something.
set -eu
scanlab=$1
here=$(cd "$(dirname "$0")" && pwd)
export SCANLAB_BUILD=no SCANLAB_INSTALL=no
said=$("$scanlab" prove "$here/bugs.cu" 2>&1) || :
missing=0 all=0
for kernel in $(sed -n 's/^LAUNCH[A-Z_]*(\([a-z_]*\).*/\1/p' "$here/bugs.cu"); do
    all=$((all + 1))
    echo "$said" | grep -q "with .*bugs.cu '${kernel}[<]" || { echo "not refuted: $kernel" && missing=$((missing + 1)); }
done
echo "$((all - missing)) of $all bugs refuted with a replay"
[ $missing = 0 ]
