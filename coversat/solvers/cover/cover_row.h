/* Rows of the options that an option excludes, of a table.

   All rows together would grow with the square of the options, and a search looks at those of few options again and
   again.  So it keeps some, and the one made first gives way; where that is often missed, it keeps more. */

#ifndef COVER_ROW_H
#define COVER_ROW_H

#include "cover_base.h"

enum {
    ROW_WORDS = 64, /* where rows are longer, to go through the parts of an option's items takes less */
    ROW_PATIENCE = 8 /* times that all rows have been made anew before there are more */
};

/* A secondary item of an option, while its parts are gone through. */
typedef struct {
    int32_t part, end, shade, shade_end; /* places among the parts */
} Share;

static INLINE Share share_begin(const Tables *t, int32_t of) {
    const int32_t *item = t->part_start + t->slots + t->share_item[of];
    const int32_t *shade = t->part_start + t->slots + t->shared + t->share_shade[of];
    Share share = {item[0], item[1], shade[0], shade[1]}; /* no option has shade 0 among its parts */
    return share;
}

/* The options of the part at hand that do not have the option's colour. */
static INLINE uint64_t share_others(const Tables *t, Share *share) {
    int32_t word = t->part_word[share->part];
    while (share->shade < share->shade_end && t->part_word[share->shade] < word)
        share->shade++;
    bool same = share->shade < share->shade_end && t->part_word[share->shade] == word;
    return t->part_mask[share->part] & ~(same ? t->part_mask[share->shade] : 0);
}

/* Work out a row. */
static void row_fill(const Tables *t, uint64_t *row, int32_t option) {
    memset(row, 0, sizeof(uint64_t) * (size_t)t->words);
    for (int32_t of = t->slot_start[option]; of < t->slot_start[option + 1]; of++)
        for (int32_t slot = t->slot[of], at = t->part_start[slot]; slot < t->items && at < t->part_start[slot + 1]; at++)
            row[t->part_word[at]] |= t->part_mask[at];
    for (int32_t of = t->share_start[option]; of < t->share_start[option + 1]; of++) {
        Share share = share_begin(t, of);
        for (; share.part < share.end; share.part++)
            row[t->part_word[share.part]] |= share_others(t, &share);
    }
    row[option >> 6] &= ~(1ULL << (option & 63));
}

/* Room for twice as many rows where many are missed, if there may be, and memory. */
static void row_enlarge(const Tables *t, Search *s) {
    if (s->row_misses < ROW_PATIENCE * s->row_room || s->row_room >= t->row_most)
        return;
    int32_t room = s->row_room < t->row_most / 2 ? 2 * s->row_room : t->row_most;
    uint64_t *rows = realloc(s->rows, (size_t)room * (size_t)t->words * sizeof(uint64_t));
    if (rows)
        s->rows = rows;
    int32_t *owner = realloc(s->row_owner, (size_t)room * sizeof(int32_t));
    if (owner)
        s->row_owner = owner;
    s->row_misses = 0;
    if (!rows || !owner)
        return;
    memset(owner + s->row_room, 0, (size_t)(room - s->row_room) * sizeof(int32_t));
    s->row_next = s->row_room;
    s->row_room = room;
}

/* Memory for a row of an option, in place of another. */
static void row_make(const Tables *t, Search *s, int32_t option) {
    int32_t at = s->row_next, owner = s->row_owner[at];
    s->row_next = at + 1 < s->row_room ? at + 1 : 0;
    s->row_owner[at] = option + 1;
    s->row_place[option] = at + 1;
    if (owner) {
        s->row_place[owner - 1] = 0;
        s->row_misses++;
    }
    row_fill(t, s->rows + (size_t)at * (size_t)t->words, option);
    s->work += 4 * t->words;
}

/* The row of an option; valid until the one after the next is asked for. */
static INLINE const uint64_t *row_of(const Tables *t, Search *s, int32_t option) {
    if (!s->row_place[option])
        row_make(t, s, option);
    return s->rows + (size_t)(s->row_place[option] - 1) * (size_t)t->words;
}

#endif
