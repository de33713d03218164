/* The tables and the working memory of a compiled cover search; see _cover_kernel.pyx. */

#ifndef COVER_BASE_H
#define COVER_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if defined(__GNUC__) || defined(__clang__)
#define INLINE inline __attribute__((always_inline))
#define NARROW static __attribute__((cold))
#define LOWEST(bits) __builtin_ctzll(bits)
#define HIGHEST(bits) (63 - __builtin_clzll(bits))
#define ONES(bits) __builtin_popcountll(bits)
typedef uint64_t Lane __attribute__((vector_size(32), aligned(8), may_alias));
#define LANE 4 /* words of a bit set that are handled at once */
#define ANY(lane) ((lane)[0] | (lane)[1] | (lane)[2] | (lane)[3])
#elif defined(_MSC_VER)
#include <intrin.h>
#define INLINE __forceinline
#define NARROW static
static inline int LOWEST(uint64_t bits) {
    unsigned long place = 0;
    _BitScanForward64(&place, bits);
    return (int)place;
}
static inline int HIGHEST(uint64_t bits) {
    unsigned long place = 0;
    _BitScanReverse64(&place, bits);
    return (int)place;
}
static inline int ONES(uint64_t bits) {
    int ones = 0;
    for (; bits; bits &= bits - 1)
        ones++;
    return ones;
}
typedef uint64_t Lane;
#define LANE 1
#define ANY(lane) (lane)
#endif

/* CLONES is compiled twice, with and without wide registers and the population count, and chosen when loaded.
   WIDER is compiled once, with them, to be called where WIDER_RUNS: for copies that are not worth compiling twice.
   NARROW is what old processors run in its place: small, since every install compiles it. */
#if defined(__GNUC__) && defined(__x86_64__) && defined(__GLIBC__) && !defined(__AVX2__)
#if __GNUC__ >= 12 && !defined(__clang__)
#define WIDER_SET "x86-64-v3" /* AVX2, and more on single bits */
#define CLONES __attribute__((target_clones("arch=" WIDER_SET, "default"))) static
#define WIDER __attribute__((target("arch=" WIDER_SET))) static
#else
#define WIDER_SET "avx2"
#define CLONES __attribute__((target_clones(WIDER_SET, "default"))) static
#define WIDER __attribute__((target(WIDER_SET))) static
#endif
#define WIDER_RUNS __builtin_cpu_supports(WIDER_SET)
#else
#define CLONES static
#define WIDER static
#define WIDER_RUNS true
#endif

#define DEAD (-1)     /* some item has no option left */
#define COMPLETE (-2) /* every item is settled */
#define LOW_BITS(count) ((count) <= 0 ? 0 : (count) < 64 ? (1ULL << (count)) - 1 : ~0ULL)

/* What a walk stops at. */
enum { ANSWER, PAUSE, END };

/* Domain consistency looks at items with at most so many options.  At a table it saves packs below, so that it
   looks further than in them; where there are too many items for packs every look costs, and it begins with the
   smallest items and looks at larger ones, step by step, when nothing is left to do at those. */
enum { SMALL = 28, PACK_SMALL = 16, TABLE_SMALL = 12, TABLE_STEP = 4 };
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
    int32_t wide;      /* whether counts take four bytes: some item has very many options */
    int32_t lengths;   /* whether steps compiled for short bit sets run on this processor */
    int32_t row_most;  /* the rows that a search has room for at most */
    int32_t pack_most; /* options that the largest pack of a search takes */
    int32_t key_words; /* of what the covers below a node depend on: the options left, or the items where these tell as much */
    int32_t *slot_start, *slot; /* per option: the counts it stands in, its items first */
    int32_t *part_start; /* per slot, and behind them per secondary item and shade: the words with options of it ... */
    int32_t *part_word;
    uint64_t *part_mask;  /* ... and their bits there */
    int32_t *share_start; /* per option: the secondary items it covers, and ... */
    int32_t *share_item;
    int32_t *share_shade; /* ... the shades it gives them, which are all colours of all items; 0: none */
    int32_t shared, shades;
    uint8_t *owes; /* per choice option: whether it can be taken before anything shows what it says */
    char *root;        /* the node nothing has been taken in */
    size_t node_bytes; /* of a node, and of its part that is needed without domain consistency */
    size_t copy_bytes;
} Tables;

/* A node packed into one word; see cover_word.h. */
enum { OPEN_WORDS = 2 };
typedef struct {
    uint64_t alive, open[OPEN_WORDS];
    uint64_t rest; /* the options still to be tried */
    int32_t last;  /* whether one item is left: each of its options completes a cover */
} WordNode;

