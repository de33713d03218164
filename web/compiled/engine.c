/* The answers of a small puzzle, compiled for browsers: the page asks this while Python loads, and while one types.

   The page states a puzzle as a program of domains.h, the search of `search/domains` of the Python package.  Classic
   9x9 sudokus go to the other kernel that both have. */

#include <stdbool.h>
#include <stdint.h>

#include "boards.h"
#include "domains.h"

#define EXPORT(name) __attribute__((export_name(name)))

enum { WORDS = 1 << 20, ROOM = 1 << 22, MOST_CELLS = 256 };

static int32_t program[WORDS];
static uint64_t memory[ROOM / 8]; /* of the search */
static Domains domains;
static bool classic;
static Search search;
static char line[CELLS + 1];
static int8_t found[MOST_CELLS]; /* the digits of an answer, from 0 */

_Static_assert((int)ANSWER == (int)FOUND && (int)PAUSE == (int)PAUSED && (int)END == (int)OVER, "the same events");

/* The words of the program; the caller writes them. */
EXPORT("program") int32_t *the_program(void) { return program; }

EXPORT("room") int room(void) { return WORDS; }

/* The digits of the last answer, from 0, a byte for each cell. */
EXPORT("answer") int8_t *the_answer(void) { return found; }

/* Begin with a program of so many words; false if it is too large or malformed. */
EXPORT("begin") bool begin(int words) {
    classic = false;
    if (words > WORDS || program[0] > MOST_CELLS || program[1] > program[0] || program[2] > 32)
        return false;
    for (int at = HEADER + program[0]; at < words; at += 1 + program[at])
        if (at + 1 + program[at] > words)
            return false;
    if (domains_room(program, words) > ROOM)
        return false;
    domains_begin(&domains, program, words, memory);
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
    int event = domains_next(&domains, domains.nodes + nodes);
    for (int cell = 0; event == FOUND && cell < domains.cells; cell++)
        found[cell] = (int8_t)__builtin_ctz(domains.domain[cell]);
    return event;
}
