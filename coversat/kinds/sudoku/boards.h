/* 9x9 sudokus by boards; the twin of tests/plain_boards.py, which says what each step means, in the same order.

   A vector holds the boards of two digits, three bands of 27 cells each; the fourth lane of each half, and
   the second half of the last vector, are empty. */

#ifndef BOARDS_H
#define BOARDS_H

#include <stdbool.h>
#include <stdint.h>
#if __STDC_HOSTED__
#include <time.h>
#endif

#if !defined(__GNUC__)
#error "needs vectors as GCC and Clang have them; without this module other searches are used"
#endif

#define INLINE static inline __attribute__((always_inline))
#if !defined(__x86_64__) || !defined(__GLIBC__) || defined(__AVX2__) || defined(__clang__)
#define CLONES static
#elif __GNUC__ >= 12
#define CLONES __attribute__((target_clones("arch=x86-64-v4", "avx2", "default"))) static
#else
#define CLONES __attribute__((target_clones("avx2", "default"))) static
#endif
#if defined(__clang__) || __GNUC__ >= 12
#define LANES(v, ...) __builtin_shufflevector(v, v, __VA_ARGS__)
#else
#define LANES(v, ...) __builtin_shuffle(v, (Lanes){__VA_ARGS__})
#endif

typedef uint32_t Lanes __attribute__((vector_size(32)));
typedef uint32_t Kept __attribute__((vector_size(32), aligned(8), may_alias)); /* wherever memory is */
typedef uint64_t Wide __attribute__((vector_size(32)));

enum { DIGITS = 9, SIDE = 9, CELLS = 81, PAIRS = 5, BAND = 27 };
enum { WHOLE_BAND = 0777777777, MINIS = 0111111111, CORNERS = 0111, COLUMNS = 0777 };
enum { DEAD, SOLVED, OPEN };              /* what narrowing comes to */
enum { ANSWER, PAUSE, END };              /* what a search stops at */

#define EACH(mask) ((Lanes){mask, mask, mask, mask, mask, mask, mask, mask})
#define BANDS(mask) ((Lanes){mask, mask, mask, 0, mask, mask, mask, 0})
#define BANDS_OF_ONE(mask) ((Lanes){mask, mask, mask, 0, 0, 0, 0, 0})

typedef struct {
    Kept pair[PAIRS];
} Boards;

/* Cells of a board: its first two bands, and its last. */
typedef struct {
    uint64_t first, last;
} Cells;

typedef struct {
    Boards boards;
    Boards known;    /* from which nothing can be removed for a digit by itself */
    Kept two, pairs; /* the cells with two or more digits, with two; in both halves */
    int32_t cell;    /* that is branched on */
    uint32_t digits; /* of it, that are still to be tried */
} Level;

typedef struct {
    Level levels[CELLS + 1];
    int32_t depth; /* of the level at hand; -1: the end */
    bool fresh;    /* whether its boards are still to be narrowed */
    int64_t nodes;
} Search;

INLINE bool is_zero(Lanes lanes) {
    Wide wide = (Wide)lanes;
    return !(wide[0] | wide[1] | wide[2] | wide[3]);
}

INLINE Lanes other_digit(Lanes v) { return LANES(v, 4, 5, 6, 7, 0, 1, 2, 3); }
INLINE Lanes next_band(Lanes v) { return LANES(v, 1, 2, 0, 3, 5, 6, 4, 7); }
INLINE Lanes next_row(Lanes m) { return (m >> 9 | m << 18) & EACH(WHOLE_BAND); }
INLINE Lanes next_stack(Lanes m) { return (m >> 3 & EACH(0033033033)) | (m << 6 & EACH(0700700700)); }
INLINE Lanes next_column(Lanes c) { return (c >> 1 & EACH(0333)) | (c << 2 & EACH(0444)); }
INLINE Lanes whole_boxes(Lanes corners) {
    Lanes rows = (corners << 3) - corners;
    return rows | rows << 9 | rows << 18;
}

INLINE Lanes placeable(Lanes x) {
    Lanes minis = (x | x >> 1 | x >> 2) & EACH(MINIS);
    Lanes stack = next_stack(minis), row = next_row(minis);
    Lanes rest = next_row(next_stack((minis & next_row(stack)) | (stack & row)));
    x &= (rest << 3) - rest;

    Lanes columns = (x | x >> 9 | x >> 18) & EACH(COLUMNS);
    Lanes column = next_column(columns), band = next_band(columns);
    rest = next_band(next_column((columns & next_band(column)) | (column & band)));
    return x & (rest | rest << 9 | rest << 18);
}

