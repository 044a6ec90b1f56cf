"""An analysis that acts out what the file asks for, so that the command line is tested without a kernel."""

import ctypes
import json
from pathlib import Path
from typing import Any

from engine import file_name, present
from engine.analysis_workers import Tasks
from engine.errors import NoSolid, UnreadableFile
from engine.progress import Progress
from tests.support import result_document

HERE = "tests.engine.acting"
TASKS = Tasks(
    read=f"{HERE}:read",
    analyze=f"{HERE}:judge",
    draw=f"{HERE}:draw",
    warm=f"{HERE}:warm",
    warm_drawing=f"{HERE}:warm",
    preload_reader=(HERE,),
    preload_judge=(HERE,),
)
"""What the command line runs."""


def read(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Fail as the file asks for, where it is about reading."""
    file = Path(arguments["file"])
    progress.stage("reading", f"reading {file_name.shown(file.name)}")
    if not file.is_file():
        raise UnreadableFile("there is no such file")
    match file.read_text():
        case "crash":
            ctypes.string_at(0)
        case "stumble":
            raise ZeroDivisionError("a defect")
        case "empty":
            raise NoSolid("it holds 3 curves\nand nothing that has a volume")
    return {}


def analyze(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Do both in one process."""
    return read(arguments, progress) | judge(arguments, progress)


def draw(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Write the page; crash over it where the file says so."""
    if Path(arguments["file"]).read_text() == "crash drawing":
        ctypes.string_at(0)
    (Path(arguments["folder"]) / "report.html").write_text("a page")
    return {}


def warm(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Be warm already."""
    return {}


def judge(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Do what stands in the file; without a wish, write the result of a small housing."""
    file, folder = Path(arguments["file"]), Path(arguments["folder"])
    (folder / "half.txt").write_text("written before anything went wrong")
    document = result_document.document(filename=file_name.shown(file.name))
    match file.read_text():
        case "limp":
            progress.attempt("features.hole", "holes were not recognized", lambda: 1 / 0)
        case "crash judging":
            progress.stage("fields", "measuring thickness")
            ctypes.string_at(0)
        case "sound":
            sound = result_document.configuration("sand", "pass", result_document.rule("a", "pass", "Fine."))
            pack = {"module_key": "casting", "configurations": [sound]}
            document["modules"] = result_document.modules(pack)
    document |= {"failed_stages": present.failed_stages(progress.failed_stages)}
    document["asked"] = {key: value for key, value in arguments.items() if key not in ("file", "folder")}
    (folder / "result.json").write_text(json.dumps(document))
    return {}


def measure(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Tell the size of a block of 10 cm³, 500 mm long when the file says that it is large.

    `heavy` is a block of 8000 cm³, `several` the small one in 4 bodies.
    """
    said = Path(arguments["file"]).read_text()
    n_bodies = 4 if said == "several" else 1
    long_mm = 500.0 if said == "large" else 50.0
    size = {
        "volume_cm3": 10.0,
        "surface_area_cm2": 49.0,
        "bounding_box_mm": {"x": long_mm, "y": 40.0, "z": 5.0},
    }
    if said == "heavy":
        box = {"x": 200.0, "y": 200.0, "z": 200.0}
        size = {"volume_cm3": 8000.0, "surface_area_cm2": 2400.0, "bounding_box_mm": box}
    return {"geometry": size, "stats": {"n_bodies": n_bodies}}
