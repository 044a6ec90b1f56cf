"""Form: what a body looks like it is made as, told by evidence in numbers."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from engine.model.part import BodyId


class Form(StrEnum):
    """What a body looks like, as a person in a workshop would say."""

    TURNED = "turned"
    """Most of its surface turns about one axis."""
    MILLED = "milled"
    """Cut from block or plate."""
    SHEET = "sheet"
    """Cut, bent or drawn from sheet of one gauge."""
    SHELL = "shell"
    """Thin walls of one thickness, as molded."""
    CAST = "cast"
    """Blended all over, with sections that change and nothing square."""
    PRINTED = "printed"
    """Needs layers: corners and passages that no tool or mold makes."""
    EXTRUDED = "extruded"
    """One section all along."""
    WIRE = "wire"
    """Bent from wire."""
    FASTENER = "fastener"
    """A screw, nut, washer or standoff."""
    ASSEMBLY = "assembly"
    """Several bodies, each with a form of its own."""

    def noun(self, count: int) -> str:
        """Return what so many bodies of it are called: `turned part`, `castings`."""
        noun = _NOUN_OF_FORM[self]
        return noun if count == 1 else f"{noun}s"


_NOUN_OF_FORM = {
    Form.TURNED: "turned part",
    Form.MILLED: "milled part",
    Form.SHEET: "sheet-metal part",
    Form.SHELL: "molded shell",
    Form.CAST: "casting",
    Form.PRINTED: "printed part",
    Form.EXTRUDED: "cut profile",
    Form.WIRE: "bent wire",
    Form.FASTENER: "fastener",
    Form.ASSEMBLY: "assembly",
}


@dataclass(frozen=True, slots=True, eq=False)
class BodyForm:
    """One body's form, with what speaks for it."""

    body: BodyId
    form: Form
    variant: str
    """What one process makes of the form and another does not: `washer` of fasteners, `bent` or `flat` of
    sheets; empty where there is nothing to tell apart."""
    confidence: float
    """0 to 1: how far it is ahead of the next."""
    sentence: str
    """What a person would say, with the number that decided it."""
    sizes_mm: tuple[float, float, float]
    """Sides of the smallest box round it, shortest first."""
    score_of_form: Mapping[Form, float]
    """0 to 1 each: how well each form fits, by the evidence alone."""
    evidence: Mapping[str, float]
    """The numbers it rests on, by name; NaN where one could not be measured."""


@dataclass(frozen=True, slots=True, eq=False)
class PartForm:
    """What a part looks like: its body, or an assembly of several."""

    form: Form
    confidence: float
    sentence: str
    bodies: tuple[BodyForm, ...]
    """In the order of the part's bodies."""