INLINE Lanes alone_in_box(Lanes x) {
    Lanes b = x >> 1, c = x >> 2, two = (x & b) | (c & (x | b)), one = x | b | c;
    b = one >> 9, c = one >> 18;
    two |= (one & b) | (c & (one | b)) | two >> 9 | two >> 18;
    return x & whole_boxes(~two & EACH(CORNERS));
}

INLINE Lanes boxes_of(Lanes x) {
    x |= x >> 1 | x >> 2;
    return whole_boxes((x | x >> 9 | x >> 18) & EACH(CORNERS));
}

INLINE int narrow(Level *level) {
    Lanes x[PAIRS], known[PAIRS], alone[PAIRS];
    Lanes settled = EACH(0), two = level->two, one, three;
    bool changed;
    for (int i = 0; i < PAIRS; i++)
        x[i] = level->boards.pair[i], known[i] = level->known.pair[i], alone[i] = EACH(0);
    do {
        Lanes several = two;
        one = two = three = EACH(0);
        changed = false;
        for (int i = 0; i < PAIRS; i++) {
            Lanes naked = x[i] & ~several;
            x[i] &= (naked | ~boxes_of(naked)) & (alone[i] | ~settled);
            if (!is_zero(x[i] ^ known[i])) {
                Lanes before = x[i];
                x[i] = placeable(before);
                known[i] = x[i] & (Lanes)(x[i] == before);
                alone[i] = alone_in_box(x[i]);
                settled |= alone[i] | other_digit(alone[i]);
                changed = true;
            }
            three |= two & x[i], two |= one & x[i], one |= x[i];
        }
        Lanes one_more = other_digit(one), two_more = other_digit(two);
        three |= other_digit(three) | (two & one_more) | (one & two_more);
        two |= two_more | (one & one_more), one |= one_more;
        if (!is_zero(one ^ BANDS(WHOLE_BAND)))
            return DEAD;
    } while (changed);

    Lanes nowhere = EACH(0);
    for (int i = 0; i < PAIRS; i++) {
        Lanes missing = (Lanes)(x[i] == 0);
        nowhere |= missing & (2 * i + 1 < DIGITS ? BANDS(~0u) : BANDS_OF_ONE(~0u));
        level->boards.pair[i] = x[i];
    }
    if (!is_zero(nowhere))
        return DEAD;
    level->two = two, level->pairs = two & ~three;
    return is_zero(two) ? SOLVED : OPEN;
}

INLINE uint32_t *band_of(Boards *boards, int digit, int band) {
    return (uint32_t *)boards->pair + 4 * digit + band;
}

INLINE Cells cells_at(const void *bands) {
    Cells cells;
    __builtin_memcpy(&cells, bands, sizeof cells);
    return cells;
}

/* The cells that share a row, a column or a box with a cell. */
static Cells seen_from[CELLS];

static void boards_prepare(void) {
    for (int a = 0; a < CELLS; a++) {
        uint32_t bands[4] = {0};
        for (int b = 0; b < CELLS; b++) {
            bool box = a / BAND == b / BAND && a % SIDE / 3 == b % SIDE / 3;
            if (a != b && (a / SIDE == b / SIDE || a % SIDE == b % SIDE || box))
                bands[b / BAND] |= 1u << b % BAND;
        }
        seen_from[a] = cells_at(bands);
    }
}

INLINE int digits_of(Boards *boards, int cell) {
    int digits = 0;
    for (int digit = 0; digit < DIGITS; digit++)
        digits |= (int)(*band_of(boards, digit, cell / BAND) >> cell % BAND & 1) << digit;
    return digits;
}

INLINE int cell_with_fewest(Boards *boards) {
    int best = 0, fewest = DIGITS + 1;
    for (int cell = 0; cell < CELLS; cell++) {
        int count = __builtin_popcount(digits_of(boards, cell));
        if (count > 1 && count < fewest)
            best = cell, fewest = count;
    }
    return best;
}

INLINE Cells common(Cells a, Cells b) { return (Cells){a.first & b.first, a.last & b.last}; }
INLINE int size_of(Cells a) { return __builtin_popcountll(a.first) + __builtin_popcountll(a.last); }

