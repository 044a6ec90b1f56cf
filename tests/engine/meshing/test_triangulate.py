"""Faces are triangulated each on its own, and one that cannot be does not harm the others."""

import numpy as np
import pytest

from engine.meshing import triangulate as module
from engine.meshing.triangulate import Flat, Known, triangulate
from engine.model.arrays import Bools, Floats, Ints
from engine.progress import Progress

SQUARE = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
RING = np.array([[0, 1], [1, 2], [2, 3], [3, 0]])
BOW_TIE = SQUARE[[0, 2, 1, 3]]


def flat(nodes: list[Floats], segments: list[Ints], inner: list[Floats]) -> Flat:
    """Put faces one after another, each with nodes, its own segments and inner vertices."""
    begins = np.cumsum([0, *(len(of) for of in nodes[:-1])])
    return Flat(
        np.repeat(np.arange(len(nodes)), [len(of) for of in nodes]),
        np.concatenate(nodes),
        np.concatenate([of + begin for of, begin in zip(segments, begins, strict=True)]),
        np.repeat(np.arange(len(inner)), [len(of) for of in inner]),
        np.concatenate(inner),
    )


def done(given: Flat, wanted: Bools) -> tuple[Ints, list[bool]]:
    triangles, failed = triangulate(given, wanted, Progress())
    return triangles, failed.tolist()


def area(given: Flat, triangles: Ints) -> float:
    points = np.concatenate([given.nodes, given.inner])
    (a, b), (c, d) = (points[triangles[:, end]].T - points[triangles[:, 0]].T for end in (1, 2))
    return float((a * d - b * c).sum() / 2.0)


NONE = np.zeros((0, 2))
ALL = np.ones(3, dtype=bool)


def test_inner_vertices_count_on_after_all_nodes() -> None:
    given = flat([SQUARE] * 3, [RING] * 3, [NONE, SQUARE[:1] + 0.5, NONE])
    triangles, failed = done(given, ALL)
    assert failed == [False, False, False]
    assert [len(set(of)) for of in (triangles.ravel(), triangles[2:6].ravel())] == [13, 5]
    assert set(triangles[2:6].ravel()) == {4, 5, 6, 7, 12}
    assert area(given, triangles) == 3.0


def test_a_border_that_crosses_itself_fails_alone() -> None:
    given = flat([SQUARE, BOW_TIE, SQUARE], [RING] * 3, [NONE] * 3)
    triangles, failed = done(given, ALL)
    assert failed == [False, True, False]
    assert set(triangles.ravel()) == {0, 1, 2, 3, 8, 9, 10, 11}


def test_a_face_that_is_not_asked_for_does_not_fail() -> None:
    given = flat([SQUARE, BOW_TIE, SQUARE], [RING] * 3, [NONE] * 3)
    triangles, failed = done(given, np.array([False, False, True]))
    assert failed == [False, False, False]
    assert set(triangles.ravel()) == {8, 9, 10, 11}


def test_a_node_that_no_triangle_reaches_fails_its_face() -> None:
    astray = np.concatenate([SQUARE, [[3.0, 3.0]]])
    given = flat([SQUARE, astray, SQUARE], [RING] * 3, [NONE] * 3)
    triangles, failed = done(given, ALL)
    assert failed == [False, True, False]
    assert area(given, triangles) == 2.0


def test_a_hole_stays_open_and_a_segment_may_be_reported_twice() -> None:
    holed = np.concatenate([SQUARE * 4.0, SQUARE + 1.0])
    given = flat(
        [holed, SQUARE, SQUARE], [np.concatenate([RING, RING + 4]), RING[[0, 1, 2, 3, 0]], RING], [NONE] * 3
    )
    triangles, failed = done(given, ALL)
    assert failed == [False, False, False]
    assert area(given, triangles) == 17.0


def test_only_faces_that_changed_are_triangulated_again(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    once = module._one
    monkeypatch.setattr(module, "_one", lambda *of: made.append(len(of[0])) or once(*of))
    given = flat([SQUARE, BOW_TIE, SQUARE], [RING] * 3, [NONE] * 3)
    finer = flat([SQUARE, BOW_TIE, SQUARE * 2.0], [RING] * 3, [NONE] * 2 + [SQUARE[:1] + 0.5])
    known: Known = {}
    triangulate(given, ALL, Progress(), known)
    again, failed = triangulate(finer, ALL, Progress(), known)
    assert made == [4, 4, 4, 5]
    assert failed.tolist() == [False, True, False]
    assert again.tolist() == done(finer, ALL)[0].tolist()


def test_a_place_that_is_no_number_fails_its_face() -> None:
    given = flat([SQUARE, SQUARE * np.nan, SQUARE], [RING] * 3, [NONE] * 3)
    assert done(given, ALL)[1] == [False, True, False]
