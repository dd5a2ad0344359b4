#!/bin/sh
# build.sh BUILD: the site is made, mkdocs and Doxygen have nothing to complain about, every page of the kit is on it, and
# the answers to the exam and to the exercises are not.
set -eu
for tool in mkdocs doxygen neato; do
    command -v $tool >/dev/null || {
        echo "skipped: there is no $tool"
        exit 77
    }
done
rm -rf "$1/site"
cd "$(dirname "$0")/../.."
sh docs/site/build.sh "$1"
failed=0
for page in lessons/*/*.md docs/*.md common/simulator/README.md common/simulator/docs/*.md; do
    case $page in
    docs/README.md | docs/exam.md | docs/walkthroughs.md) continue ;;
    */README.md) made=${page%README.md}index.html ;;
    *) made=${page%.md}.html ;;
    esac
    [ -f "$1/site/$made" ] || { echo "$page is not on the site: docs/README.md does not link to it" && failed=1; }
done
for plot in docs/results/*/*.svg; do
    [ -f "$1/site/$plot" ] || { echo "no page shows $plot" && failed=1; }
done
if grep -rl --include='*.html' '<title>[^<]*Exam' "$1/site"; then
    echo "the exam's answers are on the site"
    failed=1
fi
exit $failed
