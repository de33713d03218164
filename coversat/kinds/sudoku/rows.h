/* What is written of many 9x9 sudokus: texts that grow, and answers as JSON. */

#ifndef SUDOKU_ROWS_H
#define SUDOKU_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* A text that grows; `lost` if there was no room. */
typedef struct {
    char *data;
    size_t size, room;
    bool lost;
} Text;

static void put(Text *text, const char *more, size_t size) {
    if (size == 0)
        return;
    if (text->size + size > text->room) {
        size_t room = 2 * (text->size + size);
        char *larger = realloc(text->data, room);
        if (larger == NULL) {
            text->lost = true;
            return;
        }
        text->data = larger, text->room = room;
    }
    memcpy(text->data + text->size, more, size);
    text->size += size;
}

static void put_number(Text *text, size_t number) {
    char digits[24], *at = digits + sizeof digits;
    do
        *--at = (char)('0' + number % 10);
    while (number /= 10);
    put(text, at, (size_t)(digits + sizeof digits - at));
}

/* A grid of digits as Python writes it in JSON: "[[1, 2, 3, ...], ...]". */
static void put_grid(Text *text, const char *answer) {
    enum { DIGITS = 9, ROW = 3 * DIGITS + 2 };
    char grid[DIGITS * ROW + 1], *at = grid;
    *at++ = '[';
    for (int r = 0; r < DIGITS; r++) {
        *at++ = '[';
        for (int c = 0; c < DIGITS; c++, at += 3)
            at[0] = *answer++, at[1] = ',', at[2] = ' ';
        at[-2] = ']', at[-1] = ',', *at++ = ' ';
    }
    at[-2] = ']';
    put(text, grid, (size_t)(at - grid) - 1);
}

#endif
