"""The console's side of an analysis: progress while it runs, a table when it is done.

It reads the result document and nothing else, so it knows no geometry and loads no kernel.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from engine import file_name

Document = Mapping[str, Any]

STYLE_OF_SEVERITY = {"pass": "green", "warning": "yellow", "fail": "bold red"}
MARK_OF_SEVERITY = {"pass": "·", "warning": "!", "fail": "x"}
MOST_BODIES = 12
"""Bodies of an assembly that are listed; the result has all."""
MOST_REASONS = 8
"""More than this is a report, and there is one."""

_AXIS_NAMES = {
    (1, 0, 0): "+X",
    (-1, 0, 0): "-X",
    (0, 1, 0): "+Y",
    (0, -1, 0): "-Y",
    (0, 0, 1): "+Z",
    (0, 0, -1): "-Z",
}


class Output(Console):
    """Standard output; where nobody reads it any more, who prints is told, and the program is not ended."""

    def __init__(self) -> None:
        super().__init__(highlight=False)

    def on_broken_pipe(self) -> None:
        """Let the error through that brought us here."""
        raise BrokenPipeError


class Announcer:
    """Shows what is going on, on standard error: one live line on a terminal, else a line at a time."""

    def __init__(self, is_quiet: bool = False) -> None:
        self._console = Console(stderr=True, quiet=is_quiet, highlight=False)

    @contextmanager
    def about(self, name: str) -> Iterator[Callable[[str], None]]:
        """Announce one file; yields the function that its progress lines go to."""
        if self._console.is_terminal:
            with self._console.status(escape(name)) as status:
                yield lambda line: status.update(f"{escape(name)}  [dim]{escape(line)}[/dim]")
        else:
            yield lambda line: self._console.print(f"{name}: {line}", markup=False, soft_wrap=True)

    def failed(self, sentence: str) -> None:
        """Say in one sentence what did not work; shown even when quiet."""
        print(" ".join(sentence.split()), file=sys.stderr, flush=True)


def print_result(document: Document, out: Console | None = None) -> None:
    """Print what was found in a part: its size, its features, and the verdict of each rule pack.

    Parameters
    ----------
    document : mapping
        `result.json`.
    """
    out = out or Output()
    out.print()
    out.print(f"[bold]{escape(document['filename'])}[/bold]", soft_wrap=True)
    for line in (_size_line(document), _mesh_line(document), _pull_line(document), _feature_line(document)):
        _print_wrapped(f"  {line}", out)
    if document.get("form"):
        _print_wrapped(f"  [bold]{escape(document['form']['sentence'])}[/bold]", out)
    for line in _body_lines(document):
        _print_wrapped(f"    {line}", out)
    failures = [failed["message"] for failed in document.get("failed_stages", ())]
    for note in document.get("notes", ()):
        if note in failures:
            continue  # told below the verdicts that lack it
        _print_wrapped(f"  [yellow]note[/yellow]  {escape(note)}", out)
    modules = document["modules"]
    misfits = {
        (each["module_key"], each["configuration_key"]): each["misfit"]
        for each in modules["order"]
        if each["misfit"]
    }
    print_verdicts(_best_first(modules), out, misfits, modules["order_reason"])
    print_failures(failures, out)


def print_failures(failures: Sequence[str], out: Console | None = None) -> None:
    """Print what Sprue failed at itself, so that nobody takes the verdict for a whole one."""
    out = out or Output()
    for failure in failures:
        _print_wrapped(f"[{STYLE_OF_SEVERITY['fail']}]failed[/]  {escape(failure)}", out)
    if failures:
        out.print()


def print_verdicts(
    modules: Sequence[Document],
    out: Console | None = None,
    misfits: Mapping[tuple[str, str], str] | None = None,
    order_reason: str = "",
) -> None:
    """Print the verdict of each configuration of each rule pack, and the reasons for what did not pass.

    Of a configuration whose gate failed that is told alone, and how many more rules were judged.

    Parameters
    ----------
    misfits
        Why the part does not fit a machine, by the keys of pack and configuration.
    order_reason
        Why the first pack is first.
    """
    out = out or Output()
    out.print()
    out.print(_verdict_table(modules, misfits or {}))
    if order_reason:
        out.print()
        _print_wrapped(escape(order_reason), out)
    out.print()
    _print_reasons(modules, out)


def _best_first(modules: Document) -> list[Document]:
    """Return the rule packs by how well the best configuration of each suits the part."""
    places = [entry["module_key"] for entry in modules["order"]]
    return sorted(modules["modules"], key=lambda pack: places.index(pack["module_key"]))


def _size_line(document: Document) -> str:
    geometry = document["geometry"]
    box = geometry["bounding_box_mm"]
    return (
        f"[bold]{box['x']:.4g} × {box['y']:.4g} × {box['z']:.4g} mm[/bold], "
        f"volume {geometry['volume_cm3']:.4g} cm³, surface {geometry['surface_area_cm2']:.4g} cm²"
    )


def _mesh_line(document: Document) -> str:
    stats = document["stats"]
    bodies = _counted(stats["n_bodies"], "body", "bodies")
    return f"{bodies}, {_counted(stats['n_faces'], 'face')}, {stats['n_triangles']:,} triangles"


def _pull_line(document: Document) -> str:
    made = document["features"]["manufacturability"]
    direction = made["pull_dir"]
    if direction is None:
        return "no pull direction was chosen"
    name = _AXIS_NAMES.get(tuple(round(x, 9) for x in direction))
    shown = name or "(" + ", ".join(f"{x:.3f}" for x in direction) + ")"
    return (
        f"pulled along {shown}: {_counted(made['n_undercuts'], 'undercut face')}, "
        f"{_counted(made['n_low_draft'], 'face')} with little draft"
    )


def _body_lines(document: Document) -> list[str]:
    """Say what each different body of an assembly is, and which process is first for it."""
    bodies = document.get("bodies") or ()
    lines = []
    for body in bodies[:MOST_BODIES]:
        first = body["modules"]["order"][0]
        process = next(
            pack["name"] for pack in body["modules"]["modules"] if pack["module_key"] == first["module_key"]
        )
        count = f"{body['count']} × " if body["count"] > 1 else ""
        form = body["form"]["form"] if body["form"] else "of no known form"
        lines.append(f"{count}{escape(body['name'] or 'body')}: {form}, {escape(process)} first")
    if len(bodies) > MOST_BODIES:
        lines.append(f"[dim]and {len(bodies) - MOST_BODIES} more[/dim]")
    return lines


def _feature_line(document: Document) -> str:
    """Count the features by kind, holes with their diameters."""
    features = document["features"]["features"]
    counts = Counter(feature["kind"] for feature in features)
    if not counts:
        return "no features recognized"
    words = [_counted(number, kind.lower()) for kind, number in counts.items()]
    diameters = Counter(round(feature["diameter_mm"], 2) for feature in features if feature["kind"] == "HOLE")
    if diameters:
        listed = [f"Ø{size:g}" + (f" ({n})" if n > 1 else "") for size, n in sorted(diameters.items())[:8]]
        more = f" and {len(diameters) - 8} more sizes" if len(diameters) > 8 else ""
        words.append(f"bores {', '.join(listed)}{more}")
    return "; ".join([", ".join(words[: len(counts)]), *words[len(counts) :]])


def _verdict_table(modules: Sequence[Document], misfits: Mapping[tuple[str, str], str]) -> Table:
    """One row for each configuration of each rule pack: its verdict, and the rules it owes it to."""
    table = Table()
    for heading in ("rule pack", "made by", "verdict"):
        table.add_column(heading, no_wrap=True)
    table.add_column("because of")
    for pack in modules:
        for index, configuration in enumerate(_configurations(pack)):
            result = configuration["result"]
            severity, key = result["overall_severity"], configuration["configuration_key"]
            misfit = misfits.get((pack["module_key"], key))
            table.add_row(
                escape(pack["module_key"]) if index == 0 else "",
                escape(key),
                f"[{STYLE_OF_SEVERITY[severity]}]{severity}[/]",
                f"{escape(misfit)}\n{_blame(result)}" if misfit else _blame(result),
            )
    return table


def _configurations(pack: Document) -> list[Document]:
    """Return the configurations of a pack, then those that follow from the part."""
    return [*pack["configurations"], *pack.get("derived_configurations", ())]


def _blame(result: Document) -> str:
    """Name the rules that failed, then apart those that warned; a gate that failed stands for all."""
    rules = result["rules"]
    if result["gate"]:
        gate = next(rule["name"] for rule in rules if rule["key"] == result["gate"])
        return f"[{STYLE_OF_SEVERITY['fail']}]{escape(gate)}[/]; [dim]{_folded(rules, result['gate'])}[/dim]"
    failed, warned = (
        [
            f"[{STYLE_OF_SEVERITY[severity]}]{escape(rule['name'])}[/]"
            for rule in rules
            if rule["severity"] == severity
        ]
        for severity in ("fail", "warning")
    )
    if failed and warned:
        return f"{', '.join(failed)}; [dim]warns:[/dim] {', '.join(warned)}"
    return ", ".join(failed or warned) or f"[dim]{_passed(rules)}[/dim]"


def _folded(rules: Sequence[Document], gate: str) -> str:
    """Count the rules behind a gate that failed: `5 more rules judged, 2 fail, 1 warns`."""
    others = [rule for rule in rules if rule["key"] != gate]
    count = Counter(rule["severity"] for rule in others)
    described = [f"{_counted(len(others), 'more rule')} judged"]
    for severity, verb in (("fail", "fail"), ("warning", "warn")):
        if count[severity]:
            described.append(f"{count[severity]} {verb}{'s' if count[severity] == 1 else ''}")
    return ", ".join(described)


def _passed(rules: Sequence[Document]) -> str:
    """Count the rules that passed; one that does not apply to the part is told apart."""
    n_idle = sum(not rule["applicable"] for rule in rules)
    passed = f"{_counted(len(rules) - n_idle, 'rule')} passed"
    idle = f"{n_idle} {'does' if n_idle == 1 else 'do'} not apply"
    return f"{passed}, {idle}" if n_idle else passed


def _print_reasons(modules: Sequence[Document], out: Console) -> None:
    """Print the message of each rule that did not pass, worst first, each message once.

    What speaks against a process as a whole is always printed; the rules behind it are not.
    """
    gates = list(_reasons(modules, "fail", is_gate=True))
    reasons = [reason for severity in ("fail", "warning") for reason in _reasons(modules, severity)]
    for reason in reasons[:MOST_REASONS]:
        _print_reason(*reason, out)
    if len(reasons) > MOST_REASONS:
        out.print(f"[dim]… and {len(reasons) - MOST_REASONS} more in the report[/dim]")
    for reason in gates:
        _print_reason(*reason, out)
    if reasons or gates:
        out.print()


def _print_reason(severity: str, who: str, message: str, out: Console) -> None:
    mark = f"[{STYLE_OF_SEVERITY[severity]}]{MARK_OF_SEVERITY[severity]}[/]"
    _print_wrapped(f"{mark} [bold]{escape(who)}:[/] {escape(message)}", out)


def _reasons(
    modules: Sequence[Document], severity: str, *, is_gate: bool = False
) -> Iterator[tuple[str, str, str]]:
    """Yield severity, whom it concerns and message; one that all configurations share concerns the pack.

    `is_gate`: of the gates that failed alone, else of configurations in which none did.
    """
    for pack in modules:
        keys_of_message: dict[str, list[str]] = {}
        for configuration in _configurations(pack):
            result = configuration["result"]
            if bool(result["gate"]) is not is_gate:
                continue
            for rule in result["rules"]:
                if rule["severity"] == severity and (not is_gate or rule["key"] == result["gate"]):
                    key = configuration["configuration_key"]
                    keys_of_message.setdefault(_said(rule), []).append(key)
        for message, keys in keys_of_message.items():
            concerns_all = len(keys) >= len(_configurations(pack))
            who = [pack["module_key"]] if concerns_all else [f"{pack['module_key']}/{key}" for key in keys]
            yield severity, ", ".join(who), message


def _said(rule: Document) -> str:
    """Return what is said of the worst issue of a rule, and how many more there are."""
    issues = rule.get("issues") or ()
    if not issues:
        return str(rule["message"])
    more = f" And {_counted(len(issues) - 1, 'more issue')}." if len(issues) > 1 else ""
    return f"{issues[0]['message']}{more}"


def _print_wrapped(markup: str, out: Console) -> None:
    """Print a line, its continuations set in by two, without spaces at the ends that a pipe would keep."""
    first, *others = Text.from_markup(markup).wrap(out, out.width - 2)
    for line in (first, *(Text("  ") + other for other in others)):
        line.rstrip()
        out.print(line)


def print_where(document: Document, folder: Path, out: Console | None = None) -> None:
    """Say where the results lie, each on a line that can be clicked or copied."""
    out = out or Output()
    files = document["artifacts"]
    heatmaps = [name for key, name in files.items() if key.endswith("_glb")]
    if "report_html" in files:
        out.print(f"report    {file_name.shown(folder / files['report_html'])}", markup=False, soft_wrap=True)
    if "report_pdf" in files:
        out.print(f"to print  {file_name.shown(folder / files['report_pdf'])}", markup=False, soft_wrap=True)
    if heatmaps:
        out.print(f"heatmaps  {file_name.shown(folder)}/ {' '.join(heatmaps)}", markup=False, soft_wrap=True)
    out.print(f"result    {file_name.shown(folder / 'result.json')}", markup=False, soft_wrap=True)


def _counted(number: int, singular: str, plural: str = "") -> str:
    return f"{number:,} {singular if number == 1 else plural or _plural(singular)}"


def _plural(noun: str) -> str:
    return f"{noun}es" if noun.endswith(("s", "x", "ch")) else f"{noun}s"
