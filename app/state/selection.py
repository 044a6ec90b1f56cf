"""What is selected and what the pointer is over: one model for tree, findings and part."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from app.state.observers import Observers


class Source(StrEnum):
    """Where a selection was made; who made it need not follow it."""

    NOWHERE = "nowhere"
    TREE = "tree"
    FINDINGS = "findings"
    PART = "part"
    RULES = "rules"


@dataclass(frozen=True, slots=True)
class Selected:
    """The selection at one moment."""

    fids: frozenset[str] = frozenset()
    hovered_fid: str | None = None
    source: Source = Source.NOWHERE


class Selection:
    """The one selection. Observers are called once a change, and not at all when nothing changed."""

    def __init__(self) -> None:
        self.changed: Observers[Selected] = Observers()
        self._now = Selected()

    @property
    def now(self) -> Selected:
        """The selection as it stands."""
        return self._now

    def select(self, fids: Iterable[str], source: Source) -> None:
        """Select these faces instead of what was selected."""
        self._become(Selected(frozenset(fids), self._now.hovered_fid, source))

    def toggle(self, fids: Iterable[str], source: Source) -> None:
        """Take these faces out where all of them are selected, else add them."""
        asked = frozenset(fids)
        kept = self._now.fids - asked if asked <= self._now.fids else self._now.fids | asked
        self._become(Selected(kept, self._now.hovered_fid, source))

    def hover(self, fid: str | None, source: Source) -> None:
        """Note the face under the pointer; None: there is none."""
        if fid != self._now.hovered_fid:
            self._become(Selected(self._now.fids, fid, source))

    def clear(self, source: Source = Source.NOWHERE) -> None:
        """Select nothing, as another part does."""
        self._become(Selected(source=source))

    def _become(self, then: Selected) -> None:
        before, self._now = self._now, then
        if (before.fids, before.hovered_fid) != (then.fids, then.hovered_fid):
            self.changed.notify(then)
