/* Lines of 9x9 sudokus: where they stand in a text, and whether answers are right.  The rules are those of
   `Sudoku.violations`; nothing is shared with any search. */

#ifndef SUDOKU_LINES_H
#define SUDOKU_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

enum { SIDE = 9, CELLS = 81 };

static bool is_cell(char c) { return (c == '.') | ((unsigned char)(c - '0') <= 9); }

static bool is_separator(char c) { return c == ' ' || c == '\t' || c == '#' || c == ',' || c == ';' || c == '|'; }

/* How many bytes, at most `longest`, the line takes that begins here, if it is 81 cells, with nothing behind
   them or a separator and whatever follows; 0 for any other line, and for one that has no end.  `behind`:
   those of them behind the cells and before the end of the line. */
static size_t line_of_cells(const char *text, size_t size, size_t longest, size_t *behind) {
    const char *end;
    bool other = false;
    if (size <= CELLS)
        return 0;
    for (int cell = 0; cell < CELLS; cell++)
        other |= !is_cell(text[cell]);
    if (other)
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

/* Whether an answer keeps the givens, and every row, column and box has nine different digits.  Without branches:
   nearly all answers are right. */
static bool is_right(const char *givens, const char *answer) {
    enum { ALL = 0777 << 1 };
    unsigned columns[SIDE] = {0}, boxes[SIDE] = {0}, wrong = 0, all = ALL;
    for (int r = 0; r < SIDE; r++) {
        unsigned row = 0;
        for (int c = 0; c < SIDE; c++) {
            char given = givens[SIDE * r + c], digit = answer[SIDE * r + c];
            unsigned bit = 1u << (digit & 15);
            wrong |= ((digit & ~15) != '0') | ((given != '.') & (given != '0') & (given != digit));
            row |= bit, columns[c] |= bit, boxes[r / 3 * 3 + c / 3] |= bit;
        }
        all &= row;
    }
    for (int i = 0; i < SIDE; i++)
        all &= columns[i] & boxes[i];
    return !wrong && all == ALL;
}

#endif
