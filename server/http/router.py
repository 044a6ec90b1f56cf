"""A router that can be mounted without being copied."""

from typing import Any

import litestar


class Router(litestar.Router):
    """A router that is registered at one place.

    Litestar registers a deep copy, so that a router can stand at several places: at each level of nesting it
    would copy every route below, with all that documents it. That is a third of what making the application
    takes.
    """

    def __deepcopy__(self, memo: dict[int, Any]) -> "Router":
        """Return this router itself."""
        return self
