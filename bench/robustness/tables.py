"""The summary of the bench, and the list of what is wrong, as people read them."""

from collections import Counter, defaultdict
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

from bench.robustness import severities, variants
from bench.robustness.difference import Kind
from bench.robustness.judging import Found
from bench.robustness.runner import ORIGINAL, USUAL_MESH, Report


def sources(console: Console, reports: Sequence[Report], found: Sequence[Found]) -> None:
    """Print what came of the files of each source."""
    table = Table(title="Files and variants, by where they come from")
    table.add_column("source", no_wrap=True)
    for name in ("files", "runs", "left out", "results", "refused", "kernel died"):
        table.add_column(name, justify="right")
    for kind in Kind:
        table.add_column(str(kind), justify="right")
    table.add_column("explained", justify="right")
    names = sorted({report.subject.source for report in reports})
    for name in [*names, ""]:
        mine = [report for report in reports if name in ("", report.subject.source)]
        wrong = [one for one in found if name in ("", one.source)]
        runs = [each for report in mine for each in report.examination_of_run.values() if not each.is_skipped]
        count = Counter(one.difference.kind for one in wrong if not one.reason)
        table.add_row(
            name or "all",
            str(len(mine)),
            str(len(runs)),
            str(sum(report.n_left_out for report in mine)),
            str(sum(each.has_result for each in runs)),
            str(sum(bool(each.refusal) for each in runs)),
            str(sum(bool(each.crash) for each in runs)),
            *(str(count[kind]) for kind in Kind),
            str(sum(bool(one.reason) for one in wrong)),
        )
    console.print(table)


def ways(console: Console, reports: Sequence[Report], found: Sequence[Found]) -> None:
    """Print how much of the answers each way of writing a part again left alone."""
    table = Table(title="The same part written again")
    table.add_column("variant", no_wrap=True)
    for name in ("runs", "severities", "unchanged", "share", "undecided", "parts with the same features"):
        table.add_column(name, justify="right")
    runs = defaultdict(list)
    for report in reports:
        for run, examination in report.examination_of_run.items():
            if run not in (ORIGINAL, USUAL_MESH) and examination.has_result:
                runs[run].append((report, examination))
    unlike = {(one.key, one.run) for one in found if one.difference.kind is Kind.FEATURE}
    for run, pairs in runs.items():
        n_rules = n_changed = n_undecided = 0
        if run in variants.KEEPING_SEVERITIES:
            for report, examination in pairs:
                before, after = report.examination_of_run[ORIGINAL].verdicts, examination.verdicts
                changed = severities.changed(before, after)
                n_rules += len(before)
                n_changed += len(changed)
                n_undecided += sum(severities.is_undecided(before[name], after[name]) for name in changed)
        same = sum((report.subject.key, run) not in unlike for report, _ in pairs)
        share = f"{1 - n_changed / n_rules:.4%}" if n_rules else "-"
        table.add_row(
            run,
            str(len(pairs)),
            *(str(n_rules), str(n_rules - n_changed), share, str(n_undecided)),
            f"{same} ({same / len(pairs):.1%})",
        )
    console.print(table)


def worst(console: Console, found: Sequence[Found], most: int) -> None:
    """Print what nobody has explained, worst first, a line each."""
    unexplained = [one for one in found if not one.reason]
    for one in unexplained[:most]:
        what = one.difference
        line = f"{what.kind}  {one.subject} [{one.key}] {one.run}: {what.key}: {what.text}"
        console.print(line, highlight=False, markup=False, soft_wrap=True)
    if len(unexplained) > most:
        console.print(f"… and {len(unexplained) - most} more; --verbose lists all")
