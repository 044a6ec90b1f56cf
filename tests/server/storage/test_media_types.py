"""Media types of what we send."""

import pytest

from server.storage import media_types


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("thickness.glb", "model/gltf-binary"),
        ("result.json", "application/json"),
        ("report.html", "text/html; charset=utf-8"),
        ("front.png", "image/png"),
        ("part.step", "application/octet-stream"),
        ("glb", "application/octet-stream"),
    ],
)
def test_the_suffix_says_it(name: str, kind: str) -> None:
    assert media_types.of(name) == kind
