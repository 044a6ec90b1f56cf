"""Whether two answers say the same of one part told in two ways.

Feature ids, the order of faces and their number may differ; kinds, dimensions and places may not. Each
feature of one answer is paired with one of the other of its kind and at its place (the center of gravity of
its faces' area, carried over by the mutation), and the dimensions that are on the wire are compared.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from bench.accuracy.answer import Answer, Entry
from engine.kinds import KIND_OF_KEY
from tests.support.mutators import Respelled

SAME_SHARE = 1e-3
"""Lengths agree within this share: what the engine lets halves of one bore differ by (`FIT_LENGTH`)."""
SAME_PLACE = 1e-4
"""Places agree within this share of the part's diagonal."""
SAME_ANGLE_DEG = 0.05
CHORDS = 4.0
"""Of triangles, lengths and places agree within so many times the distance they may lie off the part."""

ON_THE_WIRE: Mapping[str, tuple[str, ...]] = {
    "HOLE": ("diameter_mm", "depth_mm", "through", "end", "hole_type", "stages"),
    "BOSS": ("diameter_mm", "height_mm", "base_relief.kind", "base_relief.radius_mm"),
    "SLOT": ("width_mm", "length_mm", "depth_mm", "through", "open_ends"),
    "FIN": ("thickness_mm", "height_mm", "length_mm"),
    "POCKET": (
        "depth_mm",
        "width_mm",
        "length_mm",
        "min_internal_radius_mm",
        "open_sides",
        "through",
        "sub_features",
    ),
    "PROTRUSION": ("height_mm", "width_mm", "length_mm", "sub_features"),
    "ROUND": ("radius_mm", "variable"),
    "FILLET": ("radius_mm", "variable"),
    "BEND": ("inside_radius_mm", "outside_radius_mm", "angle_deg", "thickness_mm", "length_mm"),
    "WALL": ("thickness_mm", "area_mm2"),
    "SLAB": ("thickness_mm", "area_mm2"),
    "CHAMFER": (),
}
"""What is compared, by kind; of others the sizes they declare.

The number of faces in a chain follows the file and is left out."""


def differences(before: Answer, after: Answer, respelled: Respelled) -> list[str]:
    """Say in what an answer differs from the one it should be; nothing where they agree."""
    said = []
    left = list(after.entries)
    for entry in before.entries:
        place = respelled.turn @ np.array(entry.center) + respelled.shift
        near_mm = SAME_PLACE * before.diagonal_mm * respelled.scale + CHORDS * respelled.chord_mm
        near_mm += respelled.scale * entry.uncertainty_mm
        at_place = [
            (np.linalg.norm(place - np.array(other.center)), index)
            for index, other in enumerate(left)
            if other.kind == entry.kind
        ]
        at_place = [each for each in at_place if each[0] <= near_mm + left[each[1]].uncertainty_mm]
        if not at_place:
            said.append(f"lost {_line(entry)}")
            continue
        ranked = [
            (
                len(_unlike(entry, left[index], respelled)),
                _is_even(entry) != _is_even(left[index]),
                distance,
                index,
            )
            for distance, index in at_place
        ]
        other = left.pop(min(ranked)[3])
        said += [f"{entry.kind} round {_place(entry)}: {what}" for what in _unlike(entry, other, respelled)]
    return said + [f"new {_line(entry)}" for entry in left]


def _unlike(entry: Entry, other: Entry, respelled: Respelled) -> list[str]:
    if entry.kind == "WALL" and not _is_even(entry):  # its thickness was sampled from the mesh
        return _unlike_in(entry, other, respelled, ("area_mm2",))
    return _unlike_in(entry, other, respelled, _compared(entry.kind))


def _compared(kind: str) -> tuple[str, ...]:
    if kind in ON_THE_WIRE:
        return ON_THE_WIRE[kind]
    return tuple(size.field for size in KIND_OF_KEY[kind].sizes)


def _is_even(wall: Entry) -> bool:
    """Whether a wall is as thick everywhere, for something flat lies behind it.

    Bodies that touch have walls at one place; this tells them apart where nothing else does.
    """
    thinnest, thickest = (wall.dimensions.get(f"{which}_thickness_mm", 0.0) for which in ("min", "max"))
    return bool(thickest - thinnest <= SAME_SHARE * thickest)


def _unlike_in(entry: Entry, other: Entry, respelled: Respelled, names: tuple[str, ...]) -> list[str]:
    slack_mm = respelled.scale * entry.uncertainty_mm + other.uncertainty_mm + CHORDS * respelled.chord_mm
    return [
        f"{name} {_text(entry.dimensions.get(name))} → {_text(other.dimensions.get(name))}"
        for name in names
        if not _same(name, entry.dimensions.get(name), other.dimensions.get(name), respelled.scale, slack_mm)
    ]


def _same(name: str, value: Any, other: Any, scale: float, slack_mm: float) -> bool:
    if name == "stages":
        return _same_stages(value, other, scale, slack_mm) or _same_stages(
            value, other[::-1], scale, slack_mm
        )
    if name == "sub_features":
        return len(value or ()) == len(other or ())
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return bool(value == other)
    if not isinstance(other, (int, float)):
        return False
    if np.isnan(value) or np.isnan(other):
        return bool(np.isnan(value) and np.isnan(other))
    if name.endswith("_deg"):
        return abs(value - other) <= SAME_ANGLE_DEG + np.degrees(slack_mm / max(slack_mm, 1.0))
    if name.endswith("_mm2"):
        side_mm = scale * np.sqrt(value)
        return bool(abs(scale**2 * value - other) <= 2 * side_mm * (SAME_SHARE * side_mm + slack_mm))
    if name.endswith("_mm"):
        return abs(scale * value - other) <= SAME_SHARE * abs(other) + slack_mm
    return bool(value == other)


def _same_stages(stages: Any, others: Any, scale: float, slack_mm: float) -> bool:
    names = ("shape", "diameter_mm", "depth_mm", "angle_deg")
    return len(stages) == len(others) and all(
        _same(name, one, other, scale, slack_mm)
        for stage, like in zip(stages, others, strict=True)
        for name, one, other in zip(names, stage, like, strict=True)
    )


def _line(entry: Entry) -> str:
    names = _compared(entry.kind)
    numbers = ", ".join(f"{name} {_text(entry.dimensions.get(name))}" for name in names if name != "stages")
    return f"{entry.kind} round {_place(entry)} ({numbers})"


def _place(entry: Entry) -> str:
    return "(" + ", ".join(f"{value:.4g}" for value in entry.center) + ")"


def _text(value: Any) -> str:
    return f"{value:.5g}" if isinstance(value, float) else str(value)
