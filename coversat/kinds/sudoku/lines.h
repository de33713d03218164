/* Lines of 9x9 sudokus: where they stand in a text, and whether answers are right.  The rules are those of
   `Sudoku.violations`; nothing is shared with any search. */

#ifndef SUDOKU_LINES_H
#define SUDOKU_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

enum { SIDE = 9, CELLS = 81 };

static bool is_cell(char c) { return c == '.' || (c >= '0' && c <= '9'); }

static bool is_separator(char c) { return c == ' ' || c == '\t' || c == '#' || c == ',' || c == ';' || c == '|'; }

/* How many bytes, at most `longest`, the line takes that begins here, if it is 81 cells, with nothing behind
   them or a separator and whatever follows; 0 for any other line, and for one that has no end.  `behind`:
   those of them behind the cells and before the end of the line. */
static size_t line_of_cells(const char *text, size_t size, size_t longest, size_t *behind) {
    const char *end;
    if (size <= CELLS)
        return 0;
    for (int cell = 0; cell < CELLS; cell++)
        if (!is_cell(text[cell]))
            return 0;
    if (size > longest)
        size = longest;
    end = memchr(text + CELLS, '\n', size - CELLS);
    if (end == NULL)
        return 0;
    *behind = (size_t)(end - text) - CELLS;
    if (*behind && end[-1] == '\r')
        --*behind;
    return *behind && !is_separator(text[CELLS]) ? 0 : (size_t)(end - text) + 1;
}

/* Whether these cells hold each digit once. */
static bool all_digits(const char *answer, const int cells[SIDE]) {
    bool seen[SIDE] = {false};
    for (int i = 0; i < SIDE; i++) {
        int digit = answer[cells[i]] - '1';
        if (digit < 0 || digit >= SIDE || seen[digit])
            return false;
        seen[digit] = true;
    }
    return true;
}

static bool keeps_givens(const char *givens, const char *answer) {
    for (int cell = 0; cell < CELLS; cell++)
        if (givens[cell] != '.' && givens[cell] != '0' && givens[cell] != answer[cell])
            return false;
    return true;
}

static bool is_right(const char *givens, const char *answer) {
    for (int i = 0; i < SIDE; i++) {
        int row[SIDE], column[SIDE], box[SIDE];
        for (int j = 0; j < SIDE; j++) {
            row[j] = SIDE * i + j;
            column[j] = SIDE * j + i;
            box[j] = SIDE * (i / 3 * 3 + j / 3) + i % 3 * 3 + j % 3;
        }
        if (!all_digits(answer, row) || !all_digits(answer, column) || !all_digits(answer, box))
            return false;
    }
    return keeps_givens(givens, answer);
}

#endif
