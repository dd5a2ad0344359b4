#!/bin/sh
# models.sh COUNT_ACCESSES: what the widgets compute is right, as far as Node.js is there to run it.
set -eu
command -v node >/dev/null || {
    echo "skipped: there is no node (Debian's package is nodejs)"
    exit 77
}
exec node "$(dirname "$0")/models.js" "$1"
