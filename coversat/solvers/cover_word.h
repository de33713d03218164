/* The search below a node packed into one word: most nodes of most trees.

   The whole state of such a node stays in registers, and the walk goes on here, without the frames of the
   general walk, until there is an answer, an end or a reason to pause.  The algorithm is that of cover_pack.h. */

#ifndef COVER_WORD_H
#define COVER_WORD_H

#include "cover_pack.h"

/* Bring a node up to date: the item to branch on there, or DEAD or COMPLETE. */
static INLINE int32_t word_settle(const Pack *pack, Search *s, WordNode *node) {
    uint64_t alive = node->alive, before;
    const uint64_t *members = pack->members, *rows = pack->rows;
    int small = s->pack_small;
    int32_t best, fewest;
    if (s->killer < pack->items && !(alive & members[s->killer]))
        return DEAD;
    do {
        before = alive;
        best = COMPLETE;
        fewest = INT32_MAX;
        for (int at = 0; at < OPEN_WORDS; at++)
            for (uint64_t ahead = node->open[at]; ahead;) {
                int32_t item = 64 * at + LOWEST(ahead), size;
                uint64_t left = alive & members[item];
                ahead &= ahead - 1;
                if (!(left & (left - 1))) {
                    int32_t option;
                    if (!left) {
                        s->killer = item;
                        return DEAD;
                    }
                    option = LOWEST(left);
                    alive &= ~rows[option];
                    for (int w = 0; w < OPEN_WORDS; w++)
                        node->open[w] &= ~pack->settles[OPEN_WORDS * option + w];
                    ahead &= node->open[at];
                    s->propagations++;
                    continue;
                }
                size = ONES(left);
                if (size < fewest) {
                    fewest = size;
                    best = item;
                }
                if (size <= small) {
                    uint64_t common = alive & ~left;
                    for (; left && common; left &= left - 1, s->pack_looked++)
                        common &= rows[LOWEST(left)];
                    alive ^= common;
                    s->pack_removed += ONES(common);
                }
            }
    } while (alive != before);
    node->alive = alive;
    return best;
}

/* Set up a node to try the options of an item. */
static INLINE void word_open(const Pack *pack, WordNode *node, int32_t item) {
    int left = 0;
    for (int w = 0; w < OPEN_WORDS; w++)
        left += node->open[w] ? 1 + ((node->open[w] & (node->open[w] - 1)) != 0) : 0;
    node->last = left == 1;
    node->rest = node->alive & pack->members[item];
}

/* Bring the options of a complete cover to the trail. */
static inline void word_answer(const Pack *pack, Search *s, uint64_t alive) {
    s->answer = pack->taken;
    for (; alive; alive &= alive - 1)
        s->trail[s->answer++] = pack->option_names[LOWEST(alive)];
}

/* Go on below a node packed into one word, to the next answer, or, when they are only to be counted, to the end. */
CLONES int word_walk(const Pack *pack, Search *s, bool counting) {
    while (s->word_depth >= 0) {
        WordNode *node = s->word + s->word_depth, *below = node + 1;
        int32_t option, item;
        if (!node->rest) {
            s->word_depth--;
            continue;
        }
        if (node->last && counting) {
            s->word_count += (uint64_t)ONES(node->rest);
            s->word_depth--;
            continue;
        }
        option = LOWEST(node->rest);
        below->alive = node->alive & ~pack->rows[option];
        if (node->last) {
            node->rest &= node->rest - 1;
            word_answer(pack, s, below->alive);
            return ANSWER;
        }
        if (search_paused(s))
            return PAUSE;
        node->rest &= node->rest - 1;
        for (int w = 0; w < OPEN_WORDS; w++)
            below->open[w] = node->open[w] & ~pack->settles[OPEN_WORDS * option + w];
        search_judge(s);
        s->nodes++;
        s->propagations++;
        s->work += pack->items;
        item = word_settle(pack, s, below);
        if (item >= 0) {
            word_open(pack, below, item);
            s->word_depth++;
        } else if (item == COMPLETE && counting)
            s->word_count++;
        else if (item == COMPLETE) {
            word_answer(pack, s, below->alive);
            return ANSWER;
        }
    }
    return END;
}

#endif
