"""Bodies of a part: whether they close, what they enclose, and what keeps them from being one solid."""

import numpy as np

from engine.metrics._words import counted
from engine.model.metric import Measured
from engine.model.part import Body, Part, Shell


def open_shells(part: Part) -> Measured:
    """Count the shells with a free border."""
    shells = [shell for shell in _shells(part) if not shell.is_closed]
    return Measured(float(len(shells)), faces=tuple(face for shell in shells for face in shell.faces))


def void_shells(part: Part) -> list[Shell]:
    """Return the shells of sealed hollows."""
    return [shell for shell in _shells(part) if shell.is_void]


def voids(part: Part) -> Measured:
    """Count the sealed hollows; NaN where an open shell leaves that open."""
    found = void_shells(part)
    if not found and not all(shell.is_closed for shell in _shells(part)):
        return Measured(np.nan, reason="an open shell has no inside, so hollows cannot be told")
    enclosed = sum(shell.volume_mm3 for shell in found)
    note = f"{counted(len(found), 'hollow')} of {enclosed:.0f} mm³ in all." if found else _doubt(part)
    return _at_voids(float(len(found)), note, part)


def faults(part: Part) -> Measured:
    """Count further bodies, open shells and sealed hollows, and name them."""
    counts = {
        "further body": len(part.bodies) - 1,
        "open shell": sum(not shell.is_closed for shell in _shells(part)),
        "sealed hollow": len(void_shells(part)),
    }
    found = [counted(count, name) for name, count in counts.items() if count]
    note = f"Found: {', '.join(found)}." if found else _doubt(part)
    return _at_voids(float(sum(counts.values())), note, part)


def unsound(part: Part) -> list[Body]:
    """Return the bodies that close, and whose surfaces cross each other or miss their edges."""
    return [body for body in part.bodies if body.is_closed and not body.is_valid]


def _shells(part: Part) -> list[Shell]:
    return [shell for body in part.bodies for shell in body.shells]


def _doubt(part: Part) -> str:
    """Say which bodies close and are unsound; empty where none is."""
    named = [f"'{body.name}'" if body.name else str(body.id) for body in unsound(part)]
    if not named:
        return ""
    return f"Found: faces that cross each other or miss their edges, in {', '.join(named)}."


def _at_voids(value: float, note: str, part: Part) -> Measured:
    """Return a value at the sealed hollows, where there are any."""
    faces = tuple(face for shell in void_shells(part) for face in shell.faces)
    place = part.faces[faces[0]].inner_point if faces else None
    return Measured(value, location=place, faces=faces, note=note)
