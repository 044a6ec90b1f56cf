"""Names: what a designer calls a feature and a face, with the size that it is known by.

`hole 12 (Ø6.00, 3 of 8)`, `face 38 (floor of pocket 30 × 20 × 12 mm)`, and `face 38 (flat, 480 mm²)` where it
is part of no feature that people speak of.
"""

import math
from collections.abc import Sequence

from engine.kinds import KIND_OF_KEY, KIND_OF_ROLE, ROLES
from engine.model.analysis import Recognition
from engine.model.feature import Feature
from engine.model.part import Face, FaceId
from engine.model.surface import Cone, Cylinder, Plane, Sphere, Torus


def of_feature(feature: Feature, which: str = "") -> str:
    """Name a feature by its defining face and its size: `pocket 95 (30 × 20 × 12 mm)`.

    `which` tells it from its equals: `3 of 8`; empty where there are none.
    """
    name = f"{KIND_OF_KEY[feature.kind].noun} {feature.fid}"
    known = ", ".join(each for each in (size_of(feature), which) if each)
    return f"{name} ({known})" if known else name


def size_of(feature: Feature) -> str:
    """Return the sizes that a feature is known by; empty where it has none, or they are not all known."""
    kind = KIND_OF_KEY[feature.kind]
    sizes = kind.sizes[: kind.n_sizes_in_name]
    values = [getattr(feature, size.field) for size in sizes]
    if not sizes or not all(map(math.isfinite, values)):
        return ""
    if len(sizes) == 1:
        return f"{sizes[0].mark}{values[0]:.2f}" if sizes[0].mark else f"{values[0]:.2f} mm"
    return f"{' × '.join(map(length, values))} mm"


def of_faces(recognition: Recognition, faces: Sequence[Face]) -> tuple[str, ...]:
    """Name every face (F,) by its number and its place in the smallest feature that gives it its role.

    One that has none is named by its shape and its area.
    """
    feature_of_face: dict[FaceId, Feature] = {}
    for feature in sorted(recognition.features, key=lambda each: (len(each.faces), each.fid)):
        for face in feature.faces:
            kind = KIND_OF_ROLE.get(recognition.role_of_face[face])
            if kind is not None and kind.key == feature.kind:
                feature_of_face.setdefault(face, feature)
    return tuple(
        _face(face, role, feature_of_face.get(face.id))
        for face, role in zip(faces, recognition.role_of_face, strict=True)
    )


def of_corner(faces: tuple[FaceId, FaceId], name_of_face: tuple[str, ...]) -> str:
    """Name a corner by its faces."""
    return f"the corner between {' and '.join(name_of_face[face] for face in faces)}"


def _face(face: Face, role: int, feature: Feature | None) -> str:
    kind = KIND_OF_ROLE.get(role)
    if kind is not None and not kind.is_listed:
        return f"face {face.id} ({ROLES[role].place or kind.noun})"
    place = ROLES[role].place
    if kind is None or feature is None or place is None:
        return f"face {face.id} ({_shape(face)}, {_area(face.area_mm2)})"
    words = (f"{place} of" if place else "", kind.noun, size_of(feature))
    return f"face {face.id} ({' '.join(word for word in words if word)})"


def _shape(face: Face) -> str:
    match face.surface:
        case Plane():
            return "flat"
        case Cylinder(radius_mm=radius_mm):
            return f"cylinder Ø{length(2.0 * radius_mm)}"
        case Cone():
            return "cone"
        case Sphere(radius_mm=radius_mm):
            return f"sphere Ø{length(2.0 * radius_mm)}"
        case Torus():
            return "torus"
    return "free-form"


def _area(area_mm2: float) -> str:
    """Write an area: whole square millimeters, or as many decimals as a small one needs."""
    return f"{area_mm2:,.0f} mm²" if area_mm2 >= 10.0 else f"{length(area_mm2)} mm²"


def length(length_mm: float) -> str:
    """Write a length as on a drawing: two decimals, or as many as a small one needs, and no idle zeros."""
    digits = 2 if length_mm >= 1.0 or length_mm <= 0.0 else 1 - math.floor(math.log10(length_mm))
    return f"{length_mm:.{digits}f}".rstrip("0").rstrip(".")
