"""How far Sprue agrees with a reviewer: what real parts look like, which process is first, and its issues.

Parts of the corpus fall into halves by the first hex digit of the SHA-256 of their bytes: even ones are tuned
on, odd ones are sealed. What tuning bought is the gap between the two. The sets `unseen` and
`unseen-2` to `unseen-7` are parts out of public packages, which `collect` fetches into a folder
(`tests/corpus/judgments/UNSEEN.md`).
"""

import hashlib
import json
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from bench import child
from bench.judgment import marks
from bench.judgment.marks import Compared, Mark, Raised

PARTS = Path("tests/corpus/judgments/parts.jsonl")
UNSEEN_PARTS = {
    "unseen": Path("tests/corpus/judgments/unseen.jsonl"),
    "unseen-2": Path("tests/corpus/judgments/unseen_2.jsonl"),
    "unseen-3": Path("tests/corpus/judgments/unseen_3.jsonl"),
    "unseen-4": Path("tests/corpus/judgments/unseen_4.jsonl"),
    "unseen-5": Path("tests/corpus/judgments/unseen_5.jsonl"),
    "unseen-6": Path("tests/corpus/judgments/unseen_6.jsonl"),
    "unseen-7": Path("tests/corpus/judgments/unseen_7.jsonl"),
}
"""By the name of the set."""
HALVES = ("tuned", "sealed")
SETS = (*HALVES, *UNSEEN_PARTS)
LIMIT_S = 600

CHILD = """
import json, sys
import numpy as np
from pathlib import Path
from bench.judgment import right_process
from engine import pipeline
from engine.model.mesh import MeshOptions
from engine.model.pull import PullOptions
from engine.progress import Progress
from engine.rules import packs
progress = Progress()
context = pipeline.prepare(Path(sys.argv[1]), MeshOptions(), progress)
analysis = pipeline.assess(context, PullOptions(), packs.shipped(), progress)
issues = {
    f"{pack.key}/{one.key}": sum(len(rule.issues) for rule in one.rules)
    for pack in analysis.verdicts for one in pack.all_configurations if not one.gate
}
found = {
    "form": analysis.assessed.form.form.value,
    "sentence": analysis.assessed.form.sentence,
    "process": analysis.order.ranked[0].pack,
    "reason": analysis.order.sentence,
    "issues": issues,
    "right": {pack.key: right_process.document(analysis, pack.key) for pack in analysis.verdicts},
    "diagonal_mm": float(np.linalg.norm(context.part.size_mm)),
    "unexplained": analysis.assessed.recognition.unexplained_area_share,
    "area_mm2": sum(face.area_mm2 for face in context.part.faces),
}
print("FOUND" + json.dumps(found))
"""


@dataclass(frozen=True, slots=True)
class Chosen:
    """One part as the reviewer sees it."""

    line: dict[str, Any]
    """What the reviewer says."""
    of_set: str
    """One of `SETS`."""
    path: Path


@dataclass(frozen=True, slots=True)
class Judged:
    """One part as the reviewer and Sprue see it."""

    file: str
    of_set: str
    forms: tuple[str, ...]
    processes: tuple[str, ...]
    found: dict[str, Any]
    marks: tuple[Mark, ...]

    @property
    def compared(self) -> Compared | None:
        """What the right process objects to, beside the reviewer's marks; None where there is no process."""
        if not self.processes or not self.found:
            return None
        right = self.found["right"][self.processes[0]]
        raised = [
            Raised(each["rule"], each["severity"], each["value"], _point(each["place"]), each["message"])
            for each in right["issues"]
        ]
        own = (each for each in self.marks if each.configuration == right["configuration"])
        return marks.compare(raised, own, self.found["diagonal_mm"])

    @property
    def is_form_right(self) -> bool:
        """Whether Sprue says a form that the reviewer accepts."""
        return self.found.get("form") in self.forms

    @property
    def is_process_right(self) -> bool:
        """Whether the first process is one that the reviewer accepts as first."""
        return self.found.get("process") in self.processes


def _point(place: list[float] | None) -> tuple[float, float, float] | None:
    return None if place is None else (place[0], place[1], place[2])


def half_of(file: Path) -> str:
    """Return which half a file belongs to."""
    digit = hashlib.sha256(file.read_bytes()).hexdigest()[0]
    return HALVES[int(digit, 16) % 2]


def chosen_of(
    corpus: Path, sets: Sequence[str], names: Sequence[str], unseen: Path | None = None
) -> list[Chosen]:
    """Return the parts asked for.

    Parameters
    ----------
    corpus, unseen
        Where the files of both halves and of the unseen sets lie; without `unseen` there are none of these.
    sets
        Some of `SETS`.
    names
        Only files whose name holds one of these; all when empty.
    """
    listed = [(PARTS, corpus, "")]
    if unseen is not None:
        listed += [(path, unseen, of_set) for of_set, path in UNSEEN_PARTS.items()]
    chosen = [
        Chosen(line, of_set or half_of(folder / line["file"]), folder / line["file"])
        for path, folder, of_set in listed
        for line in _lines(path)
        if "left_out" not in line and (not names or any(name in line["file"] for name in names))
    ]
    return [each for each in chosen if each.of_set in sets]


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.is_file() else []


