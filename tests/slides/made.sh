#!/bin/sh
# made.sh FOLDER: each lesson has slides and a handout, pictures are built up, and handouts keep the answers to themselves.
set -eu
command -v pandoc >/dev/null || {
    echo "skipped: there is no pandoc"
    exit 77
}
root=$(cd "$(dirname "$0")/../.." && pwd -P)
build=$root/docs/slides/build.sh
rm -rf "$1"
sh "$build" "$1" >/dev/null
cd "$root/lessons"
status=0
fail() { echo "$1" && status=1; }

for lesson in [0-9]*; do
    for kind in '' _handout; do
        page=$1/${lesson%%_*}$kind.html
        [ -s "$page" ] || fail "there is no $page"
    done
done
grep -q '<strong>9</strong>' "$1/03.html" || fail "the slides lack an answer"
! grep -q '<strong>9</strong>' "$1/03_handout.html" || fail "the handout has an answer"
grep -q 'class="answer"' "$1/03_handout.html" || fail "the handout has no place for an answer"
for number in 17 1793; do
    ! grep -q "<td[^>]*>$number</td>" "$1/03_handout.html" || fail "the handout has the number $number of a table"
done
[ "$(grep -c 'id="two-arrays-in-turn' "$1/03.html")" -eq 4 ] || fail "the picture is not built up in four slides"
! grep -E '(src|href)="?(https?:|[a-z./]*\.(css|js|svg))' "$1"/*.html | cut -c 1-200 | grep . || fail "a page needs another file"
for word in 99 --pfd README; do
    code=0
    message=$(sh "$build" "$1" "$word" 2>&1) || code=$?
    [ $code -eq 2 ] && [ "$(echo "$message" | wc -l)" -eq 1 ] || fail "$word: exit code $code: $message"
done
exit $status
