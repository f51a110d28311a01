"""Which candidates of a clique search still have to be branched on.

A set of vertices holds no clique larger than the number of independent classes it splits into. Candidates
are first coloured greedily with the ``room`` classes that cannot beat the incumbent. The vertices left
over try to get in: by moving one other vertex (Tomita's re-colouring), or by unit propagation in the sense
of MaxSAT (Li and Quan's MaxCLQ): if choosing ``v`` forces one vertex after another out of the classes until a
class is empty, then the classes involved, ``v`` included, can together give one vertex less than they are, so
``v`` comes for free. Each of them then gets a joker, a pretended member that one of the group may choose, and
may serve in the next such argument. Whoever gets in by neither way is branched on.

``compatible`` and ``conflicts`` are the rows of the graph and of its complement; ``live`` are the members still
possible in a propagation, ``free`` those of all classes that have not retired.
"""

import numpy as np
from numpy.typing import NDArray

from sidelight.kernels.bitsets import NONE, ONE, Words, lowest_bit
from sidelight.kernels.compiled import compiled

Integers = NDArray[np.int64]

SIZES, LEFT, USED, QUEUE, GROUPS = 0, 1, 2, 3, 4  # rows of ``book``, by class
CLASS_OF, REASON, JOKER = 0, 1, 2  # rows of ``notes``, by vertex, by vertex, by group
ROWS_OF_BOOK, ROWS_OF_NOTES = 5, 3
MOST_GROUPS = 62
FIRST = np.int64(1)


@compiled
def colour(
    candidates: Words,
    room: int,
    conflicts: Words,
    classes: Words,
    book: Integers,
    notes: Integers,
    rest: Words,
) -> bool:
    """Fill ``room`` independent classes greedily; ``rest`` is what did not fit. True if something did not."""
    n_words = candidates.shape[0]
    left_over = NONE
    for w in range(n_words):
        rest[w] = candidates[w]
        left_over |= candidates[w]
    for c in range(room):
        size = 0
        for w in range(n_words):
            classes[c, w] = rest[w]
        left_over = NONE
        for w in range(n_words):
            chosen = NONE
            word = classes[c, w]
            while word != NONE:
                v = (w << 6) + lowest_bit(word)
                chosen |= word & (~word + ONE)
                notes[CLASS_OF, v] = c
                size += 1
                word &= conflicts[v, w]
                for later in range(w + 1, n_words):
                    classes[c, later] &= conflicts[v, later]
            classes[c, w] = chosen
            rest[w] &= ~chosen
            left_over |= rest[w]
        book[SIZES, c] = size
        book[LEFT, c] = size
        book[USED, c] = 0
        book[GROUPS, c] = 0
        if left_over == NONE:
            break
    return bool(left_over != NONE)


@compiled
def only_hit(row: Words, other: Words) -> int:
    """The one common member of two rows; -1 if there is none, -2 if there are several."""
    hit = -1
    for w in range(row.shape[0]):
        word = row[w] & other[w]
        if word != NONE:
            if hit != -1 or word & (word - ONE) != NONE:
                return -2
            hit = (w << 6) + lowest_bit(word)
    return hit


@compiled
def put(v: int, c: int, classes: Words, book: Integers, notes: Integers) -> None:
    """Vertex ``v`` joins class ``c``."""
    classes[c, v >> 6] |= ONE << np.uint64(v & 63)
    book[SIZES, c] += 1
    book[LEFT, c] += 1
    notes[CLASS_OF, v] = c


@compiled
def recolour(v: int, n_classes: int, compatible: Words, classes: Words, book: Integers, notes: Integers) -> bool:
    """Get ``v`` into a class by moving at most one other vertex to another class."""
    for c in range(n_classes):
        if book[USED, c] != 0 or book[GROUPS, c] != 0:
            continue
        hit = only_hit(classes[c], compatible[v])
        if hit == -1:
            put(v, c, classes, book, notes)
            return True
        if hit >= 0:
            for other in range(n_classes):
                if other == c or book[USED, other] != 0 or book[GROUPS, other] != 0:
                    continue
                if only_hit(classes[other], compatible[hit]) == -1:
                    classes[c, hit >> 6] &= ~(ONE << np.uint64(hit & 63))
                    book[SIZES, c] -= 1
                    book[LEFT, c] -= 1
                    put(hit, other, classes, book, notes)
                    put(v, c, classes, book, notes)
                    return True
    return False


@compiled
def last_vertex(row: Words, live: Words) -> int:
    """The smallest live member of a row, -1 if there is none."""
    for w in range(live.shape[0]):
        word = row[w] & live[w]
        if word != NONE:
            return (w << 6) + lowest_bit(word)
    return -1


@compiled
def choose_vertex(
    v: int, c: int, tail: int, conflicts: Words, book: Integers, notes: Integers, live: Words
) -> tuple[int, int]:
    """Class ``c`` takes ``v``: what it conflicts with goes. New tail of the queue, and a class left empty or -1."""
    for w in range(live.shape[0]):
        word = live[w] & conflicts[v, w]
        live[w] &= ~word
        while word != NONE:
            u = (w << 6) + lowest_bit(word)
            word &= word - ONE
            notes[REASON, u] = c
            other = notes[CLASS_OF, u]
            book[LEFT, other] -= 1
            if book[LEFT, other] == 1:
                book[QUEUE, tail] = other
                tail += 1
            elif book[LEFT, other] == 0:
                return tail, other
    return tail, -1


