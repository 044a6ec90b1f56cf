"""Measures asked for by faces and clicked points, as the interface answers them."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from engine.errors import InvalidOption
from engine.geometry_file import Geometry
from engine.measure import places, relation, thickness
from engine.measure.places import Measure, Place
from engine.model.part import FaceId


def measure(geometry: Geometry, asked: Sequence[Mapping[str, Any]], what: str) -> dict[str, Any]:
    """Measure one place, or what lies between two.

    Parameters
    ----------
    asked
        One or two places: `fid`, a face; `point`, (3,) in mm; `is_edge`, whether its nearest edge is meant.
    what : str
        `relation`, or `thickness`: of the material between a face and the one opposite.

    Raises
    ------
    InvalidOption
        There is no such face, or thickness is asked of other than two faces.
    """
    for each in asked:
        fid = str(each["fid"])
        if not (fid.isascii() and fid.isdigit() and int(fid) < len(geometry.faces)):
            raise InvalidOption(
                f"there is no face {fid[:20]!r}; the part has faces 0 to {len(geometry.faces) - 1}"
            )
    if what == "thickness":
        return _document((), "", (_thickness(geometry, asked),))
    found = [_place(geometry, each) for each in asked]
    if len(found) == 1:
        return _document(found, "", ())
    related = relation.between(*found)
    return _document(found, related.word, related.measures)


def _thickness(geometry: Geometry, asked: Sequence[Mapping[str, Any]]) -> Measure:
    if len(asked) != 2:
        raise InvalidOption("a thickness lies between two places: one on a face, and the one opposite")
    faces = [geometry.faces[int(each["fid"])] for each in asked]
    points = [np.array(each["point"], dtype=np.float64) for each in asked]
    return thickness.between(faces[0], points[0], faces[1], points[1])


def _place(geometry: Geometry, asked: Mapping[str, Any]) -> Place:
    face, point = FaceId(int(asked["fid"])), np.array(asked["point"], dtype=np.float64)
    edge = places.of_edge(geometry, face, point) if asked.get("is_edge") else None
    return places.of_face(geometry, face, point) if edge is None else edge


def _document(found: Sequence[Place], word: str, measures: Sequence[Measure]) -> dict[str, Any]:
    return {
        "places": [
            {
                "shape": each.shape,
                "edge": each.edge,
                "point": each.point.tolist(),
                "measures": [_measure(one) for one in each.measures],
            }
            for each in found
        ],
        "relation": word or None,
        "measures": [_measure(one) for one in measures],
    }


def _measure(one: Measure) -> dict[str, Any]:
    return {
        "name": one.name,
        "value": one.value,
        "unit": one.unit,
        "witness": [list(point) for point in one.witness] or None,
        "is_exact": one.is_exact,
    }
