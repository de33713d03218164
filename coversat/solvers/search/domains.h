/* The answers of a puzzle by the values that each cell may still have; the twin of domains.py.

   A puzzle is a program of 32-bit words:

     cells shown values   then a bit set of values for each cell, then rules, each with its length first; answers
                          that differ only beyond the first `shown` cells count as one:
     GROUP cells...                         their values differ
     LOCKED a b c both, cells...            the first a + b cells hold every value, and the values of the last b + c
                                            differ: what the first a lack is in the middle b, and not in the last c;
                                            if `both`, the reverse too
     PAIR one other, sets, sets             for each value of the one cell the values of the other, and the reverse
     SETS n, cells..., sets...              the cells hold the values of one of the sets, each once
     SUM n words, goals, cells..., weights  what the cells' values weigh, by cell and value, adds up to a goal: a
                                            bit of that many words; larger sums are none
     WALK n, cells..., states..., table     an automaton: the states of its n + 1 layers, and in each but the last
                                            the next state for each state and value, or -1 (all bits); begins in state 0

   Rules are propagated one after the other, the cheap ones first, until nothing changes: groups, sums and walks
   until every value that is left is in a solution of that rule (groups of more than MOST open cells less).  Then
   the search branches on a cell. */

#ifndef DOMAINS_H
#define DOMAINS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GROUP, LOCKED, PAIR, SETS, SUM, WALK };
enum { FOUND, PAUSED, OVER }; /* what a search stops at */
enum { MOST = 6 };            /* open cells of which all sets are tried */
enum { HEADER = 3 };          /* words before the sets of values */

typedef struct {
    int32_t cell;    /* that is branched on */
    uint32_t values; /* of it, that are still to be tried */
} Choice;

typedef struct {
    const int32_t *program;
    const int32_t **rule_at;
    Choice *choices;
    uint32_t *saved;  /* the domains at each choice */
    uint32_t *domain;
    uint32_t *dirty;  /* rules that are still to be propagated */
    int32_t *weight;  /* how often a rule of the cell failed */
    int32_t *first_use, *uses; /* the rules of each cell */
    uint32_t *scratch;
    int64_t nodes;
    int32_t cells, shown, values, rules, depth;
    bool fresh; /* whether the domains are still to be narrowed */
} Domains;

static inline bool domains_single(uint32_t set) { return !(set & (set - 1)); }

static inline uint32_t domains_every(const Domains *d) { return d->values < 32 ? (1u << d->values) - 1 : ~0u; }

/* The cells of a rule, and how many. */
static const int32_t *domains_cells(const int32_t *rule, int *count) {
    switch (rule[1]) {
    case GROUP:
        *count = rule[0] - 1;
        return rule + 2;
    case LOCKED:
        *count = rule[0] - 5;
        return rule + 6;
    case PAIR:
        *count = 2;
        return rule + 2;
    case SUM:
        *count = rule[2];
        return rule + 4 + rule[3];
    default:
        *count = rule[2];
        return rule + 3;
    }
}

/* The words of scratch memory of a rule. */
static size_t domains_scratch(const int32_t *rule) {
    int count;
    const int32_t *cell = domains_cells(rule, &count);
    size_t states = 0;
    if (rule[1] == SUM)
        return ((size_t)count + 2) * (size_t)rule[3];
    for (int layer = 0; rule[1] == WALK && layer <= count; layer++)
        states += (size_t)cell[count + layer];
    return rule[1] == WALK ? states : (size_t)count;
}

/* The bytes that a search of a program needs. */
static size_t domains_room(const int32_t *program, int words) {
    size_t cells = (size_t)program[0], rules = 0, uses = 0, scratch = 0;
    for (int at = HEADER + program[0]; at < words; at += 1 + program[at], rules++) {
        int count;
        size_t own = domains_scratch(program + at);
        domains_cells(program + at, &count);
        uses += (size_t)count;
        scratch = own > scratch ? own : scratch;
    }
    return rules * sizeof(int32_t *) + (cells + 1) * sizeof(Choice) +
           4 * ((cells + 1) * cells + 3 * cells + 1 + rules / 32 + 1 + uses + scratch);
}

