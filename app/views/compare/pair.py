"""The two viewports: the second made when there is something to show in it, and freed when there is not."""

from PySide6.QtCore import QObject, QTimer, Signal

from app.state.selection import Source
from app.views.compare.alike import Alike
from app.views.compare.comparing import Comparing
from app.views.compare.earlier import Earlier, State
from app.views.compare.link import Link
from app.views.theme.tokens import Tokens
from app.views.viewport.part_view import faces_of
from app.views.viewport.viewport import Viewport
from app.views.window_context import WindowContext


class Pair(QObject):
    """Joins both viewports while both have a part and are looked at."""

    made = Signal(object)
    """Viewport of the earlier revision, to be put in its place."""
    read = Signal(object, object)
    """Probes of the earlier and the later revision under the pointer."""

    def __init__(
        self,
        context: WindowContext,
        earlier: Earlier,
        comparing: Comparing,
        tokens: Tokens,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._context, self._earlier, self._comparing = context, earlier, comparing
        self._tokens = tokens
        self._later: Viewport | None = None
        self.view: Viewport | None = None
        """Of the earlier revision; None while there is none."""
        self.linked: Link | None = None
        self.alike: Alike | None = None
        self.is_linked = True
        self._fitted_for: object = None
        self._keeps_changes = False
        self._is_looked_at = False
        comparing.aligned.connect(self._join)

    def set_later(self, viewport: Viewport) -> None:
        """Show the later revision in the window's viewport."""
        if viewport is not self._later:
            self._later = viewport
            viewport.shown.connect(self._join)

    def set_tokens(self, tokens: Tokens) -> None:
        """Use other colors."""
        self._tokens = tokens
        if self.view is not None:
            self.view.set_tokens(tokens)

    def refresh(self) -> None:
        """Make the second viewport where there is a revision to show, and free it where there is none."""
        if self._earlier.state is State.READY and self._is_looked_at:
            if self.view is None:
                self.view = view = Viewport(self._earlier.context, self._tokens)
                view.setAccessibleName(self.tr("The earlier revision in three dimensions"))
                view.shown.connect(self._join)
                self.made.emit(view)
        elif self._earlier.state is not State.READY and self.view is not None:
            self._unjoin()
            view, self.view = self.view, None
            view.stop()
            view.setParent(None)
            view.deleteLater()

    def join(self) -> None:
        """Link layers and cameras of both views from now on, as soon as both show their part."""
        self._is_looked_at = True
        self.refresh()
        self._join()
        if self.view is None:
            QTimer.singleShot(0, self._fit)  # once the place it has now is laid out

    def _join(self) -> None:
        self._unjoin()
        if not self._is_looked_at:
            return
        alignment, view, later = self._comparing.alignment, self.view, self._later
        if alignment is None or view is None or later is None:
            return
        if not self._shows(view, alignment.before) or not self._shows(later, alignment.after):
            return
        self.linked = Link(view, later, alignment.pose, is_on=self.is_linked, parent=self)
        self.linked.read.connect(self.read)
        self.alike = Alike((self._earlier.context, self._context), (view, later), alignment, parent=self)
        self.alike.keep_changes(self._keeps_changes)
        if self._fitted_for is not alignment.before:
            self._fitted_for = alignment.before
            assert view.part is not None
            later.camera_controller.fit(beside=alignment.pose.place(view.part.points()))

    def part(self) -> None:
        """Let both be while nobody looks at them; the second stays for the next look."""
        self._is_looked_at = False
        self._unjoin()

    def link(self, is_on: bool) -> None:
        """Let the views move as one, or each for itself."""
        self.is_linked = is_on
        if self.linked is not None:
            self.linked.set_on(is_on)

    def keep_changes(self, is_on: bool) -> None:
        """Turn gray what both revisions have, or color everything."""
        self._keeps_changes = is_on
        if self.alike is not None:
            self.alike.keep_changes(is_on)

    def select(self, before: frozenset[str] | None, after: frozenset[str] | None) -> None:
        """Select faces of both revisions; of the one that is None, what the other's became or were."""
        if self.alike is not None:
            self.alike.select(before, after)
        else:
            self._earlier.context.selection.select(before or (), Source.FINDINGS)
            self._context.selection.select(after or (), Source.FINDINGS)

    def fly(self, fids: frozenset[str], *, is_before: bool) -> None:
        """Show these faces of one revision; the other camera follows where both are linked."""
        view = self.view if is_before else self._later
        if view is not None:
            view.camera_controller.fly_to(faces_of(fids))

    def _fit(self) -> None:
        """Show the whole of the later part, whose place is narrower than it was in Inspect."""
        if self._later is not None and self._is_looked_at and self.view is None:
            self._later.fit()

    def _unjoin(self) -> None:
        for joined in (self.linked, self.alike):
            if joined is not None:
                joined.stop()
                joined.deleteLater()
        self.linked = self.alike = None
        self.read.emit(None, None)

    def _shows(self, view: Viewport, result: object) -> bool:
        return view.part is not None and view.part.result is result
