"""Finds hollows that powder, resin or support cannot leave.

A hollow is a trap when it is wider than its way out: a ball that fills it does not pass. A sealed void is one
without any way out, known exactly from the shells of the body. A blind hole, a pocket and a channel are no
traps, however deep, for what is in them meets nothing narrower on its way.

How wide the way out is counts as the diameter of the largest ball that passes. It is found on a grid and
measured on the mesh, and where the wall of a bore bounds it, it is the bore's own diameter. Hollows that are
less than some four cells wide, a sixteenth of a cube's side, are not seen; an opening narrower than a cell
and a half is seen only where it is a recognized hole, and otherwise counts as closed.
"""

from dataclasses import dataclass

import numpy as np

from engine.evidence.cavities import basins, exact, grid
from engine.evidence.cavities.basins import Basin, Opening
from engine.evidence.cavities.exact import Neck, Surroundings
from engine.evidence.cavities.grid import Grid
from engine.features.hole import Hole
from engine.model.analysis import PreparedPart, Recognition
from engine.model.arrays import Ints, Vector, cross, frozen, square_to
from engine.model.feature import Kind
from engine.model.mesh import Mesh
from engine.model.part import Face, FaceId, Part, Shell
from engine.model.printing import Trap
from engine.model.surface import Cylinder
from engine.run_context import RunContext

WIDER = 1.15
"""A hollow is wider than its opening by this factor at least: the undercut of a groove is no trap."""
PART_SHARE = 1e-4
"""Hollows of less than this share of a cube with the part's surface hold too little to matter."""
MAX_TRAPS = 8
"""Most hollows that are measured, the largest; the rest of a lattice is like them."""
MAX_OPENINGS = 12
"""Most openings of a hollow that are measured, the widest."""
BORE_SHARE = 0.1
"""An opening whose wall is that of a bore, and whose width is its diameter within this share, is the bore."""
CLOSED_CELLS = 1.5
"""An opening narrower than this many cells may be closed on the grid."""


def find(context: RunContext, recognition: Recognition) -> tuple[Trap, ...] | None:
    """Find the traps, the tightest opening first; None where a surface is open and has no inside."""
    part = context.part
    if not all(body.is_closed for body in part.bodies):
        return None
    voids = [shell for body in part.bodies for shell in body.shells if shell.is_void]
    traps = [_sealed(part, shell) for shell in voids]
    laid = grid.lay(part, context.mesh)
    if laid is None:
        return tuple(traps) if voids else None
    least = PART_SHARE * (part.area_mm2 / 6.0) ** 1.5
    hollows = [each for each in basins.find(laid) if each.volume_mm3 > least][: MAX_TRAPS + len(voids)]
    if hollows:
        surroundings = Surroundings(context.mesh)
        sealed_faces = {face for shell in voids for face in shell.faces}
        for hollow in hollows:
            trap = _trap(context.prepared, recognition, laid, surroundings, hollow, sealed_faces)
            if trap is not None:
                traps.append(trap)
    return tuple(sorted(traps, key=lambda trap: (trap.escape_mm, -trap.volume_mm3)))


def _sealed(part: Part, shell: Shell) -> Trap:
    faces = [part.faces[face] for face in shell.faces]
    area = sum(face.area_mm2 for face in faces)
    middle = np.sum([face.area_mm2 * face.centroid for face in faces], axis=0) / area
    across = (6.0 * shell.volume_mm3 / np.pi) ** (1.0 / 3.0)
    around = tuple(sorted(shell.faces))
    return Trap(shell.volume_mm3, 0.0, across, (), 0.0, frozen(middle), None, around, around)


def _trap(
    prepared: PreparedPart,
    recognition: Recognition,
    laid: Grid,
    surroundings: Surroundings,
    hollow: Basin,
    sealed_faces: set[FaceId],
) -> Trap | None:
    """Measure a hollow of the grid; None for a sealed void, and for what is hardly wider than its opening."""
    cell = laid.cell_mm
    middle = laid.place(hollow.middle)
    _, nearest = surroundings.nearest(middle[None])
    face = FaceId(int(prepared.mesh.face_of_triangle[nearest[0]]))
    if face in sealed_faces:
        return None
    width = exact.widest(surroundings, middle, cell)
    if np.isinf(width):
        return None
    ways = [_way(prepared, laid, surroundings, each) for each in hollow.openings[:MAX_OPENINGS]]
    ways = sorted(ways or _bores_into(recognition, laid, hollow), key=lambda way: -way.diameter_mm)
    if not ways:
        off = CLOSED_CELLS * cell
        walls = _walls(prepared.mesh, laid, hollow)
        amid = frozen(middle)
        return Trap(hollow.volume_mm3, hollow.uncertainty_mm3, width, (), off, amid, None, (face,), walls)
    widest = ways[0]
    if width < WIDER * widest.diameter_mm:
        return None
    return Trap(
        volume_mm3=hollow.volume_mm3,
        volume_uncertainty_mm3=hollow.uncertainty_mm3,
        width_mm=width,
        openings_mm=tuple(way.diameter_mm for way in ways),
        uncertainty_mm=widest.uncertainty_mm,
        location=frozen(widest.middle),
        witness=(frozen(widest.middle - widest.aside), frozen(widest.middle + widest.aside)),
        faces=widest.faces,
        walls=_walls(prepared.mesh, laid, hollow),
    )