/* Begin with a program, in memory of `domains_room` bytes. */
static void domains_begin(Domains *d, const int32_t *program, int words, void *room) {
    int count, total = 0;
    *d = (Domains){.program = program, .cells = program[0], .shown = program[1], .values = program[2], .fresh = true};
    d->rule_at = room;
    for (int at = HEADER + d->cells; at < words; at += 1 + program[at]) {
        d->rule_at[d->rules++] = program + at;
        domains_cells(program + at, &count);
        total += count;
    }
    size_t cells = (size_t)d->cells;
    d->choices = (Choice *)(d->rule_at + d->rules);
    d->saved = (uint32_t *)(d->choices + cells + 1);
    d->domain = d->saved + (cells + 1) * cells;
    d->weight = (int32_t *)(d->domain + cells);
    d->first_use = d->weight + cells;
    d->dirty = (uint32_t *)(d->first_use + cells + 1);
    d->uses = (int32_t *)(d->dirty + d->rules / 32 + 1);
    d->scratch = (uint32_t *)(d->uses + total);
    for (int word = 0; word <= d->rules / 32; word++)
        d->dirty[word] = 0;
    for (int cell = 0; cell < d->cells; cell++)
        d->domain[cell] = (uint32_t)program[HEADER + cell], d->weight[cell] = 1, d->first_use[cell] = 0;
    d->first_use[cells] = 0;
    for (int rule = 0; rule < d->rules; rule++) {
        const int32_t *cell = domains_cells(d->rule_at[rule], &count);
        for (int at = 0; at < count; at++)
            d->first_use[cell[at]]++;
        d->dirty[rule / 32] |= 1u << rule % 32;
    }
    for (int cell = 0; cell < d->cells; cell++)
        d->first_use[cell + 1] += d->first_use[cell];
    for (int rule = d->rules - 1; rule >= 0; rule--) {
        const int32_t *cell = domains_cells(d->rule_at[rule], &count);
        for (int at = 0; at < count; at++)
            d->uses[--d->first_use[cell[at]]] = rule;
    }
}

/* Leave a cell only these values; whether one is left. */
static inline bool domains_keep(Domains *d, int cell, uint32_t set) {
    uint32_t left = d->domain[cell] & set;
    if (left != d->domain[cell]) {
        d->domain[cell] = left;
        for (int at = d->first_use[cell]; at < d->first_use[cell + 1]; at++)
            d->dirty[d->uses[at] / 32] |= 1u << d->uses[at] % 32;
    }
    return left != 0;
}

static bool domains_keep_all(Domains *d, const int32_t *cell, const int32_t *end, uint32_t set) {
    for (; cell < end; cell++)
        if (!domains_keep(d, *cell, set))
            return false;
    return true;
}

static uint32_t domains_union(const Domains *d, const int32_t *cell, const int32_t *end) {
    uint32_t all = 0;
    for (; cell < end; cell++)
        all |= d->domain[*cell];
    return all;
}

/* Sets of cells that together have as many values as cells: no other cell has these. */
static bool domains_hall_sets(Domains *d, const int32_t *open, int count) {
    uint32_t together[1 << MOST];
    int every = (1 << count) - 1;
    together[0] = 0;
    for (int set = 1; set < every; set++) {
        uint32_t all = together[set] = together[set & (set - 1)] | d->domain[open[__builtin_ctz((unsigned)set)]];
        int size = __builtin_popcount((unsigned)set), most = __builtin_popcount(all);
        if (most < size)
            return false;
        if (most == size)
            for (int rest = every ^ set; rest; rest &= rest - 1)
                if (!domains_keep(d, open[__builtin_ctz((unsigned)rest)], ~all))
                    return false;
    }
    return true;
}

/* Values that only one of the cells has, of those that the cells need. */
static bool domains_only_places(Domains *d, const int32_t *cell, int count, uint32_t needed) {
    uint32_t once = 0, twice = 0;
    for (int at = 0; at < count; at++)
        twice |= once & d->domain[cell[at]], once |= d->domain[cell[at]];
    if (needed & ~once)
        return false;
    for (int at = 0; at < count; at++) {
        uint32_t alone = d->domain[cell[at]] & needed & ~twice;
        if (alone && !(domains_single(alone) && domains_keep(d, cell[at], alone)))
            return false;
    }
    return true;
}

static bool domains_group(Domains *d, const int32_t *cell, int count) {
    int32_t *open = (int32_t *)d->scratch;
    int left = count;
    uint32_t taken = 0;
    for (int at = 0; at < count; at++)
        open[at] = cell[at];
    for (bool again = true; again;) {
        int still = 0;
        again = false;
        for (int at = 0; at < left; at++) {
            uint32_t set = d->domain[open[at]];
            if (!domains_single(set)) {
                open[still++] = open[at];
                continue;
            }
            if (taken & set)
                return false;
            taken |= set;
            again = true;
        }
        left = still;
        if (again && !domains_keep_all(d, open, open + left, ~taken))
            return false;
    }
    if (count == d->values && !domains_only_places(d, open, left, domains_every(d) & ~taken))
        return false;
    return left < 2 || left > MOST || domains_hall_sets(d, open, left);
}

