"""Whatever becomes of the process that looks, there is an answer."""

import json
import sys

import pytest

from engine.selfcheck import desktop


def printing(**found: str) -> tuple[str, ...]:
    line = json.dumps({"platform": "xcb", "renderer": "", "keychain": ""} | found)
    return (sys.executable, "-c", f"print('a driver talks'); print({line!r})")


@pytest.mark.parametrize(
    ("renderer", "kind"),
    [("llvmpipe (LLVM 15.0.6)", "drawn by the processor"), ("NVIDIA GeForce", "graphics card: NVIDIA")],
)
def test_a_card_is_told_from_software(renderer: str, kind: str) -> None:
    found = desktop.look(printing(renderer=renderer, keychain="SecretService"))
    assert found.can_draw
    assert found.drawing.startswith(kind)
    assert found.keychain == "SecretService"


def test_a_display_that_cannot_draw_is_said_with_its_reason() -> None:
    found = desktop.look(printing(platform="offscreen"))
    assert (found.can_draw, found.drawing) == (False, "OpenGL cannot be had on the display (offscreen)")
    assert "SPRUE_API_KEY" in found.keychain


def test_a_process_that_crashes_is_quoted_by_the_line_that_says_why() -> None:
    log = "qt: could not connect to display\nThis is the end"
    script = f"import sys; print({log!r}, file=sys.stderr); sys.exit(134)"
    found = desktop.look((sys.executable, "-c", script))
    assert (found.can_draw, found.drawing) == (False, "qt: could not connect to display")


def test_a_process_that_hangs_is_given_up() -> None:
    found = desktop.look((sys.executable, "-c", "import time; time.sleep(60)"), limit_s=0.2)
    assert not found.can_draw
    assert "no answer" in found.drawing


def test_the_desktops_own_look_answers() -> None:
    found = desktop.look()
    assert found.drawing