def _walls(mesh: Mesh, laid: Grid, hollow: Basin) -> tuple[FaceId, ...]:
    """Return the faces one of whose triangles has a cell of the hollow before it."""
    corners = mesh.vertices[mesh.triangles]
    across = cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    size = np.linalg.norm(across, axis=1, keepdims=True)
    before = corners.mean(axis=1) + laid.cell_mm * across / np.maximum(size, np.finfo(np.float64).tiny)
    faces = np.unique(mesh.face_of_triangle[hollow.owns(laid.cell(before))])
    return tuple(FaceId(int(face)) for face in faces)


@dataclass(frozen=True, slots=True, eq=False)
class _Way:
    """A way out of a hollow."""

    diameter_mm: float
    uncertainty_mm: float
    middle: Vector
    aside: Vector
    """From the middle to the wall."""
    faces: tuple[FaceId, ...]


def _way(prepared: PreparedPart, laid: Grid, surroundings: Surroundings, opening: Opening) -> _Way:
    """Measure an opening that the grid found."""
    part, mesh = prepared.part, prepared.mesh
    neck = exact.neck(surroundings, laid.place(opening.cell), opening.heading, laid.cell_mm)
    diameter, off = neck.diameter_mm, 2.0 * (mesh.chord_mm + exact.FINEST * laid.cell_mm)
    about = surroundings.about(neck.middle, 0.5 * (diameter + off))
    face = _bounding(part, mesh.face_of_triangle[[neck.triangle, *about]], neck)
    group = prepared.graph.group_of_face[face.id]
    faces = prepared.graph.faces_of_group.get(FaceId(int(group)), (face.id,))
    bore = _bore_mm(face, neck)
    if bore is not None:
        diameter, off = bore, 2.0 * face.deviation_mm
    return _Way(diameter, off, neck.middle, neck.aside, faces)


def _bounding(part: Part, faces: Ints, neck: Neck) -> Face:
    """Return the face that bounds an opening: of those as near as the mesh can resolve, the tightest bore.

    The flat rim of a bore may have the triangle nearest to the middle: it shares the bore's edge. Where there
    is no bore it is the first, which has the nearest triangle.
    """
    bores = [(_bore_mm(part.faces[face], neck), face) for face in np.unique(faces).tolist()]
    fitting = [(bore, face) for bore, face in bores if bore is not None]
    return part.faces[min(fitting)[1] if fitting else int(faces[0])]


def _bore_mm(face: Face, neck: Neck) -> float | None:
    """Return the diameter of the bore that a face is the wall of; None if it is none, or not as wide."""
    if not isinstance(face.surface, Cylinder) or face.sense >= 0:
        return None
    bore = 2.0 * face.surface.radius_mm
    return bore if abs(bore - neck.diameter_mm) <= BORE_SHARE * bore else None


def _bores_into(recognition: Recognition, laid: Grid, hollow: Basin) -> list[_Way]:
    """Return the holes, too narrow for the grid, that lead into a hollow."""
    found = []
    for feature in recognition.of_kind(Kind.HOLE):
        if not isinstance(feature, Hole) or feature.diameter_mm > 2.0 * laid.cell_mm or feature.axis is None:
            continue
        steps = np.arange(1, 4)[:, None] * laid.cell_mm * feature.axis
        end = feature.entry + feature.depth_mm * feature.axis
        if feature.through and hollow.holds(laid.cell(np.concatenate([feature.entry - steps, end + steps]))):
            aside = square_to(feature.axis)
            aside *= 0.5 * feature.diameter_mm / np.linalg.norm(aside)
            off = feature.uncertainty_mm
            found.append(_Way(feature.diameter_mm, off, feature.center, aside, feature.faces))
    return found