static bool domains_locked(Domains *d, const int32_t *rule) {
    const int32_t *first = rule + 4, *shared = first + rule[0], *last = shared + rule[1], *end = last + rule[2];
    uint32_t apart = domains_union(d, first, shared), both = domains_union(d, shared, last);
    uint32_t beyond = domains_union(d, last, end);
    if (beyond & both & ~apart && !domains_keep_all(d, last, end, ~(both & ~apart)))
        return false;
    return !(rule[3] && apart & both & ~beyond) || domains_keep_all(d, first, shared, ~(both & ~beyond));
}

static uint32_t domains_related(const int32_t *sets, uint32_t set) {
    uint32_t all = 0;
    for (; set; set &= set - 1)
        all |= (uint32_t)sets[__builtin_ctz(set)];
    return all;
}

static bool domains_pair(Domains *d, const int32_t *rule) {
    const int32_t *there = rule + 2, *back = there + d->values;
    return domains_keep(d, rule[1], domains_related(there, d->domain[rule[0]])) &&
           domains_keep(d, rule[0], domains_related(back, d->domain[rule[1]]));
}

/* Sets with every value that is placed, with a value for each cell, and no other values than the cells have. */
static bool domains_sets(Domains *d, const int32_t *rule, const int32_t *end) {
    const int32_t *cell = rule + 1, *sets = cell + rule[0];
    uint32_t placed = 0, possible = 0, needed = ~0u, every = domains_union(d, cell, sets);
    for (const int32_t *one = cell; one < sets; one++)
        placed |= domains_single(d->domain[*one]) ? d->domain[*one] : 0;
    for (const int32_t *at = sets; at < end; at++) {
        uint32_t set = (uint32_t)*at;
        bool fits = !(placed & ~set) && !(set & ~every);
        for (const int32_t *one = cell; fits && one < sets; one++)
            fits = (d->domain[*one] & set) != 0;
        if (fits)
            possible |= set, needed &= set;
    }
    return possible && domains_keep_all(d, cell, sets, possible) && domains_only_places(d, cell, rule[0], needed);
}

/* Or `from`, moved up by `by` bits, into `to`. */
static void domains_up(uint32_t *to, const uint32_t *from, int words, uint32_t by) {
    int whole = (int)(by / 32), part = (int)(by % 32);
    for (int word = words - 1; word >= whole; word--) {
        uint32_t low = part && word > whole ? from[word - whole - 1] >> (32 - part) : 0;
        to[word] |= from[word - whole] << part | low;
    }
}

/* Or `from`, moved down by `by` bits, into `to`, as far as it is in `within`; whether there is such a bit. */
static bool domains_down(uint32_t *to, const uint32_t *from, const uint32_t *within, int words, uint32_t by) {
    int whole = (int)(by / 32), part = (int)(by % 32);
    uint32_t any = 0;
    for (int word = 0; word + whole < words; word++) {
        uint32_t high = part && word + whole + 1 < words ? from[word + whole + 1] << (32 - part) : 0;
        uint32_t found = (from[word + whole] >> part | high) & within[word];
        to[word] |= found, any |= found;
    }
    return any != 0;
}

/* Forward the sums that can be reached, then backward those from which a goal can be. */
static bool domains_sum(Domains *d, const int32_t *rule) {
    int count = rule[0], words = rule[1];
    const int32_t *goals = rule + 2, *cell = goals + words, *weights = cell + count;
    uint32_t *reached = d->scratch, *lower = reached + (count + 1) * words;
    for (int word = 0; word < (count + 1) * words; word++)
        reached[word] = word == 0;
    for (int at = 0; at < count; at++, reached += words)
        for (uint32_t set = d->domain[cell[at]]; set; set &= set - 1)
            domains_up(reached + words, reached, words, (uint32_t)weights[at * d->values + __builtin_ctz(set)]);
    for (int word = 0; word < words; word++)
        reached[word] &= (uint32_t)goals[word];
    for (int at = count - 1; at >= 0; at--) {
        uint32_t supported = 0;
        const uint32_t *upper = reached;
        reached -= words;
        for (int word = 0; word < words; word++)
            lower[word] = 0;
        for (uint32_t set = d->domain[cell[at]]; set; set &= set - 1)
            if (domains_down(lower, upper, reached, words, (uint32_t)weights[at * d->values + __builtin_ctz(set)]))
                supported |= set & -set;
        for (int word = 0; word < words; word++)
            reached[word] = lower[word];
        if (!domains_keep(d, cell[at], supported))
            return false;
    }
    return true;
}

