"""What an analysis found, as Python objects; all of it is read off the files of the result."""

import json
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Any

from engine.scripting import layer_mesh
from engine.scripting.table import Table

Point = tuple[float, float, float]

OF_EVERY_FEATURE = frozenset(
    ("fid", "kind", "related_fids", "opposite_fids", "axis", "center", "box_mm", "solid", "uncertainty_mm")
)
"""Members of a feature that are no dimension of its kind."""


@dataclass(frozen=True, slots=True)
class Feature:
    """A feature, measured."""

    id: str
    kind: str
    dimensions: Mapping[str, Any]
    """By name: millimeters, square millimeters or degrees, as the end of the name says."""
    face_ids: tuple[str, ...]
    axis: Point | None
    center_mm: Point | None
    uncertainty_mm: float

    @property
    def row(self) -> dict[str, Any]:
        """The feature as a line of a table."""
        return {"id": self.id, "kind": self.kind, **self.dimensions}


@dataclass(frozen=True, slots=True)
class Finding:
    """What a rule says of one place."""

    pack: str
    configuration: str
    rule: str
    severity: str
    """`pass`, `warning` or `fail`."""
    subject_id: str
    """Of the feature or face."""
    subject_kind: str
    value: float | None
    limit: float | None
    unit: str
    point_mm: Point | None
    message: str
    advice: str

    @property
    def row(self) -> dict[str, Any]:
        """The finding as a line of a table."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class Process:
    """A configuration of a rule pack, and how the part does under it."""

    pack: str
    configuration: str
    severity: str
    reason: str
    """Why it stands where it does in the order of processes."""
    misfit: str | None
    """Why the part does not fit a machine of it; None: it does."""

    @property
    def row(self) -> dict[str, Any]:
        """The process as a line of a table."""
        return {name: getattr(self, name) for name in self.__slots__}


class Result:
    """What was found in a part.

    Parameters
    ----------
    folder : Path
        The files of the result.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.document: dict[str, Any] = json.loads((folder / "result.json").read_text("utf-8"))

    @property
    def name(self) -> str:
        """Name of the file."""
        return str(self.document["filename"])

    @property
    def size_mm(self) -> Point:
        """Sides of the box along the axes of the file."""
        box = self.document["geometry"]["bounding_box_mm"]
        return box["x"], box["y"], box["z"]

    @property
    def volume_cm3(self) -> float:
        """Volume of all bodies."""
        return float(self.document["geometry"]["volume_cm3"])

    @property
    def form(self) -> str:
        """What the part looks like it is made as: `turned`, `milled` …; empty where it is not known."""
        form = self.document.get("form")
        return str(form["form"]) if form else ""

    @property
    def order_reason(self) -> str:
        """Why the first process is first, and why the next is not."""
        return str(self.document["modules"]["order_reason"])

    @cached_property
    def processes(self) -> Table[Process]:
        """All processes, what suits the part best first."""
        modules = self.document["modules"]
        severity = {
            (pack["module_key"], one["configuration_key"]): one["result"]["overall_severity"]
            for pack in modules["modules"]
            for one in pack["configurations"]
        }
        keys = [(each["module_key"], each["configuration_key"]) for each in modules["order"]]
        return Table(
            [
                Process(*key, severity[key], each["reason"], each["misfit"])
                for key, each in zip(keys, modules["order"], strict=True)
            ]
        )

    @cached_property
    def features(self) -> Table[Feature]:
        """All features."""
        return Table([_feature(each) for each in self.document["features"]["features"]])

    @cached_property
    def findings(self) -> Table[Finding]:
        """What every rule of every process says of every place that it does not pass."""
        return Table(
            [
                _finding(pack["module_key"], one["configuration_key"], rule["key"], each)
                for pack in self.document["modules"]["modules"]
                for one in pack["configurations"]
                for rule in one["result"]["rules"]
                for each in rule["findings"]
            ]
        )

    def mesh(self, layer: str) -> Any:
        """Return the mesh with what a layer shows: a `pyvista.PolyData`; see `layer_mesh.read`."""
        return layer_mesh.read(self.folder, layer)

    def save(self, folder: str | Path) -> Path:
        """Copy the files of the result into a folder, which is made where it is not there; return it."""
        target = Path(folder)
        shutil.copytree(self.folder, target, dirs_exist_ok=True)
        return target

    def __repr__(self) -> str:
        return f"<{self.name}: {self._summary}>"

    def _repr_html_(self) -> str:
        """Return the part as notebooks show it: what it is, how each process does, and a picture."""
        lines = "".join(
            f"<tr><td>{escape(each.pack)}</td><td>{escape(each.configuration)}</td>"
            f"<td>{escape(each.severity)}</td><td>{escape(each.misfit or each.reason)}</td></tr>"
            for each in self.processes
        )
        return f"<p><b>{escape(self.name)}</b>: {escape(self._summary)}</p><table>{lines}</table>"

    def _repr_png_(self) -> bytes | None:
        """Return the picture of the thickness; None where none was drawn."""
        picture = self.folder / "thickness_front.png"
        return picture.read_bytes() if picture.is_file() else None

    @property
    def _summary(self) -> str:
        sides = " × ".join(f"{side:.4g}" for side in self.size_mm)
        form = f"{self.form}, " if self.form else ""
        return f"{form}{sides} mm, {len(self.features)} features"


def _feature(found: Mapping[str, Any]) -> Feature:
    return Feature(
        id=found["fid"],
        kind=found["kind"],
        dimensions={key: value for key, value in found.items() if key not in OF_EVERY_FEATURE},
        face_ids=tuple(found["related_fids"]),
        axis=_point(found["axis"]),
        center_mm=_point(found["center"]),
        uncertainty_mm=found["uncertainty_mm"],
    )


def _finding(pack: str, configuration: str, rule: str, found: Mapping[str, Any]) -> Finding:
    return Finding(
        pack=pack,
        configuration=configuration,
        rule=rule,
        severity=found["severity"],
        subject_id=found["fid"],
        subject_kind=found["kind"],
        value=found["value"],
        limit=found["threshold"],
        unit=found["unit"] or "",
        point_mm=_point(found["location"]),
        message=found["message"],
        advice=found["advice"] or "",
    )


def _point(found: Any) -> Point | None:
    return None if found is None else (found[0], found[1], found[2])
