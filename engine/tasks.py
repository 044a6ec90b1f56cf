"""What runs in the child process: a file in, a folder of results out.

What measures and judges takes as long to load as the kernel, so functions load it when they come to it: who
waits for a first look at a part does not wait for that.
"""

import json
import os
import pickle
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from engine import (
    analysis_file,
    artifacts,
    file_name,
    formats,
    geometry_file,
    metric_file,
    options,
    prepared_file,
    present,
)
from engine.errors import InvalidOption, InvalidRulePack, OutsideEnvelope, UnreadableFile
from engine.formats import gltf
from engine.model.analysis import Analysis
from engine.model.mesh import Mesh, MeshOptions
from engine.model.part import Part
from engine.model.pull import PullOptions
from engine.model.quick_info import QuickInfo
from engine.model.rulepack import RulePack
from engine.pricing import envelope
from engine.progress import Progress
from engine.stages import FailedStage

if TYPE_CHECKING:
    from engine.rules.machines import BuildVolumes
    from engine.run_context import RunContext

ANCHOR = "casting/investment"
"""The configuration whose limits color the heatmaps unless the caller names one."""
Shown = tuple[str, tuple[RulePack, str] | None]
"""How the part is called, and whose limits color it: see `artifacts.write`."""

PACKS_KEPT = 8
"""Rule packs that are kept read: whoever moves a slider asks for the same one again and again."""


