"""What formats of bare triangles share: loading, the unit that a file may lack, segmentation into faces."""

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from engine import file_name
from engine.errors import MeshTooLarge, NoSolid, SprueError, UnreadableFile
from engine.formats.gltf_file.scene import FARTHEST_MM, MAX_TRIANGLES
from engine.length_units import MM_OF_UNIT
from engine.model.arrays import Floats, Ints
from engine.model.mesh import Mesh, MeshOptions
from engine.model.part import Part
from engine.model.quick_info import QuickInfo
from engine.progress import Progress

if TYPE_CHECKING:
    from engine.segment.mesh_repair import Repairs
    from engine.segment.surface_mesh import SurfaceMesh

Soup = tuple[Floats, Ints]
"""(V, 3) vertices as the file has them, and (T, 3) triangles."""
LONGEST_REASON = 120
DEFAULT_UNIT = "mm"


def by_trimesh(path: Path, file_type: str, label: str) -> tuple[Soup, ...]:
    """Read the triangles of a file, a soup a mesh; nothing outside the file is opened.

    Raises
    ------
    UnreadableFile
        It is broken.
    NoSolid
        It holds no triangles.
    """
    import trimesh

    options: dict[str, Any] = {"skip_materials": True} if file_type == "obj" else {}
    try:
        found: Any = trimesh.load(
            io.BytesIO(path.read_bytes()), file_type=file_type, process=False, resolver=None, **options
        )
        meshes: list[Any] = found.dump() if isinstance(found, trimesh.Scene) else [found]
        soups = tuple(
            (np.asarray(each.vertices, dtype=np.float64), np.asarray(each.faces, dtype=np.int64))
            for each in meshes
            if getattr(each, "faces", None) is not None and len(each.faces)
        )
    except SprueError:
        raise
    except Exception as error:  # whatever a broken file leads its reader to
        reason = str(error).strip().partition("\n")[0][:LONGEST_REASON] or type(error).__name__
        raise UnreadableFile(f"the {label} file is broken: {reason}") from None
    if not soups:
        raise NoSolid(f"the {label} file holds no triangles; a part's surface is needed")
    return soups


@dataclass(frozen=True, slots=True)
class Reader:
    """What a format of bare triangles reads: `read`, `describe` and `quick_info` of `formats.Format`."""

    label: str
    soups_of: Callable[[Path], tuple[Sequence[Soup], str]]
    """Load the triangles of a file, and its unit; where that is empty the one asked for counts."""

    def read(self, path: Path, options: MeshOptions, progress: Progress) -> tuple[Part, Mesh]:
        """Sort the triangles of a file into faces, measure them, and mesh them for analysis."""
        from engine.segment import regions
        from engine.segment.assemble import assemble

        surface, notes, unit = self._surface(path, options.unit, progress)
        progress.stage("segmenting", f"sorting {len(surface.triangles)} triangles into faces")
        found = regions.segment(surface, progress)
        progress.stage("meshing", f"measuring and meshing {len(found.surfaces)} faces")
        part, mesh = assemble(surface, found, options, file_name.shown(path.stem), unit, notes, progress)
        return _reported(part, notes, progress), mesh

    def describe(self, path: Path, progress: Progress, asked: str | None = None) -> tuple[Part, Mesh]:
        """Measure the triangles of a file as they stand; they are the mesh, too. `asked` is its unit."""
        from engine.segment.assemble import measure_triangles

        surface, notes, unit = self._surface(path, asked, progress)
        progress.stage("measuring", f"measuring {len(surface.triangles)} triangles")
        part, mesh = measure_triangles(surface, file_name.shown(path.stem), unit, notes)
        return _reported(part, notes, progress), mesh

    def quick_info(self, path: Path, progress: Progress, unit: str | None = None) -> tuple[QuickInfo, Mesh]:
        """Measure what the triangles of a file enclose; `unit` counts where the file has none."""
        part, mesh = self.describe(path, progress, unit)
        return QuickInfo.of(part), mesh

    def _surface(
        self, path: Path, asked: str | None, progress: Progress
    ) -> tuple["SurfaceMesh", tuple[str, ...], str]:
        """Return the triangles in millimeters as one surface, what is to be said of them, and their unit."""
        from engine.segment import mesh_repair

        progress.stage("reading triangles", f"reading {file_name.shown(path.name)}")
        soups, unit = self.soups_of(path)
        meant = unit or asked or DEFAULT_UNIT
        factor = MM_OF_UNIT[meant]
        scaled = []
        for vertices, triangles in soups:
            _check(self.label, vertices, triangles, factor)
            scaled.append((vertices * factor, triangles))
        if sum(len(triangles) for _, triangles in scaled) > MAX_TRIANGLES:
            raise MeshTooLarge(f"the file holds more than {MAX_TRIANGLES:,} triangles")
        progress.check()
        surface, repairs = mesh_repair.build(scaled)
        notes = _notes(surface, repairs, self.label, "" if unit or asked else meant)
        for sentence in notes:
            progress.note(sentence)
        return surface, notes, meant


def _check(label: str, vertices: Floats, triangles: Ints, factor: float) -> None:
    if vertices.ndim != 2 or vertices.shape[1] != 3 or triangles.ndim != 2 or triangles.shape[1] != 3:
        raise UnreadableFile(f"the {label} file is broken: its corners have no three coordinates")
    if triangles.min(initial=0) < 0 or triangles.max(initial=-1) >= len(vertices):
        raise UnreadableFile(f"the {label} file is broken: triangles name corners that it does not have")
    used = vertices[np.unique(triangles)]
    if not np.isfinite(used).all() or np.abs(used).max(initial=0.0) * factor > FARTHEST_MM:
        raise UnreadableFile(f"the {label} file is broken: it holds coordinates that are no numbers")


def _notes(surface: "SurfaceMesh", repairs: "Repairs", label: str, assumed: str) -> tuple[str, ...]:
    """Return sentences on a unit that was assumed, and on what was repaired."""
    from engine.formats.gltf_file import plausibility

    sides = np.ptp(surface.vertices, axis=0)
    if not plausibility.SMALLEST_MM <= float(np.linalg.norm(sides)) <= plausibility.LARGEST_MM:
        raise UnreadableFile(
            f"the part's largest side is {sides.max():.4g} mm, which no part's is: "
            "was another unit meant than the one it was read in?"
        )
    notes = plausibility.of_repairs(repairs)
    if not assumed:
        return notes
    longest = float(sides.max())
    return (
        f"{label} files have no unit: the largest side, {longest:.6g}, is taken as millimeters; "
        f"in inches it is {longest * MM_OF_UNIT['in']:.6g} mm.",
        *notes,
    )


def _reported(part: Part, notes: tuple[str, ...], progress: Progress) -> Part:
    """Report the notes of the part beyond those reported already, and return it."""
    for sentence in part.notes[len(notes) :]:
        progress.note(sentence)
    progress.done()
    return part
