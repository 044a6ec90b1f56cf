"""Going through a list round and round: the next item, and the one before."""

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

Item = TypeVar("Item")


class Cursor(Generic[Item]):
    """A place among items that stay as they are; before the first step it is at none."""

    def __init__(self, items: Iterable[Item] = ()) -> None:
        self.all: tuple[Item, ...] = tuple(items)
        self._at: int | None = None

    @property
    def current(self) -> Item | None:
        """The item the cursor is at; None before the first step."""
        return None if self._at is None else self.all[self._at]

    def next(self) -> Item | None:
        """Step on, from the last to the first; None where there is nothing."""
        return self._step(lambda at: 0 if at is None else at + 1)

    def previous(self) -> Item | None:
        """Step back, from the first to the last; None where there is nothing."""
        return self._step(lambda at: -1 if at is None else at - 1)

    def go_to(self, item: Item) -> None:
        """Put the cursor at one of the items; raises ValueError where it is none of them."""
        self._at = self.all.index(item)

    def _step(self, to: Callable[[int | None], int]) -> Item | None:
        if self.all:
            self._at = to(self._at) % len(self.all)
        return self.current
