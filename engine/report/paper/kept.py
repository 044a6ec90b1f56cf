"""What stands together on a page: a heading with the beginning, at least, of what is below it."""

from collections.abc import Sequence

from reportlab.platypus import Flowable

TOO_HIGH = 1e6
"""Points: more than any page has, so that `split` is asked where it goes."""


class Kept(Flowable):  # type: ignore[misc]
    """Flowables of which all but the last are never parted; the last may go on in the next page.

    They begin a new page where the last has no room to begin beside the others. On an empty page they are
    laid out in any case.
    """

    def __init__(self, contents: Sequence[Flowable]) -> None:
        super().__init__()
        self._contents = list(contents)

    def getSpaceBefore(self) -> float:  # noqa: N802 (ReportLab calls it)
        """Return the room before the first."""
        return float(self._contents[0].getSpaceBefore())

    def wrap(self, width: float, _height: float) -> tuple[float, float]:
        """Ask to be split: its contents are laid out, and not itself."""
        return width, TOO_HIGH

    def split(self, width: float, height: float) -> list[Flowable]:
        """Return the contents where they have room, nothing where they have not."""
        *others, last = self._contents
        room = height
        for at, each in enumerate(others):
            after = self._contents[at + 1].getSpaceBefore()
            room -= each.wrapOn(self.canv, width, height)[1] + max(each.getSpaceAfter(), after)
        fits = room > 0.0 and (
            last.wrapOn(self.canv, width, room)[1] <= room or bool(last.splitOn(self.canv, width, room))
        )
        is_on_empty_page = bool(getattr(self._frame, "_atTop", False))
        return self._contents if fits or is_on_empty_page else []
