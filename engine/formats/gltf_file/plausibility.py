"""Notes on the size and the soundness of a glTF, and the refusal of impossible ones."""

import numpy as np

from engine.errors import UnreadableFile
from engine.segment.mesh_repair import Repairs
from engine.segment.surface_mesh import SurfaceMesh

SMALLEST_MM, LARGEST_MM = 0.01, 1_000_000.0
"""Diagonals beyond these are refused: no process makes such a part."""
SMALL_MM, LARGE_MM = 0.1, 10_000.0
"""Longest sides beyond these are believed, and said aloud."""


def doubts(mesh: SurfaceMesh, repairs: Repairs) -> tuple[str, ...]:
    """Return sentences on the unit, on what was repaired and on what could not be.

    Raises
    ------
    UnreadableFile
        No part can be so small or so large.
    """
    sides = np.ptp(mesh.vertices, axis=0)
    return (*_of_size(sides), *of_repairs(repairs))


def _of_size(sides_mm: np.ndarray) -> tuple[str, ...]:
    diagonal, longest = float(np.linalg.norm(sides_mm)), float(sides_mm.max())
    measures = " x ".join(f"{side:.4g}" for side in sides_mm) + " mm"
    if longest >= LARGE_MM / 2:
        measures = " x ".join(f"{side / 1000.0:.4g}" for side in sides_mm) + " m"
    if not SMALLEST_MM <= diagonal <= LARGEST_MM:
        extreme = "small" if diagonal < 1.0 else "large"
        raise UnreadableFile(
            f"the part measures {measures}, too {extreme} for any part: glTF lengths are meters, "
            "and the file's must have been written in another unit"
        )
    if SMALL_MM <= longest <= LARGE_MM:
        return ()
    meant = ": were millimeters written?" if longest > LARGE_MM else "."
    return (f"The part measures {measures}, its lengths taken as meters as the glTF standard says{meant}",)


def of_repairs(repairs: Repairs) -> tuple[str, ...]:
    """Return sentences on what was repaired and on what could not be."""
    repaired = []
    if repairs.doubled:
        repaired.append(f"{repairs.doubled} triangle{_s(repairs.doubled)} that stood there twice left out")
    if repairs.flipped:
        repaired.append(f"{repairs.flipped} triangle{_s(repairs.flipped)} turned to face out")
    sentences = [f"Repaired: {', '.join(repaired)}."] if repaired else []
    if repairs.unorientable:
        sentences.append(
            f"{repairs.unorientable} surface{_s(repairs.unorientable)} of the file cannot be wound to face "
            "out everywhere, like a Möbius band: inside and outside are guesses there."
        )
    return tuple(sentences)


def _s(count: int) -> str:
    return "s" * (count != 1)
