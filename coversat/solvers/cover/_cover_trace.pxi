# The walk reported step by step; see cover_trace.py.  Part of _cover_kernel.pyx.


def _traced(_Table table, bint projected, forced, meter):
    """The steps of a walk without packs and without domain consistency."""
    from .cover_tree import Action, Event

    cdef _Walk walk = _Walk(table, projected)
    cdef Frame *frame
    cdef int32_t option, item, level
    cdef bint shown
    walk.by_units = True
    walk.s.pack_most = 0
    walk.watch(meter)
    if _begin(walk, forced, ()) == COMPLETE:
        yield Event(Action.ANSWER, -1, walk.answer())
    trials = [-1]  # for each level, the option on trial that leads to it
    while walk.depth >= 0:
        frame = walk.frames + walk.depth
        option = walk.next_option(frame)
        if option < 0:
            walk.depth -= 1
            tried = trials.pop()
            if tried >= 0:
                yield Event(Action.RULE_OUT, tried)
            continue
        if search_paused(&walk.s):
            walk.look_up()
        tried = -1
        if cover_options_left(walk.t, walk.packs, frame, walk.node(walk.depth)):
            tried = table.name(option)
            yield Event(Action.TRY, tried)
        if walk.depth + 1 == walk.levels:
            walk.grow(2 * walk.levels)  # which moves the frames
        level = TABLED
        item = walk.child(&level, option)
        if item >= 0:
            walk.push(level, item)
            trials.append(tried)
            continue
        shown = False
        if item == COMPLETE:
            cover_answer(&walk.s, walk.packs, level, walk.node(walk.depth + 1), -1)
            yield Event(Action.ANSWER, -1, walk.answer())
            # Under a projection one cover is enough: what is left of its choices goes.
            shown = projected and walk.frames[walk.depth].shown
        while True:
            if tried >= 0:
                yield Event(Action.LEAVE if shown else Action.RULE_OUT, tried)
            if not shown:
                break
            walk.depth -= 1
            tried = trials.pop()
            shown = walk.depth >= 0 and walk.frames[walk.depth].shown
    walk.report()
