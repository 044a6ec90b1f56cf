"""Names: what a designer calls a feature and a face, with the size that it is known by.

`hole 12 (Ø6.00)`, `face 38 (floor of pocket 30 × 20 × 12 mm)`, and `face 38` alone where it is part of no
feature that people speak of.
"""

import math

from engine.model.analysis import Recognition
from engine.model.feature import Feature, Kind, Role
from engine.model.part import FaceId

MARKED = (("diameter_mm", "Ø"), ("radius_mm", "R"), ("inside_radius_mm", "R"), ("thickness_mm", ""))
"""The dimension that people know features by, with the mark before it; the first one that a feature has."""
SIDES_OF_KIND = {
    Kind.SLOT: ("width_mm", "length_mm", "depth_mm"),
    Kind.POCKET: ("length_mm", "width_mm", "depth_mm"),
    Kind.PROTRUSION: ("length_mm", "width_mm", "height_mm"),
}
"""What has no such dimension is known by its sides."""
PLACE_OF_ROLE = {
    Role.HOLE_WALL: (Kind.HOLE, "wall"),
    Role.HOLE_FLOOR: (Kind.HOLE, "floor"),
    Role.HOLE_STEP: (Kind.HOLE, "step"),
    Role.COUNTERSINK: (Kind.HOLE, "countersink"),
    Role.BOSS_WALL: (Kind.BOSS, "wall"),
    Role.BOSS_TOP: (Kind.BOSS, "top"),
    Role.SLOT_WALL: (Kind.SLOT, "wall"),
    Role.SLOT_FLOOR: (Kind.SLOT, "floor"),
    Role.FIN_WALL: (Kind.FIN, "side"),
    Role.FIN_TOP: (Kind.FIN, "top"),
    Role.POCKET_WALL: (Kind.POCKET, "wall"),
    Role.POCKET_FLOOR: (Kind.POCKET, "floor"),
    Role.PROTRUSION_WALL: (Kind.PROTRUSION, "wall"),
    Role.PROTRUSION_TOP: (Kind.PROTRUSION, "top"),
    Role.ROUND: (Kind.ROUND, ""),
    Role.FILLET: (Kind.FILLET, ""),
    Role.BEND: (Kind.BEND, ""),
}
"""The kind of feature that a role is a part of, and which part of it; nothing where the face is all of it."""


def of_feature(feature: Feature) -> str:
    """Name a feature by its defining face and its size: `pocket 95 (30 × 20 × 12 mm)`."""
    name, size = f"{feature.kind.value.lower()} {feature.fid}", _size(feature)
    return f"{name} ({size})" if size else name


def of_faces(recognition: Recognition) -> tuple[str, ...]:
    """Name every face (F,) by its number and its place in the smallest feature that gives it its role."""
    feature_of_face: dict[FaceId, Feature] = {}
    for feature in sorted(recognition.features, key=lambda each: (len(each.faces), each.fid)):
        for face in feature.faces:
            kind, _ = PLACE_OF_ROLE.get(recognition.role_of_face[face], (None, ""))
            if kind == feature.kind:
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


def _face(face: FaceId, role: Role, feature: Feature | None) -> str:
    if role is Role.CHAMFER:
        return f"face {face} (chamfer)"
    if feature is None:
        return f"face {face}"
    _, place = PLACE_OF_ROLE[role]
    words = (f"{place} of" if place else "", feature.kind.value.lower(), _size(feature))
    return f"face {face} ({' '.join(word for word in words if word)})"


def _size(feature: Feature) -> str:
    """Return the size that a feature is known by; empty where it has none."""
    for dimension, mark in MARKED:
        value = getattr(feature, dimension, None)
        if value is not None and math.isfinite(value):
            return f"{mark}{value:.2f}" if mark else f"{value:.2f} mm"
    sides = [getattr(feature, side) for side in SIDES_OF_KIND.get(feature.kind, ())]
    return f"{' × '.join(map(_length, sides))} mm" if sides and all(map(math.isfinite, sides)) else ""


def _length(length_mm: float) -> str:
    """Write a length as on a drawing: two decimals, or as many as a small one needs, and no idle zeros."""
    digits = 2 if length_mm >= 1.0 or length_mm <= 0.0 else 1 - math.floor(math.log10(length_mm))
    return f"{length_mm:.{digits}f}".rstrip("0").rstrip(".")
