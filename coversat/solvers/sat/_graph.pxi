# A graph in tables.  Part of _cuts_kernel.pyx and _units_kernel.pyx.


cdef int by_number(const void *a, const void *b) noexcept nogil:
    return (<int32_t *> a)[0] - (<int32_t *> b)[0]


cdef void *room(size_t count, size_t size) except NULL:
    """Zeros for one entry more than these; freed by whoever asked."""
    cdef void *found = calloc(count + 1, size)
    if found == NULL:
        raise MemoryError("tables of clauses or of a graph")
    return found


cdef class GraphTables:
    """The elements of a graph, their neighbours, and the roots."""

    cdef int32_t count, root_count
    cdef int32_t *literals    # INT32_MIN: only passed
    cdef int32_t *first       # of each element, where its neighbours begin
    cdef int32_t *neighbours
    cdef int32_t *roots
    cdef int32_t *queue

    def __cinit__(self, literals, neighbours, roots, *_):
        cdef int32_t at, links = 0
        self.count, self.root_count = len(literals), len(roots)
        self.literals = <int32_t *> room(self.count, sizeof(int32_t))
        self.first = <int32_t *> room(self.count, sizeof(int32_t))
        self.neighbours = <int32_t *> room(sum(map(len, neighbours)), sizeof(int32_t))
        self.roots = <int32_t *> room(self.root_count, sizeof(int32_t))
        self.queue = <int32_t *> room(self.count, sizeof(int32_t))
        for at in range(self.count):
            self.literals[at] = INT32_MIN if literals[at] is None else literals[at]
            for other in neighbours[at]:
                self.neighbours[links] = other
                links += 1
            self.first[at + 1] = links
        for at in range(self.root_count):
            self.roots[at] = roots[at]

    def __dealloc__(self):
        free(self.literals)
        free(self.first)
        free(self.neighbours)
        free(self.roots)
        free(self.queue)
