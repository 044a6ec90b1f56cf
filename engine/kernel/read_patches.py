"""The surfaces of faces, read from OCCT into the table that meshing and quick info work on."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from OCP.BRepAdaptor import BRepAdaptor_Surface
from OCP.GeomAbs import GeomAbs_SurfaceType as Type
from OCP.TopAbs import TopAbs_Orientation
from OCP.TopoDS import TopoDS_Face

from engine.kernel.evaluate import derivative_table
from engine.meshing.patches import Patches
from engine.model.arrays import Floats
from engine.surfaces.kind import CONE, FREEFORM, SurfaceKind

KIND_OF_TYPE = {
    int(Type.GeomAbs_Plane): SurfaceKind.PLANE,
    int(Type.GeomAbs_Cylinder): SurfaceKind.CYLINDER,
    int(Type.GeomAbs_Cone): SurfaceKind.CONE,
    int(Type.GeomAbs_Sphere): SurfaceKind.SPHERE,
    int(Type.GeomAbs_Torus): SurfaceKind.TORUS,
}
CLOSED_FORMS: dict[SurfaceKind, tuple[str, Callable[[Any], tuple[float, float]]]] = {
    SurfaceKind.PLANE: ("Plane", lambda _: (0.0, 0.0)),
    SurfaceKind.CYLINDER: ("Cylinder", lambda surface: (surface.Radius(), 0.0)),
    SurfaceKind.CONE: ("Cone", lambda surface: (surface.RefRadius(), surface.SemiAngle())),
    SurfaceKind.SPHERE: ("Sphere", lambda surface: (surface.Radius(), 0.0)),
    SurfaceKind.TORUS: ("Torus", lambda surface: (surface.MajorRadius(), surface.MinorRadius())),
}
"""What an adaptor calls the surface, and its sizes, as `Patches` has them."""
REVERSED = int(TopAbs_Orientation.TopAbs_REVERSED)
"""By number: to compare what OCCT enumerates takes as long as several questions to it."""

ClosedForm = tuple[SurfaceKind, Sequence[tuple[float, ...]], tuple[float, float]]
"""SurfaceKind, frame and sizes of a surface, as `Patches` has them."""


@dataclass(frozen=True, slots=True, eq=False)
class FacePatches(Patches):
    """The table with OCCT's own surfaces, for what else the kernel asks of them."""

    adaptors: list[BRepAdaptor_Surface]
    """(F,)"""


def tabulate(
    faces: tuple[TopoDS_Face, ...], inner: Floats, closed_forms: Sequence[ClosedForm | None] | None = None
) -> FacePatches:
    """Read the surfaces of faces into a table.

    Parameters
    ----------
    inner : (F, 3) float64
        Points inside each face: they decide which nappe of a cone it lies on.
    closed_forms : sequence
        The closed form of each face, None for one that has none, where they are known already.
    """
    count = len(faces)
    kind = np.full(count, FREEFORM)
    frame, sizes = np.zeros((count, 4, 3)), np.zeros((count, 2))
    adaptors = []
    for index, face in enumerate(faces):
        adaptor = BRepAdaptor_Surface(face, False)
        adaptors.append(adaptor)
        row = closed_form(adaptor) if closed_forms is None else closed_forms[index]
        if row is not None:
            kind[index], frame[index], sizes[index] = row
    is_reversed = np.array([int(face.Orientation()) == REVERSED for face in faces], dtype=bool)
    hand = np.sign(np.einsum("ij,ij->i", np.cross(frame[:, 1], frame[:, 2]), frame[:, 3]))
    hand[kind == FREEFORM] = 1.0
    is_cone = kind == CONE
    height = np.einsum("ij,ij->i", inner - frame[:, 0], frame[:, 3])
    beyond_apex = sizes[:, 0] + height * np.tan(np.where(is_cone, sizes[:, 1], 0.0)) < 0.0
    hand[is_cone & beyond_apex] *= -1.0
    outward = np.where(is_reversed, -hand, hand)
    origin, x, y, z = (np.ascontiguousarray(frame[:, i]) for i in range(4))
    evaluators = [partial(derivative_table, adaptor) for adaptor in adaptors]
    return FacePatches(
        kind, origin, x, y, z, sizes[:, 0], sizes[:, 1], outward, is_reversed, evaluators, adaptors
    )


def closed_form(adaptor: BRepAdaptor_Surface) -> ClosedForm | None:
    """Return kind, frame and sizes of a surface with closed formulas.

    None for any other, and for one whose placement scales it, so that the formulas do not hold.
    """
    kind = KIND_OF_TYPE.get(int(adaptor.GetType()))
    if kind is None:
        return None
    name, sizes_of = CLOSED_FORMS[kind]
    surface: Any = getattr(adaptor, name)()
    position = surface.Position()
    if abs(adaptor.Trsf().ScaleFactor()) != 1.0:
        return None
    frame = [
        position.Location().Coord(),
        position.XDirection().Coord(),
        position.YDirection().Coord(),
        position.Direction().Coord(),
    ]
    return kind, frame, sizes_of(surface)
