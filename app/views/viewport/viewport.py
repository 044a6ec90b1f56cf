"""The viewport: the open part, how it is looked at, and what the pointer does there.

It follows the window context: a new result is fetched and shown, the selection outlined, the layer colored,
a finding flown to. What is clicked or hovered goes into the context's selection, from which tree and findings
take it.
"""

from collections.abc import Iterable

import numpy as np
from PySide6.QtCore import QPoint, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QImage, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.client.errors import Failure
from app.client.models import LayerLimits, Point, Result
from app.state.selection import Selected, Source
from app.state.session import Progress, Session, Stale
from app.views.theme.tokens import Tokens
from app.views.viewport import loader, section
from app.views.viewport.camera_controller import CameraController
from app.views.viewport.coloring import Coloring
from app.views.viewport.first_shape import FirstShape
from app.views.viewport.flight import Flight
from app.views.viewport.loader import Loaded
from app.views.viewport.measuring import MeasureTool, Mode
from app.views.viewport.overlays import ViewportOverlays
from app.views.viewport.part_view import NOTHING, Faces, PartView, faces_of
from app.views.viewport.pointer import Pointer
from app.views.viewport.pull_drag import PullDrag
from app.views.viewport.scene import Scene
from app.views.viewport.section import Section
from app.views.window_context import WindowContext

PREPARE_MS = 50
"""After a part was opened: the window is seen first."""


