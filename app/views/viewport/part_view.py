"""One part in the scene with all that can be done to its look: layer, dimming, hiding, cutting, outline.

It knows the scene and the part, and nothing of selection, windows or servers.
"""

from collections.abc import Iterable

import numpy as np

from app.client.models import LayerLimits, Result
from app.state.observers import Observers
from app.views.theme.tokens import Tokens
from app.views.viewport import layers
from app.views.viewport.colormaps import Scale
from app.views.viewport.layers import Shown
from app.views.viewport.loader import Loaded
from app.views.viewport.mesh import Floats
from app.views.viewport.picking import Hit, Picker
from app.views.viewport.probe import Probe
from app.views.viewport.scene import Scene
from app.views.viewport.section import Section

Faces = frozenset[int]
NOTHING: Faces = frozenset()
N_SIGHTS = 24
"""Places on faces that are looked for, to tell how much of them is seen."""


class PartView:
    """One part. Each method changes the scene and asks it to draw once."""

    def __init__(self, scene: Scene, loaded: Loaded, tokens: Tokens) -> None:
        self.loaded, self.mesh = loaded, loaded.mesh
        self.all_faces: Faces = frozenset(np.unique(self.mesh.face_of_triangle).tolist())
        self.hidden: Faces = NOTHING
        self.hiding: Observers[Faces] = Observers()
        """Notified with the faces that are hidden now."""
        self.dim: Faces = NOTHING
        self.layer = "features"
        self.limits: LayerLimits | None = None
        self.only_band: str | None = None
        self.range: tuple[float, float] | None = None
        self.off_kinds: frozenset[str] = frozenset()
        self.section: Section | None = None
        self.shown: Shown | None = None
        self._is_capped = False
        from app.views.viewport.part_actor import PartActor  # which loads what draws
        from app.views.viewport.pull_arrow import PullArrow

        self._scene = scene
        self._picker: Picker | None = None
        self._tokens = tokens
        self._actor = PartActor(scene.plotter, self.mesh, loaded.edges)
        self._actor.set_density(scene.devicePixelRatioF())
        self._pull = PullArrow(scene.plotter)
        pull = self.result.features.manufacturability.pull_dir
        if pull is not None:
            self._pull.place(self.mesh.box, np.array(pull))
        low, high = self.mesh.box
        scene.set_pivot((low + high) / 2.0)
        self.set_tokens(tokens)

    @property
    def result(self) -> Result:
        """The result it is drawn from."""
        return self.loaded.result

    @property
    def scale(self) -> Scale | None:
        """The scale that is shown; None where kinds or the server's own colors are."""
        return self.shown.scale if self.shown is not None else None

    @property
    def is_capped(self) -> bool:
        """Whether the cut is closed."""
        return self._is_capped

    def remove(self) -> None:
        """Take it out of the scene."""
        self._actor.remove()
        self._pull.remove()

    def set_tokens(self, tokens: Tokens) -> None:
        """Use the colors of a theme."""
        self._tokens = tokens
        self._actor.paint(tokens.edge, tokens.outline, tokens.part)
        self._pull.paint(tokens.accent)
        self._scene.redraw()

    # --- color --------------------------------------------------------------------------------------

    def show_layer(self, layer: str, limits: LayerLimits | None) -> None:
        """Color the part by a layer; ranges and bands that were chosen for another are forgotten."""
        if (layer, limits) != (self.layer, self.limits):
            self.only_band = None
        if layer != self.layer:
            self.range = None
        self.layer, self.limits = layer, limits
        self.color()

    def color(self) -> None:
        """Color the part by what is set now."""
        mesh, layer = self.mesh, self.layer
        self.shown = None
        if self.loaded.is_foreign:
            if layer in mesh.colors:
                self._actor.show_colors(mesh.colors[layer])
            else:
                self._actor.show_plain(self._tokens.part)
        elif layer == "features":
            self.shown = layers.kinds(mesh, self.result, self.off_kinds, self.dim, self.loaded.interface)
        elif layer in mesh.layers:
            scales = layers.scales_of(mesh, layer, self.limits)
            if self.range is not None:
                scales = layers.ranged(scales, *self.range)
            self.shown = layers.numbers(mesh, layer, scales, self.only_band, self.dim)
        else:
            self._actor.show_plain(self._tokens.part)
        if self.shown is not None:
            self._actor.show_texture(self.shown.rows, self.shown.u, self.shown.v)
        self._pull.show(layer == "draft")
        self._scene.redraw()

    @property
    def is_pull_shown(self) -> bool:
        """Whether the arrow of the pull is drawn."""
        return self._pull.is_shown

    @property
    def pull_ends(self) -> tuple[Floats, Floats]:
        """Where that arrow begins and ends."""
        assert self._pull.ends is not None
        return self._pull.ends

    def show_pull(self, direction: Floats) -> None:
        """Let the arrow point there; the colors stay those of the pull that was computed."""
        self._pull.place(self.mesh.box, direction)
        self._pull.show(self.layer == "draft")
        self._scene.redraw()

    # --- what is seen -------------------------------------------------------------------------------

    def hide(self, faces: Faces) -> None:
        """Leave out these faces, and show all others."""
        self.hidden = faces & self.all_faces
        self._actor.hide(self.hidden)
        if self._picker is not None:
            self._picker.hide(self.hidden)
        self._scene.redraw()
        self.hiding.notify(self.hidden)

    def show_edges(self, is_on: bool) -> None:
        """Draw the lines where faces meet, or leave them out."""
        self._actor.show_edges(is_on)
        self._scene.redraw()

    def outline(self, faces: Faces) -> None:
        """Draw round these faces."""
        self._actor.outline(faces)
        self._scene.redraw()

    def hover(self, face: int | None) -> None:
        """Draw lightly round the face under the pointer."""
        self._actor.hover(face)
        self._scene.redraw()

    def cut(self, cut: Section | None, *, is_capped: bool) -> None:
        """Cut the part open; the cap takes a moment and may wait until the plane is let go."""
        self.section, self._is_capped = cut, cut is not None and is_capped
        self._actor.cut(cut)
        if cut is not None and is_capped:
            self._actor.close_cut(cut)
        self._scene.redraw()

    def points(self, faces: Iterable[int] | None = None) -> Floats:
        """Return (N, 3) the vertices of faces; of all that are seen where none are named."""
        wanted = self.all_faces - self.hidden if faces is None else frozenset(faces) & self.all_faces
        if wanted == self.all_faces or self.mesh.face_of_vertex is None:
            return self.mesh.vertices
        return np.asarray(self.mesh.vertices[np.isin(self.mesh.face_of_vertex, sorted(wanted))])

    def is_cut_away(self, faces: Faces) -> bool:
        """Return whether a section has left nothing of these faces."""
        if self.section is None or not faces & self.all_faces:
            return False
        beyond = (self.points(faces) - self.section.origin) @ self.section.normal
        return bool((beyond <= 0.0).all())

    def facing(self, faces: Iterable[int]) -> Floats:
        """Return (3,) where faces look on the whole; zeros where they look everywhere."""
        if self.mesh.face_of_vertex is None:
            return np.zeros(3)
        mine = np.isin(self.mesh.face_of_triangle, sorted(faces))
        a, b, c = self.mesh.vertices[self.mesh.triangles[mine]].transpose(1, 0, 2)
        total = np.cross(b - a, c - a).sum(axis=0)
        size = float(np.abs(np.cross(b - a, c - a)).sum())
        return np.asarray(total / size) if size > 0.0 else np.zeros(3)

    def seen_share(self, faces: Iterable[int], forward: Floats) -> float:
        """Return which share of faces is seen when one looks along a direction, by rays from places there."""
        own = np.flatnonzero(np.isin(self.mesh.face_of_triangle, sorted(faces)))
        if not len(own):
            return 1.0
        chosen = own[np.linspace(0, len(own) - 1, min(len(own), N_SIGHTS)).astype(np.int64)]
        corners = self.mesh.vertices[self.mesh.triangles[chosen]]
        outward = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        faces_away = np.einsum("ij,j->i", outward, forward) >= 0.0
        kept = None if self.section is None else self.section.half_space(is_capped=self._is_capped)
        seen = [
            not is_away and self.picker.is_seen(place, -forward, kept)
            for place, is_away in zip(corners.mean(axis=1), faces_away.tolist(), strict=True)
        ]
        return sum(seen) / len(seen)

    # --- what is under the pointer ------------------------------------------------------------------

    @property
    def picker(self) -> Picker:
        """What finds places of it by rays; made when it is first asked for."""
        if self._picker is None:
            self._picker = Picker(self.mesh)
            self._picker.hide(self.hidden)
        return self._picker

    def pick(self, origin: Floats, direction: Floats) -> Hit | None:
        """Return what a ray meets."""
        kept = None if self.section is None else self.section.half_space(is_capped=self._is_capped)
        return self.picker.pick(origin, direction, kept)

    def cap_at(self, origin: Floats, direction: Floats) -> tuple[float, float, float] | None:
        """Return where a ray meets the cap of the cut; None where it meets something else first."""
        if self.section is None:
            return None
        return self.picker.cap(origin, direction, self.section.half_space(is_capped=self._is_capped))

    def probe(self, hit: Hit) -> Probe:
        """Read the layer that is shown where a ray met the part."""
        values = self.mesh.layers.get(self.layer)
        value = None if values is None else hit.value(self.mesh, values)
        fid = "" if self.mesh.face_of_vertex is None else str(hit.face)
        shown = self.loaded.interface.layer_of_name.get(self.layer)
        unit = shown.unit if shown is not None and shown.is_measured else ""
        known = value if value is not None and np.isfinite(value) else None
        return Probe(self.layer, known, unit, fid, *hit.point)


def faces_of(fids: Iterable[str]) -> Faces:
    """Return fids as the numbers they are in the mesh; others are of no part that can be drawn."""
    return frozenset(int(fid) for fid in fids if fid.isascii() and fid.isdigit())
