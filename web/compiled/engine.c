/* The answers of a small puzzle, compiled for browsers: the page asks this while Python loads, and while one types.

   A puzzle is a program of 32-bit words:

     cells digits    then a bit set of digits for each cell, then rules, each with its length first:
     GROUP cells...                       their digits differ
     LOCKED a b c both, cells...          the first a + b cells hold every digit, and the digits of the last b + c
                                          differ: what the first a lack is in the middle b, and not in the last c;
                                          if `both`, the reverse too
     PAIR one other, sets, sets           for each digit of the one cell the digits of the other, and the reverse
     WALK n, cells..., states..., table   an automaton: the states of its n + 1 layers, and in each but the last
                                          the next state for each state and digit, or -1; begins in state 0

   Rules are propagated one after the other, the cheap ones first, until nothing changes: groups and walks until
   every digit that is left is in a solution of that rule (groups of more than MOST open cells less).  Then the
   search branches on a cell.  Classic 9x9 sudokus go to the kernel that the Python package has too. */

#include <stdbool.h>
#include <stdint.h>

#include "boards.h"

#define EXPORT(name) __attribute__((export_name(name)))

enum { GROUP, LOCKED, PAIR, WALK };
enum { MOST_CELLS = 256, MOST_RULES = 8192, MOST = 6 };
enum { WORDS = 1 << 20, USES = 1 << 16, STATES = 1 << 14, PAGE = 65536 };

static int32_t program[WORDS];
static int cells, digits, rules;
static const int32_t *rule_at[MOST_RULES];
static int first_use[MOST_CELLS + 1], uses[USES]; /* the rules of each cell */
static uint32_t dirty[MOST_RULES / 32 + 1];           /* rules that are still to be propagated */
static uint32_t domain[MOST_CELLS];
static int weight[MOST_CELLS]; /* how often a rule of the cell failed */

typedef struct {
    uint32_t domain[MOST_CELLS];
    int cell;        /* that is branched on */
    uint32_t digits; /* of it, that are still to be tried */
} Choice;

static Choice choices[MOST_CELLS + 1];
static int depth;
static bool fresh; /* whether the domains are still to be narrowed */
static bool classic;
static Search search;
static char line[CELLS + 1];
static int8_t found[MOST_CELLS]; /* the digits of an answer, from 0 */

static bool is_single(uint32_t set) { return !(set & (set - 1)); }

static void touch(int cell) {
    for (int at = first_use[cell]; at < first_use[cell + 1]; at++)
        dirty[uses[at] / 32] |= 1u << uses[at] % 32;
}

/* Leave a cell only these digits; whether one is left. */
static bool keep(int cell, uint32_t set) {
    uint32_t left = domain[cell] & set;
    if (left != domain[cell]) {
        domain[cell] = left;
        touch(cell);
    }
    return left != 0;
}

static void copy(uint32_t *to, const uint32_t *from) {
    for (int cell = 0; cell < cells; cell++)
        to[cell] = from[cell];
}

/* Sets of cells that together have as many digits as cells: no other cell has these. */
static bool hall_sets(const int *open, int count) {
    static uint32_t together[1 << MOST];
    int every = (1 << count) - 1;
    together[0] = 0;
    for (int set = 1; set < every; set++) {
        uint32_t all = together[set] = together[set & (set - 1)] | domain[open[__builtin_ctz(set)]];
        int size = __builtin_popcount(set), most = __builtin_popcount(all);
        if (most < size)
            return false;
        if (most == size)
            for (int rest = every ^ set; rest; rest &= rest - 1)
                if (!keep(open[__builtin_ctz(rest)], ~all))
                    return false;
    }
    return true;
}

/* Digits that only one of the cells has, if the cells need every digit. */
static bool only_places(const int *open, int count, uint32_t taken) {
    uint32_t once = 0, twice = 0;
    for (int at = 0; at < count; at++)
        twice |= once & domain[open[at]], once |= domain[open[at]];
    if ((once | taken) != (digits < 32 ? (1u << digits) - 1 : ~0u))
        return false;
    for (int at = 0; at < count; at++) {
        uint32_t alone = domain[open[at]] & ~twice;
        if (alone && !(is_single(alone) && keep(open[at], alone)))
            return false;
    }
    return true;
}

