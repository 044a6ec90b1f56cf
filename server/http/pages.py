"""Lists page by page: newest first, each page beginning after the last entry of the one before."""

from server.errors import InvalidForm
from server.storage import ids


def after(starting_after: str) -> str | None:
    """Return the id that a page begins after; None for the first page.

    Raises
    ------
    InvalidForm
        It is no id.
    """
    if not starting_after:
        return None
    if not ids.is_id(starting_after):
        raise InvalidForm("starting_after is no id; it is that of the last entry of the page before.")
    return starting_after
