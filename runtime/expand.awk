# Expands a template of Java sources: awk -v out=FOLDER -f expand.awk FILE.template
#
#   #file NAME             from here on lines go to NAME in the folder
#   #each COLUMN ...       the lines up to #end, once for each row that follows; columns are separated by two blanks or more,
#   #     VALUE  ...       and `-` is the empty value
#   #and  COLUMN ...       more columns of the same rows
#   #     VALUE  ...
#   #if COLUMN = VALUE ... the lines up to #else or #end, if the column has one of these values; `!=`: if it has none of them
#   #else
#   #end
#
# $COLUMN anywhere in a line or directive is the column's value in the row. The longest name that fits is taken.

{ line[NR] = $0 }

END { expand(1, NR) }

function fail(at, what) {
    printf "%s:%d: %s\n", FILENAME, at, what > "/dev/stderr"
    exit 2
}

# The line that ends the block opened in line `at`: its #end, or its #else where `half` is set and there is one.
function closing(at, last, half,    depth, i) {
    for (i = at + 1; i <= last; ++i) {
        if (line[i] ~ /^#(each|if) /) ++depth
        else if (line[i] == "#else" && half && !depth) return i
        else if (line[i] == "#end" && !depth--) return i
    }
    fail(at, "no #end")
}

# The text with the values of all columns.
function filled(text,    done, at, name, best) {
    while ((at = index(text, "$")) > 0) {
        done = done substr(text, 1, at - 1)
        text = substr(text, at + 1)
        best = ""
        for (name in value)
            if (index(text, name) == 1 && length(name) > length(best)) best = name
        done = done (best == "" ? "$" : value[best])
        text = substr(text, length(best) + 1)
    }
    return done text
}

# Whether the condition in line `at` holds.
function holds(at,    word, words, i) {
    words = split(filled(line[at]), word, " ")
    if (!(word[2] in value) || word[3] !~ /^!?=$/) fail(at, "not a condition: " line[at])
    for (i = 4; i <= words; ++i)
        if (value[word[2]] == word[i]) return word[3] == "="
    return word[3] == "!="
}

function expand(first, last,    i, end, middle) {
    for (i = first; i <= last; ++i) {
        if (line[i] ~ /^#file /) {
            file = out "/" filled(substr(line[i], 7))
            printf "" > file
        } else if (line[i] ~ /^#each /) {
            end = closing(i, last)
            rows(i, end - 1)
            i = end
        } else if (line[i] ~ /^#if /) {
            end = closing(i, last)
            middle = closing(i, last, 1)
            if (holds(i)) expand(i + 1, middle - 1)
            else if (middle < end) expand(middle + 1, end - 1)
            i = end
        } else if (line[i] ~ /^#/) {
            fail(i, "unknown: " line[i])
        } else {
            print filled(line[i]) > file
        }
    }
}

# The block opened in line `at`, once for each row of its table.
function rows(at, last,    column, cell, field, columns, more, count, row, i, j) {
    for (i = at; line[i] ~ /^#(each|and|   ) /; ++i) {
        if (line[i] ~ /^#   /) {
            if (split(substr(line[i], 7), field, /  +/) != more) fail(i, "not " more " values")
            ++row
            for (j = 1; j <= more; ++j) cell[row, columns - more + j] = field[j] == "-" ? "" : field[j]
        } else {
            more = split(substr(line[i], 7), field, /  +/)
            for (j = 1; j <= more; ++j) column[++columns] = field[j]
            row = 0
        }
    }
    for (count = 1; count <= row; ++count) {
        for (j = 1; j <= columns; ++j) value[column[j]] = cell[count, j]
        expand(i, last)
    }
    for (j = 1; j <= columns; ++j) delete value[column[j]]
}