/* The working memory of one search. */
typedef struct {
    WordNode word[66];
    int32_t word_depth;
    uint64_t word_count; /* answers counted */
    int64_t node_limit, judge_at, pause_at; /* of `nodes`, `nodes` and `work` */
    int32_t answer; /* options of the answer just found, at the start of `trail` */
    int32_t *pending; /* slots to follow up: items with one option left, supports that fell away */
    int32_t pending_count;
    int32_t *trail;   /* the options taken on the way to the node at hand */
    uint64_t *common; /* a bit set of options */
    int32_t small;    /* what domain consistency looks at, or 0 once it has been given up */
    int64_t nodes, propagations, looked, removed;
    int32_t pack_small; /* the same three, below packed nodes: PACK_SMALL or 0 */
    int64_t pack_looked, pack_removed;
    int32_t pack_most; /* nodes with at most so many options are packed */
    int32_t killer; /* the packed item that was last found without options: the first to look at */
    int32_t *place;    /* for packing: per item its new name, per support, secondary item and colour */
    uint64_t *supports, *shared, *shaded; /* the options it has to do with, packed */
    uint64_t *rows;     /* per option: those it excludes, without itself; of options that were asked for */
    int32_t *row_place; /* per option: its row, from 1 */
    int32_t *row_owner; /* per row: its option, from 1 */
    int32_t row_next, row_room, row_misses; /* the row that is written next, of how many, and those given up since */
    int64_t work; /* words of bit sets gone through, about proportional to time */
    size_t pack_bytes; /* the memory of the packs */
} Search;

enum {
    TRIAL = 256, /* after so many nodes it is judged whether domain consistency pays here: */
    WORTH = 12   /* when it removes one option at least for so many looked at */
};

/* Begin: nothing is known of how the search will go. */
static inline void search_begin(Search *s, int32_t small) {
    s->small = small;
    s->pack_small = PACK_SMALL;
    s->looked = s->removed = s->pack_looked = s->pack_removed = 0;
    s->judge_at = s->nodes + TRIAL;
    s->killer = 0;
}

/* Give up domain consistency where it does not pay. */
static INLINE void search_judge(Search *s) {
    if (s->nodes < s->judge_at)
        return;
    s->judge_at += TRIAL;
    if (s->removed * WORTH < s->looked)
        s->small = 0;
    if (s->pack_removed * WORTH < s->pack_looked)
        s->pack_small = 0;
}

/* Whether it is time to look up, or the nodes are used up. */
static INLINE bool search_paused(const Search *s) {
    return s->work >= s->pause_at || s->nodes >= s->node_limit;
}

/* 64 bytes, each 0 or 1, as bits. */
static INLINE uint64_t bits_of_bytes(const uint8_t *bytes) {
    uint64_t bits = 0;
    for (int32_t at = 0; at < 64; at += 8) {
        uint64_t eight = 0;
        for (int32_t of = 0; of < 8; of++)
            eight |= (uint64_t)bytes[at + of] << 8 * of;
        bits |= (eight * 0x0102040810204080) >> 56 << at;
    }
    return bits;
}

/* Of the bits in `common`, keep those in both of these rows: whether any is left. */
static INLINE bool both_exclude(uint64_t *common, const uint64_t *row, const uint64_t *other, int words) {
    Lane wide = {0};
    uint64_t any = 0;
    int w = 0;
    for (; w + LANE <= words; w += LANE) {
        Lane both = *(Lane *)(common + w) & *(const Lane *)(row + w) & *(const Lane *)(other + w);
        *(Lane *)(common + w) = both;
        wide |= both;
    }
    for (; w < words; w++)
        any |= common[w] &= row[w] & other[w];
    return any | ANY(wide);
}

/* The options of an item, as `count` words of bits, not zero, and their places; they are used up.  Neighbours
   exclude much the same, so that taking them from both ends soon shows that there is nothing all exclude. */
typedef struct {
    uint64_t bits[SMALL + 1];
    int32_t place[SMALL + 1];
    int first, last;
} Ends;

static INLINE void ends_add(Ends *ends, uint64_t bits, int32_t place) {
    ends->bits[ends->last] = bits;
    ends->place[ends->last] = place;
    ends->last += bits != 0;
}

/* The next two, which may be one and the same; false when there are no more.  The last word added is at last - 1. */
static INLINE bool ends_next(Ends *ends, int32_t *low, int32_t *high) {
    if (ends->first >= ends->last)
        return false;
    int lowest = LOWEST(ends->bits[ends->first]), highest = HIGHEST(ends->bits[ends->last - 1]);
    *low = 64 * ends->place[ends->first] + lowest;
    *high = 64 * ends->place[ends->last - 1] + highest;
    ends->bits[ends->first] ^= 1ULL << lowest;
    ends->bits[ends->last - 1] &= ~(1ULL << highest);
    ends->first += ends->bits[ends->first] == 0;
    ends->last -= ends->bits[ends->last - 1] == 0;
    return true;
}

#endif
