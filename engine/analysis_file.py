"""What a part was judged to be as a file, so that its report is drawn without judging it again.

It lies beside the prepared part that it rests on, without it, and is named for that, the pull and the packs.
"""

import hashlib
from collections.abc import Sequence
from pathlib import Path

from engine import pickle_file
from engine.model.analysis import Analysis, PreparedPart
from engine.model.pull import PullOptions
from engine.model.rulepack import RulePack

SUFFIX = ".analysis"


def name(prepared: str, options: PullOptions, packs: Sequence[RulePack]) -> str:
    """Return the name of the file for a prepared part, given by the name of its own file."""
    asked = f"{prepared}\n{options!r}\n{tuple(packs)!r}"
    return hashlib.sha256(asked.encode()).hexdigest() + SUFFIX


def write(analysis: Analysis, target: Path) -> None:
    """Write an analysis without its prepared part: all of it or nothing."""
    pickle_file.write(analysis, target, given=analysis.assessed.prepared)


def read(source: Path, prepared: PreparedPart) -> Analysis | None:
    """Read the analysis of a prepared part; None where there is none, or one that is broken."""
    found = pickle_file.read(source, given=prepared)
    return found if isinstance(found, Analysis) else None
