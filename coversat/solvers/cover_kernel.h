/* The tables and the working memory of a compiled cover search; see _cover_kernel.pyx. */

#ifndef COVER_KERNEL_H
#define COVER_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__GNUC__) || defined(__clang__)
#define INLINE inline __attribute__((always_inline))
#define LOWEST(bits) __builtin_ctzll(bits)
#define ONES(bits) __builtin_popcountll(bits)
#elif defined(_MSC_VER)
#include <intrin.h>
#define INLINE __forceinline
static inline int LOWEST(uint64_t bits) {
    unsigned long place = 0;
    _BitScanForward64(&place, bits);
    return (int)place;
}
static inline int ONES(uint64_t bits) {
    int ones = 0;
    for (; bits; bits &= bits - 1)
        ones++;
    return ones;
}
#endif

#define DEAD (-1)     /* some item has no option left */
#define COMPLETE (-2) /* every item is settled */
#define FULL (-3)     /* does not fit */
#define LOW_BITS(count) ((count) < 64 ? (1ULL << (count)) - 1 : ~0ULL)

/* The numbers at the head of a node, and its length in bytes. */
enum { ITEMS_LEFT, TAKEN, OPTIONS_LEFT, NODE_HEAD = 16 };

/* A matrix.  Options below `options` are the problem's own, the others say what a choice shows.
   x_start[i] to x_start[i + 1] are the places of i's entries in the array x. */
typedef struct {
    int32_t words;   /* of a bit set of options */
    int32_t items;   /* to be covered exactly once, the choices first */
    int32_t choices; /* items to branch on before all others */
    int32_t supports;
    int32_t slots; /* counts of a node: items and supports */
    int32_t options;
    int32_t all_options;
    int32_t by_rows;
    int32_t *slot_start, *slot; /* per option: the counts it stands in, its items first */
    int32_t *part_start;        /* per item: the words with options of it ... */
    int32_t *part_word;
    uint64_t *part_mask; /* ... and their bits there */
    uint64_t *rows;      /* per option: those it excludes, without itself (by rows only) */
    int64_t *tie_start;  /* per option: the items and secondary items it covers, with its colour */
    int32_t *tie, *tie_colour;
    int64_t *tied_start; /* per item or secondary item: the options that cover it, with their colour */
    int32_t *tied, *tied_colour;
    int32_t *share_start; /* per option: the secondary items it covers, and which of all the ... */
    int32_t *share_item;
    int32_t *share_shade; /* ... item's colours it gives them; 0: none */
    int32_t shared, shades;
    uint8_t *owes; /* per choice option: whether it can be taken before anything shows what it says */
    char *root;        /* the node nothing has been taken in */
    size_t node_bytes; /* of a node, and of its part that is needed without domain consistency */
    size_t copy_bytes;
} Tables;

/* The working memory of one search. */
typedef struct {
    int32_t *pending; /* slots to follow up: items with one option left, supports that fell away */
    int32_t pending_count;
    int32_t *trail;   /* the options taken on the way to the node at hand */
    uint64_t *common; /* a bit set of options */
    int32_t small;    /* domain consistency looks at items with at most so many options; 0: it is off */
    int64_t nodes, propagations, looked, removed;
    int32_t word_small; /* the same three, below packed nodes */
    int64_t word_looked, word_removed;
    int32_t *place;    /* for packing: per item its new name, per support, secondary item and colour */
    uint64_t *supports, *shared, *shaded; /* the options it has to do with, packed */
    int64_t work; /* words of bit sets gone through, about proportional to time */
} Search;

#include "cover_word.h"

/* Counts run down from the number of options of an item, or from SETTLED, which stays above LARGEST, the
   largest real count, even after as many options again have been dropped. */
#define LARGEST (SETTLED / 2)

#define COUNT int16_t
#define SETTLED INT16_MAX
#define BY_ROWS 1
#define NAME(x) x##_by_rows
#include "cover_step.h"
#undef COUNT
#undef SETTLED
#undef BY_ROWS
#undef NAME

#define COUNT int32_t
#define SETTLED INT32_MAX
#define BY_ROWS 0
#define NAME(x) x##_by_lists
#include "cover_step.h"
#undef COUNT
#undef SETTLED
#undef BY_ROWS
#undef NAME

static inline int32_t cover_child(const Tables *t, Search *s, char *from, char *to, int32_t option) {
    return t->by_rows ? child_by_rows(t, s, from, to, option) : child_by_lists(t, s, from, to, option);
}

static inline int32_t cover_root(const Tables *t, Search *s, char *base, const int32_t *forced, int forced_count,
                                 const int32_t *forbidden, int forbidden_count) {
    return t->by_rows ? root_by_rows(t, s, base, forced, forced_count, forbidden, forbidden_count)
                      : root_by_lists(t, s, base, forced, forced_count, forbidden, forbidden_count);
}

static inline int32_t cover_pack(const Tables *t, Search *s, char *base, int32_t branch, Word *word) {
    return t->by_rows ? pack_by_rows(t, s, base, branch, word) : pack_by_lists(t, s, base, branch, word);
}

static inline void cover_key(const Tables *t, const Search *s, char *base, uint64_t *key) {
    if (t->by_rows)
        key_of_by_rows(t, s, base, key);
    else
        key_of_by_lists(t, s, base, key);
}

#endif