static bool group(const int32_t *cell, int count) {
    int open[MOST_CELLS], left = count;
    uint32_t taken = 0;
    for (int at = 0; at < count; at++)
        open[at] = cell[at];
    for (bool again = true; again;) {
        int still = 0;
        again = false;
        for (int at = 0; at < left; at++) {
            uint32_t set = domain[open[at]];
            if (!is_single(set)) {
                open[still++] = open[at];
                continue;
            }
            if (taken & set)
                return false;
            taken |= set;
            again = true;
        }
        left = still;
        for (int at = 0; again && at < left; at++)
            if (!keep(open[at], ~taken))
                return false;
    }
    if (count == digits && !only_places(open, left, taken))
        return false;
    return left < 2 || left > MOST || hall_sets(open, left);
}

/* Remove from cells what only other cells of a group can hold. */
static bool locked(const int32_t *rule) {
    const int32_t *first = rule + 4, *shared = first + rule[0], *last = shared + rule[1], *end = last + rule[2];
    uint32_t apart = 0, both = 0, beyond = 0;
    for (const int32_t *cell = first; cell < shared; cell++)
        apart |= domain[*cell];
    for (const int32_t *cell = shared; cell < last; cell++)
        both |= domain[*cell];
    for (const int32_t *cell = last; cell < end; cell++)
        beyond |= domain[*cell];
    if (beyond & both & ~apart)
        for (const int32_t *cell = last; cell < end; cell++)
            if (!keep(*cell, ~(both & ~apart)))
                return false;
    if (rule[3] && apart & both & ~beyond)
        for (const int32_t *cell = first; cell < shared; cell++)
            if (!keep(*cell, ~(both & ~beyond)))
                return false;
    return true;
}

static uint32_t related(const int32_t *sets, uint32_t set) {
    uint32_t all = 0;
    for (; set; set &= set - 1)
        all |= (uint32_t)sets[__builtin_ctz(set)];
    return all;
}

static bool pair(const int32_t *rule) {
    const int32_t *there = rule + 2, *back = there + digits;
    return keep(rule[1], related(there, domain[rule[0]])) && keep(rule[0], related(back, domain[rule[1]]));
}

/* Forward the states that can be reached, then backward those that an end can be reached from. */
static bool walk(const int32_t *rule) {
    static bool reached[STATES];
    int count = rule[0], total = 0;
    const int32_t *cell = rule + 1, *states = cell + count, *table = states + count + 1;
    for (int layer = 0; layer <= count; layer++)
        total += states[layer];
    for (int state = 0; state < total; state++)
        reached[state] = state == 0;
    int begin = 0;
    for (int layer = 0; layer < count; layer++) {
        int after = begin + states[layer];
        for (int state = 0; state < states[layer]; state++, table += digits)
            if (reached[begin + state])
                for (uint32_t set = domain[cell[layer]]; set; set &= set - 1) {
                    int next = table[__builtin_ctz(set)];
                    if (next >= 0)
                        reached[after + next] = true;
                }
        begin = after;
    }
    for (int layer = count - 1; layer >= 0; layer--) {
        int after = begin;
        uint32_t supported = 0;
        begin -= states[layer];
        table -= digits * states[layer];
        for (int state = 0; state < states[layer]; state++) {
            const int32_t *row = table + digits * state;
            bool leads = false;
            if (reached[begin + state])
                for (uint32_t set = domain[cell[layer]]; set; set &= set - 1) {
                    int next = row[__builtin_ctz(set)];
                    if (next >= 0 && reached[after + next])
                        leads = true, supported |= set & -set;
                }
            reached[begin + state] = leads;
        }
        if (!keep(cell[layer], supported))
            return false;
    }
    return true;
}

static bool propagated(int rule) {
    const int32_t *at = rule_at[rule];
    switch (at[1]) {
    case GROUP:
        return group(at + 2, at[0] - 1);
    case LOCKED:
        return locked(at + 2);
    case PAIR:
        return pair(at + 2);
    default:
        return walk(at + 2);
    }
}

/* The cells of a rule, and how many. */
static const int32_t *cells_of(int rule, int *count) {
    const int32_t *at = rule_at[rule];
    switch (at[1]) {
    case GROUP:
        *count = at[0] - 1;
        return at + 2;
    case LOCKED:
        *count = at[0] - 5;
        return at + 6;
    case PAIR:
        *count = 2;
        return at + 2;
    default:
        *count = at[2];
        return at + 3;
    }
}

static bool narrowed(void) {
    for (int word = 0; word <= rules / 32;) {
        if (!dirty[word]) {
            word++;
            continue;
        }
        int rule = 32 * word + __builtin_ctz(dirty[word]), count;
        dirty[word] &= dirty[word] - 1;
        if (!propagated(rule)) {
            const int32_t *cell = cells_of(rule, &count);
            for (int at = 0; at < count; at++)
                weight[cell[at]]++;
            for (word = 0; word <= rules / 32; word++)
                dirty[word] = 0;
            return false;
        }
        word = 0; /* the cheap rules come first */
    }
    return true;
}