def run(chosen: Sequence[Chosen], n_jobs: int = 1) -> dict[str, float]:
    """Analyze the parts, print agreement by set and every miss, and return the shares."""
    marked: dict[str, list[Mark]] = {}
    for mark in marks.read():
        marked.setdefault(mark.file, []).append(mark)
    with ThreadPoolExecutor(n_jobs) as pool:
        found = list(pool.map(lambda each: _analyze(each.path), chosen))
    judged = [
        Judged(
            file=one.line["file"],
            of_set=one.of_set,
            forms=tuple(one.line["forms"]),
            processes=tuple(one.line["processes"]),
            found=each,
            marks=tuple(marked.get(one.line["file"], ())),
        )
        for one, each in zip(chosen, found, strict=True)
    ]
    folder = Path("out/bench")
    folder.mkdir(parents=True, exist_ok=True)
    rows = [{"file": each.file, "half": each.of_set, **each.found} for each in judged]
    (folder / "judgment.json").write_text(json.dumps(rows, indent=1))
    return _print(judged) | _print_marks(judged)


def _analyze(file: Path) -> dict[str, Any]:
    """Analyze a part in a process of its own; empty where that fails."""
    try:
        found: dict[str, Any] = child.answer(CHILD, file, LIMIT_S)
    except child.NoAnswer as missing:
        print(f"{file.name}: {missing}", file=sys.stderr)
        return {}
    print(file.name, file=sys.stderr)
    return found


def _print(judged: list[Judged]) -> dict[str, float]:
    table = Table(
        "set", "parts", "form right", "first process right", "issues, median", "most", "unexplained"
    )
    shares: dict[str, float] = {}
    for half in SETS:
        of_half = [each for each in judged if each.of_set == half]
        if not of_half:
            continue
        with_process = [each for each in of_half if each.processes]
        forms = sum(each.is_form_right for each in of_half) / len(of_half)
        processes = sum(each.is_process_right for each in with_process) / max(len(with_process), 1)
        issues = sorted(n for each in of_half for n in each.found.get("issues", {}).values())
        areas = [(each.found["area_mm2"], each.found["unexplained"]) for each in of_half if each.found]
        unexplained = sum(area * share for area, share in areas) / max(sum(area for area, _ in areas), 1e-300)
        mean = sum(share for _, share in areas) / max(len(areas), 1)
        shares |= {f"{half}_form": forms, f"{half}_process": processes}
        table.add_row(
            half,
            f"{len(of_half)}",
            f"{forms:.1%}",
            f"{processes:.1%} of {len(with_process)}",
            f"{issues[len(issues) // 2] if issues else 0}",
            f"{issues[-1] if issues else 0}",
            f"{unexplained:.2%} of the area, {mean:.2%} a part",
        )
    out = Console(width=140, highlight=False)
    out.print(table)
    for each in judged:
        if not each.is_form_right:
            described = each.found.get("sentence", "not analyzed")
            out.print(f"{each.of_set}  form  {each.file}: {' or '.join(each.forms)}; Sprue: {described}")
    for each in judged:
        if each.processes and not each.is_process_right:
            described = each.found.get("reason", "not analyzed")
            out.print(
                f"{each.of_set}  process  {each.file}: {' or '.join(each.processes)}; Sprue: {described}"
            )
    for each in judged:
        many = {key: n for key, n in each.found.get("issues", {}).items() if n > 25}
        if many:
            out.print(f"{each.of_set}  issues  {each.file}: {many}")
    return shares


def _print_marks(judged: list[Judged]) -> dict[str, float]:
    """Print how many of the right process's fails and warnings are true, and what it leaves out."""
    table = Table(
        "set", "severity", "raised", "true", "debatable", "false", "unmarked", "precision", "strict"
    )
    shares: dict[str, float] = {}
    misses = []
    for half in SETS:
        parts = [(each, each.compared) for each in judged if each.of_set == half]
        pairs = [(each.file, *pair) for each, found in parts if found for pair in found.marked]
        unmarked = [issue for _, found in parts if found for issue in found.unmarked]
        missing = [mark for _, found in parts if found for mark in found.missing]
        for severity in ("fail", "warning"):
            words = [mark.word for _, issue, mark in pairs if issue.severity == severity]
            n_true, n_debatable, n_false = (words.count(word) for word in ("true", "debatable", "false"))
            n_unmarked = sum(issue.severity == severity for issue in unmarked)
            if not words and not n_unmarked:
                continue
            precision = (n_true + n_debatable) / max(len(words), 1)
            shares[f"{half}_{severity}"] = precision
            counts = (len(words) + n_unmarked, n_true, n_debatable, n_false, n_unmarked)
            strict = n_true / max(len(words), 1)
            table.add_row(half, severity, *map(str, counts), f"{precision:.1%}", f"{strict:.1%}")
        n_right = sum(mark.word == "true" for _, _, mark in pairs)
        if pairs:
            shares[f"{half}_recall"] = n_right / max(n_right + len(missing), 1)
            table.add_row(half, "recall", "", str(n_right), "", "", "", f"{shares[f'{half}_recall']:.1%}", "")
        misses += [
            f"{half}  {mark.word}  {file}: {issue.rule} {issue.severity}: {issue.message} ({mark.why})"
            for file, issue, mark in pairs
            if mark.word == "false"
        ]
        misses += [f"{half}  not raised  {mark.file}: {mark.rule}: {mark.why}" for mark in missing]
    out = Console(width=140, highlight=False)
    out.print(table)
    for line in misses:
        out.print(line)
    return shares
