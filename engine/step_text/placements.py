"""Mirrored and scaled placements in a STEP file, which OCCT builds wrong without saying so.

A CARTESIAN_TRANSFORMATION_OPERATOR_3D may mirror (left-handed axes) or scale. OCCT turns left-handed axes
into right-handed ones, so a mirrored copy comes out as a rotated one, and garbles what is scaled. Such a
file is refused rather than misread.
"""

import re

import numpy as np

from engine.errors import UnreadableFile

KEYWORD = b"CARTESIAN_TRANSFORMATION_OPERATOR_3D"
_SIMPLE = re.compile(KEYWORD + rb"\s*\(([^()]*)\)\s*;")
_COMPLEX = re.compile(rb"CARTESIAN_TRANSFORMATION_OPERATOR\s*\(([^()]*)\)\s*" + KEYWORD + rb"\s*\(([^()]*)\)")
_NUMBER = re.compile(rb"[-+]?[0-9]+\.?[0-9]*(?:E[-+]?[0-9]+)?", re.IGNORECASE)
SAME = 1e-6
"""A scale this close to 1 is 1."""


def refuse_distorted(data: bytes) -> None:
    """Raise UnreadableFile if a placement mirrors by its axes or scales."""
    if KEYWORD not in data:
        return
    fields = [match.group(1).split(b",")[-5:] for match in _SIMPLE.finditer(data)]
    for match in _COMPLEX.finditer(data):
        fields.append([*match.group(1).split(b","), match.group(2)])
    for placement in fields:
        if len(placement) != 5:
            continue
        first, second, _, scale, third = (field.strip() for field in placement)
        factor = float(scale) if _NUMBER.fullmatch(scale) else 1.0
        if abs(abs(factor) - 1.0) > SAME:
            raise UnreadableFile(
                f"the STEP file places a body scaled by {factor:g}, which cannot be read reliably; "
                "export the body at its true size"
            )
        axes = [_direction(data, reference) for reference in (first, second, third)]
        if all(axis is not None for axis in axes) and np.linalg.det(np.array(axes)) < 0:
            raise UnreadableFile(
                "the STEP file places a body as a mirror image of another, which cannot be read reliably; "
                "export the mirrored body as one of its own"
            )


def _direction(data: bytes, reference: bytes) -> list[float] | None:
    """Return the ratios of the DIRECTION that `#123` names; None where it names none."""
    if not reference.startswith(b"#"):
        return None
    pattern = rb"(?<![0-9#])" + re.escape(reference) + rb"\s*=\s*DIRECTION\s*\(\s*'[^']*'\s*,\s*\(([^()]*)\)"
    match = re.search(pattern, data)
    if match is None:
        return None
    ratios = [ratio.strip() for ratio in match.group(1).split(b",")]
    is_whole = len(ratios) == 3 and all(_NUMBER.fullmatch(ratio) for ratio in ratios)
    return [float(ratio) for ratio in ratios] if is_whole else None
