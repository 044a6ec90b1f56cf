"""What this computer offers the program: a display, what draws on it, a keychain.

`python -m app.views.surroundings` prints it as one line of JSON, for `sprue selfcheck`. Qt ends a process
that finds no display, and drivers may crash it, so whoever asks has a process of its own look.
"""

import importlib
import json
from typing import Any

from PySide6.QtGui import QGuiApplication, QOffscreenSurface, QOpenGLContext

from app.state.keystore import KeyStore, is_allowed

RENDERER = 0x1F01
"""OpenGL's own number of what draws."""
NOWHERE = "https://selfcheck.invalid"
"""A server that no key is kept for."""


def main() -> None:
    """Print what there is."""
    app = QGuiApplication([])
    renderer = _renderer()
    print(
        json.dumps(
            {
                "platform": app.platformName(),
                "renderer": renderer,
                "keychain": keychain(),
            }
        )
    )


def keychain(
    load: Any = lambda: importlib.import_module("keyring").get_keyring(), limit_s: float = 5.0
) -> str:
    """Return the keychain that keys would be kept in; empty where there is none, or it does not answer."""
    answering: list[str] = []

    def loaded() -> Any:
        backend = load()
        if is_allowed(backend):
            answering.append(f"{type(backend).__module__.rpartition('.')[2]}")
        return backend

    KeyStore(loaded, {}, limit_s).find(NOWHERE)
    return answering[0] if answering else ""


def _renderer() -> str:
    """Return what draws, as its driver calls it; empty where nothing does."""
    context = QOpenGLContext()
    surface = QOffscreenSurface()
    surface.create()
    if not context.create() or not context.makeCurrent(surface):
        return ""
    name = str(context.functions().glGetString(RENDERER) or "")
    context.doneCurrent()
    return name


if __name__ == "__main__":
    main()
