/* Whether the items of two families can be paired: each option is one of an item of one and an item of the other. */

#ifndef BLOCKS_PAIRS_H
#define BLOCKS_PAIRS_H

#include "blocks_structure.h"

enum { MOST_PAIRS = 16 }; /* more are not checked */

typedef struct {
    int32_t items[2][MOST_PAIRS], count[2]; /* of both families, those connected with each other */
    uint32_t beside[MOST_PAIRS];            /* per item of the first, a bit for each of the other */
    int32_t partner[MOST_PAIRS];            /* per item of the other */
} Pairs;

/* The number of an item on its side; -1 when there is no room. */
static int32_t pairs_number(Pairs *p, int side, int32_t item) {
    int32_t at = 0;
    while (at < p->count[side] && p->items[side][at] != item)
        at++;
    if (at == MOST_PAIRS)
        return -1;
    p->items[side][at] = item;
    p->count[side] += at == p->count[side];
    return at;
}

static inline int32_t item_of_family(const Structure *s, int32_t option, int family) {
    int32_t at = s->row_from[option];
    while (!(s->families[s->rows[at]] >> family & 1))
        at++;
    return s->rows[at];
}

/* What is connected with an item; false when it is too much. */
static bool pairs_collect(Pairs *p, const Structure *s, const uint64_t *possible, int32_t item, const int *family) {
    int32_t done[2] = {0, 0};
    memset(p, 0, sizeof *p);
    pairs_number(p, 0, item);
    for (;;) {
        int side = done[0] == p->count[0];
        if (done[side] == p->count[side])
            return true;
        const uint64_t *those = having(s, p->items[side][done[side]]);
        EACH_OPTION(option, s->words, possible[WORD] & those[WORD], {
            int32_t number = pairs_number(p, !side, item_of_family(s, option, family[!side]));
            if (number < 0)
                return false;
            if (!side)
                p->beside[done[0]] |= (uint32_t)1 << number;
        })
        done[side]++;
    }
}

/* Find a partner for an item of the first family, others moving if they must. */
static bool pairs_match(Pairs *p, int32_t item, uint32_t *tried) {
    for (int32_t other = 0; other < p->count[1]; other++) {
        if (!((p->beside[item] & ~*tried) >> other & 1))
            continue;
        *tried |= (uint32_t)1 << other;
        if (p->partner[other] < 0 || pairs_match(p, p->partner[other], tried)) {
            p->partner[other] = item;
            return true;
        }
    }
    return false;
}

/* Whether the items of two families near an item can be paired. */
static bool pairs_possible(const Structure *s, const uint64_t *possible, int32_t item) {
    Pairs p;
    for (int own = 0; own < 32; own++)
        for (int other = 0; other < 32; other++) {
            int family[2] = {own, other};
            if (!(s->families[item] >> own & 1) || !(s->every_family >> other & 1) || s->families[item] >> other & 1 ||
                !pairs_collect(&p, s, possible, item, family))
                continue;
            memset(p.partner, 0xFF, sizeof p.partner);
            for (int32_t at = 0; at < p.count[0]; at++) {
                uint32_t tried = 0;
                if (!pairs_match(&p, at, &tried))
                    return false;
            }
            if (p.count[0] != p.count[1])
                return false;
        }
    return true;
}

#endif
