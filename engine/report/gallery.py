"""The pictures of a report: each heatmap from two sides, and a close-up of each failing issue."""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from PIL import Image

from engine import heatmaps
from engine.model.analysis import Analysis
from engine.model.arrays import Floats
from engine.model.heatmap import Heatmap
from engine.model.layer_limits import LayerLimits
from engine.model.rulepack import Severity
from engine.progress import Progress
from engine.raycast import threads
from engine.render import camera, legend, marks, picture
from engine.render.camera import ISOMETRIC, REVERSE, Camera
from engine.render.scene import Scene
from engine.report import inches, places, wording
from engine.report.issues import Issue
from engine.stages import available, failure_of

VIEWS = (("front", ISOMETRIC), ("back", REVERSE))
HEATMAP_WIDTH = 1080
"""Pixels: as wide as the page of a report."""
MARGIN_PX = 30.0
"""Between the part and the edge of its picture."""
FLATTEST, TALLEST = 0.45, 1.25
"""Height over width of a picture: as the part needs it, within these."""
CLOSEUP_SIZE = (620, 465)
"""Pixels, width and height."""
SMALL_CLOSEUP_SIZE = (420, 315)
"""Of a further place under the same rule."""
MOST_CLOSEUPS = 36
"""Every failing issue has a close-up until there are so many: more would be too heavy a page to forward."""
MOST_WITH_WARNINGS = 14
"""Warnings have one while there are fewer than these: they are not to delay the page of a bad part."""


Item = TypeVar("Item")
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """One picture of a heatmap."""

    heatmap: Heatmap
    side: str
    bare: Image.Image
    """Without the legend, for a page that shows one legend for both sides."""

    @property
    def name(self) -> str:
        """What a file of it is called: `thickness_front`."""
        return f"{self.heatmap.layer.name}_{self.side}"

    @property
    def image(self) -> Image.Image:
        """The picture with its legend beside it, on white."""
        return legend.beside(self.bare, self.heatmap)


@dataclass(frozen=True, slots=True, eq=False)
class Closeup:
    """A picture of one place. What was measured there is written over it, in the units of the reader."""

    image: Image.Image
    label: str
    """What was measured, in metric units; empty of what is neither a length nor an angle."""
    label_at: tuple[float, float]
    """Where the middle of the label is, as shares of width and height from the left and the top."""


def heatmap_views(
    scene: Scene,
    analysis: Analysis,
    limits: Mapping[str, LayerLimits],
    width: int | None = None,
    progress: Progress | None = None,
) -> tuple[View, ...]:
    """Draw every heatmap from the front and from the back.

    Parameters
    ----------
    limits
        Of one configuration, by heatmap name; one that is not named has no limits.
    width
        Pixels; `HEATMAP_WIDTH` where it is None.
    progress
        Where it outlives failures, a picture that fails is left out.
    """
    progress = progress or Progress()
    shown = [
        progress.attempt(
            f"pictures.{heatmap.LAYER.name}",
            f"the pictures of {heatmap.LAYER.name} were not drawn",
            heatmap.color,
            analysis,
            limits.get(heatmap.LAYER.name),
        )
        for heatmap in heatmaps.HEATMAPS
    ]
    sights = progress.attempt("pictures", "no picture was drawn", _sights, scene, width or HEATMAP_WIDTH)

    def draw(wanted: tuple[Heatmap, str]) -> View:
        heatmap, side = wanted
        return progress.attempt(
            f"pictures.{heatmap.layer.name}_{side}",
            f"the picture of {heatmap.layer.name} from the {side} was not drawn",
            _view,
            scene,
            sights,
            heatmap,
            side,
        )

    known = [heatmap for heatmap in shown if failure_of(heatmap) is None]
    views = side_by_side(draw, [(heatmap, side) for heatmap in known for side, _ in VIEWS])
    return tuple(view for view in views if failure_of(view) is None)


def _sights(scene: Scene, width: int) -> dict[str, tuple[Camera, picture.Sight]]:
    """Look at a part from both sides: what is seen there, and with which camera."""
    cameras = _cameras(scene.mesh.vertices, width)
    return {side: (aimed, picture.see(scene, aimed)) for side, aimed in cameras.items()}


