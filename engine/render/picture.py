"""A picture of a part: no graphics card, no display, the same pixels on every machine."""

import io
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from engine.model.arrays import Bools, Floats, Ints, Vector
from engine.model.heatmap import Heatmap
from engine.model.part import FaceId
from engine.palette import ACCENT, INK, PLAIN, Scale, rgb
from engine.render import legend, lines, marks, outline, raster
from engine.render.camera import Camera, ink
from engine.render.scene import Scene

SAMPLES = 2
"""Samples a pixel in x and in y."""
BORDER_PX = 0.75
SMOOTH_PX = 0.22
CONTOUR_PX = 0.65
"""Half the width of a line at a picture 1200 wide: of borders, of those where faces are tangent, of
contours."""
LINE_STRENGTH = (0.45, 0.88)
"""Of tangent borders, and of all other lines."""

COMPRESSION = 4
"""Of 9. Level 6 takes twice the time for a tenth less."""

Pixels = NDArray[np.float32]
"""(H, W, 4) sRGB and coverage, colors not multiplied by it."""


class Background(StrEnum):
    """What lies behind the part."""

    WHITE = "white"
    STUDIO = "studio"
    """A faint gradient, for pages that are not white themselves."""
    TRANSPARENT = "transparent"


@dataclass(frozen=True, slots=True, eq=False)
class Marking:
    """What to point at: faces with a halo, and the two points a length was measured between."""

    faces: Collection[FaceId] = ()
    edges: Collection[tuple[FaceId, FaceId]] = ()
    """Pairs of faces: the borders along which they meet are drawn bold."""
    witness: tuple[Vector, Vector] | None = None
    location: Vector | None = None
    """A place to ring when there is no witness."""
    label: str = ""
    """Plain text beside the witness or the place: `1.20 mm`."""
    is_lettered: bool = True
    """False: the label is not drawn, its room alone is kept, for whoever writes it over the picture."""


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """What a camera sees of a scene, before anything is colored."""

    screen: Floats
    """(V, 3) vertices, in samples."""
    owner: NDArray[np.int32]
    """The triangle seen at each sample."""
    nearness: NDArray[np.float32]
    lines: tuple[NDArray[np.float32], NDArray[np.float32]]
    """Coverage (H, W) of tangent borders, and of all other lines."""


def see(scene: Scene, camera: Camera) -> Sight:
    """Find what is seen; several heatmaps may be drawn upon one sight."""
    screen = camera.project(scene.mesh.vertices) * np.array([SAMPLES, SAMPLES, 1.0])
    owner, nearness = _cover(scene, screen, np.arange(len(scene.mesh.triangles)), camera)
    return Sight(screen, owner, nearness, _lines(scene, camera, nearness, ink(camera.size)))


def draw(
    scene: Scene,
    camera: Camera,
    heatmap: Heatmap | None = None,
    marking: Marking | None = None,
    background: Background = Background.WHITE,
    with_legend: bool = True,
    sight: Sight | None = None,
) -> Image.Image:
    """Draw a part.

    Parameters
    ----------
    heatmap
        Colors, and the legend that explains them; one quiet color when None.
    with_legend
        The legend stands at the right edge; `legend.width` tells the room it takes.
    sight
        What `see` returned for this scene and camera; found anew when None.

    Returns
    -------
    PIL.Image.Image
        RGBA, of `camera.size`; every pixel opaque unless the background is transparent.
    """
    width, height = camera.size
    size = ink(camera.size)
    sight = sight or see(scene, camera)
    layer = _shaded(scene, camera, sight, heatmap)
    canvas = _backdrop(background, width, height)
    raster.lay(canvas, layer)
    for coverage, strength in zip(sight.lines, LINE_STRENGTH, strict=True):
        raster.paint(canvas, rgb(INK), coverage, strength)
    if marking is not None and len(marking.faces):
        _halo(canvas, scene, camera, sight, marking.faces, size)
    if marking is not None and len(marking.edges):
        _bold(canvas, scene, camera, sight, marking.edges, size)
    label = None
    picture = Image.fromarray(np.round(255.0 * np.clip(canvas, 0.0, 1.0)).astype(np.uint8), "RGBA")
    if marking is not None:
        written = marking.label if marking.is_lettered else ""
        picture = marks.draw(picture, camera, marking.witness, marking.location, written)
        label = marks.label_box(camera, marks.points_of(marking.witness, marking.location), marking.label)
    if heatmap is not None and with_legend:
        picture = legend.draw(picture, heatmap)
    is_taken = _any_sample(sight.owner >= 0)
    if heatmap is not None and with_legend:
        is_taken[:, int(width - legend.width(camera.size)) :] = True
    return marks.axes(picture, camera, is_taken, label)


def encode(picture: Image.Image) -> bytes:
    """Return a picture as PNG, without any time or machine in it; an alpha channel only where it is used."""
    is_opaque = picture.mode == "RGBA" and picture.getchannel("A").getextrema() == (255, 255)
    stream = io.BytesIO()
    (picture.convert("RGB") if is_opaque else picture).save(stream, "PNG", compress_level=COMPRESSION)
    return stream.getvalue()


def _cover(
    scene: Scene, screen: Floats, chosen: Ints, camera: Camera
) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
    width, height = camera.size
    owner = np.full((SAMPLES * height, SAMPLES * width), raster.NO_TRIANGLE, dtype=np.int32)
    nearness = np.full(owner.shape, -np.inf, dtype=np.float32)
    raster.cover(screen, _owned(scene.mesh.triangles), chosen, scene.borders.is_closed, owner, nearness)
    return owner, nearness


