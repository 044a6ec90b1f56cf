"""The comparison as it stands: made anew when a revision, its result or the process changes."""

from PySide6.QtCore import QObject, Signal

from app.client.casting import Choice, Material, Price
from app.client.errors import Failure
from app.client.http import Client
from app.client.models import Result
from app.state import comparison, revision_files
from app.state.comparison import Alignment, Comparison
from app.state.quote_draft import QuoteDraft, size_of
from app.views.compare.earlier import Earlier
from app.views.window_context import WindowContext


class Comparing(QObject):
    """What the panels show."""

    changed = Signal()
    """Another comparison, or none."""
    aligned = Signal()
    """Other revisions, or none: what is what of the other is known anew."""
    priced = Signal()
    """What castings of both cost is known, or no longer."""

    def __init__(self, context: WindowContext, earlier: Earlier, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context, self._earlier = context, earlier
        self._asked: tuple[Result, Result] | None = None
        self.alignment: Alignment | None = None
        self.comparison: Comparison | None = None
        self.prices: tuple[Material, Price, Price] | None = None
        """The first metal that both can be cast in, and what one piece costs, before and after."""
        earlier.changed.connect(self.refresh)
        context.result_changed.connect(lambda _: self.refresh())
        context.verdict_chosen.connect(lambda *_: self._compare())
        context.units_changed.connect(self._compare)

    @property
    def is_busy(self) -> bool:
        """Whether both revisions are there and what became of what is not known yet."""
        return self._asked is not None and self.alignment is None

    def refresh(self) -> None:
        """Align the results there are, off the window's thread; nothing is done twice."""
        before, after = self._earlier.result, self._context.result
        session, path = self._context.session, self._earlier.path
        asked = None if before is None or after is None else (before, after)
        if (asked is None) == (self._asked is None) and (asked is None or _are_those(asked, self._asked)):
            return
        self._asked = asked
        if asked is None or session is None or path is None:
            self._set_alignment(None)
            return
        if self.is_busy:
            self.changed.emit()
        paths = path, session.path

        def work() -> Alignment:
            # one path may have two revisions: before it was saved, and after
            is_same = paths[0] != paths[1] and revision_files.are_same(*paths)
            return comparison.align(*asked, is_same_file=is_same)

        def done(found: Alignment) -> None:
            if _are_those((found.before, found.after), self._asked):
                self._set_alignment(found)

        self._context.tasks.run(work, done, self._context.failure_reported.emit)

    def _set_alignment(self, alignment: Alignment | None) -> None:
        self.alignment, self.prices = alignment, None
        self.aligned.emit()
        self._compare()
        self.priced.emit()
        client = self._context.client
        if alignment is not None and client is not None:
            self._context.tasks.run(lambda: _prices(client, alignment), self._set_prices, self._go_without)

    def _set_prices(self, found: tuple[Alignment, tuple[Material, Price, Price] | None]) -> None:
        if found[0] is self.alignment:
            self.prices = found[1]
            self.priced.emit()

    def _go_without(self, _: Failure) -> None:
        """Show no price: nobody asked for one."""

    def _compare(self) -> None:
        alignment = self.alignment
        self.comparison = None if alignment is None else comparison.compare(alignment, self._context.verdict)
        self.changed.emit()


def _are_those(one: tuple[Result, Result], other: tuple[Result, Result] | None) -> bool:
    return other is not None and one[0] is other[0] and one[1] is other[1]


def _prices(client: Client, both: Alignment) -> tuple[Alignment, tuple[Material, Price, Price] | None]:
    """Ask what one casting of each costs in a metal that suits both; None where that is not known."""
    sizes = [size_of(one.geometry) for one in (both.before, both.after)]
    if sizes[0] is None or sizes[1] is None:
        return both, None
    materials = client.materials()
    fitting = [
        {offer.material.id for offer in QuoteDraft(size, materials, ()).offers if offer.reason is None}
        for size in sizes
        if size is not None
    ]
    for material in materials:
        if all(material.id in ids for ids in fitting):
            prices = [client.prices(size, [Choice(material.id, 1)]) for size in sizes if size is not None]
            if prices[0] and prices[1]:
                return both, (material, prices[0][0], prices[1][0])
            break
    return both, None
