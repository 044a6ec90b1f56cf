"""The guide at `/docs/guide`: how to use the API, told once from the first call to the last."""

from itertools import pairwise
from typing import Any

from litestar import Request
from litestar.openapi.plugins import OpenAPIRenderPlugin

from engine import formats
from server.reference.page import HERE, page

SOURCE = HERE / "guide.md"


class Guide(OpenAPIRenderPlugin):
    """How to use the API, told once from the first call to the last.

    Parameters
    ----------
    site_url : str
        Where this server is; it stands in every example.
    max_upload_mb : float
        Largest file it accepts, in units of 1024² bytes.
    """

    def __init__(self, site_url: str, max_upload_mb: float) -> None:
        super().__init__(path="/guide")
        suffixes = (suffix for each in formats.FORMATS for suffix in each.FORMAT.longest_first)
        self._words = {
            "{base_url}": f"{site_url}/api/v1",
            "{site_url}": site_url,
            "{formats}": formats.labels(),
            "{suffixes}": ", ".join(f"`{suffix}`" for suffix in suffixes),
            "{max_upload}": f"{max_upload_mb:g} MB",
        }
        self._parts: dict[str, Any] = {}

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """Render the page."""
        return page("guide.html", **self._made())

    def headings(self) -> list[tuple[str, str]]:
        """Return its headings as (anchor, words)."""
        found: list[tuple[str, str]] = self._made()["headings"]
        return found

    def _made(self) -> dict[str, Any]:
        """Return the body as HTML, and the headings; made once."""
        if not self._parts:
            source = SOURCE.read_text("utf-8")
            for name, words in self._words.items():
                source = source.replace(name, words)
            self._parts = _rendered(source)
        return self._parts


def _rendered(source: str) -> dict[str, Any]:
    from markdown_it import MarkdownIt  # takes a tenth of a second, which every start would wait for

    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = parser.parse(source)
    headings = []
    for opening, inline in pairwise(tokens):
        if opening.type == "heading_open" and opening.tag == "h2":
            anchor = inline.content.lower().replace(" ", "-").replace("’", "")
            opening.attrSet("id", anchor)
            headings.append((anchor, inline.content))
    return {"body": parser.renderer.render(tokens, parser.options, {}), "headings": headings}
