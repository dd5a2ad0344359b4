#!/bin/sh
# lines.sh SCANLAB FILE: many attacks at the price of one. Each line of FILE that ends with "// refused: WORDS" has to be refused
# by its number and these words, and advice; no other line is.
set -eu
export SCANLAB_BUILD=no
said=$("$1" check --exercise sklansky_shared "$2") && {
    echo "$2: nothing is refused"
    exit 1
}
printf '%s\n' "$said" | awk -v file="$2" '
    BEGIN {
        while ((getline line < file) > 0) {
            ++number
            if (split(line, parts, "// refused: ") == 2) wanted[number] = parts[2]
        }
    }
    /^    line [0-9]+: .* \(instead: .*\)$/ {
        number = $2 + 0
        if (!(number in wanted)) print "nobody said that this would be refused: " $0
        else if (index($0, wanted[number])) refused[number]
    }
    END {
        for (number in wanted) {
            ++count
            if (!(number in refused)) print "line " number " should be refused: " wanted[number]
        }
        if (count < 10) print "there is too little to refuse in " file
    }' | { ! grep .; } || {
    printf '%s\n' "$said"
    exit 1
}
