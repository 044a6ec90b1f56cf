"""What one run of the engine over one file gave, in plain numbers that are kept and compared."""

from dataclasses import dataclass, field

from bench.accuracy.answer import Answer
from bench.robustness.difference import Difference
from bench.robustness.severities import Verdict
from engine.model.arrays import Floats
from tests.support.mutators import Respelled


@dataclass(frozen=True, slots=True, eq=False)
class Size:
    """The exact measures of a part."""

    volume_mm3: float
    area_mm2: float
    box_mm: Floats
    """(2, 3)"""
    volume_of_body: tuple[float, ...]
    area_of_body: tuple[float, ...]
    n_faces: int

    @property
    def diagonal_mm(self) -> float:
        """Length of the box's diagonal."""
        return float(((self.box_mm[1] - self.box_mm[0]) ** 2).sum() ** 0.5)


@dataclass(frozen=True, slots=True, eq=False)
class Examination:
    """The outcome of one run. At most one of the first four is given."""

    refusal: str = ""
    """The sentence that refused the file."""
    exception: str = ""
    """Anything raised that is no sentence for the user, with the place in the code."""
    crash: str = ""
    hang: str = ""
    is_skipped: bool = False
    """Whether the part cannot be written in this way: nothing was run."""
    size: Size | None = None
    answer: Answer | None = None
    verdicts: dict[str, Verdict] = field(default_factory=dict)
    """By `pack/configuration/rule`."""
    invariants: tuple[Difference, ...] = ()
    """Those that do not hold."""
    meshed_for_mm: float = 0.0
    """The diagonal that the mesh was chosen for: variants are meshed alike to the last digit."""
    written: Respelled | None = None
    """How the part was written, without its shape; None for a file examined as it is."""
    seconds: float = 0.0

    @property
    def has_result(self) -> bool:
        """Whether the engine came to a result."""
        return self.size is not None
