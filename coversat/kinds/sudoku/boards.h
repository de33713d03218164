/* 9x9 sudokus by boards; the twin of search/boards.py, which says what each step means, in the same order.

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
#error "needs vectors as GCC and Clang have them; without this module the twin in Python is used"
#endif

#define INLINE static inline __attribute__((always_inline))
#if defined(__x86_64__) && defined(__GLIBC__) && !defined(__AVX2__) && !defined(__clang__)
#define CLONES __attribute__((target_clones("avx2", "default"))) static
#else
#define CLONES static
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

/* Cells by how many digits they have at least. */
typedef struct {
    uint32_t two[3], three[3];
} Counts;

typedef struct {
    Boards boards;
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

INLINE int narrow(Boards *boards, Counts *counts) {
    Lanes x[PAIRS], before[PAIRS], alone[PAIRS];
    Lanes one, two, three, changed;
    for (int i = 0; i < PAIRS; i++)
        x[i] = boards->pair[i];
    do {
        Lanes settled = EACH(0);
        one = two = three = changed = EACH(0);
        for (int i = 0; i < PAIRS; i++) {
            before[i] = x[i];
            x[i] = placeable(x[i]);
            alone[i] = alone_in_box(x[i]);
            settled |= alone[i];
            three |= two & x[i], two |= one & x[i], one |= x[i];
        }
        Lanes one_more = other_digit(one), two_more = other_digit(two);
        three |= other_digit(three) | (two & one_more) | (one & two_more);
        two |= two_more | (one & one_more), one |= one_more;
        if (!is_zero(one ^ BANDS(WHOLE_BAND)))
            return DEAD;
        settled |= other_digit(settled);
        for (int i = 0; i < PAIRS; i++) {
            Lanes naked = x[i] & one & ~two;
            x[i] &= (naked | ~boxes_of(naked)) & (alone[i] | ~settled);
            changed |= x[i] ^ before[i];
        }
    } while (!is_zero(changed));

    Lanes nowhere = EACH(0);
    for (int i = 0; i < PAIRS; i++) {
        Lanes missing = (Lanes)(x[i] == 0);
        nowhere |= missing & (2 * i + 1 < DIGITS ? BANDS(~0u) : BANDS_OF_ONE(~0u));
        boards->pair[i] = x[i];
    }
    if (!is_zero(nowhere))
        return DEAD;
    for (int band = 0; band < 3; band++)
        counts->two[band] = two[band], counts->three[band] = three[band];
    return is_zero(two) ? SOLVED : OPEN;
}

INLINE uint32_t *band_of(Boards *boards, int digit, int band) {
    return (uint32_t *)boards->pair + 4 * digit + band;
}

/* The cells that share a row, a column or a box with a cell, by their bands. */
static uint32_t seen_from[CELLS][3];

static void boards_prepare(void) {
    for (int a = 0; a < CELLS; a++)
        for (int b = 0; b < CELLS; b++) {
            bool box = a / BAND == b / BAND && a % SIDE / 3 == b % SIDE / 3;
            if (a != b && (a / SIDE == b / SIDE || a % SIDE == b % SIDE || box))
                seen_from[a][b / BAND] |= 1u << b % BAND;
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

INLINE int branching_cell(Boards *boards, const Counts *counts) {
    uint32_t pairs[3];
    int weight[CELLS] = {0}, best = -1, most = -1;
    for (int band = 0; band < 3; band++)
        pairs[band] = counts->two[band] & ~counts->three[band];
    for (int digit = 0; digit < DIGITS; digit++)
        for (int band = 0; band < 3; band++)
            for (uint32_t left = *band_of(boards, digit, band) & pairs[band]; left; left &= left - 1) {
                int cell = BAND * band + __builtin_ctz(left);
                for (int other = 0; other < 3; other++) {
                    uint32_t lost = seen_from[cell][other] & *band_of(boards, digit, other);
                    weight[cell] += __builtin_popcount(lost) + __builtin_popcount(lost & pairs[other]);
                }
            }
    for (int band = 0; band < 3; band++)
        for (uint32_t left = pairs[band]; left; left &= left - 1) {
            int cell = BAND * band + __builtin_ctz(left);
            if (weight[cell] > most)
                best = cell, most = weight[cell];
        }
    return best >= 0 ? best : cell_with_fewest(boards);
}

/* Begin with givens: characters, of which only 1 to 9 are digits.  Where they clash nothing can stand anywhere. */
static void boards_begin(Search *search, const char *givens) {
    uint32_t open[3] = {WHOLE_BAND, WHOLE_BAND, WHOLE_BAND};
    uint16_t rows[9] = {0}, columns[9] = {0}, boxes[9] = {0};
    bool clash = false;
    Boards *boards = &search->levels[0].boards;
    *boards = (Boards){0};
    for (int cell = 0; cell < CELLS; cell++) {
        int digit = givens[cell] - '1';
        if (digit >= 0 && digit < DIGITS) {
            int r = cell / 9, c = cell % 9, box = r / 3 * 3 + c / 3;
            uint16_t bit = (uint16_t)(1u << digit);
            clash |= ((rows[r] | columns[c] | boxes[box]) & bit) != 0;
            rows[r] |= bit, columns[c] |= bit, boxes[box] |= bit;
            *band_of(boards, digit, cell / BAND) |= 1u << cell % BAND;
            open[cell / BAND] ^= 1u << cell % BAND;
        }
    }
    if (clash) {
        *boards = (Boards){0};
        open[0] = open[1] = open[2] = 0;
    }
    for (int digit = 0; digit < DIGITS; digit++)
        for (int band = 0; band < 3; band++)
            *band_of(boards, digit, band) |= open[band];
    search->depth = 0;
    search->fresh = true;
    search->nodes = 0;
}

/* Go on to the next answer, a pause when so many nodes are used up, or the end. */
CLONES int boards_next(Search *search, int64_t most_nodes, char *answer) {
    while (search->depth >= 0) {
        Level *level = search->levels + search->depth;
        if (search->fresh) {
            Counts counts;
            int state = narrow(&level->boards, &counts);
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
                level->cell = branching_cell(&level->boards, &counts);
                level->digits = (uint32_t)digits_of(&level->boards, level->cell);
            }
        } else if (!level->digits) {
            search->depth--;
        } else if (search->nodes >= most_nodes) {
            return PAUSE;
        } else {
            int taken = __builtin_ctz(level->digits), band = level->cell / BAND;
            uint32_t bit = 1u << level->cell % BAND;
            Boards *below = &level[1].boards;
            level->digits &= level->digits - 1;
            *below = level->boards;
            for (int digit = 0; digit < DIGITS; digit++)
                if (digit != taken)
                    *band_of(below, digit, band) &= ~bit;
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
