/* The search below a node packed into one word: most nodes of most trees.

   The whole state of such a node stays in registers, and the walk goes on here, without the frames of the
   general walk, until there is an answer, an end or a reason to pause.  The algorithm is that of cover_pack.h. */

#ifndef COVER_WORD_H
#define COVER_WORD_H

#include "cover_pack.h"

/* What a walk changes of its search, kept in registers while it goes on. */
typedef struct {
    int64_t nodes, propagations, work, looked, removed;
    int32_t killer, small;
} WordEffort;

static INLINE WordEffort word_effort(const Search *s) {
    WordEffort effort = {s->nodes, s->propagations, s->work, s->pack_looked, s->pack_removed, s->killer, s->pack_small};
    return effort;
}

static INLINE void word_tell(Search *s, const WordEffort *effort) {
    s->nodes = effort->nodes;
    s->propagations = effort->propagations;
    s->work = effort->work;
    s->pack_looked = effort->looked;
    s->pack_removed = effort->removed;
    s->killer = effort->killer;
}

/* Bring a node up to date: the item to branch on there, or DEAD or COMPLETE.  `spread`: the words of its items. */
static INLINE int32_t word_settle(const Pack *pack, WordEffort *effort, WordNode *node, int spread) {
    uint64_t alive = node->alive, before, open[OPEN_WORDS];
    const uint64_t *members = pack->members, *rows = pack->rows, *settles = pack->settles;
    int32_t best, fewest;
    if (effort->killer < pack->items && !(alive & members[effort->killer]))
        return DEAD;
    for (int w = 0; w < spread; w++)
        open[w] = node->open[w];
    do {
        before = alive;
        best = COMPLETE;
        fewest = INT32_MAX;
        for (int at = 0; at < spread; at++)
            for (uint64_t ahead = open[at]; ahead;) {
                int32_t item = 64 * at + LOWEST(ahead), size;
                uint64_t left = alive & members[item];
                ahead &= ahead - 1;
                if (!(left & (left - 1))) {
                    int32_t option;
                    if (!left) {
                        effort->killer = item;
                        return DEAD;
                    }
                    option = LOWEST(left);
                    alive &= ~rows[option];
                    for (int w = 0; w < spread; w++)
                        open[w] &= ~settles[OPEN_WORDS * option + w];
                    ahead &= open[at];
                    effort->propagations++;
                    continue;
                }
                size = ONES(left);
                if (size < fewest) {
                    fewest = size;
                    best = item;
                }
                if (size <= effort->small) {
                    uint64_t common = alive & ~left;
                    for (; left && common; left &= left - 1, effort->looked++)
                        common &= rows[LOWEST(left)];
                    alive ^= common;
                    effort->removed += ONES(common);
                }
            }
    } while (alive != before);
    node->alive = alive;
    for (int w = 0; w < spread; w++)
        node->open[w] = open[w];
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

/* The walk, where the items have so many words. */
static INLINE int word_go(const Pack *pack, Search *s, bool counting, int spread) {
    WordEffort effort = word_effort(s);
    int event = END;
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
            event = ANSWER;
            break;
        }
        if (effort.work >= s->pause_at || effort.nodes >= s->node_limit) {
            event = PAUSE;
            break;
        }
        node->rest &= node->rest - 1;
        for (int w = 0; w < OPEN_WORDS; w++)
            below->open[w] = w < spread ? node->open[w] & ~pack->settles[OPEN_WORDS * option + w] : 0;
        if (effort.nodes >= s->judge_at) {
            word_tell(s, &effort);
            search_judge(s);
            effort.small = s->pack_small;
        }
        effort.nodes++;
        effort.propagations++;
        effort.work += pack->items;
        item = word_settle(pack, &effort, below, spread);
        if (item >= 0) {
            word_open(pack, below, item);
            s->word_depth++;
        } else if (item == COMPLETE && counting)
            s->word_count++;
        else if (item == COMPLETE) {
            word_answer(pack, s, below->alive);
            event = ANSWER;
            break;
        }
    }
    word_tell(s, &effort);
    return event;
}

/* Go on below a node packed into one word, to the next answer, or, when they are only to be counted, to the end. */
CLONES int word_walk(const Pack *pack, Search *s, bool counting) {
    return pack->items <= 64 ? word_go(pack, s, counting, 1) : word_go(pack, s, counting, 2);
}

#endif
