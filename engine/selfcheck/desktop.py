"""What the desktop program finds here: a display, what draws, a keychain.

Drivers of graphics crash, and keychains may not answer, so a process of the desktop's own looks
(`app/views/surroundings.py`): the engine knows nothing of windows.
"""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

COMMAND = (sys.executable, "-P", "-m", "app.views.surroundings")
LIMIT_S = 30.0
SOFTWARE = ("llvmpipe", "softpipe", "swrast", "swiftshader", "software", "gdi generic")
"""Renderers that draw on the processor, by parts of their names."""


@dataclass(frozen=True, slots=True)
class Desktop:
    """What was found."""

    drawing: str
    """What draws, for people."""
    can_draw: bool
    keychain: str
    """Where keys would be kept, for people."""
    has_keychain: bool


def look(command: Sequence[str] = COMMAND, limit_s: float = LIMIT_S) -> Desktop:
    """Look once, in a process of its own; whatever becomes of that is an answer too."""
    root = str(Path(__file__).resolve().parents[2])
    paths = [root, *filter(None, [os.environ.get("PYTHONPATH")])]
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=limit_s,
            stdin=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        )
    except subprocess.TimeoutExpired:
        return Desktop(f"no answer within {limit_s:g} s", False, "unknown", False)
    lines = done.stdout.strip().splitlines()
    if done.returncode != 0 or not lines:
        reason = _reason(done.stderr) or f"it ended with status {done.returncode}"
        return Desktop(reason, False, "unknown", False)
    found = json.loads(lines[-1])
    renderer, platform, keychain = found["renderer"], found["platform"], found["keychain"]
    is_software = any(word in renderer.lower() for word in SOFTWARE)
    kind = "drawn by the processor, not by a graphics card" if is_software else "graphics card"
    return Desktop(
        drawing=f"{kind}: {renderer} ({platform})"
        if renderer
        else f"OpenGL cannot be had on the display ({platform})",
        can_draw=bool(renderer),
        keychain=keychain or "none; keys are kept until the program ends, or set SPRUE_API_KEY",
        has_keychain=bool(keychain),
    )


def _reason(log: str) -> str:
    """Return the line of a log that says why: what the display or a library lacks, or the last one."""
    lines = [line.strip() for line in log.splitlines() if line.strip()]
    telling = [
        line for line in lines if "could not connect to display" in line or "cannot open shared" in line
    ]
    return (telling or lines or [""])[-1]
