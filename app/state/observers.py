"""Lists of functions that are called when a part of the state changes."""

from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Observers(Generic[T]):
    """Functions that are called with each change, in the order they came."""

    def __init__(self) -> None:
        self._called: list[Callable[[T], None]] = []

    def subscribe(self, observer: Callable[[T], None]) -> Callable[[], None]:
        """Call `observer` from now on; return the function that ends this, which may be called twice."""
        self._called.append(observer)

        def end() -> None:
            if observer in self._called:
                self._called.remove(observer)

        return end

    def notify(self, change: T) -> None:
        """Call everybody; who subscribes or leaves meanwhile changes nothing for this one."""
        for observer in tuple(self._called):
            observer(change)
