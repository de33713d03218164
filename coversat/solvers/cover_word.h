/* The search below a node that has few options left: its bit sets are packed into single words.

   Most nodes of most trees are such nodes.  Packing one costs less than a microsecond, and below it
   a node is 24 bytes and nothing has to be counted up or down: the algorithm is that of
   bitset_engine.py, with one word in place of a Python integer.  Unlike in cover_step.h the options
   taken stay in `alive`, so that a complete cover is what is left of it.                              */

enum { WORD_OPTIONS = 64, WORD_ITEMS = 128 };

typedef struct {
    int32_t items, choices; /* not settled when packed; the choices come first */
    int32_t taken;          /* options on the trail when packed */
    uint64_t members[WORD_ITEMS];
    uint64_t allowed[WORD_OPTIONS];
    uint64_t support[WORD_OPTIONS]; /* of choice options, those in `needy` */
    uint64_t needy;
    int32_t names[WORD_OPTIONS]; /* which options of the table they are */
} Word;

typedef struct {
    uint64_t alive;
    uint64_t open[WORD_ITEMS / 64]; /* the items not settled */
} WordNode;

/* Remove choice options without support; false when one of them was taken. */
static inline bool word_supported(const Word *word, WordNode *node) {
    for (uint64_t needy = word->needy & node->alive; needy; needy &= needy - 1) {
        int option = LOWEST(needy);
        if (!(word->support[option] & node->alive)) {
            node->alive ^= 1ULL << option;
            for (int item = 0; item < word->choices; item++)
                if (word->members[item] >> option & 1 && !(word->members[item] & node->alive))
                    return false;
        }
    }
    return true;
}

static inline int32_t word_settle(const Word *word, Search *s, WordNode *node) {
    uint64_t alive = node->alive, before;
    int32_t best;
    do {
        int fewest = WORD_OPTIONS + 1;
        before = alive;
        best = COMPLETE;
        for (int half = 0; half < WORD_ITEMS / 64; half++)
            for (uint64_t todo = node->open[half]; todo; todo &= todo - 1) {
                int item = 64 * half + LOWEST(todo);
                uint64_t left = alive & word->members[item];
                if (!(left & (left - 1))) {
                    if (!left)
                        return DEAD;
                    alive &= word->allowed[LOWEST(left)];
                    node->open[half] &= ~(todo & -todo);
                    s->propagations++;
                    continue;
                }
                int size = ONES(left);
                if (size < fewest) {
                    fewest = size;
                    best = item;
                }
                if (size <= s->word_small) {
                    uint64_t common = alive;
                    for (; left && common; left &= left - 1, s->word_looked++)
                        common &= ~word->allowed[LOWEST(left)];
                    alive ^= common;
                    s->word_removed += common != 0;
                }
            }
        node->alive = alive;
        if (word->needy && !word_supported(word, node))
            return DEAD;
        alive = node->alive;
        s->work += word->items;
    } while (alive != before);
    if (best >= word->choices && word->choices) { /* a choice comes before all else */
        int fewest = WORD_OPTIONS + 1;
        for (int item = 0; item < word->choices; item++) {
            int size = ONES(alive & word->members[item]);
            if (node->open[item / 64] >> item % 64 & 1 && size < fewest) {
                fewest = size;
                best = item;
            }
        }
    }
    return best;
}

/* The child of a packed node under an option: the item to branch on there, or DEAD or COMPLETE. */
static int32_t word_child(const Word *word, Search *s, const char *from, char *to, int32_t option) {
    WordNode *node = (WordNode *)to;
    *node = *(const WordNode *)from;
    node->alive &= word->allowed[option];
    return word_settle(word, s, node);
}