@compiled
def choose_joker(c: int, tail: int, n_classes: int, book: Integers, notes: Integers) -> tuple[int, int]:
    """Class ``c`` takes the one joker it can still have: the others of that group lose theirs."""
    groups = book[GROUPS, c]
    g = 0
    while (groups >> g) & 1 == 0 or notes[JOKER, g] >= 0:
        g += 1
    notes[JOKER, g] = c
    for other in range(n_classes):
        if other != c and (book[GROUPS, other] >> g) & 1 == 1 and book[USED, other] == 0:
            book[LEFT, other] -= 1
            if book[LEFT, other] == 1:
                book[QUEUE, tail] = other
                tail += 1
            elif book[LEFT, other] == 0:
                return tail, other
    return tail, -1


@compiled
def propagate(
    tail: int, n_classes: int, conflicts: Words, classes: Words, book: Integers, notes: Integers, live: Words
) -> int:
    """Choose the last member of every queued class, and so on; the class that ends empty, or -1."""
    head = 0
    while head < tail:
        c = book[QUEUE, head]
        head += 1
        v = last_vertex(classes[c], live)
        if v >= 0:
            tail, empty = choose_vertex(v, c, tail, conflicts, book, notes, live)
        else:
            tail, empty = choose_joker(c, tail, n_classes, book, notes)
        if empty >= 0:
            return int(empty)
    return -1


@compiled
def involve(c: int, tail: int, book: Integers) -> int:
    """Queue class ``c`` unless it is already."""
    if book[USED, c] == 0:
        book[USED, c] = 1
        book[QUEUE, tail] = c
        tail += 1
    return tail


@compiled
def blame(empty: int, group: int, classes: Words, book: Integers, notes: Integers, live: Words, free: Words) -> None:
    """The classes that together emptied class ``empty`` give one vertex less than they are.

    They get a joker, to be had by one of them, and may be used again; without a ``group`` left they retire.
    """
    tail = involve(empty, 0, book)
    head = 0
    while head < tail:
        c = book[QUEUE, head]
        head += 1
        for w in range(live.shape[0]):
            word = classes[c, w] & ~live[w]
            while word != NONE:
                u = (w << 6) + lowest_bit(word)
                word &= word - ONE
                tail = involve(notes[REASON, u], tail, book)
        groups = book[GROUPS, c]
        g = 0
        while groups >> g != 0:
            if (groups >> g) & 1 == 1 and notes[JOKER, g] >= 0 and notes[JOKER, g] != c:
                tail = involve(notes[JOKER, g], tail, book)
            g += 1
    for i in range(tail):
        c = book[QUEUE, i]
        if group < MOST_GROUPS:
            book[USED, c] = 0
            book[GROUPS, c] |= FIRST << group
            book[SIZES, c] += 1
        else:
            for w in range(live.shape[0]):
                free[w] &= ~classes[c, w]


@compiled
def restart(n_classes: int, group: int, book: Integers, notes: Integers) -> int:
    """Forget the last propagation, queue the classes of one member; returns the tail of the queue."""
    tail = 0
    for c in range(n_classes):
        book[LEFT, c] = book[SIZES, c]
        if book[SIZES, c] == 1 and book[USED, c] == 0:
            book[QUEUE, tail] = c
            tail += 1
    for g in range(group):
        notes[JOKER, g] = -1
    return tail


@compiled
def force_in(
    v: int,
    n_classes: int,
    group: int,
    conflicts: Words,
    classes: Words,
    book: Integers,
    notes: Integers,
    free: Words,
    live: Words,
) -> bool:
    """Make ``v`` a class of its own if propagation shows that it adds nothing."""
    for w in range(live.shape[0]):
        classes[n_classes, w] = NONE
        live[w] = free[w]
    live[v >> 6] |= ONE << np.uint64(v & 63)
    book[SIZES, n_classes] = 0
    book[USED, n_classes] = 0
    book[GROUPS, n_classes] = 0
    put(v, n_classes, classes, book, notes)
    tail = restart(n_classes + 1, group, book, notes)
    empty = propagate(tail, n_classes + 1, conflicts, classes, book, notes, live)
    if empty < 0:
        return False
    free[v >> 6] |= ONE << np.uint64(v & 63)
    blame(empty, group, classes, book, notes, live, free)
    return True


@compiled
def branching_set(
    candidates: Words,
    room: int,
    compatible: Words,
    conflicts: Words,
    classes: Words,
    book: Integers,
    notes: Integers,
    work: Words,
    rest: Words,
) -> bool:
    """Vertices ``rest`` without which the candidates hold no clique larger than ``room``; True if there are any."""
    if not colour(candidates, room, conflicts, classes, book, notes, rest):
        return False
    n_classes = room
    group = 0
    free = work[0]
    for w in range(free.shape[0]):
        free[w] = candidates[w] & ~rest[w]
    anything = False
    for w in range(free.shape[0]):
        word = rest[w]
        while word != NONE:
            bit = word & (~word + ONE)
            word &= word - ONE
            v = (w << 6) + lowest_bit(bit)
            if recolour(v, n_classes, compatible, classes, book, notes):
                free[w] |= bit
                rest[w] &= ~bit
            elif force_in(v, n_classes, group, conflicts, classes, book, notes, free, work[1]):
                n_classes += 1
                group = min(group + 1, MOST_GROUPS)
                rest[w] &= ~bit
            else:
                anything = True
    return anything
