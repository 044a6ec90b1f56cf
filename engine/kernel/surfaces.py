"""The effective surface of a face, read off OCCT's adaptor."""

import math
from typing import Any

import numpy as np
from OCP.BRepAdaptor import BRepAdaptor_Surface
from OCP.GeomAbs import GeomAbs_SurfaceType as Type

from engine.model.arrays import Floats, frozen
from engine.model.surface import Cone, Cylinder, Plane, Sphere, Surface, Torus


def native(adaptor: BRepAdaptor_Surface, inner: Floats, outward: Floats) -> Surface | None:
    """Return the surface as the file spells it, None where it spells none of the five.

    Parameters
    ----------
    adaptor : BRepAdaptor_Surface
        Of the face.
    inner, outward : (3,) float64
        A point of the face and the outward normal there: they choose a plane's normal and a cone's nappe.
    """
    match adaptor.GetType():
        case Type.GeomAbs_Plane:
            return Plane(frozen(inner), frozen(outward))
        case Type.GeomAbs_Cylinder:
            cylinder = adaptor.Cylinder()
            return Cylinder(*_line(cylinder), cylinder.Radius())
        case Type.GeomAbs_Cone:
            cone = adaptor.Cone()
            apex, axis = np.array(cone.Apex().Coord()), np.array(cone.Axis().Direction().Coord())
            if (inner - apex) @ axis < 0:
                axis = -axis
            return Cone(frozen(apex), frozen(axis), abs(math.degrees(cone.SemiAngle())))
        case Type.GeomAbs_Sphere:
            sphere = adaptor.Sphere()
            return Sphere(frozen(sphere.Location().Coord()), sphere.Radius())
        case Type.GeomAbs_Torus:
            torus = adaptor.Torus()
            return Torus(*_line(torus), torus.MajorRadius(), torus.MinorRadius())
        case _:
            return None


def _line(surface: Any) -> tuple[Floats, Floats]:
    """Location and direction of a surface's axis."""
    return frozen(surface.Location().Coord()), frozen(surface.Axis().Direction().Coord())


def natural_normal(surface: Surface, point: Floats) -> Floats | None:
    """Return the natural normal (3,) at a point of the surface, None where it has none."""
    from engine.kernel.carriers import outward_normals, tabulate

    normal = outward_normals(tabulate([surface], [1]), np.zeros(1, dtype=np.int64), point[None])[0]
    return normal if np.isfinite(normal).all() else None