class Viewport(QWidget):
    """The part, with legend, view cube and controls over it."""

    probed = Signal(object)
    """Probe of the place under the pointer, or None."""
    face_clicked = Signal(str)
    """fid of the face that was clicked, whatever was selected by it."""
    section_changed = Signal(bool)
    """Whether the part is cut open."""
    pull_turned = Signal(object)
    """Point: where the arrow of the pull was turned to."""
    hidden_changed = Signal(object)
    """Faces, as numbers, that are hidden now."""
    measuring_changed = Signal(bool)
    """Whether clicks measure."""
    menu_asked = Signal(QPoint, object)
    """Where a menu is wanted, on the screen and, as a QPointF, in the picture."""
    shown = Signal()
    """The part of the window context's result is in the picture."""

    def __init__(self, context: WindowContext, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._tokens = tokens
        self._part: PartView | None = None
        self.scene = Scene(self)
        self.scene.setFocusPolicy(
            Qt.FocusPolicy.NoFocus
        )  # what is pressed there, and its keys, are for all of this
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.scene)
        self.overlays = ViewportOverlays(self, tokens)
        self.measuring = MeasureTool(context, self.scene, self.overlays, self)
        self.pointer = Pointer(context, self.scene, self.overlays, self.measuring, self)
        self.is_pull_turnable = False
        """Whether its arrow turns the pull: where the panel is that computes by another."""
        self.pull_drag = PullDrag(
            self.scene, lambda: self.is_pull_turnable and self.measuring.mode is None, self
        )
        self.flight = Flight(lambda view, moving: self.scene.look(view, is_moving=moving), self)
        self.camera_controller = CameraController(self.scene, self.overlays, self.flight)
        self.coloring = Coloring(context, self.overlays)
        self.first_shape = FirstShape(context, self.scene, self.overlays, tokens, self)
        self.flight.is_reduced = QGuiApplication.platformName() in ("offscreen", "minimal")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("The part in three dimensions"))
        self._follow_context()
        self._follow_pointer()
        self.set_tokens(tokens)
        self._apply_setting("")
        self._load_result(context.result)

    @property
    def part(self) -> PartView | None:
        """The part that is shown; None while there is none."""
        return self._part

    @property
    def is_cut(self) -> bool:
        """Whether the part is cut open."""
        return self._part is not None and self._part.section is not None

    @property
    def is_measuring(self) -> bool:
        """Whether clicks measure."""
        return self.measuring.mode is Mode.DISTANCE

    @property
    def is_pinning(self) -> bool:
        """Whether clicks pin the thickness there."""
        return self.measuring.mode is Mode.THICKNESS

    @property
    def is_only_problems(self) -> bool:
        """Whether faces without a finding are gray."""
        return self.coloring.is_only_problems

    def _follow_context(self) -> None:
        context = self._context
        context.result_changed.connect(self._load_result)
        context.part_opened.connect(self._prepare)
        context.schema_learned.connect(lambda: self.overlays.set_interface(context.interface))
        context.progressed.connect(self._show_progress)
        context.selection_changed.connect(self._show_selection)
        self._leave = context.settings.changed.subscribe(self._apply_setting)
        context.flown_to.connect(lambda shown: self._fly_to(faces_of(shown.fids)))

    def _fly_to(self, faces: Faces) -> None:
        """Show these faces; a section that took them away is closed."""
        if self._part is not None and self._part.is_cut_away(faces):
            self._cut(None, is_capped=False)
        self.camera_controller.fly_to(faces)

    def _follow_pointer(self) -> None:
        self.pointer.probed.connect(self.probed)
        self.pull_drag.turned.connect(self.pull_turned)
        self.pointer.face_clicked.connect(self.face_clicked)
        self.measuring.mode_changed.connect(lambda mode: self.measuring_changed.emit(mode is not None))
        for changed in (self.measuring.mode_changed, self.measuring.clicked, self.hidden_changed):
            changed.connect(lambda *_: self._show_progress(None))
        self.scene.double_clicked.connect(lambda _: self.fit(self._context.selection.now.fids or None))
        self.scene.menu_asked.connect(self._ask_menu)
        self.scene.view_changed.connect(lambda: self.overlays.cube.follow(self.scene.view))
        overlays = self.overlays
        overlays.cube.side_clicked.connect(self.look)
        overlays.legend.opened.connect(lambda is_open: self._context.settings.set("legend_is_open", is_open))
        overlays.section.changed.connect(lambda cut, dragged: self._cut(cut, is_capped=not dragged))
        overlays.section.axis_asked.connect(self.set_section)
        overlays.section.closed.connect(lambda: self.set_section(None))

    # --- how it is looked at ------------------------------------------------------------------------

    def fit(self, fids: Iterable[str] | None = None) -> None:
        """Show all that is not hidden, or these faces, as large as they go."""
        self.camera_controller.fit(None if fids is None else faces_of(fids))

    def look(self, direction: str) -> None:
        """Look from a standard side: front, back, left, right, top, bottom or iso."""
        self.camera_controller.look(direction)

    def set_orthographic(self, is_orthographic: bool) -> None:
        """Show without perspective, or with it."""
        self.camera_controller.set_orthographic(is_orthographic)

    def set_section(self, axis: str | None, offset: float | None = None) -> None:
        """Cut the part across x, y or z, in its middle where no offset is given; None: close it."""
        if self._part is None or axis is None:
            self._cut(None, is_capped=False)
            return
        low, high = section.reach(axis, self._part.mesh.box)
        before = self._part.section
        ahead = float(self.scene.view.forward["xyz".index(axis)])
        # what lies before the cut goes, so that one looks at it
        is_flipped = before.is_flipped if before is not None and before.axis == axis else ahead > 0.0
        self._cut(Section(axis, (low + high) / 2.0 if offset is None else offset, is_flipped), is_capped=True)

    # --- what is seen -------------------------------------------------------------------------------

    def isolate(self, fids: Iterable[str]) -> None:
        """Show these faces alone; of none: show all."""
        faces = faces_of(fids)
        if self._part is not None:
            self._part.hide(self._part.all_faces - faces if faces else NOTHING)
            self.fit()

    def hide(self, fids: Iterable[str] | None = None) -> None:
        """Leave these faces out, besides those that are already; without faces hide the widget itself."""
        if fids is None:
            super().hide()
        elif self._part is not None:
            self._part.hide(self._part.hidden | faces_of(fids))

    def show_all(self) -> None:
        """Show every face again."""
        if self._part is not None:
            self._part.hide(NOTHING)

    def reveal(self, fids: Iterable[str]) -> None:
        """Show these faces again, and leave out what else is hidden."""
        if self._part is not None:
            self._part.hide(self._part.hidden - faces_of(fids))

    def only_problems(self, is_on: bool) -> None:
        """Turn faces gray of which the chosen verdict has nothing to say."""
        self.coloring.only_problems(is_on)

    def set_limits(self, limits: LayerLimits | None) -> None:
        """Color by these limits, as a pack that is edited has them; None: by the verdict's own again."""
        self.coloring.set_limits(limits)

    def set_tokens(self, tokens: Tokens) -> None:
        """Use the colors of a theme."""
        self._tokens = tokens
        self.scene.fill_background(tokens.sky_top, tokens.sky_bottom)
        self.overlays.set_tokens(tokens)
        self.first_shape.set_tokens(tokens)
        if self._part is not None:
            self._part.set_tokens(tokens)

    def measure(self, is_on: bool) -> None:
        """Take clicks for the ends of a measurement, or for the selection again."""
        self.measuring.set_mode(Mode.DISTANCE if is_on else None)

    def pin_thickness(self, is_on: bool) -> None:
        """Have clicks pin the thickness there, or select again."""
        self.measuring.set_mode(Mode.THICKNESS if is_on else None)

    def pin_thickness_at(self, at: QPointF) -> None:
        """Pin the thickness at a place of the picture, whatever clicks do."""
        self.measuring.pin_at(at, self.pointer.hit_at(at))

    def clear_measurements(self) -> None:
        """Take away what was measured and pinned."""
        self.measuring.clear()

    def screenshot(self, scale: float = 1.0, *, with_legend: bool = True) -> QImage:
        """Return the picture, with the legend unless it is not wanted; empty where nothing can be drawn."""
        try:
            pixels = np.ascontiguousarray(self.scene.grab_image(scale))
        except RuntimeError:
            return QImage()
        height, width = pixels.shape[:2]
        image = QImage(pixels.data, width, height, 3 * width, QImage.Format.Format_RGB888).copy()
        if with_legend:
            painter = QPainter(image)
            painter.scale(width / self.scene.pixels[0], height / self.scene.pixels[1])
            self.overlays.render_into(painter)
            painter.end()
        return image

    def stop(self) -> None:
        """End what moves and give up the graphics card; before the window closes."""
        self._leave()
        self.flight.stop()
        self.first_shape.remove()
        if self._part is not None:
            self._set_part(None)
            self._part.remove()
            self._part = None
        self.scene.stop()

    # --- following the window context ----------------------------------------------------------------

    def _prepare(self, session: Session | None) -> None:
        """Load what draws while the server reads the part; whoever opens none never waits for it."""
        if session is not None and not self.scene.has_plotter:
            QTimer.singleShot(PREPARE_MS, self.scene, self.scene.stage)

    def _load_result(self, result: Result | None) -> None:
        client = self._context.client
        if result is None or client is None:
            if not self._context.is_revision:
                self._show(None)  # else it stays until the revision is there
            return
        self.overlays.annotations.show_badge(self.tr("Loading the picture …"))
        interface = self._context.interface
        self._context.tasks.run(
            lambda: loader.load(client, result, interface),
            done=self._show_loaded,
            failed=self._report_failure,
        )

    def _show_loaded(self, loaded: Loaded) -> None:
        if loaded.result is self._context.result:  # else of a part that was closed meanwhile
            self._show(loaded)

    def _report_failure(self, failure: Failure) -> None:
        self.overlays.annotations.show_badge("")
        self._context.failure_reported.emit(failure)

    def _show(self, loaded: Loaded | None) -> None:
        before, self._part = self._part, None
        if before is not None:
            before.remove()
        was_turned = self.first_shape.remove()
        self._set_part(None)
        self.overlays.show_part(loaded)
        if loaded is None:
            self.scene.redraw()
            return
        self._part = PartView(self.scene, loaded, self._tokens)
        self._part.show_edges(self._context.settings["shows_edges"])
        self._part.hiding.subscribe(self.hidden_changed.emit)
        self._set_part(self._part)
        self.hidden_changed.emit(NOTHING)
        same = before is not None and _is_same(before, self._part)
        if before is not None and same:  # computed again: nobody wants to find the place again
            self._part.hide(before.hidden)
            self._cut(before.section, is_capped=True)
        else:
            keeps_cut = before is not None and self._context.is_revision
            self._cut(before.section if before is not None and keeps_cut else None, is_capped=keeps_cut)
            if not was_turned and (before is None or not self._context.is_revision):
                self.camera_controller.begin()
        self._show_selection(self._context.selection.now)
        self._show_progress(None)
        self.scene.reset_clipping()
        self.shown.emit()

    def _set_part(self, part: PartView | None) -> None:
        for each in (self.pointer, self.measuring, self.pull_drag, self.camera_controller, self.coloring):
            each.set_part(part)

    def _apply_setting(self, name: str) -> None:
        """Look as the settings say; an empty name: as all of them do."""
        settings = self._context.settings
        if name in ("", "is_orthographic"):
            self.set_orthographic(bool(settings["is_orthographic"]))
        if name in ("", "mouse"):
            self.scene.mouse_style = settings["mouse"]
        if name in ("", "legend_is_open"):
            self.overlays.legend.set_open(settings["legend_is_open"])
            self.overlays.arrange()
        if name == "shows_edges" and self._part is not None:
            self._part.show_edges(settings["shows_edges"])

    def _ask_menu(self, at: QPointF) -> None:
        """Ask for a menu about what is there, which is selected first unless it is already."""
        hit = self.pointer.hit_at(at)
        if hit is not None and str(hit.face) not in self._context.selection.now.fids:
            self.pointer.select(hit)
        self.menu_asked.emit(self.scene.mapToGlobal(at.toPoint()), at)

    def _show_progress(self, progress: Progress | None) -> None:
        now = progress or (self._context.session.now if self._context.session is not None else None)
        badge, is_busy = "", now is not None and now.is_busy
        if now is not None and Stale.PULL in now.stale and self._part is not None:
            badge = self.tr("Of the previous pull")
        elif is_busy and self._part is None:
            badge = self.tr("Being measured …") if self.first_shape.is_shown else self.tr("Being read …")
        self.overlays.annotations.show_badge(badge or self._hint())
        if self._part is None and not self.first_shape.is_shown:
            self.overlays.invite(is_busy=is_busy)

    def show_pull(self, direction: Point) -> None:
        """Let the arrow of the pull point there."""
        if self._part is not None and any(direction):
            self._part.show_pull(np.array(direction, dtype=np.float64))

    def _hint(self) -> str:
        """Return what to do where the picture says nothing of it; empty where it does."""
        if self._part is not None and self._part.all_faces and self._part.hidden >= self._part.all_faces:
            return self.tr("All of it is hidden; Shift+H shows it again")
        if self._part is None or not self.measuring.is_waiting:
            return ""
        if self.is_measuring:
            return self.tr("Click a face, an edge or a hole")
        return self.tr("Click where to pin the thickness")

    def _show_selection(self, selected: Selected) -> None:
        if self._part is not None:
            self._part.outline(faces_of(selected.fids))
            hovered = selected.hovered_fid
            self._part.hover(int(hovered) if hovered is not None and hovered.isdigit() else None)

    def _cut(self, cut: Section | None, *, is_capped: bool) -> None:
        if self._part is not None:
            self._part.cut(cut, is_capped=is_capped)
            self.overlays.show_section(cut, self._part)
            self.section_changed.emit(cut is not None)

    def escape(self) -> None:
        """End measuring; where nothing is measured, select nothing."""
        if self.measuring.mode is not None:
            self.measuring.set_mode(None)
        else:
            self._context.selection.clear(Source.PART)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape ends measuring, or clears the selection; other keys are the window's."""
        if event.key() != Qt.Key.Key_Escape:
            event.ignore()
        else:
            self.escape()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep what lies over the picture in its place, and a part that fitted it fitting."""
        super().resizeEvent(event)
        self.overlays.arrange()
        self.camera_controller.keep_fitting()


def _is_same(before: PartView, now: PartView) -> bool:
    """Return whether both are one part, computed again."""
    one, other = before.mesh.vertices, now.mesh.vertices
    return one.shape == other.shape and bool(np.allclose(one, other))
