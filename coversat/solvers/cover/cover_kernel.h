/* A node of a compiled cover search, wherever it is kept, and one step down from it; see _cover_kernel.pyx. */

#ifndef COVER_KERNEL_H
#define COVER_KERNEL_H

#include "cover_base.h"
#include "cover_pack.h"
#include "cover_row.h"
#include "cover_word.h"

/* Counts run down from the number of options of an item, or from SETTLED, which stays above LARGEST, the
   largest real count, even after as many options again have been dropped. */
#define LARGEST (SETTLED / 2)

#define COUNT int16_t
#define SETTLED INT16_MAX
#define NAME(x) x##_short
#define LENGTHS
#include "cover_step.h"
#undef LENGTHS
#undef COUNT
#undef SETTLED
#undef NAME

#define COUNT int32_t
#define SETTLED INT32_MAX
#define NAME(x) x##_wide
#include "cover_step.h"
#undef COUNT
#undef SETTLED
#undef NAME

static inline int32_t cover_root(const Tables *t, Search *s, char *base, const int32_t *forced, int forced_count,
                                 const int32_t *forbidden, int forbidden_count) {
    return t->wide ? root_wide(t, s, base, forced, forced_count, forbidden, forbidden_count)
                   : root_short(t, s, base, forced, forced_count, forbidden, forbidden_count);
}

/* Whether what a choice option says must still be shown, at a node of the table. */
static inline bool cover_owes(const Tables *t, char *base, int32_t option) {
    int32_t slot = t->items + option - t->options;
    return t->wide ? owed_wide(t, base, slot) : owed_short(t, base, slot);
}

/* Fill in the root of a table: whether a node has room for its counts is known by then. */
static inline void cover_fill_root(const Tables *t) {
    if (t->wide)
        fill_root_wide(t);
    else
        fill_root_short(t);
}

/* Mark a choice option that stands by itself. */
static inline void cover_free_support(const Tables *t, int32_t option) {
    int32_t slot = t->items + option - t->options;
    if (t->wide)
        free_support_wide(t, slot);
    else
        free_support_short(t, slot);
}

/* Where a node is kept: in the pack of a level, from 0, or in the table. */
enum { TABLED = -1 };

/* All that the covers below a node depend on, as words: for the memo.  In a pack, of a node just packed. */
static inline void cover_key(const Tables *t, const Search *s, const Pack *packs, int32_t level, char *base,
                             uint64_t *key) {
    if (level != TABLED)
        pack_key(t, packs + level, key);
    else if (t->wide)
        key_of_wide(t, s, base, key);
    else
        key_of_short(t, s, base, key);
}

/* One node on the path of the walk. */
typedef struct {
    int32_t level; /* see TABLED */
    int32_t item;  /* branched on */
    int32_t part;  /* of the words with its options, the one being gone through */
    int32_t last;  /* whether this is the only item left: each of its options completes a cover */
    int32_t word;  /* whether the walk below is word_walk's */
    int32_t shown; /* whether the choices of a projection are all made */
    int32_t kept;  /* whether the memo is to keep the count */
    uint64_t rest; /* the options in that word still to be tried */
} Frame;

static inline int32_t cover_pack(const Tables *t, Search *s, Pack *packs, int32_t *level, char *base, int32_t item) {
    return t->wide ? pack_wide(t, s, packs, level, base, item) : pack_short(t, s, packs, level, base, item);
}

/* Make the node below: the item to branch on there, or DEAD or COMPLETE.  `level` is that of the node
   above, and becomes that of the node below. */
static int32_t cover_child(const Tables *t, Search *s, Pack *packs, int32_t *level, char *from, char *to,
                           int32_t option) {
    int32_t item;
    if (*level != TABLED) {
        item = pack_child(t, packs + *level, s, from, to, option);
        return item < 0 || *level == 0 ? item : pack_again(t, s, packs, level, to, item);
    }
    if (t->wide)
        item = child_any_wide(t, s, from, to, option);
    else if (t->lengths)
        item = child_short(t, s, from, to, option);
    else
        item = child_any_short(t, s, from, to, option);
    return item < 0 || !s->pack_most ? item : cover_pack(t, s, packs, level, to, item);
}

/* The options alive of a frame's item, in one of the words they are spread over. */
static inline uint64_t cover_part(const Tables *t, const Pack *packs, const Frame *frame, const char *base,
                                  int32_t part) {
    const Pack *pack = packs + frame->level;
    if (frame->level == TABLED)
        return ((const uint64_t *)(base + NODE_HEAD))[t->part_word[part]] & t->part_mask[part];
    return ((const uint64_t *)base)[part] & pack->members[frame->item * pack->words + part];
}

/* The first and the last of these words. */
static inline int32_t cover_first_part(const Tables *t, const Frame *frame) {
    return frame->level == TABLED ? t->part_start[frame->item] : 0;
}

static inline int32_t cover_last_part(const Tables *t, const Pack *packs, const Frame *frame) {
    return (frame->level == TABLED ? t->part_start[frame->item + 1] : packs[frame->level].words) - 1;
}

/* Set up a frame to try the options of its item. */
static inline void cover_open(const Tables *t, Search *s, const Pack *packs, Frame *frame, int32_t level,
                              int32_t item, const char *base) {
    int32_t left = 0;
    frame->level = level;
    frame->item = item;
    frame->word = level == 0 && packs[0].choices == 0;
    if (frame->word) {
        frame->shown = true;
        memcpy(s->word, base, sizeof(uint64_t) * (1 + OPEN_WORDS));
        s->word_depth = 0;
        s->word_count = 0;
        word_open(packs, s->word, item);
        return;
    }
    if (level == TABLED) {
        left = ((const int32_t *)base)[ITEMS_LEFT];
        frame->shown = item >= t->choices;
    } else {
        for (int w = 0; w < OPEN_WORDS; w++) {
            uint64_t open = ((const uint64_t *)base)[packs[level].words + w];
            left += open ? 1 + ((open & (open - 1)) != 0) : 0;
        }
        frame->shown = item >= packs[level].choices;
    }
    frame->part = cover_first_part(t, frame);
    frame->last = left == 1;
    frame->rest = cover_part(t, packs, frame, base, frame->part);
}

/* The next option of a frame; -1 when all have been tried. */
static inline int32_t cover_next(const Tables *t, const Pack *packs, Frame *frame, const char *base) {
    int32_t option;
    while (!frame->rest) {
        if (frame->part == cover_last_part(t, packs, frame))
            return -1;
        frame->part++;
        frame->rest = cover_part(t, packs, frame, base, frame->part);
    }
    option = LOWEST(frame->rest);
    frame->rest &= frame->rest - 1;
    return option + 64 * (frame->level == TABLED ? t->part_word[frame->part] : frame->part);
}

/* How many options a frame has left to try. */
static inline uint64_t cover_options_left(const Tables *t, const Pack *packs, const Frame *frame, const char *base) {
    uint64_t count = ONES(frame->rest);
    for (int32_t part = frame->part + 1; part <= cover_last_part(t, packs, frame); part++)
        count += ONES(cover_part(t, packs, frame, base, part));
    return count;
}

/* Bring the options of a complete cover to the trail.  An option not yet taken comes with them. */
static inline void cover_answer(Search *s, const Pack *packs, int32_t level, char *base, int32_t option) {
    if (level != TABLED) {
        s->answer = pack_answer(packs + level, s, base, option);
        return;
    }
    s->answer = ((int32_t *)base)[TAKEN];
    if (option >= 0)
        s->trail[s->answer++] = option;
}

#endif