/* Forward the states that can be reached, then backward those that an end can be reached from. */
static bool domains_walk(Domains *d, const int32_t *rule) {
    uint32_t *reached = d->scratch;
    int count = rule[0], total = 0, begin = 0;
    const int32_t *cell = rule + 1, *states = cell + count, *table = states + count + 1;
    for (int layer = 0; layer <= count; layer++)
        total += states[layer];
    for (int state = 0; state < total; state++)
        reached[state] = state == 0;
    for (int layer = 0; layer < count; layer++) {
        int after = begin + states[layer];
        for (int state = 0; state < states[layer]; state++, table += d->values)
            for (uint32_t set = reached[begin + state] ? d->domain[cell[layer]] : 0; set; set &= set - 1) {
                int next = table[__builtin_ctz(set)];
                if (next >= 0)
                    reached[after + next] = 1;
            }
        begin = after;
    }
    for (int layer = count - 1; layer >= 0; layer--) {
        int after = begin;
        uint32_t supported = 0;
        begin -= states[layer];
        table -= d->values * states[layer];
        for (int state = 0; state < states[layer]; state++) {
            const int32_t *row = table + d->values * state;
            bool leads = false;
            for (uint32_t set = reached[begin + state] ? d->domain[cell[layer]] : 0; set; set &= set - 1) {
                int next = row[__builtin_ctz(set)];
                if (next >= 0 && reached[after + next])
                    leads = true, supported |= set & -set;
            }
            reached[begin + state] = leads;
        }
        if (!domains_keep(d, cell[layer], supported))
            return false;
    }
    return true;
}

static bool domains_propagated(Domains *d, const int32_t *rule) {
    switch (rule[1]) {
    case GROUP:
        return domains_group(d, rule + 2, rule[0] - 1);
    case LOCKED:
        return domains_locked(d, rule + 2);
    case PAIR:
        return domains_pair(d, rule + 2);
    case SETS:
        return domains_sets(d, rule + 2, rule + 1 + rule[0]);
    case SUM:
        return domains_sum(d, rule + 2);
    default:
        return domains_walk(d, rule + 2);
    }
}

static bool domains_narrowed(Domains *d) {
    for (int word = 0; word <= d->rules / 32;) {
        if (!d->dirty[word]) {
            word++;
            continue;
        }
        const int32_t *rule = d->rule_at[32 * word + __builtin_ctz(d->dirty[word])];
        d->dirty[word] &= d->dirty[word] - 1;
        if (!domains_propagated(d, rule)) {
            int count;
            const int32_t *cell = domains_cells(rule, &count);
            for (int at = 0; at < count; at++)
                d->weight[cell[at]]++;
            for (word = 0; word <= d->rules / 32; word++)
                d->dirty[word] = 0;
            return false;
        }
        word = 0; /* the cheap rules come first */
    }
    return true;
}

/* Of the cells before `end` that with the fewest values for how often its rules failed; -1 if none is open. */
static int domains_best_cell(const Domains *d, int begin, int end) {
    int64_t best = -1, fewest = 1, failures = 0;
    for (int cell = begin; cell < end; cell++) {
        int64_t count = __builtin_popcount(d->domain[cell]);
        if (count > 1 && (best < 0 || count * failures < fewest * d->weight[cell]))
            best = cell, fewest = count, failures = d->weight[cell];
    }
    return (int)best;
}

/* Go on to the next answer, which the domains then hold, to the end, or until so many values were tried in all. */
static int domains_next(Domains *d, int64_t most) {
    while (d->depth >= 0) {
        Choice *choice = d->choices + d->depth;
        uint32_t *saved = d->saved + (size_t)d->depth * (size_t)d->cells;
        if (d->fresh) {
            bool empty = false;
            for (int cell = 0; cell < d->cells; cell++)
                empty |= !d->domain[cell];
            d->fresh = false;
            if (empty || !domains_narrowed(d)) {
                d->depth--;
                continue;
            }
            choice->cell = domains_best_cell(d, 0, d->shown);
            if (choice->cell < 0)
                choice->cell = domains_best_cell(d, d->shown, d->cells);
            if (choice->cell < 0) {
                do
                    d->depth--;
                while (d->depth >= 0 && d->choices[d->depth].cell >= d->shown);
                return FOUND;
            }
            choice->values = d->domain[choice->cell];
            for (int cell = 0; cell < d->cells; cell++)
                saved[cell] = d->domain[cell];
        } else if (!choice->values) {
            d->depth--;
        } else if (d->nodes >= most) {
            return PAUSED;
        } else {
            d->nodes++;
            for (int cell = 0; cell < d->cells; cell++)
                d->domain[cell] = saved[cell];
            domains_keep(d, choice->cell, choice->values & -choice->values);
            choice->values &= choice->values - 1;
            d->depth++;
            d->fresh = true;
        }
    }
    return OVER;
}

#endif
