"""Names: what a designer calls a feature and a face, with the size that it is known by.

`hole 12 (Ø6.00)`, `face 38 (floor of pocket 30 × 20 × 12 mm)`, and `face 38` alone where it is part of no
feature that people speak of.
"""

import math

from engine.kinds import KIND_OF_KEY, KIND_OF_ROLE, ROLES
from engine.model.analysis import Recognition
from engine.model.feature import Feature
from engine.model.part import FaceId


def of_feature(feature: Feature) -> str:
    """Name a feature by its defining face and its size: `pocket 95 (30 × 20 × 12 mm)`."""
    name, size = f"{KIND_OF_KEY[feature.kind].noun} {feature.fid}", _size(feature)
    return f"{name} ({size})" if size else name


def of_faces(recognition: Recognition) -> tuple[str, ...]:
    """Name every face (F,) by its number and its place in the smallest feature that gives it its role."""
    feature_of_face: dict[FaceId, Feature] = {}
    for feature in sorted(recognition.features, key=lambda each: (len(each.faces), each.fid)):
        for face in feature.faces:
            kind = KIND_OF_ROLE.get(recognition.role_of_face[face])
            if kind is not None and kind.key == feature.kind:
                feature_of_face.setdefault(face, feature)
    return tuple(
        _face(FaceId(face), role, feature_of_face.get(FaceId(face)))
        for face, role in enumerate(recognition.role_of_face)
    )


def of_corner(faces: tuple[FaceId, FaceId], name_of_face: tuple[str, ...]) -> str:
    """Name a corner by its faces; where neither is part of a feature, by their numbers alone."""
    names = tuple(name_of_face[face] for face in faces)
    is_plain = names == tuple(f"face {face}" for face in faces)
    numbers = f"faces {faces[0]} and {faces[1]}"
    return f"the corner between {numbers if is_plain else ' and '.join(names)}"


def _face(face: FaceId, role: int, feature: Feature | None) -> str:
    kind = KIND_OF_ROLE.get(role)
    if kind is not None and not kind.is_listed:
        return f"face {face} ({ROLES[role].place or kind.noun})"
    place = ROLES[role].place
    if kind is None or feature is None or place is None:
        return f"face {face}"
    words = (f"{place} of" if place else "", kind.noun, _size(feature))
    return f"face {face} ({' '.join(word for word in words if word)})"


def _size(feature: Feature) -> str:
    """Return the sizes that a feature is known by; empty where it has none, or they are not all known."""
    kind = KIND_OF_KEY[feature.kind]
    sizes = kind.sizes[: kind.n_sizes_in_name]
    values = [getattr(feature, size.field) for size in sizes]
    if not sizes or not all(map(math.isfinite, values)):
        return ""
    if len(sizes) == 1:
        return f"{sizes[0].mark}{values[0]:.2f}" if sizes[0].mark else f"{values[0]:.2f} mm"
    return f"{' × '.join(map(length, values))} mm"


def length(length_mm: float) -> str:
    """Write a length as on a drawing: two decimals, or as many as a small one needs, and no idle zeros."""
    digits = 2 if length_mm >= 1.0 or length_mm <= 0.0 else 1 - math.floor(math.log10(length_mm))
    return f"{length_mm:.{digits}f}".rstrip("0").rstrip(".")
