"""Draws what a reviewer looks at: a part from two sides, and each issue of the right process close up.

A sheet is a PNG and a JSON file beside it with the lines to be marked: rule, severity, value, place, message.
"""

import json
import textwrap
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

from bench.judgment import right_process
from engine import pipeline
from engine.model.analysis import Analysis
from engine.model.finding import RuleVerdict
from engine.model.issue import Issue
from engine.model.mesh import MeshOptions
from engine.model.pull import PullOptions
from engine.progress import Progress
from engine.render import camera, closeup, picture, scene
from engine.render.legend import font, spelled
from engine.render.scene import Scene
from engine.rules import packs

PANEL = (520, 390)
"""Pixels of one picture."""
WORDS_PX = 118
"""Height of the words below it."""
COLUMNS = 3
MOST_ISSUES = 28
"""Further ones have their line, and no picture."""
LINE_CHARS = 72


def draw(file: Path, pack_key: str, folder: Path, name: str) -> None:
    """Analyze a part and write its sheet, `name`.png and `name`.json, into a folder."""
    context = pipeline.prepare(file, MeshOptions(), Progress())
    analysis = pipeline.assess(context, PullOptions(), packs.shipped(), Progress())
    found = right_process.issues(analysis, pack_key)
    folder.mkdir(parents=True, exist_ok=True)
    document = {"name": name, **right_process.document(analysis, pack_key)}
    (folder / f"{name}.json").write_text(json.dumps(document, indent=1, ensure_ascii=False), "utf-8")
    _sheet(analysis, str(document["configuration"]), found[:MOST_ISSUES]).save(folder / f"{name}.png")


def _sheet(analysis: Analysis, configuration: str, found: Sequence[tuple[RuleVerdict, Issue]]) -> Image.Image:
    prepared = analysis.assessed.prepared
    built = scene.build(prepared.mesh)
    size = " x ".join(f"{each:.1f}" for each in prepared.part.size_mm)
    panels = [
        _panel(picture.draw(built, camera.frame(prepared.mesh.vertices, side, PANEL, (20.0,) * 4)), words)
        for side, words in (
            (camera.ISOMETRIC, f"{prepared.part.name}: {size} mm, {configuration}, {len(found)} issues"),
            (camera.REVERSE, "from behind"),
        )
    ]
    panels += [
        _panel(_closeup(built, rule, issue), f"{number}. {rule.key} {issue.severity.value}: {issue.message}")
        for number, (rule, issue) in enumerate(found)
    ]
    width, height = PANEL[0], PANEL[1] + WORDS_PX
    n_rows = -(-len(panels) // COLUMNS)
    whole = Image.new("RGB", (COLUMNS * width, n_rows * height), "white")
    for index, panel in enumerate(panels):
        whole.paste(panel, (index % COLUMNS * width, index // COLUMNS * height))
    return whole


def _panel(image: Image.Image, words: str) -> Image.Image:
    panel = Image.new("RGB", (PANEL[0], PANEL[1] + WORDS_PX), "white")
    panel.paste(image.convert("RGB"), (0, 0))
    lines = textwrap.wrap(words.replace("×", "x"), LINE_CHARS)[:7]
    ImageDraw.Draw(panel).multiline_text(
        (6, PANEL[1] + 2), spelled("\n".join(lines)), "black", font(12), spacing=2
    )
    return panel


def _closeup(built: Scene, rule: RuleVerdict, issue: Issue) -> Image.Image:
    findings = [rule.findings[index] for index in issue.findings]
    worst = findings[0]
    faces = sorted({face for each in findings for face in each.faces})
    place = worst.location if np.isfinite(worst.location).all() else None
    aimed = closeup.aim(built, faces, place if len(findings) == 1 else None, PANEL)
    unit = "" if worst.unit == "1" else f" {worst.unit}"
    label = f"{worst.value:.3g}{unit}" if np.isfinite(worst.value) else ""
    marking = picture.Marking(faces=faces, witness=worst.witness, location=place, label=label)
    return picture.draw(built, aimed, None, marking)
