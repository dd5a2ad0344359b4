#!/bin/sh
# lines.sh SCANLAB FILE: many attacks at the price of one. Each line of FILE that ends with "// refused: WORDS" has to be refused
# by its number and these words, and advice; no other line is. A line that ends with "// refused somewhere: WORDS" has to be refused
# by these words, and advice, but perhaps without a number, because not every definition has one. The file earns no point.
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
            if (split(line, parts, "// refused somewhere: ") == 2) wanted[number] = somewhere[number] = parts[2]
        }
    }
    /^    .* \(instead: .*\)$/ {
        number = /^    line [0-9]+: / ? $2 + 0 : 0
        if (number in wanted && index($0, wanted[number])) refused[number]
        for (place in somewhere)
            if (index($0, somewhere[place])) refused[number = place]
        if (number && !(number in wanted)) print "nobody said that this would be refused: " $0
    }
    / 0 \/ [0-9]+ +points/ { earns_nothing = 1 }
    END {
        for (number in wanted) {
            ++count
            if (!(number in refused)) print "line " number " should be refused: " wanted[number]
        }
        if (count < 10) print "there is too little to refuse in " file
        if (!earns_nothing) print file " deserves no point"
    }' | { ! grep .; } || {
    printf '%s\n' "$said"
    exit 1
}
