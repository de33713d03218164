# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# cython: freethreading_compatible=True, auto_pickle=False
"""9x9 sudokus in a line each, many at a time; see ``lines.h`` and ``rows.h``."""

from cpython.bytes cimport PyBytes_AsString, PyBytes_FromStringAndSize
from libc.stdlib cimport free
from libc.string cimport memcpy

cdef extern from *:
    const char *PyUnicode_AsUTF8AndSize(object text, Py_ssize_t *size) except NULL
    object PyUnicode_DecodeUTF8(const char *text, Py_ssize_t size, const char *errors)

cdef extern from "lines.h" nogil:
    enum:
        CELLS
    size_t line_of_cells(const char *text, size_t size, size_t longest, size_t *behind)
    bint is_right(const char *givens, const char *answer)

cdef extern from "rows.h" nogil:
    ctypedef struct Text:
        char *data
        size_t size
        size_t room
        bint lost
    void put(Text *text, const char *more, size_t size)
    void put_number(Text *text, size_t number)
    void put_grid(Text *text, const char *answer)


def read(bytes data, Py_ssize_t at, Py_ssize_t longest):
    """The lines from a place on that are 81 cells each, up to the first other one.

    Returns their cells, one line's behind the other's; where what follows the cells begins and ends in
    each line, none of it where no line has any; and the place behind them.
    """
    cdef const char *text = PyBytes_AsString(data)
    cdef Py_ssize_t size = len(data), count = 0
    cdef size_t taken, behind = 0
    cdef bytes cells = PyBytes_FromStringAndSize(NULL, (size - at) // (CELLS + 1) * CELLS)
    cdef char *cell = PyBytes_AsString(cells)
    cdef list notes = []
    while True:
        taken = line_of_cells(text + at, size - at, longest, &behind)
        if not taken:
            break
        if behind and not notes:
            notes = [(at, at)] * count
        if behind or notes:
            notes.append((at + CELLS, at + CELLS + <Py_ssize_t> behind))
        memcpy(cell + CELLS * count, text + at, CELLS)
        count += 1
        at += <Py_ssize_t> taken
    return cells[:CELLS * count], notes, at


def all_right(bytes lines, bytes counts, bytes answers):
    """Whether all answers, `counts[i]` of line i, keep its givens and the rules of sudoku."""
    cdef Py_ssize_t total = len(counts), line, number, at = 0
    cdef const char *givens = PyBytes_AsString(lines)
    cdef const char *answer = PyBytes_AsString(answers)
    cdef const unsigned char *count = <const unsigned char *> PyBytes_AsString(counts)
    if len(lines) != CELLS * total or len(answers) != CELLS * sum(counts):
        raise ValueError("81 cells to each line, and to each answer")
    cdef bint right = True
    with nogil:
        for line in range(total):
            for number in range(count[line]):
                right = right and is_right(givens + CELLS * line, answer + CELLS * at)
                at += 1
    return right


cdef int put_str(Text *text, str more) except -1:
    cdef Py_ssize_t size
    cdef const char *data = PyUnicode_AsUTF8AndSize(more, &size)
    put(text, data, size)
    return 0


cdef str written(Text *text):
    if text.lost:
        raise MemoryError
    return PyUnicode_DecodeUTF8(text.data, text.size, "surrogatepass")


def json_lists(bytes counts, str answers):
    """The answers of each line, `counts[i]` of line i, as a JSON list of grids."""
    cdef Py_ssize_t size
    cdef const char *answer = PyUnicode_AsUTF8AndSize(answers, &size)
    cdef Text text = Text(NULL, 0, 0, False)
    cdef int count, number
    cdef list lists = []
    if size != CELLS * sum(counts):
        raise ValueError("81 cells to each answer")
    try:
        for count in counts:
            text.size = 0
            put(&text, b"[", 1)
            for number in range(count):
                put(&text, b", ", 2 if number else 0)
                put_grid(&text, answer)
                answer += CELLS
            put(&text, b"]", 1)
            lists.append(written(&text))
        return lists
    finally:
        free(text.data)


def filled(bytes which, templates, columns):
    """A line for each byte of `which`, from the template of this key; no line feed after the last.

    A character below 32 in a template is the number, from 1, of the column whose value stands there.  A
    column holds a value for each line, or is the number of the first line.
    """
    # Names of files that are not UTF-8 have surrogates in place of some bytes.
    cdef dict encoded = {key: one.encode("utf-8", "surrogatepass") for key, one in templates.items()}
    cdef Text text = Text(NULL, 0, 0, False)
    cdef Py_ssize_t at, begin, end, size
    cdef const char *template
    cdef bytes line
    cdef object column
    try:
        for at in range(len(which)):
            put(&text, b"\n", 1 if at else 0)
            line = encoded[which[at]]
            template, size, begin = PyBytes_AsString(line), len(line), 0
            for end in range(size):
                if <unsigned char> template[end] < 32:
                    put(&text, template + begin, end - begin)
                    begin = end + 1
                    column = columns[template[end] - 1]
                    if isinstance(column, int):
                        put_number(&text, <size_t> column + at)
                    else:
                        put_str(&text, column[at])
            put(&text, template + begin, size - begin)
        return written(&text)
    finally:
        free(text.data)