def analyze(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Analyze one file.

    Parameters
    ----------
    arguments : dict
        `file` and `folder` (made if it is not there); `max_edge_mm`, `curvature`, `pull`,
        `alpha_min_deg`, `alpha_warn_deg` as `engine.options` reads them; optionally `unit`, of a file that
        has none, `filename` (as the user knows it), `packs` (`pack` or `pack/configuration`; all when empty),
        `own_packs`, documents of further ones, `build_volumes` as `engine.options` reads them,
        `build_volume_mm`, the longest side that is taken, with
        `build_volume_setting`, whatever sets it, and
        `cache`, a folder where prepared parts are kept: a part that lies there is not meshed again; without
        pictures and report where `with_report` is false, which `report` draws later; with `artifacts.SHAPE`
        in the folder as soon as the part is meshed where `with_shape` is true. `meshed` is where `read` left
        the part, and `analysis` where `draw` is to find what it draws. Where `names_drawn` is false, nobody
        is to draw, and the result does not name what would be. `paper` and `units` are of the report: `a4`
        or `letter`, `mm` or `in`.

    Returns
    -------
    dict
        `seconds_of_stage`. Everything else is in the folder.
    """
    folder = Path(arguments["folder"])

    def when_meshed(part: Part, mesh: Mesh) -> None:
        _check_size(QuickInfo.of(part), arguments)
        if arguments.get("with_shape"):
            folder.mkdir(parents=True, exist_ok=True)
            artifacts.write_shape(part, mesh, folder)

    asked = _asked(arguments)
    analysis, shown = _assess(asked, arguments, progress, when_meshed)
    folder.mkdir(parents=True, exist_ok=True)
    artifacts.write(analysis, *shown, folder, progress)
    if arguments.get("with_report", True):
        artifacts.draw(analysis, *shown, folder, progress, *_look(arguments))
    elif not arguments.get("names_drawn", True):
        artifacts.leave_undrawn(folder)
    elif arguments.get("analysis"):
        _write_pickle((analysis, shown), arguments["analysis"])
    elif asked.kept is not None and not analysis.failed_stages:
        with suppress(OSError):  # a disk that is full costs time, not the answer
            analysis_file.write(analysis, asked.kept_analysis(asked.kept))
    return {"seconds_of_stage": progress.seconds_of_stage}


def read(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Read and mesh a file for an `analyze` in another process, and leave the part at `meshed`."""
    file = Path(arguments["file"])
    _check_file(file)
    if arguments["packs"]:
        choose(_shipped(), arguments["packs"])  # a wrong name is refused at once
    if arguments.get("build_volumes"):
        from engine.rules import machines

        machines.check(_shipped(), options.build_volumes(arguments["build_volumes"]))
    mesh_options = options.mesh_options(
        arguments["max_edge_mm"], arguments["curvature"], arguments.get("unit")
    )
    _write_pickle(formats.read(file, mesh_options, progress), arguments["meshed"])
    progress.done()
    return {}


def draw(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Draw the pictures and the page of what an `analyze` in another process left at `analysis`."""
    analysis: Analysis
    shown: Shown
    analysis, shown = _read_pickle_once(arguments["analysis"])
    artifacts.draw(analysis, *shown, Path(arguments["folder"]), progress, *_look(arguments))
    return {}


def leave_undrawn(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Record in the result in `folder` that pictures and page are not there, for `cause`."""
    failed = FailedStage("pictures", "pictures and report were not drawn", arguments["cause"])
    artifacts.leave_undrawn(Path(arguments["folder"]), failed=(failed,))
    return {}


def report(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Draw the pictures and the page of a part that was analyzed into `folder`.

    Parameters
    ----------
    arguments : dict
        As `analyze` had them. But for what lies in `cache`, the part is measured and judged again: with the
        same numbers.
    """
    asked = _asked(arguments)
    analysis, shown = _kept(asked, arguments) or _assess(asked, arguments, progress)
    artifacts.draw(analysis, *shown, Path(arguments["folder"]), progress, *_look(arguments))
    return {"seconds_of_stage": progress.seconds_of_stage}


def describe(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Read one file, named by `file`, and return its size and counts; nothing is analyzed."""
    file = Path(arguments["file"])
    _check_file(file)
    info, mesh = formats.quick_info(file, progress)
    return {
        "name": info.name,
        "geometry": present.geometry(info),
        "stats": present.stats(info, mesh, 0),
        "notes": list(info.notes),
    }


def preview(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Read one file for a look at it.

    Parameters
    ----------
    arguments : dict
        `file`, and `target`, where a GLB of it is written; optionally `build_volume_mm`,
        `build_volume_setting` and `unit` as of `analyze`, and `envelope_mm`, three sides that its box must
        fit into, turned as it likes.

    Returns
    -------
    dict
        `geometry` and `quoting_geometry`, as of the two interfaces, `stats` and `notes`.
    """
    file = Path(arguments["file"])
    _check_file(file)
    unit = options.mesh_options(None, None, arguments.get("unit")).unit
    info, mesh = formats.quick_info(file, progress, unit)
    _check_size(info, arguments)
    if arguments.get("envelope_mm"):
        envelope.check([float(side) for side in info.size_mm], arguments["envelope_mm"])
    Path(arguments["target"]).write_bytes(gltf.write(mesh, info.name or "part"))
    return {
        "geometry": present.geometry(info),
        "quoting_geometry": present.quoting_geometry(info),
        # Nothing was recognized yet: a part's faces are what features are made of.
        "stats": present.stats(info, mesh, n_features=info.n_faces),
        "notes": list(info.notes),
    }


def judge(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Judge a part that was analyzed into `folder` by another rule pack.

    Parameters
    ----------
    arguments : dict
        `folder`; `module`, the pack as JSON; `configuration_key`; `overrides`, numbers by parameter.

    Raises
    ------
    InvalidRulePack
        With every problem of the pack.
    """
    from engine.rules import evaluate

    progress.stage("judging")
    table = metric_file.beside(Path(arguments["folder"]))
    pack, warnings = _checked(json.dumps(arguments["module"]))
    verdict = evaluate.evaluate(
        pack, table, [arguments["configuration_key"]], arguments["overrides"], progress=progress
    )
    progress.done()
    return present.evaluation(verdict, warnings)


def measure_places(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Measure picked faces and edges of a part that was analyzed into `folder`.

    Parameters
    ----------
    arguments : dict
        `folder`; `places` and `what` as `engine.measure.answer.measure` takes them.
    """
    from engine.measure import answer

    return answer.measure(
        geometry_file.beside(Path(arguments["folder"])), arguments["places"], arguments["what"]
    )


@lru_cache(maxsize=PACKS_KEPT)  # by value: the text of the pack
def _checked(module: str) -> tuple[RulePack, tuple[str, ...]]:
    """Read a rule pack from JSON; return it with what its author should look at."""
    from engine.rules import lint, parse

    pack = parse.parse(json.loads(module))
    return pack, lint.lint(pack)


def measure(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Measure between two places of a part that was analyzed, or at one.

    Parameters
    ----------
    arguments : dict
        As `analyze` had them, and `asked`, as `engine.inspection.measure` takes it.
    """
    asked = _asked(arguments)
    progress.stage("measuring")
    prepared = _prepare(asked, arguments, progress, lambda *_: None).prepared
    from engine.inspection import documents
    from engine.inspection import measure as measuring

    found = measuring.measure(prepared, arguments["asked"])
    progress.done()
    return documents.measurement(found)


def picture(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Draw one picture of a part that was analyzed.

    Parameters
    ----------
    arguments : dict
        As `analyze` had them; `asked`, as `engine.inspection.picture` takes it, and `target`, where the PNG
        is written.
    """
    asked = _asked(arguments)
    progress.stage("drawing")
    analysis, _ = _kept(asked, arguments) or _assess(asked, arguments, progress)
    from engine.inspection import picture as drawing
    from engine.render import picture as rendering

    image, caption = drawing.draw(analysis, arguments["asked"])
    Path(arguments["target"]).write_bytes(rendering.encode(image))
    progress.done()
    return {"caption": caption, "width": image.width, "height": image.height}


def print_report(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Write the report of a part that was analyzed as PDF.

    Parameters
    ----------
    arguments : dict
        As `analyze` had them; `target`, where the PDF is written, and `notes`, of issues that were accepted,
        each with `process`, `rule`, `message` and `note`.
    """
    asked = _asked(arguments)
    progress.stage("drawing")
    analysis, shown = _kept(asked, arguments) or _assess(asked, arguments, progress)
    printed = artifacts.print_report(analysis, *shown, arguments.get("notes", ()), *_look(arguments))
    Path(arguments["target"]).write_bytes(printed)
    progress.done()
    return {}


def validate(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Check a rule pack, and try it on a part where there is one.

    Parameters
    ----------
    arguments : dict
        `module`, the pack as JSON; maybe `folder`, of a part that was analyzed, with `configuration_key`, the
        first when empty.

    Returns
    -------
    dict
        `valid`, `problems` with their JSON paths, `warnings`, and `trial`, null without a part or with
        problems.
    """
    progress.stage("checking")
    try:
        pack, warnings = _checked(json.dumps(arguments["module"]))
    except InvalidRulePack as error:
        return {"valid": False, "problems": list(error.problems), "warnings": [], "trial": None}
    found = {"valid": True, "problems": [], "warnings": list(warnings), "trial": None}
    if arguments.get("folder"):
        from engine.inspection import documents
        from engine.rules import trial

        key = arguments.get("configuration_key") or pack.configurations[0].key
        known = {each.key: each for each in pack.configurations}
        if key not in known:
            raise InvalidOption(f"configuration_key is {key[:80]!r}; the pack has {', '.join(known)}")
        table = metric_file.beside(Path(arguments["folder"]))
        found["trial"] = documents.trial(known[key], trial.run(pack, table, known[key]))
    progress.done()
    return found


def catalog(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Return what there is to write rules with and to be shown, and the shipped packs."""
    from engine import interface
    from engine.rules import catalog as rule_catalog
    from engine.rules import document, packs

    return {
        "rule_schema": rule_catalog.document() | interface.document(),
        "modules": [document.document(pack) for pack in packs.shipped()],
    }


def warm(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Compile or load what every analysis would on first use."""
    import engine.pipeline  # noqa: F401
    from engine.evidence import warm as evidence_warm
    from engine.raycast import warm as raycast_warm
    from engine.rules import packs

    progress.stage("warming up")
    raycast_warm.warm()
    evidence_warm.warm()
    packs.shipped()
    progress.done()
    return {}


def warm_further(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Compile or load what parts of triangles, pictures and the page for people need besides."""
    from engine.render import warm as render_warm
    from engine.report import page
    from engine.segment import warm as segment_warm

    progress.stage("warming up")
    segment_warm.warm()
    render_warm.warm()
    page.warm()
    progress.done()
    return {}


def warm_drawing(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Compile or load what pictures and the page for people need."""
    from engine.render import warm as render_warm
    from engine.report import page

    render_warm.warm()
    page.warm()
    return {}


def choose(shipped: Sequence[RulePack], names: Sequence[str]) -> tuple[RulePack, ...]:
    """Return the packs that are named, with the configurations that are named; all when none is.

    Raises
    ------
    InvalidOption
        There is no pack or configuration of a name.
    """
    if not names:
        return tuple(shipped)
    known = [f"{pack.key}/{configuration.key}" for pack in shipped for configuration in pack.configurations]
    asked = {name for name in known if name in names or name.split("/")[0] in names}
    for name in names:
        if not any(found == name or found.startswith(f"{name}/") for found in known):
            raise InvalidOption(f"there is no rule pack {name!r}; there are {', '.join(known)}")
    return tuple(
        replace(pack, configurations=kept)
        for pack in shipped
        if (kept := tuple(one for one in pack.configurations if f"{pack.key}/{one.key}" in asked))
    )


@dataclass(frozen=True, slots=True)
class _Asked:
    """What is asked of a part, checked."""

    file: Path
    mesh: MeshOptions
    pull: PullOptions
    chosen: tuple[RulePack, ...]
    """Empty: all that ship."""
    own: tuple[RulePack, ...]
    """Packs of the caller's, judged besides."""
    volumes: "BuildVolumes"
    """Machines of the caller's."""
    kept: Path | None
    """Where the prepared part is kept; None where nothing is."""

    def packs(self) -> tuple[RulePack, ...]:
        found = (self.chosen or _shipped()) + self.own
        if not self.volumes:
            return found
        from engine.rules import machines

        return machines.put(found, self.volumes)

    def kept_analysis(self, kept: Path) -> Path:
        return kept.with_name(analysis_file.name(kept.name, self.pull, self.packs()))

    def shown(self, arguments: dict[str, Any]) -> Shown:
        return arguments.get("filename", file_name.shown(self.file.name)), _anchor(self.packs())


def _asked(arguments: dict[str, Any]) -> _Asked:
    """Check what `analyze` is asked for: what is wrong with it is refused before anything is read."""
    file = Path(arguments["file"])
    _check_file(file)
    names, cache = arguments.get("packs", ()), arguments.get("cache")
    mesh_options = options.mesh_options(
        arguments["max_edge_mm"], arguments["curvature"], arguments.get("unit")
    )
    own = tuple(_checked(json.dumps(each))[0] for each in arguments.get("own_packs", ()))
    volumes = options.build_volumes(arguments.get("build_volumes") or "")
    if volumes:
        from engine.rules import machines

        machines.check(_shipped() + own, volumes)
    return _Asked(
        file,
        mesh_options,
        options.pull_options(arguments["pull"], arguments["alpha_min_deg"], arguments["alpha_warn_deg"]),
        choose(_shipped(), names) if names else (),
        own,
        volumes,
        None if cache is None else Path(cache) / prepared_file.name(file, mesh_options),
    )


def _assess(
    asked: _Asked,
    arguments: dict[str, Any],
    progress: Progress,
    when_meshed: Callable[[Part, Mesh], None] = lambda *_: None,
) -> tuple[Analysis, Shown]:
    """Measure and judge a part as `analyze` is asked to; return it with what its files need besides."""
    context = _prepare(asked, arguments, progress, when_meshed)
    from engine import pipeline

    analysis = pipeline.assess(context, asked.pull, asked.packs(), progress)
    return analysis, asked.shown(arguments)


def _look(arguments: dict[str, Any]) -> tuple[str, str]:
    """Return paper and units of a report."""
    return arguments.get("paper", "a4"), arguments.get("units", "mm")


def _kept(asked: _Asked, arguments: dict[str, Any]) -> tuple[Analysis, Shown] | None:
    """Return what an `analyze` of the same found, as `_assess` does; None where it is not kept."""
    prepared = None if asked.kept is None else prepared_file.read(asked.kept)
    if asked.kept is None or prepared is None:
        return None
    analysis = analysis_file.read(asked.kept_analysis(asked.kept), prepared)
    return None if analysis is None else (analysis, asked.shown(arguments))


def _shipped() -> tuple[RulePack, ...]:
    from engine.rules import packs

    return tuple(packs.shipped())


def _prepare(
    asked: _Asked,
    arguments: dict[str, Any],
    progress: Progress,
    when_meshed: Callable[[Part, Mesh], None],
) -> "RunContext":
    """Prepare a part, or take it from the folder of those that were prepared."""
    kept = asked.kept
    prepared = None if kept is None else prepared_file.read(kept)
    if prepared is not None:
        from engine.run_context import RunContext

        progress.stage("remembering", "taking the mesh of an earlier analysis")
        when_meshed(prepared.part, prepared.mesh)
        return RunContext(prepared)
    meshed = arguments.get("meshed")
    part, mesh = _read_pickle_once(meshed) if meshed else formats.read(asked.file, asked.mesh, progress)
    when_meshed(part, mesh)
    from engine import pipeline

    context = pipeline.relate(part, mesh, progress)
    if kept is not None and not context.prepared.failed_stages:
        with suppress(OSError):  # a disk that is full costs time, not the answer
            prepared_file.write(context.prepared, kept)
    return context


def _mesh_options(arguments: dict[str, Any]) -> MeshOptions:
    return options.mesh_options(arguments["max_edge_mm"], arguments["curvature"], arguments.get("unit"))


def _write_pickle(made: tuple[Any, ...], target: str) -> None:
    """Leave something for another process of this run."""
    Path(target).write_bytes(pickle.dumps(made, protocol=5))


def _read_pickle_once(source: str) -> Any:
    """Take what another process of this run left, once."""
    made = pickle.loads(Path(source).read_bytes())
    Path(source).unlink()
    return made


def _check_file(file: Path) -> None:
    if not file.is_file():
        raise UnreadableFile("it is a folder" if file.is_dir() else "there is no such file")
    if not os.access(file, os.R_OK):
        raise UnreadableFile("it may not be read by this user")


def _check_size(info: QuickInfo, arguments: dict[str, Any]) -> None:
    limit_mm: float | None = arguments.get("build_volume_mm")
    if limit_mm is None or np.max(info.size_mm) <= limit_mm:
        return
    sides = " × ".join(f"{side:.6g}" for side in info.size_mm)
    setting = arguments.get("build_volume_setting")
    source = f" (set by {setting})" if setting else ""
    raise OutsideEnvelope(
        f"the part is {sides} mm; the build volume is {limit_mm:g} mm a side{source}. "
        "Is the file's unit the one that was meant?"
    )


def _anchor(chosen: Sequence[RulePack]) -> tuple[RulePack, str] | None:
    """Return the pack and configuration that color the heatmaps: `ANCHOR`, else the first there is."""
    found = [(pack, one.key) for pack in chosen for one in pack.configurations]
    for pack, configuration in found:
        if f"{pack.key}/{configuration}" == ANCHOR:
            return pack, configuration
    return found[0] if found else None
