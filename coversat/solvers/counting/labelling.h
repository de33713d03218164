/* Numbers for the items and options of a structure; see `labelled` in tests/plain_positions.py, step by step the same.

   Members are the items and, behind them, the rows.  They stand in an order in which each cell is a stretch, which
   is known by where it begins:

       order[]          the members
       cell[member]     where its cell begins
       size[start]      how many members the cell that begins there has
       beside[from[member] .. from[member + 1]]   the rows of an item, the items of a row
       waiting[]        a ring of cells by which others are still to be split; `queued` says which are in it  */

#ifndef LABELLING_H
#define LABELLING_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { KINDS = 5, ITEM_KINDS = 3 };

typedef struct {
    int32_t parts[KINDS]; /* how many members of each kind */
    int32_t items, members;
    int32_t *from, *beside;
    int32_t *order, *cell, *size;
    int32_t *waiting, *queued, head, count;
    int32_t *times, *touched; /* per member, how often it was met beside one cell; those that were */
    int32_t *split, *found;   /* the cells of these; whether a cell is there */
    int32_t *room, *number;   /* members on their way to a new place; where there are so many of each */
} Labelling;

/* The numbers that a labelling of so many members, with so many items in all rows, needs room for. */
static size_t labelling_room(size_t members, size_t entries) {
    return 12 * (members + 2) + 2 * entries;
}

/* Room in memory that is all zeros. */
static int32_t *labelling_in(Labelling *l, int32_t *memory, size_t members) {
    int32_t **tables[] = {&l->order, &l->cell, &l->size,  &l->waiting, &l->queued, &l->times,
                          &l->touched, &l->split, &l->found, &l->room, &l->number, &l->from};
    for (size_t at = 0; at < sizeof tables / sizeof *tables; at++) {
        *tables[at] = memory;
        memory += members + 2;
    }
    l->beside = memory;
    return memory;
}

static inline void labelling_push(Labelling *l, int32_t start) {
    if (l->queued[start])
        return;
    l->queued[start] = 1;
    l->waiting[(l->head + l->count++) % l->members] = start;
}

static inline void labelling_cell(Labelling *l, int32_t start, int32_t size) {
    l->size[start] = size;
    for (int32_t at = start; at < start + size; at++)
        l->cell[l->order[at]] = start;
}

/* All members of a kind look the same. */
static void labelling_begin(Labelling *l) {
    int32_t start = 0;
    l->head = l->count = 0;
    for (int32_t at = 0; at < l->members; at++)
        l->order[at] = at;
    for (int kind = 0; kind < KINDS; kind++) {
        if (l->parts[kind]) {
            labelling_cell(l, start, l->parts[kind]);
            labelling_push(l, start);
        }
        start += l->parts[kind];
    }
}

/* Split a cell by `times`: members with fewer first, otherwise as they stood. */
static void labelling_split(Labelling *l, int32_t cell) {
    int32_t *members = l->order + cell, size = l->size[cell], most = 0, largest = -1, start = cell;
    for (int32_t at = 0; at < size; at++)
        if (l->times[members[at]] > most)
            most = l->times[members[at]];
    memset(l->number, 0, ((size_t)most + 1) * sizeof *l->number);
    for (int32_t at = 0; at < size; at++)
        l->number[l->times[members[at]]]++;
    if (l->number[most] == size)
        return;
    if (!l->queued[cell])
        for (int32_t times = 0; times <= most; times++)
            if (l->number[times] && (largest < 0 || l->number[times] > l->number[largest]))
                largest = times;
    for (int32_t times = 0, before = 0; times <= most; times++) {
        int32_t those = l->number[times];
        l->number[times] = before;
        before += those;
    }
    memcpy(l->room, members, (size_t)size * sizeof *members);
    for (int32_t at = 0; at < size; at++)
        members[l->number[l->times[l->room[at]]]++] = l->room[at];
    for (int32_t times = 0; times <= most; times++) { /* now each number is where the next cell begins */
        int32_t end = cell + l->number[times];
        if (end == start)
            continue;
        labelling_cell(l, start, end - start);
        if (times != largest)
            labelling_push(l, start);
        start = end;
    }
}

static int labelling_compare(const void *one, const void *other) {
    int32_t a = *(const int32_t *)one, b = *(const int32_t *)other;
    return (a > b) - (a < b);
}

/* Few numbers are put in order as they come. */
static void labelling_sort(int32_t *numbers, int32_t count) {
    if (count > 24) {
        qsort(numbers, (size_t)count, sizeof *numbers, labelling_compare);
        return;
    }
    for (int32_t at = 1; at < count; at++) {
        int32_t number = numbers[at], to = at;
        for (; to && numbers[to - 1] > number; to--)
            numbers[to] = numbers[to - 1];
        numbers[to] = number;
    }
}

static void labelling_refine(Labelling *l) {
    while (l->count) {
        int32_t start = l->waiting[l->head], touched = 0, split = 0;
        l->head = (l->head + 1) % l->members;
        l->count--;
        l->queued[start] = 0;
        for (int32_t at = start; at < start + l->size[start]; at++) {
            int32_t member = l->order[at];
            for (int32_t to = l->from[member]; to < l->from[member + 1]; to++) {
                int32_t other = l->beside[to], cell = l->cell[other];
                if (l->size[cell] == 1)
                    continue;
                if (!l->times[other]++)
                    l->touched[touched++] = other;
                if (!l->found[cell]) {
                    l->found[cell] = 1;
                    l->split[split++] = cell;
                }
            }
        }
        labelling_sort(l->split, split);
        for (int32_t at = 0; at < split; at++) {
            l->found[l->split[at]] = 0;
            labelling_split(l, l->split[at]);
        }
        for (int32_t at = 0; at < touched; at++)
            l->times[l->touched[at]] = 0;
    }
}

/* Of the cells of several items a smallest; -1 when there is no such cell. */
static int32_t labelling_first_of_the_smallest(const Labelling *l) {
    int32_t best = -1;
    for (int32_t start = 0; start < l->items; start += l->size[start])
        if (l->size[start] > 1 && (best < 0 || l->size[start] < l->size[best])) {
            best = start;
            if (l->size[start] == 2)
                break;
        }
    return best;
}

/* Put what is not in an order yet into one; `number` says where each member stands in it. */
static void labelling_finish(Labelling *l) {
    int32_t cell;
    labelling_refine(l);
    while ((cell = labelling_first_of_the_smallest(l)) >= 0) {
        labelling_cell(l, cell + 1, l->size[cell] - 1);
        l->size[cell] = 1;
        labelling_push(l, cell);
        labelling_refine(l);
    }
    for (int32_t at = 0; at < l->members; at++)
        l->number[l->order[at]] = at;
}

static inline void labelling_run(Labelling *l) {
    labelling_begin(l);
    labelling_finish(l);
}

#endif