/* The cell with the fewest digits for how often its rules failed; -1 if none is open. */
static int best_cell(void) {
    int best = -1, fewest = 1, failures = 0;
    for (int cell = 0; cell < cells; cell++) {
        int count = __builtin_popcount(domain[cell]);
        if (count > 1 && (best < 0 || count * failures < fewest * weight[cell]))
            best = cell, fewest = count, failures = weight[cell];
    }
    return best;
}

/* The words of the program; the caller writes them. */
EXPORT("program") int32_t *the_program(void) { return program; }

EXPORT("room") int room(void) { return WORDS; }

/* The digits of the last answer, from 0, a byte for each cell. */
EXPORT("answer") int8_t *the_answer(void) { return found; }

/* Begin with a program of so many words; false if it is too large or malformed. */
EXPORT("begin") bool begin(int words) {
    cells = program[0], digits = program[1], rules = 0;
    classic = false;
    if (words > WORDS || cells > MOST_CELLS || digits > 32)
        return false;
    for (int at = 2 + cells; at < words; at += 1 + program[at]) {
        if (rules == MOST_RULES || at + 1 + program[at] > words)
            return false;
        rule_at[rules++] = program + at;
    }
    for (int cell = 0; cell <= MOST_CELLS; cell++)
        first_use[cell] = 0;
    for (int word = 0; word <= MOST_RULES / 32; word++)
        dirty[word] = 0;
    int count, total = 0;
    for (int rule = 0; rule < rules; rule++) {
        const int32_t *cell = cells_of(rule, &count);
        int states = 0;
        for (int layer = 0; rule_at[rule][1] == WALK && layer <= count; layer++)
            states += cell[count + layer];
        total += count;
        if (total > USES || states > STATES)
            return false;
        for (int at = 0; at < count; at++)
            first_use[cell[at]]++;
    }
    for (int cell = 0; cell < cells; cell++)
        first_use[cell + 1] += first_use[cell];
    for (int rule = rules - 1; rule >= 0; rule--) {
        const int32_t *cell = cells_of(rule, &count);
        for (int at = 0; at < count; at++)
            uses[--first_use[cell[at]]] = rule;
        dirty[rule / 32] |= 1u << rule % 32;
    }
    for (int cell = 0; cell < cells; cell++)
        domain[cell] = (uint32_t)program[2 + cell], weight[cell] = 1;
    depth = 0;
    fresh = true;
    return true;
}

/* Begin with a 9x9 sudoku without rules: its cells as 81 words, 0 or the given digit. */
EXPORT("begin_classic") bool begin_classic(void) {
    if (!seen_from[0].first)
        boards_prepare();
    for (int cell = 0; cell < CELLS; cell++)
        line[cell] = (char)('0' + program[cell]);
    boards_begin(&search, line);
    classic = true;
    return true;
}

static int next_classic(int64_t nodes) {
    char answer[CELLS];
    int event = boards_next(&search, search.nodes + nodes, answer);
    for (int cell = 0; event == ANSWER && cell < CELLS; cell++)
        found[cell] = (int8_t)(answer[cell] - '1');
    return event;
}

/* Go on to the next answer, a pause after so many digits were tried, or the end. */
EXPORT("next") int next(int nodes) {
    if (classic)
        return next_classic(nodes);
    while (depth >= 0) {
        Choice *choice = choices + depth;
        if (fresh) {
            bool empty = false;
            for (int cell = 0; cell < cells; cell++)
                empty |= !domain[cell];
            fresh = false;
            if (empty || !narrowed()) {
                depth--;
                continue;
            }
            choice->cell = best_cell();
            if (choice->cell < 0) {
                for (int cell = 0; cell < cells; cell++)
                    found[cell] = (int8_t)__builtin_ctz(domain[cell]);
                depth--;
                return ANSWER;
            }
            choice->digits = domain[choice->cell];
            copy(choice->domain, domain);
        } else if (!choice->digits) {
            depth--;
        } else if (nodes-- <= 0) {
            return PAUSE;
        } else {
            copy(domain, choice->domain);
            keep(choice->cell, choice->digits & -choice->digits);
            choice->digits &= choice->digits - 1;
            depth++;
            fresh = true;
        }
    }
    return END;
}
