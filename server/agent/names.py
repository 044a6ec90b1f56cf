"""Stable names of features, such as `Hole Ø6.6, 3 of 8`: what answers say, and later calls accept."""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from server.agent.words import number

SIZES: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "HOLE": ("Ø", ("diameter_mm",)),
    "BOSS": ("Ø", ("diameter_mm",)),
    "SLOT": ("", ("width_mm",)),
    "FIN": ("", ("thickness_mm",)),
    "WALL": ("", ("thickness_mm",)),
    "SLAB": ("", ("thickness_mm",)),
    "POCKET": ("", ("length_mm", "width_mm", "depth_mm")),
    "PROTRUSION": ("", ("length_mm", "width_mm", "height_mm")),
    "ROUND": ("R", ("radius_mm",)),
    "FILLET": ("R", ("radius_mm",)),
    "BEND": ("R", ("inside_radius_mm",)),
}
"""By kind, the mark before the sizes that a feature is known by, and these."""
BESIDES = frozenset(
    "fid kind related_fids opposite_fids axis center box_mm solid uncertainty_mm stages thread_candidates "
    "entry "
    "sub_features min_thickness_mm max_thickness_mm".split()
)
"""Members of a feature that are no dimension for an answer."""
MOST_NAMED = 6
FACE = re.compile(r"(?:face\s*)?(\d{1,8})")


@dataclass(frozen=True, slots=True)
class Named:
    """A feature with its name."""

    name: str
    entry: Mapping[str, Any]

    @property
    def fids(self) -> list[str]:
        """Its faces."""
        return list(self.entry["related_fids"])

    @property
    def dimensions(self) -> dict[str, Any]:
        """What it measures, by name, with the unit at its end."""
        return {key: value for key, value in self.entry.items() if key not in BESIDES and value is not None}


class UnknownName(Exception):
    """There is no feature of a name; the message says which there are."""


class Names:
    """The names of all features of a result, which follow from their kinds, sizes and order alone."""

    def __init__(self, result: Mapping[str, Any]) -> None:
        features: Sequence[Mapping[str, Any]] = result["features"]["features"]
        base = [_base(each) for each in features]
        count, seen = Counter(base), Counter[str]()
        self.features: list[Named] = []
        for entry, label in zip(features, base, strict=True):
            seen[label] += 1
            which = f", {seen[label]} of {count[label]}" if count[label] > 1 else ""
            self.features.append(Named(label + which, entry))
        self.known_fids = frozenset(result["features"]["roles_by_fid"])
        self._of_face: dict[str, Named] = {}
        for named in sorted(self.features, key=lambda each: len(each.fids)):
            for fid in named.fids:
                self._of_face.setdefault(fid, named)
        self._by_name: dict[str, list[Named]] = defaultdict(list)
        for named, label in zip(self.features, base, strict=True):
            self._by_name[_plain(named.name)].append(named)
            if _plain(label) != _plain(named.name):
                self._by_name[_plain(label)].append(named)

    def of_face(self, fid: str) -> str:
        """Name the smallest feature that a face belongs to; the face itself where it belongs to none."""
        named = self._of_face.get(fid)
        return f"face {fid}" if named is None else named.name

    def of_faces(self, fids: Sequence[str]) -> list[str]:
        """Name what faces belong to, each feature once, in their order."""
        return list(dict.fromkeys(self.of_face(fid) for fid in fids))

    def find(self, name: str) -> list[Named]:
        """Return the features that a name, or the number of a face, stands for; empty for a face of none."""
        found = self._by_name.get(_plain(name))
        if found:
            return found
        face = FACE.fullmatch(name.strip().lower())
        if face is not None and face[1] in self.known_fids:
            return [each for each in self.features if each.entry["fid"] == face[1]]
        raise UnknownName(self._unknown(name))

    def fids(self, name: str) -> list[str]:
        """Return the faces that a name stands for: of features, or `face 12` alone."""
        face = FACE.fullmatch(name.strip().lower())
        if face is not None:
            if face[1] not in self.known_fids:
                raise UnknownName(self._unknown(name))
            return [face[1]]
        return [fid for each in self.find(name) for fid in each.fids]

    def _unknown(self, name: str) -> str:
        word = _plain(name)
        near = [each.name for each in self.features if word[:4] and _plain(each.name).startswith(word[:4])]
        shown = (near or [each.name for each in self.features])[:MOST_NAMED]
        listed = "; ".join(shown) if shown else "none"
        return (
            f"There is no feature {name[:60]!r} in this analysis. Some there are: {listed}. "
            "get_result with section features lists all; `face 12` names a face by its number."
        )


def _base(entry: Mapping[str, Any]) -> str:
    """Name a feature by its kind and sizes."""
    kind = str(entry["kind"])
    label = kind.replace("_", " ").capitalize()
    mark, fields = SIZES.get(kind, ("", ()))
    values = [entry.get(each) for each in fields]
    if not values or any(not isinstance(value, int | float) for value in values):
        return label
    sizes = " × ".join(number(round(float(value), 2)) for value in values if value is not None)
    return f"{label} {mark}{sizes}" if mark else f"{label} {sizes} mm"


def _plain(name: str) -> str:
    """Write a name as it is compared: spaces, commas, case and the way a diameter is marked do not count."""
    plain = name.casefold().replace("⌀", "ø").replace("dia.", "ø").replace("×", "x").replace("/", "of")
    return re.sub(r"[\s,]|mm", "", plain)
