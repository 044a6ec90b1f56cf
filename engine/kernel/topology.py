"""From OCCT's shape to a `Part`: every face, edge, loop, shell and body, measured."""

import numpy as np

from engine.errors import NoSolid
from engine.kernel import boundaries, curves
from engine.kernel.bodies import measure_bodies
from engine.kernel.brep import Brep
from engine.kernel.edges import measure_edges
from engine.kernel.faces import measure_faces
from engine.kernel.overlaps import overlaps, points_of_bodies
from engine.kernel.status import occt
from engine.model.arrays import Floats, frozen
from engine.model.part import Face, Part, Source
from engine.progress import Progress
from engine.step_text import size


def measure(brep: Brep, progress: Progress | None = None) -> Part:
    """Measure everything the engine wants to know of a shape, in numbers.

    Raises
    ------
    UnreadableFile
        If no part can have the size of this one.
    NoSolid
        If its bodies enclose nothing.
    KernelError
        If OCCT gives up on it.
    Cancelled
        If the caller of `progress` wants out.
    """
    progress = progress or Progress()
    with occt("measure the part's faces and edges"):
        return _measured(brep, progress)


def _measured(brep: Brep, progress: Progress) -> Part:
    traced = boundaries.trace(brep)
    samples = curves.sample(traced)
    progress.check()
    faces, fluxes = measure_faces(brep, traced, samples, progress)
    box = _box(faces)
    notes = brep.notes + size.doubts(box, brep.unit)
    edges = measure_edges(brep, traced, samples, faces)
    progress.check()
    bodies, unsound = measure_bodies(brep, traced, faces, fluxes)
    if not sum(body.volume_mm3 for body in bodies) > 0.0:
        raise NoSolid("the file holds a body that encloses no volume")
    notes += unsound + overlaps(brep, points_of_bodies(len(bodies), faces, edges))
    return Part(
        name=brep.name,
        source=Source.BREP,
        faces=faces,
        edges=edges,
        bodies=bodies,
        box_mm=frozen(box),
        volume_mm3=sum(body.volume_mm3 for body in bodies),
        area_mm2=sum(body.area_mm2 for body in bodies),
        unit=brep.unit,
        notes=notes,
    )


def _box(faces: tuple[Face, ...]) -> Floats:
    """Box (2, 3) of the faces of bodies: strays must not inflate it."""
    boxes = np.array([face.box_mm for face in faces if face.body is not None])
    return np.array([boxes[:, 0].min(axis=0), boxes[:, 1].max(axis=0)])
