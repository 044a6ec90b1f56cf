"""The guide at `/docs/guide`: how to use the API, told once from the first call to the last."""

from itertools import pairwise
from typing import Any

from litestar import Request
from litestar.openapi.plugins import OpenAPIRenderPlugin

from engine import formats
from server.reference.page import HERE, page

SOURCE = HERE / "guide.md"
PATH = "/api/v1"


class Guide(OpenAPIRenderPlugin):
    """How to use the API, told once from the first call to the last.

    Parameters
    ----------
    base_url : str
        Where the API is; it stands in every example.
    """

    def __init__(self, base_url: str) -> None:
        super().__init__(path="/guide")
        self._base_url = base_url

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """Render the page."""
        return page("guide.html", **guide(self._base_url))


def guide(base_url: str) -> dict[str, Any]:
    """Return the guide's body as HTML and its headings as (anchor, words)."""
    from markdown_it import MarkdownIt  # takes a tenth of a second, which every start would wait for

    suffixes = (suffix for each in formats.FORMATS for suffix in each.FORMAT.longest_first)
    source = (
        SOURCE.read_text("utf-8")
        .replace("{base_url}", base_url)
        .replace("{site_url}", base_url.removesuffix(PATH))
        .replace("{formats}", formats.labels())
        .replace("{suffixes}", ", ".join(f"`{suffix}`" for suffix in suffixes))
    )
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = parser.parse(source)
    headings = []
    for opening, inline in pairwise(tokens):
        if opening.type == "heading_open" and opening.tag == "h2":
            anchor = inline.content.lower().replace(" ", "-").replace("’", "")
            opening.attrSet("id", anchor)
            headings.append((anchor, inline.content))
    return {"body": parser.renderer.render(tokens, parser.options, {}), "headings": headings}
