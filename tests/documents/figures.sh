#!/bin/sh
# figures.sh: docs/figures.sh notices wrong, missing and unknown numbers, and puts wrong ones right.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd -P)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
page=$scratch/page.md

# check CODE TEXT PAGE FIGURE…: with this page and these lines figures.sh must end with CODE and say TEXT.
check() {
    code=$1 text=$2
    printf '%s\n' "$3" >"$page"
    shift 3
    { echo "page $page" && printf '%s\n' "$@"; } >"$scratch/figures.txt"
    got=0
    said=$(sh "$root/docs/figures.sh" $update "$scratch/figures.txt" 2>&1) || got=$?
    case $said in
    *"$text"*) [ $got -ne "$code" ] || return 0 ;;
    esac
    echo "with '$(cat "$page")': exit code $got, not $code with '$text': $said"
    exit 1
}

update=
right=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; ++i) if ($i == "percent_of_copy") column = i }
    $2 == "coarsened" { printf "%.1f", $column }' "$root/docs/results/h200/lessons.csv")
share=$(awk -v percent="$right" 'BEGIN { print substr(sprintf("%.2f", percent / 100), 2) }')
figure='0.0 = lessons:percent_of_copy:05 : lesson 05 reaches {} %'
check 0 '' "Here lesson 05
reaches $right % of a copy." "$figure"
check 1 "says 12.3, but the results say $right" 'lesson 05 reaches 12.3 %.' "$figure"
check 1 'does not say: lesson 05 reaches {} %' 'lesson 05 is fast.' "$figure"
check 1 'where this number comes from' "lesson 05 reaches $right %, lesson 04 half (.49)." "$figure"
check 1 'where this number comes from' 'It copies 4000 GB/s.'
check 0 '' 'It copies 4000 GB/s, says the vendor.' 'given : copies 4000 GB/s'
check 0 '' 'CUDA 13.0, `.5`, 17 barriers, a [link](1.2.html), and

```
12.5
```
| 3.4 |'
check 0 '' "Twice: $right and $share" '0.0 = lessons:percent_of_copy:05 : Twice: {} and' \
    '.00 = lessons:percent_of_copy:05 / 100 : Twice: # and {}'
check 0 '' 'In 100000 launches' '0 = stress:launches:name=compaction=0 : In {} launches'
check 2 'several lines of the results are stress:wrong_elements=0' 'x' '0 = stress:launches:wrong_elements=0 : In {} launches'
check 2 'the results have no lessons:percent_of_copy:55' 'x' '0.0 = lessons:percent_of_copy:55 : reaches {} %'
check 2 'cannot read this line' 'x' 'nonsense'
check 2 'there is no {}' 'x' '0 = 1 : one'
update=--update
check 0 'updated' 'lesson 05 reaches 12.3 %.' "$figure"
grep -q "^lesson 05 reaches $right %\.$" "$page" || { echo "--update has written: $(cat "$page")" && exit 1; }
