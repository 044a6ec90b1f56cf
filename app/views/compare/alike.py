"""What is done to one revision's look is done to the other's: colors, sections, selection, what is hidden."""

from collections.abc import Iterable
from functools import partial

import numpy as np
from PySide6.QtCore import QObject

from app.state import layer_limits
from app.state.comparison import Alignment
from app.state.pose import Pose
from app.state.selection import Selected, Source
from app.views.compare import counterparts
from app.views.viewport import layers
from app.views.viewport.coloring import Coloring
from app.views.viewport.part_view import NOTHING, Faces, PartView, faces_of
from app.views.viewport.section import Section
from app.views.viewport.viewport import Viewport
from app.views.window_context import WindowContext

ALONG = 0.999
"""Cosine from which an axis of one revision is an axis of the other."""
SAME_RANGE = 1e-9


class Alike(QObject):
    """Holds two viewports to one look while both revisions are shown."""

    def __init__(
        self,
        contexts: tuple[WindowContext, WindowContext],
        views: tuple[Viewport, Viewport],
        alignment: Alignment,
        parent: QObject | None = None,
    ) -> None:
        """`contexts` and `views` belong to the earlier and the later revision; both views show their part."""
        super().__init__(parent)
        self._contexts, self._views, self._alignment = contexts, views, alignment
        self._parts = tuple(one.part for one in views)
        self._is_following = False
        self._own_range: tuple[float, float] | None = None
        before, after = self._both()
        self.faces = counterparts.of_meshes(before.mesh, after.mesh, alignment.pose)
        self._poses = (alignment.pose, alignment.pose.back)
        self._selected = [frozenset[str](), frozenset[str]()]
        self._leave = [one.coloring.changed.subscribe(self._color) for one in views]
        self._cuts = [partial(self._cut, side) for side in (0, 1)]
        self._measures = [one.measure for one in reversed(views)]
        for side, view in enumerate(views):
            view.section_changed.connect(self._cuts[side])
            view.measuring_changed.connect(self._measures[side])
            self._leave.append(self._both()[side].hiding.subscribe(partial(self._hide, side)))
            self._leave.append(contexts[side].selection.changed.subscribe(partial(self._select, side)))
        self._color(views[1].coloring)
        self._cut(1)
        self._hide(1, after.hidden)
        self._select(1, contexts[1].selection.now)

    def keep_changes(self, is_on: bool) -> None:
        """Turn faces gray that both revisions have; or color all."""
        for part, view, known in zip(
            self._both(), self._views, (self.faces.of_before, self.faces.of_after), strict=True
        ):
            view.coloring.keep(part.all_faces - frozenset(known) if is_on else None)

    def partner(self, fids: Iterable[str], *, is_before: bool) -> frozenset[str]:
        """Return the faces of the other revision that these were or became, as far as there are any."""
        asked = frozenset(fids)
        known = self.faces.of_before if is_before else self.faces.of_after
        whole = self._alignment.partner(asked, is_before=is_before)
        return whole or frozenset(str(known[face]) for face in faces_of(asked) if face in known)

    def select(self, before: frozenset[str] | None, after: frozenset[str] | None) -> None:
        """Select these faces in both; of the one that is None, what the other's became or were."""
        if before is None and after is not None:
            before = self.partner(after, is_before=False)
        elif after is None and before is not None:
            after = self.partner(before, is_before=True)
        self._is_following = True
        for context, fids in zip(self._contexts, (before, after), strict=True):
            context.selection.select(fids or (), Source.FINDINGS)
        self._is_following = False
        self._selected = [before or frozenset(), after or frozenset()]

    def stop(self) -> None:
        """Let both look as they like again."""
        for leave in self._leave:
            leave()
        for side, view in enumerate(self._views):
            view.section_changed.disconnect(self._cuts[side])
            view.measuring_changed.disconnect(self._measures[side])
        self.keep_changes(False)
        part = self._views[1].part
        if part is not None and part.range is not None and part.range == self._own_range:
            self._views[1].coloring.set_range(None)

    # --- colors -------------------------------------------------------------------------------------

    def _color(self, leader: Coloring) -> None:
        """Give the other view the process, the range and the rest of this one's look."""
        if self._is_following:
            return
        side = 0 if leader is self._views[0].coloring else 1
        mine, other, coloring = self._both()[side], self._both()[1 - side], self._views[1 - side].coloring
        self._is_following = True
        if side == 1:  # limits are those of the open part's verdict, resolved for each revision by itself
            verdict = self._contexts[1].verdict
            coloring.set_limits(layer_limits.of_result(other.result, mine.layer, verdict))
            if coloring.is_only_problems != leader.is_only_problems:
                coloring.only_problems(leader.is_only_problems)
        self._set_range(mine)
        if other.only_band != mine.only_band:
            coloring.set_band(mine.only_band)
        if other.off_kinds != mine.off_kinds:
            coloring.set_off(mine.off_kinds)
        self._is_following = False

    def _set_range(self, leader: PartView) -> None:
        """Stretch both scales alike: as was asked at one, else so that both parts find room."""
        asked = leader.range
        if asked is None or asked == self._own_range:
            asked = self._own_range = self._common_range(leader)
        for view, part in zip(self._views, self._both(), strict=True):
            if part.range != asked:
                view.coloring.set_range(asked)

    def _common_range(self, leader: PartView) -> tuple[float, float] | None:
        both = self._both()
        if not all(leader.layer in part.mesh.layers for part in both):
            return None
        scales = [layers.scales_of(part.mesh, leader.layer, part.limits).legend for part in both]
        if abs(scales[0].high - scales[1].high) + abs(scales[0].low - scales[1].low) <= SAME_RANGE:
            return None
        return min(one.low for one in scales), max(one.high for one in scales)

    # --- sections -----------------------------------------------------------------------------------

    def _cut(self, side: int, *_: bool) -> None:
        """Cut the other part where this one is cut, as far as its axes run along this one's."""
        part, other = self._both()[side], self._both()[1 - side]
        if self._is_following:
            return
        there = None if part.section is None else placed(part.section, self._poses[side])
        self._is_following = True
        if there is not None:
            self._views[1 - side].overlays.section.changed.emit(there, not part.is_capped)
        elif other.section is not None:
            self._views[1 - side].set_section(None)
        self._is_following = False

    # --- what is hidden -----------------------------------------------------------------------------

    def _hide(self, side: int, hidden: Faces) -> None:
        """Leave out of the other what this one leaves out; what stands alone here stands alone there."""
        if self._is_following:
            return
        part, other = self._both()[side], self._both()[1 - side]
        alone = part.all_faces - hidden
        there = NOTHING
        if hidden and len(alone) < len(hidden):
            left = self._became(side, alone)
            there = other.all_faces - left if left else NOTHING  # what is new was nothing before
        elif hidden:
            there = self._became(side, hidden)
        if there != other.hidden:
            self._is_following = True
            other.hide(there)
            self._is_following = False

    def _became(self, side: int, faces: Faces) -> Faces:
        return faces_of(self.partner((str(one) for one in faces), is_before=side == 0))

    # --- selection ----------------------------------------------------------------------------------

    def _select(self, side: int, selected: Selected) -> None:
        """Outline in the other revision what this became or was."""
        if self._is_following or selected.fids == self._selected[side]:
            return
        self._selected[side] = selected.fids
        there = self.partner(selected.fids, is_before=side == 0)
        self._selected[1 - side] = there
        self._is_following = True
        self._contexts[1 - side].selection.select(there, Source.PART)
        self._is_following = False

    def _both(self) -> tuple[PartView, PartView]:
        before, after = self._parts
        assert before is not None
        assert after is not None
        return before, after


def placed(cut: Section, pose: Pose) -> Section | None:
    """Return the section of a part that was moved so; None where it would run across its axes."""
    axis = "xyz".index(cut.axis)
    along = pose.turn[:, axis]
    there = int(np.abs(along).argmax())
    if abs(float(along[there])) < ALONG:
        return None
    sign = 1.0 if along[there] > 0.0 else -1.0
    offset = sign * cut.offset_mm + float(pose.move_mm[there])
    return Section("xyz"[there], offset, cut.is_flipped == (sign > 0.0))
