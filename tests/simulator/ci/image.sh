#!/bin/sh
# image.sh: the image of docs/ci.md is made as the page says, and checks two programs of the example. It takes buildah, a network, and
# minutes. BASE=IMAGE names another Debian 12 to begin with than the registry's. buildah itself asks the environment how to work:
# BUILDAH_ISOLATION=chroot STORAGE_DRIVER=vfs wants the least of a machine.
set -eu
cd "$(dirname "$0")/../../.."
buildah build ${BASE:+--build-arg "BASE=$BASE"} -f common/simulator/ci/Containerfile -t scanlab .
container=$(buildah from scanlab)
trap 'buildah rm "$container" >/dev/null' EXIT
there() { buildah run --volume "$PWD/tests/simulator/ci/example:/work:ro" --workingdir /work "$container" -- "$@"; }
there scanlab doctor
there scanlab sim elementwise.cu
code=0
there scanlab sim neighbours.cu || code=$?
[ $code = 3 ] || { echo "neighbours.cu: exit code $code instead of 3" && exit 1; }
buildah images scanlab