def _view(
    scene: Scene, sights: Mapping[str, tuple[Camera, picture.Sight]], heatmap: Heatmap, side: str
) -> View:
    aimed, sight = sights[side]
    return View(heatmap, side, picture.draw(scene, aimed, heatmap, with_legend=False, sight=sight))


def _cameras(points: Floats, width: int) -> dict[str, Camera]:
    """Aim from both sides, with one height of picture that suits both."""
    margins = (MARGIN_PX,) * 4
    needed = []
    for _, toward in VIEWS:
        flat = camera.frame(points, toward, (width, width), margins).project(points)[:, :2]
        needed.append(float(np.ptp(flat[:, 1]) / max(float(np.ptp(flat[:, 0])), 1e-9)))
    inner = width - 2 * MARGIN_PX
    height = round(min(max(max(needed) * inner + 2 * MARGIN_PX, FLATTEST * width), TALLEST * width))
    return {side: camera.frame(points, toward, (width, height), margins) for side, toward in VIEWS}


def side_by_side(draw: Callable[[Item], Result], items: Sequence[Item]) -> list[Result]:
    """Draw on all cores; the loops over pixels let go of the interpreter."""
    with ThreadPoolExecutor(threads.available()) as pool:
        return list(pool.map(draw, items))


def closeups(
    scene: Scene, analysis: Analysis, issues: Sequence[Issue], is_small: Sequence[bool] = ()
) -> dict[int, int | Closeup]:
    """Draw what there is to fix, in the order given, until there are enough pictures.

    Parameters
    ----------
    is_small
        For each issue, whether a small picture will do; none is small when empty.

    Returns
    -------
    dict
        By index into `issues`: the picture, or the index of an issue whose picture shows the same. Issues
        about the part as a whole have none.
    """
    same_as: dict[int, int] = {}
    first_with: dict[tuple[object, ...], int] = {}
    for index, issue in enumerate(issues):
        if not places.has_place(issue, analysis):
            continue
        worst = issue.worst
        shown = (places.layer_of(issue), places.process_of(issue, analysis))
        key = (issue.faces, *shown, wording.number(worst.value, worst.unit), str(worst.location))
        if key in first_with:
            same_as[index] = first_with[key]
        elif len(first_with) < (MOST_CLOSEUPS if issue.severity is Severity.FAIL else MOST_WITH_WARNINGS):
            first_with[key] = index
    small = {index for index, each in enumerate(is_small) if each}
    drawn = side_by_side(
        lambda index: _closeup(
            scene, issues[index], analysis, SMALL_CLOSEUP_SIZE if index in small else CLOSEUP_SIZE
        ),
        wanted := list(first_with.values()),
    )
    return {**dict(zip(wanted, drawn, strict=True)), **same_as}


def _closeup(scene: Scene, issue: Issue, analysis: Analysis, size: tuple[int, int]) -> Closeup:
    worst = issue.worst
    modules = (module for module in heatmaps.HEATMAPS if module.LAYER.name == places.layer_of(issue))
    heatmap = available(
        lambda: next((module.color(analysis, places.limits_of(issue, analysis)) for module in modules), None)
    )
    place = places.place_of(issue)
    edges = places.edges_of(issue)
    aimed = places.aim(scene, issue, size)
    marking = picture.Marking(
        faces=() if edges else issue.faces,
        edges=edges,
        witness=worst.witness if places.is_as_long_as_said(worst) else None,
        location=None if edges else place,
        label=_longer(places.label_of(worst)),
        is_lettered=False,
    )
    image = picture.draw(scene, aimed, heatmap, marking, with_legend=False)
    box = marks.label_box(aimed, marks.points_of(marking.witness, marking.location), marking.label)
    if box is None:
        return Closeup(image, "", (0.0, 0.0))
    left, top, right, bottom = box
    return Closeup(
        image, places.label_of(worst), ((left + right) / 2 / size[0], (top + bottom) / 2 / size[1])
    )


def _longer(label: str) -> str:
    """Return a label in the units in which it is longer: so much room it needs."""
    return max(label, inches.sentence(label), key=len)
