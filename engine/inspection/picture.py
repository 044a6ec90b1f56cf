"""A picture of a part that was analyzed: from a side, of a layer, near some faces, or cut open."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from PIL import Image

from engine import heatmaps
from engine.errors import InvalidOption
from engine.inspection import section as cutting
from engine.inspection import target
from engine.inspection.section import Section
from engine.model.analysis import Analysis
from engine.model.arrays import Floats, Vector, frozen
from engine.model.heatmap import Heatmap
from engine.model.layer_limits import LayerLimits
from engine.model.part import FaceId
from engine.palette import PLAIN, rgb
from engine.render import camera, closeup, legend, light, lines, picture, scene
from engine.render.camera import Camera
from engine.render.scene import Scene

SIDES: Mapping[str, tuple[float, float, float]] = {
    "iso": camera.ISOMETRIC,
    "reverse": camera.REVERSE,
    "front": (0.0, -1.0, 0.0),
    "back": (0.0, 1.0, 0.0),
    "left": (-1.0, 0.0, 0.0),
    "right": (1.0, 0.0, 0.0),
    "top": (0.0, 0.0, 1.0),
    "bottom": (0.0, 0.0, -1.0),
}
"""By name, the direction from the part to the eye; +Z is up."""
SQUARE = ("front", "back", "left", "right", "top", "bottom")
"""Sides that are seen in parallel, as on a drawing."""
LEAST_PX, MOST_PX, USUAL_PX = 240, 1600, 800
MARGIN_PX = 26.0
LONGEST_LABEL = 40


@dataclass(frozen=True, slots=True, eq=False)
class _Asked:
    """What is asked for, checked."""

    view: str
    toward: Vector | None
    """None: from where the faces are seen best."""
    layer: str
    faces: tuple[FaceId, ...]
    is_close: bool
    plane: tuple[Vector, Vector] | None
    witness: tuple[Vector, Vector] | None
    location: Vector | None
    label: str
    process: str
    size: tuple[int, int]


def draw(analysis: Analysis, asked: Mapping[str, Any]) -> tuple[Image.Image, str]:
    """Draw a picture; return it with a sentence that says what it shows.

    Parameters
    ----------
    asked
        `view`: a name of `SIDES`, three numbers from the part to the eye, or empty for what shows `fids`
        best; `layer`: a layer's name or empty; `fids`: faces to outline; `close_up`: whether to go near;
        `section`: `point` and `normal` of a plane, what lies before it is taken away; `witness`: two points
        between which a dimension is drawn, or `location`, one that is ringed, with `label` beside it;
        `process`: `pack/configuration` whose limits color the layer; `width_px`.

    Raises
    ------
    InvalidOption
        One of these is none.
    """
    want = _read(analysis, asked)
    heatmap = _heatmap(analysis, want)
    mesh = analysis.assessed.prepared.mesh
    cut = None if want.plane is None else cutting.cut(mesh, *want.plane)
    if want.plane is not None and cut is None:
        raise InvalidOption("section lies outside the part: nothing of it is behind the plane")
    shown = scene.build(mesh) if cut is None else _cut_scene(cut)
    drawn = heatmap
    if cut is not None:
        drawn = cut.heatmap(heatmap or _plain(analysis))
    aimed = _aim(shown, want, heatmap)
    marking = picture.Marking(
        faces=want.faces, witness=want.witness, location=want.location, label=want.label
    )
    image = picture.draw(shown, aimed, drawn, marking, with_legend=heatmap is not None and not want.is_close)
    return image, _caption(analysis, want, heatmap, aimed)


def _read(analysis: Analysis, asked: Mapping[str, Any]) -> _Asked:
    part = analysis.assessed.prepared.part
    layers = heatmaps.layers()
    layer = asked.get("layer") or ""
    if layer and layer not in layers:
        raise InvalidOption(f"layer is {str(layer)[:40]!r}; it is one of {', '.join(layers)}, or empty")
    faces = target.faces_of("fids", asked.get("fids") or (), part)
    width = asked.get("width_px") or USUAL_PX
    if not isinstance(width, int) or not LEAST_PX <= width <= MOST_PX:
        raise InvalidOption(f"width_px is a whole number from {LEAST_PX} to {MOST_PX}")
    view, toward = _view(asked.get("view") or "", bool(faces))
    plane = asked.get("section")
    witness = asked.get("witness")
    location = asked.get("location")
    return _Asked(
        view,
        toward,
        layer,
        faces,
        bool(asked.get("close_up")) and bool(faces),
        None if not plane else (_vector("section.point", plane.get("point")), _unit(plane.get("normal"))),
        None if not witness else _ends(witness),
        None if not location else _vector("location", location),
        str(asked.get("label") or "")[:LONGEST_LABEL],
        str(asked.get("process") or ""),
        (width, round(0.75 * width)),
    )


def _view(view: Any, has_faces: bool) -> tuple[str, Vector | None]:
    if not view and has_faces:
        return "", None
    if isinstance(view, str):
        name = view.strip().lower() or "iso"
        if name in SIDES:
            return name, np.array(SIDES[name])
    elif isinstance(view, Sequence) and len(view) == 3:
        return "direction", _unit(view, "view")
    raise InvalidOption(f"view is one of {', '.join(SIDES)}, or three numbers from the part to the eye")


def _vector(name: str, found: Any) -> Vector:
    if not isinstance(found, Sequence) or isinstance(found, str) or len(found) != 3:
        raise InvalidOption(f"{name} is three numbers: x, y, z in mm")
    numbers = [float(each) for each in found if isinstance(each, int | float) and math.isfinite(each)]
    if len(numbers) != 3:
        raise InvalidOption(f"{name} is three finite numbers: x, y, z in mm")
    return frozen(np.array(numbers))


def _unit(found: Any, name: str = "section.normal") -> Vector:
    vector = _vector(name, found)
    length = float(np.linalg.norm(vector))
    if not length > 0.0:
        raise InvalidOption(f"{name} is a direction; it cannot be 0,0,0")
    return frozen(vector / length)


def _ends(witness: Any) -> tuple[Vector, Vector]:
    if not isinstance(witness, Sequence) or len(witness) != 2:
        raise InvalidOption("witness is two points of three numbers each")
    return _vector("witness", witness[0]), _vector("witness", witness[1])


def _heatmap(analysis: Analysis, want: _Asked) -> Heatmap | None:
    if not want.layer:
        return None
    module = next(each for each in heatmaps.HEATMAPS if want.layer == each.LAYER.name)
    return module.color(analysis, _limits(analysis, want.process, want.layer))


def _limits(analysis: Analysis, process: str, layer: str) -> LayerLimits | None:
    """Return the limits of a process; None without one, where the values alone color."""
    if not process:
        return None
    known = {f"{pack.key}/{one.key}": one for pack in analysis.verdicts for one in pack.all_configurations}
    if process not in known:
        raise InvalidOption(f"process is {process[:80]!r}; it is one of {', '.join(known)}")
    return known[process].limits.get(layer)


def _plain(analysis: Analysis) -> Heatmap:
    """Return a heatmap of one quiet color, for a cut to stand out from."""
    n_vertices = len(analysis.assessed.prepared.mesh.vertices)
    return Heatmap(
        layer=heatmaps.HEATMAPS[0].LAYER,
        values=np.zeros(n_vertices),
        colors=np.tile(np.asarray(rgb(PLAIN), dtype=np.float64), (n_vertices, 1)),
        scale=None,
        scales=(),
        scale_of_vertex=np.zeros(n_vertices, dtype=np.int64),
        is_marked=np.zeros(n_vertices, dtype=np.bool_),
        swatches=(),
    )


def _cut_scene(cut: Section) -> Scene:
    """Prepare a part that is cut open: its borders and the outline of the cut, none within the cut."""
    own = replace(
        cut.mesh,
        triangles=cut.mesh.triangles[: cut.n_behind],
        face_of_triangle=cut.mesh.face_of_triangle[: cut.n_behind],
        body_of_triangle=cut.mesh.body_of_triangle[: cut.n_behind],
    )
    borders = replace(lines.border_edges(own), is_closed=False)
    whole = scene.build(cut.mesh, with_soft_light=False)
    n_faces = int(cut.mesh.face_of_vertex.max(initial=-1)) + 1
    openness = light.openness(cut.mesh, whole.tree, borders.skins(n_faces))
    openness[cut.is_cut] = 1.0
    return replace(whole, borders=borders, openness=openness)


def _aim(shown: Scene, want: _Asked, heatmap: Heatmap | None) -> Camera:
    margins = (MARGIN_PX, MARGIN_PX, MARGIN_PX, MARGIN_PX)
    if heatmap is not None and not want.is_close:
        margins = (MARGIN_PX, MARGIN_PX, legend.width(want.size) + MARGIN_PX, MARGIN_PX)
    seen = shown.mesh.vertices[np.unique(shown.mesh.triangles)]
    if want.toward is None:
        aimed = closeup.aim(shown, want.faces, want.location, want.size, margins)
        return aimed if want.is_close else camera.frame(seen, aimed.toward, want.size, margins)
    if want.is_close:
        own = shown.mesh.vertices[np.isin(shown.mesh.face_of_vertex, np.array(want.faces, dtype=np.int64))]
        seen_points = _around(own, seen)
        return camera.frame(
            seen_points, want.toward, want.size, margins, keep_outside=seen, is_parallel=want.view in SQUARE
        )
    return camera.frame(seen, want.toward, want.size, margins, is_parallel=want.view in SQUARE)


def _around(own: Floats, seen: Floats) -> Floats:
    """Return the corners of a box round some points, with some of what surrounds them."""
    low, high = own.min(axis=0), own.max(axis=0)
    diagonal = float(np.linalg.norm(np.ptp(seen, axis=0)))
    reach = np.maximum(0.85 * (high - low), 0.06 * diagonal)
    middle = 0.5 * (low + high)
    signs = np.array(np.meshgrid([-1, 1], [-1, 1], [-1, 1])).reshape(3, -1).T
    corners: Floats = middle + signs * reach
    return corners


def _caption(analysis: Analysis, want: _Asked, heatmap: Heatmap | None, aimed: Camera) -> str:
    """Say what is to be seen, for who cannot see it and for who looks."""
    where = f"seen from the {want.view}" if want.view in SQUARE else ""
    if want.view in ("iso", "reverse"):
        side = "front right above" if want.view == "iso" else "back left below"
        where = f"seen from the {side}"
    toward = ", ".join(f"{each:.2f}" for each in aimed.toward.tolist())
    where = where or f"seen along ({toward})"
    parts = [f"The part {where}; +Z is up."]
    if want.faces:
        close = ", near by" if want.is_close else ""
        parts.append(f"Outlined{close}: face {', '.join(map(str, want.faces[:12]))}.")
    if want.plane is not None:
        point, normal = (", ".join(f"{each:.4g}" for each in end.tolist()) for end in want.plane)
        parts.append(f"Cut open at ({point}) square to ({normal}); cut material is sand-colored.")
    if heatmap is not None:
        limits = heatmap.limits
        setting = f", by the limits of {limits.source}" if want.process and limits.source else ""
        bounds = (("red below", limits.fail), ("amber below", limits.warn))
        named = "".join(f", {color} {bound:g}" for color, bound in bounds if bound is not None)
        parts.append(f"Colored by {heatmap.layer.title.lower()} in {heatmap.layer.unit}{setting}{named}.")
    return " ".join(parts)


__all__ = ["SIDES", "draw"]
