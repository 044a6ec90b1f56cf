"""What is known of the corpus' real glTF files; each check yields a sentence for what is otherwise.

`python -m bench accuracy` checks all files, the suite those `IN_SUITE`.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

import numpy as np
import pytest

from engine import pipeline
from engine.features.hole import Hole
from engine.model.mesh import Mesh, MeshOptions
from engine.model.part import Part, Source
from engine.model.pull import PullOptions
from engine.progress import Progress
from engine.rules import packs
from engine.run_context import RunContext
from tests.support import corpus, mesh_checks
from tests.support.parts_holes import holes_in

PAIRS = {
    "nist_ctc_01_asme1_rd": "cnc/nist_ctc_01_asme1_rd.stp",
    "XY_Plate_v1": "cnc/XY_Plate_v1.step",
    "Fan_cover": "sheet-metal/Fan_cover.step",
}
"""Files that are there as STEP too."""
CLOSED = (*PAIRS, "nested", "testplate", "Radiator")
ALL = (*CLOSED, "tea_cup")
"""That one has free forms. Four with more of them are left to `bench robustness`."""
IN_SUITE = (
    "nist_ctc_01_asme1_rd",  # a milled block that is there as STEP too
    "nested",  # three bodies below nodes that are placed by others
)
EDGES_ALONG = 15
"""Elements along the largest side. Left alone, a mesh has four times as many and takes twice as long."""


@cache
def context(name: str) -> RunContext:
    """Prepare a file once for all checks: nothing in it can be changed."""
    max_edge_mm = max(sides_mm(row(name))) / EDGES_ALONG
    return pipeline.prepare(corpus.CORPUS / "glb" / f"{name}.glb", MeshOptions(max_edge_mm), Progress())


def row(name: str) -> dict[str, str]:
    """Return what the manifest says of a file."""
    (found,) = (each for each in corpus.manifest() if each["file"] == f"glb/{name}.glb")
    return found


def sides_mm(row: Mapping[str, str]) -> list[float]:
    """Return the sides of the box in a line of the manifest."""
    return [float(side) for side in row["bbox_mm"].split(" x ")]


def exact(name: str) -> Part:
    """Read the STEP twin of a file."""
    return corpus.part(f"real/{PAIRS[name]}")


def wrong_measures(part: Part, mesh: Mesh, row: Mapping[str, str]) -> Iterator[str]:
    """Look whether a part is closed, and as large as a line of the manifest has it."""
    if part.source is not Source.TRIANGLES:
        yield f"source {part.source}"
    if not all(body.is_closed for body in part.bodies):
        yield "a body is open"
    if mesh_checks.open_edges(mesh):
        yield f"{mesh_checks.open_edges(mesh)} open edges of the mesh"
    # surfaces bulge beyond their triangles by their chord, and the manifest measures triangles
    if sorted(part.size_mm) != pytest.approx(sorted(sides_mm(row)), rel=0.01):
        yield f"a box of {_by(part.size_mm)} mm, not {row['bbox_mm']} within 1 %"
    if part.volume_mm3 != pytest.approx(float(row["volume_mm3"]), rel=0.02):
        yield f"a volume of {part.volume_mm3:.8g} mm³, not {row['volume_mm3']} within 2 %"
    area_mm2 = sum(face.area_mm2 for face in part.faces)
    if area_mm2 != pytest.approx(part.area_mm2, rel=0.03):
        yield f"faces of {area_mm2:.8g} mm² together, not {part.area_mm2:.8g} within 3 %"
    if not np.isfinite(mesh.normals).all():
        yield "normals of the mesh that are no numbers"


def unfinished(context: RunContext) -> Iterator[str]:
    """Analyze a part, and look whether any of it is missing."""
    part = context.part
    analysis = pipeline.assess(context, PullOptions(), packs.shipped(), Progress())
    n_roles = len(analysis.assessed.recognition.role_of_face)
    if len(analysis.verdicts) != len(packs.shipped()):
        yield f"{len(analysis.verdicts)} verdicts of {len(packs.shipped())} rule packs"
    if n_roles != len(part.faces):
        yield f"{n_roles} roles of {len(part.faces)} faces"
    if not np.isfinite(context.prepared.fields["thickness"].values).any():
        yield "no thickness at all"
    is_open = not all(body.is_closed for body in part.bodies)
    if any("without a volume" in note for note in part.notes) != is_open:
        yield f"notes of open bodies: {part.notes}, and {'an open' if is_open else 'no open'} body"


def other_measures(part: Part, mesh: Mesh, exact: Part) -> Iterator[str]:
    """Compare a part with its STEP twin."""
    if part.volume_mm3 != pytest.approx(exact.volume_mm3, rel=1e-5):
        yield f"a volume of {part.volume_mm3:.10g} mm³, and {exact.volume_mm3:.10g} as STEP"
    if part.area_mm2 != pytest.approx(exact.area_mm2, rel=1e-5):
        yield f"an area of {part.area_mm2:.10g} mm², and {exact.area_mm2:.10g} as STEP"
    if sorted(part.size_mm) != pytest.approx(sorted(exact.size_mm), abs=1e-3):
        yield f"a box of {_by(part.size_mm)} mm, and {_by(exact.size_mm)} as STEP"
    if not abs(mesh_checks.volume(mesh) - part.volume_mm3) < mesh.chord_mm * part.area_mm2:
        yield f"a volume of {part.volume_mm3:.8g} mm³, and {mesh_checks.volume(mesh):.8g} of its mesh"


def other_holes(part: Part, exact: Part) -> Iterator[str]:
    """Compare the holes of a part with those of its STEP twin."""
    found, expected = _described(holes_in(part)), _described(holes_in(exact))
    if not expected:
        yield "no holes as STEP"
    for hole in found - expected:
        yield f"a hole {hole} that it has not as STEP"
    for hole in expected - found:
        yield f"no hole {hole} that it has as STEP"


def _described(holes: Sequence[Hole]) -> Counter[tuple[float, float, bool, str, int]]:
    return Counter(
        (
            round(hole.diameter_mm, 2),
            round(hole.depth_mm, 2),
            hole.through,
            str(hole.hole_type),
            len(hole.stages),
        )
        for hole in holes
    )


def _by(sides: Sequence[float]) -> str:
    return " x ".join(f"{side:.8g}" for side in sides)
