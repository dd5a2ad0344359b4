#!/bin/sh
# unpack.sh ARCHIVE.zip: into the folder source. All that another archive left there goes, but what it has built: what
# both have in common is compiled once.
set -eu
rm -rf unpacked
mkdir unpacked
(cd unpacked && cmake -E tar xf "../$1")
[ ! -d unpacked/scanlab ] || { mv unpacked unpacked.whole && mv unpacked.whole/scanlab unpacked && rmdir unpacked.whole; }
[ ! -d source/build ] || mv source/build unpacked
rm -rf source
mv unpacked source