def _shaded(scene: Scene, camera: Camera, sight: Sight, heatmap: Heatmap | None) -> Pixels:
    count = len(scene.mesh.vertices)
    stops_at, stops = np.zeros((0, 0)), np.zeros((0, 0, 3))
    scale_of_vertex = np.zeros(count, dtype=np.int64)
    if heatmap is None:
        values, colors = np.zeros(count), np.broadcast_to(rgb(PLAIN), (count, 3))
        special = np.zeros(count, dtype=np.bool_)
    else:
        values, colors = np.nan_to_num(heatmap.values, nan=0.0, posinf=0.0, neginf=0.0), heatmap.colors
        special = heatmap.is_marked | ~np.isfinite(heatmap.values)
        scale_of_vertex = heatmap.scale_of_vertex
        if heatmap.scales:
            stops_at, stops = _stop_table(heatmap.scales)
    pixels = np.zeros((camera.size[1], camera.size[0], 4), dtype=np.float32)
    raster.shade(
        sight.screen,
        bool(np.isinf(camera.distance_mm)),
        _owned(scene.mesh.triangles),
        _owned(scene.normals),
        _owned(scene.openness),
        _owned(values),
        _owned(colors),
        _owned(special),
        _owned(scale_of_vertex),
        stops_at,
        stops,
        np.stack([camera.right, camera.up, camera.toward]),
        sight.owner,
        pixels,
    )
    return pixels


def _stop_table(scales: Sequence[Scale]) -> tuple[Floats, Floats]:
    """Return the values (C, S) and colors (C, S, 3) of all stops; a scale with fewer repeats its last one."""
    most = max(len(scale.stops) for scale in scales)
    filled = [scale.stops + scale.stops[-1:] * (most - len(scale.stops)) for scale in scales]
    return (
        np.array([[stop.value for stop in stops] for stops in filled]),
        np.array([[rgb(stop.color) for stop in stops] for stops in filled]),
    )


def _owned(array: NDArray[np.generic]) -> NDArray:  # type: ignore[type-arg]
    """Return contiguous values a kernel may take: read-only arrays are another type to the compiler."""
    return np.require(array, requirements=["C", "W"])


def _lines(scene: Scene, camera: Camera, nearness: NDArray[np.float32], size: float) -> tuple[Pixels, Pixels]:
    """Return the coverage (H, W) of tangent borders, and that of all other lines."""
    width, height = camera.size
    borders = scene.mesh.vertices[scene.borders.ends]
    turned = lines.contours(scene.mesh, camera)
    faint, firm = (np.zeros((height, width), dtype=np.float32) for _ in range(2))
    smooth = scene.borders.is_smooth
    for ends, radius, coverage in (
        (borders[smooth], SMOOTH_PX, faint),
        (borders[~smooth], BORDER_PX, firm),
        (turned, CONTOUR_PX, firm),
    ):
        _stroke(coverage, ends, radius * size, camera, nearness)
    return faint, firm


def _stroke(
    coverage: NDArray[np.float32],
    ends: Floats,
    radius: float,
    camera: Camera,
    nearness: NDArray[np.float32],
    sees_through: bool = False,
) -> None:
    flat = camera.project(ends.reshape(-1, 3))
    raster.stroke(
        flat[:, :2].reshape(-1, 4),
        np.full(len(ends), radius),
        nearness,
        flat[:, 2].reshape(-1, 2),
        camera.distance_mm,
        np.inf if sees_through else 2.0 / camera.focal_px,
        SAMPLES,
        coverage,
    )


def _backdrop(background: Background, width: int, height: int) -> Pixels:
    canvas = np.ones((height, width, 4), dtype=np.float32)
    if background is Background.TRANSPARENT:
        canvas[...] = 0.0
    elif background is Background.STUDIO:
        top, bottom = rgb("#eef2f6"), rgb("#fbfcfd")
        share = np.linspace(0.0, 1.0, height)[:, None]
        canvas[..., :3] = (top + (bottom - top) * share)[:, None]
    return canvas


def _halo(
    canvas: Pixels,
    scene: Scene,
    camera: Camera,
    sight: Sight,
    faces: Collection[FaceId],
    size: float,
) -> None:
    is_meant = np.isin(scene.mesh.face_of_triangle, np.fromiter(faces, dtype=np.int64, count=len(faces)))
    alone, _ = _cover(scene, sight.screen, np.flatnonzero(is_meant), camera)
    seen = _any_sample((sight.owner >= 0) & is_meant[sight.owner])
    outline.draw(canvas, seen, _any_sample(alone >= 0) & ~seen, size)


def _bold(
    canvas: Pixels,
    scene: Scene,
    camera: Camera,
    sight: Sight,
    edges: Collection[tuple[FaceId, FaceId]],
    size: float,
) -> None:
    """Draw the borders between pairs of faces: bold where they are seen, fine where they are hidden."""
    ends = scene.mesh.vertices[scene.borders.ends[scene.borders.between(edges)]]
    for radius, color, strength, sees_through in (
        (1.2, rgb(ACCENT), 0.5, True),
        (3.6, np.ones(3), 0.92, False),
        (2.1, rgb(ACCENT), 1.0, False),
    ):
        coverage = np.zeros(canvas.shape[:2], dtype=np.float32)
        _stroke(coverage, ends, radius * size, camera, sight.nearness, sees_through)
        raster.paint(canvas, color, coverage, strength)


def _any_sample(mask: Bools) -> Bools:
    held: Bools = mask[::SAMPLES, ::SAMPLES].copy()
    for row in range(SAMPLES):
        for column in range(SAMPLES):
            held |= mask[row::SAMPLES, column::SAMPLES]
    return held
