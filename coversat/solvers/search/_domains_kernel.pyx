# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# cython: freethreading_compatible=True, auto_pickle=False
"""`domains.PlainDomains`, in C; see ``domains.h``."""

from cpython.buffer cimport PyBUF_SIMPLE, PyBuffer_Release, PyObject_GetBuffer
from libc.stdint cimport int32_t, int64_t, uint32_t
from libc.stdlib cimport free, malloc

cdef extern from "domains.h" nogil:
    ctypedef struct Search "Domains":
        uint32_t *domain
        int64_t nodes
        int32_t cells
    size_t domains_room(const int32_t *program, int words)
    void domains_begin(Search *search, const int32_t *program, int words, void *room)
    int domains_next(Search *search, int64_t most)


cdef class Domains:
    """See `domains.PlainDomains`."""

    cdef Search search
    cdef Py_buffer words
    cdef void *room
    cdef bint begun

    def __cinit__(self, words):
        """`words` is the program, an array of 32-bit integers."""
        PyObject_GetBuffer(words, &self.words, PyBUF_SIMPLE)
        self.begun = True
        cdef const int32_t *program = <const int32_t *> self.words.buf
        cdef int count = <int> (self.words.len // sizeof(int32_t))
        self.room = malloc(domains_room(program, count))
        if self.room == NULL:
            raise MemoryError("the domains of a search")
        domains_begin(&self.search, program, count, self.room)

    def __dealloc__(self):
        free(self.room)
        if self.begun:
            PyBuffer_Release(&self.words)

    @property
    def nodes(self):
        return self.search.nodes

    def next(self, int64_t most):
        cdef int event
        with nogil:
            event = domains_next(&self.search, most)
        return event

    def answer(self):
        cdef int32_t cell
        return [(<object> self.search.domain[cell]).bit_length() - 1 for cell in range(self.search.cells)]
