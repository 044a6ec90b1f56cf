"""The tables of the bench, as people read them."""

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from bench.accuracy.generated import Result
from bench.accuracy.invariance import Result as Invariance
from bench.accuracy.known import Result as Known
from bench.accuracy.labelled import Result as Labelled
from bench.accuracy.matching import Failure


def generated(console: Console, result: Result) -> None:
    """Print precision, recall and the errors of dimensions, kind by kind."""
    table = Table(title=f"{result.n_parts} generated parts, near twins included")
    for name in ("kind", "expected", "found", "exact", "extra", "recall", "accuracy", "precision"):
        table.add_column(name, justify="left" if name == "kind" else "right", no_wrap=name == "kind")
    table.add_column("median error", justify="right")
    table.add_column("max error", justify="right")
    for kind, tally in sorted(result.tallies.items()):
        errors = np.array(tally.errors) if tally.errors else np.array([np.nan])
        table.add_row(
            kind,
            *map(str, (tally.expected, tally.found, tally.exact, tally.extra)),
            *(f"{share:.3f}" for share in (tally.recall, tally.accuracy, tally.precision)),
            f"{np.median(errors):.2g}",
            f"{errors.max():.2g}",
        )
    console.print(table)


def labelled(console: Console, result: Labelled) -> None:
    """Print the recall of each class and the features that explain nothing, kind by kind."""
    table = Table(title=f"{result.n_files} labelled blocks")
    table.add_column("class")
    for name in ("whole", "found", "recall", "cut", "found of them", "faces", "found of all"):
        table.add_column(name, justify="right")
    recalls = result.figures()["recall"]
    for name, count in sorted(result.counts.items()):
        recall = f"{recalls[name]:.3f}" if name in recalls else "-"
        table.add_row(
            name,
            *map(str, (count.whole, count.found)),
            recall,
            *map(str, (count.cut, count.cut_found, count.faces, count.faces_found)),
        )
    console.print(table)
    faces, found = result.faces_of_recesses()
    share = found / max(faces, 1)
    console.print(f"faces of recesses: {found} of {faces} found, {share:.4f}", highlight=False)
    table = Table(title="features of the labelled blocks")
    for name in ("kind", "reported", "false", "precision", "beside"):
        table.add_column(name, justify="left" if name == "kind" else "right")
    for kind, share in result.figures()["precision"].items():
        table.add_row(
            kind,
            str(result.reported[kind]),
            str(result.false[kind]),
            f"{share:.3f}",
            str(result.beside[kind]),
        )
    console.print(table)


def invariance(console: Console, result: Invariance, title: str) -> None:
    """Print how many parts and answers stayed the same, mutator by mutator."""
    table = Table(title=title)
    table.add_column("mutator")
    for name in ("parts", "unchanged", "share", "answers", "unchanged", "share"):
        table.add_column(name, justify="right")
    for name, shares in result.figures().items():
        parts = result.compared[name]
        n_answers, n_changed = sum(each.n_answers for each in parts), sum(each.n_changed for each in parts)
        same = sum(not each.said for each in parts)
        table.add_row(
            name,
            *(str(len(parts)), str(same), f"{shares['parts']:.3f}"),
            *(str(n_answers), str(n_answers - n_changed), f"{shares['answers']:.4f}"),
        )
    console.print(table)


def known(console: Console, result: Known) -> None:
    """Print how many real files are as they are known to be, and what each of the others has otherwise."""
    wrong = {failure.part for failure in result.failures}
    console.print(f"real files as known: {result.n_files - len(wrong)} of {result.n_files}", highlight=False)
    for failure in result.failures:
        console.print(
            f"{failure.part}: {failure.kind}: {failure.what}",
            style="red",
            highlight=False,
            markup=False,
            soft_wrap=True,
        )


def failures(console: Console, found: Sequence[Failure]) -> None:
    """Print every failure on a line of its own."""
    for failure in found:
        console.print(
            f"{failure.kind}  {failure.part}: {failure.what}", highlight=False, markup=False, soft_wrap=True
        )


def write_notes(found: Sequence[Failure], folder: Path) -> None:
    """Write the failures of each kind to a file of its own, replacing those of the run before."""
    folder.mkdir(parents=True, exist_ok=True)
    by_kind: dict[str, list[Failure]] = defaultdict(list)
    for failure in found:
        by_kind[failure.kind].append(failure)
    for stale in folder.glob("failures-*.md"):
        stale.unlink()
    for kind, ones in sorted(by_kind.items()):
        lines = [f"* `{failure.part}`: {failure.what}" for failure in ones]
        name = kind.strip("()").replace(" ", "-").lower()
        (folder / f"failures-{name}.md").write_text("\n".join([f"# {kind}: {len(ones)}", "", *lines, ""]))
