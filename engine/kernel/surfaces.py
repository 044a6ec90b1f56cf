"""The effective surface of a face: as the file spells it, recovered from another spelling, or freeform."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from OCP.BRepAdaptor import BRepAdaptor_Surface
from OCP.GeomAbs import GeomAbs_SurfaceType as Type

from engine.kernel.evaluate import Derivatives, principal_curvatures
from engine.model.arrays import Bools, Floats, frozen
from engine.model.surface import Cone, Cylinder, Freeform, Plane, Sphere, Surface, Torus
from engine.surfaces.recover import recover

FEWEST_SAMPLES = 9
REGULAR = 0.01
"""A surface that moves by less than this share of its usual speed is near a pole."""
DISGUISED_DEG = 1e-3
"""A cone as near to flat or straight as this is a plane or a cylinder in disguise, or as good as one."""
FLAT_PER_MM = 1e-9
"""Curvature below this is none: a radius of 1000 km."""


@dataclass(frozen=True, slots=True, eq=False)
class Effective:
    """What a face lies on, how far it strays from it, and whether the file spelled it so."""

    surface: Surface
    deviation_mm: float = 0.0
    is_recovered: bool = False


def native(adaptor: BRepAdaptor_Surface, inner: Floats, outward: Floats) -> Effective | None:
    """Return the surface as the file spells it, None where it spells none of the five.

    Parameters
    ----------
    adaptor : BRepAdaptor_Surface
        Of the face.
    inner, outward : (3,) float64
        A point of the face and the outward normal there: a plane's own normal is the outward one, a
        cone's axis points to the nappe the face is on.
    """
    match adaptor.GetType():
        case Type.GeomAbs_Plane:
            return Effective(Plane(frozen(inner), frozen(outward)))
        case Type.GeomAbs_Cylinder:
            cylinder = adaptor.Cylinder()
            return Effective(Cylinder(*_axis(cylinder), cylinder.Radius()))
        case Type.GeomAbs_Cone:
            cone = adaptor.Cone()
            half = abs(math.degrees(cone.SemiAngle()))
            if not DISGUISED_DEG < half < 90.0 - DISGUISED_DEG:
                return None
            apex, axis = np.array(cone.Apex().Coord()), np.array(cone.Axis().Direction().Coord())
            return Effective(Cone(frozen(apex), frozen(axis if (inner - apex) @ axis > 0 else -axis), half))
        case Type.GeomAbs_Sphere:
            sphere = adaptor.Sphere()
            return Effective(Sphere(frozen(sphere.Location().Coord()), sphere.Radius()))
        case Type.GeomAbs_Torus:
            torus = adaptor.Torus()
            return Effective(Torus(*_axis(torus), torus.MajorRadius(), torus.MinorRadius()))
        case _:
            return None


def recovered(at: Derivatives, outward: Floats, width_mm: float) -> Effective:
    """Return one of the five surfaces if samples all over the face lie on it, else `Freeform`.

    Parameters
    ----------
    at : Derivatives
        Samples inside the face and on its border.
    outward : (N, 3) float64
        Outward unit normals at the samples, NaN where there is none.
    width_mm : float
        Local width of the face.
    """
    known = np.isfinite(outward).all(axis=1)
    if known.sum() >= FEWEST_SAMPLES:
        found = recover(at.point[known], outward[known], width_mm)
        if found is not None:
            return Effective(found.surface, found.deviation_mm, True)
    return Effective(_freeform(at, outward))


def _axis(surface: Any) -> tuple[Floats, Floats]:
    """Location and direction of a surface's axis."""
    return frozen(surface.Location().Coord()), frozen(surface.Axis().Direction().Coord())


def _freeform(at: Derivatives, outward: Floats) -> Freeform:
    smaller, larger = principal_curvatures(at, outward)
    smaller, larger = np.where(_is_regular(at), [smaller, larger], np.nan)
    convex = np.nanmax(np.append(-smaller, 0.0))
    concave = np.nanmax(np.append(larger, 0.0))
    return Freeform(_radius(convex), _radius(concave))


def _is_regular(at: Derivatives) -> Bools:
    """(N,) False near poles and collapsed borders, where rounding alone makes the curvature large."""
    speeds = np.sqrt(np.array([(at.du * at.du).sum(1), (at.dv * at.dv).sum(1)]))
    usual = np.median(speeds, axis=1, keepdims=True)
    return np.asarray((speeds > REGULAR * usual).all(axis=0))


def _radius(curvature: float) -> float:
    return 1.0 / float(curvature) if curvature > FLAT_PER_MM else math.inf