INLINE int branching_cell(Level *level) {
    const Cells pairs = cells_at(&level->pairs);
    int best = -1, most = -1;
    for (int band = 0; band < 3; band++)
        for (uint32_t left = level->pairs[band]; left; left &= left - 1) {
            int cell = BAND * band + __builtin_ctz(left), weight = 0;
            for (int digits = digits_of(&level->boards, cell); digits; digits &= digits - 1) {
                Cells board = cells_at(band_of(&level->boards, __builtin_ctz(digits), 0));
                Cells lost = common(board, seen_from[cell]);
                weight += size_of(lost) + 2 * size_of(common(lost, pairs));
            }
            if (weight > most)
                best = cell, most = weight;
        }
    return best >= 0 ? best : cell_with_fewest(&level->boards);
}

/* The cells of a band whose characters are 1 to 9. */
INLINE uint32_t given_in_band(const char *characters) {
    uint8_t given[32] = {0};
    uint32_t bits = 0;
    for (int at = 0; at < BAND; at++)
        given[at] = (uint8_t)(characters[at] - '1') < DIGITS;
    for (int at = 0; at < 32; at += 8) {
        uint64_t eight = 0;
        for (int of = 0; of < 8; of++)
            eight |= (uint64_t)given[at + of] << 8 * of;
        bits |= (uint32_t)(eight * 0x0102040810204080 >> 56) << at;
    }
    return bits;
}

/* Begin with givens: characters, of which only 1 to 9 are digits.  Where they clash nothing can stand anywhere. */
CLONES void boards_begin(Search *search, const char *givens) {
    Level *level = search->levels;
    Boards *boards = &level->boards;
    uint32_t open[3];
    uint16_t rows[SIDE] = {0}, columns[SIDE] = {0}, boxes[SIDE] = {0};
    bool clash = false;
    level->boards = level->known = (Boards){0};
    for (int band = 0; band < 3; band++) {
        uint32_t given = given_in_band(givens + BAND * band);
        open[band] = WHOLE_BAND ^ given;
        for (; given; given &= given - 1) {
            int place = __builtin_ctz(given), cell = BAND * band + place, digit = givens[cell] - '1';
            int r = cell / SIDE, c = cell % SIDE, box = r / 3 * 3 + c / 3;
            uint16_t bit = (uint16_t)(1u << digit);
            clash |= ((rows[r] | columns[c] | boxes[box]) & bit) != 0;
            rows[r] |= bit, columns[c] |= bit, boxes[box] |= bit;
            *band_of(boards, digit, band) |= 1u << place;
        }
    }
    if (clash) {
        *boards = (Boards){0};
        open[0] = open[1] = open[2] = 0;
    }
    for (int digit = 0; digit < DIGITS; digit++)
        for (int band = 0; band < 3; band++)
            *band_of(boards, digit, band) |= open[band];
    level->two = (Lanes){open[0], open[1], open[2], 0, open[0], open[1], open[2], 0};
    search->depth = 0;
    search->fresh = true;
    search->nodes = 0;
}

/* Go on to the next answer, a pause when so many nodes are used up, or the end. */
CLONES int boards_next(Search *search, int64_t most_nodes, char *answer) {
    while (search->depth >= 0) {
        Level *level = search->levels + search->depth;
        if (search->fresh) {
            int state = narrow(level);
            search->fresh = false;
            if (state != OPEN)
                search->depth--;
            if (state == SOLVED) {
                for (int digit = 0; digit < DIGITS; digit++)
                    for (int band = 0; band < 3; band++)
                        for (uint32_t left = *band_of(&level->boards, digit, band); left; left &= left - 1)
                            answer[BAND * band + __builtin_ctz(left)] = (char)('1' + digit);
                return ANSWER;
            }
            if (state == OPEN) {
                level->cell = branching_cell(level);
                level->digits = (uint32_t)digits_of(&level->boards, level->cell);
            }
        } else if (!level->digits) {
            search->depth--;
        } else if (search->nodes >= most_nodes) {
            return PAUSE;
        } else {
            int taken = __builtin_ctz(level->digits), band = level->cell / BAND;
            uint32_t bit = 1u << level->cell % BAND;
            Level *below = level + 1;
            level->digits &= level->digits - 1;
            below->boards = below->known = level->boards;
            for (int digit = 0; digit < DIGITS; digit++)
                if (digit != taken)
                    *band_of(&below->boards, digit, band) &= ~bit;
            below->two = level->two;
            below->two[band] &= ~bit, below->two[4 + band] &= ~bit;
            search->nodes++;
            search->depth++;
            search->fresh = true;
        }
    }
    return END;
}

#if __STDC_HOSTED__ /* the page's build has no clock */
/* Seconds, from some beginning. */
static double boards_clock(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
#endif

#endif
