#!/bin/sh
# feedback.sh SCANLAB FILE.cu: what is said of the file, on one line, has the text that its first line asks for (an extended
# regular expression).
set -eu
export SCANLAB_BUILD=no
said=$("$1" check --exercise sklansky_shared "$2" || true)
wanted=$(sed -n '1s,^// says: ,,p' "$2")
[ -n "$wanted" ] || { echo "$2 does not say what is to be said" && exit 1; }
printf '%s\n' "$said" | tr -s '\n ' ' ' | grep -qE -e "$wanted" || {
    printf '%s\n\nit should say: %s\n' "$said" "$wanted"
    exit 1
}
