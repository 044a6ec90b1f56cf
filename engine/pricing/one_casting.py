"""Whether a part is quoted as one casting and is not one."""

from engine.model.form import Form
from engine.model.quote import CastPart


def described(part: CastPart) -> str | None:
    """Say what the part is where it is not one casting; None where nothing known speaks against it.

    Several bodies are several parts; sheet metal is cut and bent. Other forms may well be cast.
    """
    if part.n_bodies is not None and part.n_bodies > 1:
        return f"an assembly of {part.n_bodies} bodies"
    if part.form is Form.ASSEMBLY:
        return "an assembly"
    if part.form is Form.SHEET:
        return "sheet metal"
    return None


def sentence(several_as_one: str) -> str:
    """Say so to whoever orders."""
    return f"Quoted as one casting, though the part is {several_as_one}."
