"""An analysis that acts out what the file asks for, so that the server is tested without a kernel."""

import ctypes
import errno
import json
import os
import signal
import time
from pathlib import Path
from typing import Any

from engine.errors import InvalidOption, InvalidRulePack, NoSolid, OutsideEnvelope, UnreadableFile
from engine.isolate.worker import WorkerOptions
from engine.progress import Progress
from server.jobs.functions import Functions
from tests.support import result_document

FUNCTIONS = Functions(
    analyze="tests.server.acting:act",
    report="tests.server.acting:report",
    preview="tests.server.acting:preview",
    judge="tests.server.acting:judge",
    measure="tests.server.acting:measure",
    measure_places="tests.server.acting:measure_places",
    picture="tests.server.acting:picture",
    print_report="tests.server.acting:print_report",
    validate="tests.server.acting:validate",
    catalog="tests.server.acting:catalog",
    warm=(),
    preload=("tests.server.acting",),
    preload_further=(),
)
OPTIONS = WorkerOptions(preload=FUNCTIONS.preload, is_forked=True)
"""How a server runs them: a process that is started anew loads for a tenth of a second."""


def part(act: str = "") -> bytes:
    """Return the bytes of a file that looks like STEP and asks for an act."""
    return f"ISO-10303-21;\n/* {act} */\nEND-ISO-10303-21;\n".encode()


def act(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Do what stands in the file; without a wish, write the result of a small housing."""
    progress.stage("reading", f"reading {arguments['filename']}")
    folder = Path(arguments["folder"])
    if arguments.get("with_shape"):
        folder.mkdir()
        (folder / "shape.glb").write_bytes(b"glTF shape")
    _play(arguments, progress)
    folder.mkdir(exist_ok=True)
    (folder / "thickness.glb").write_bytes(b"glTF binary")
    assert not arguments.get("with_report")
    names = {"thickness_glb": "thickness.glb", "report_html": "report.html"}
    asked = {
        key: arguments[key] for key in ("pull", "max_edge_mm", "curvature", "alpha_min_deg", "alpha_warn_deg")
    }
    asked |= {key: arguments[key] for key in ("build_volumes",) if key in arguments}
    document = result_document.document(filename=arguments["filename"], asked=asked, artifacts=names)
    (folder / "result.json").write_text(json.dumps(document, indent=1))
    return {}


def report(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Do what stands in the file, then draw a page that tells the pull, beside what was drawn before."""
    _play(arguments, progress)
    with (Path(arguments["folder"]) / "report.html").open("a") as page:
        page.write(f"<h1>Report {arguments['pull']}</h1>")
    return {}


def preview(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Do what stands in the file, then look at a small housing."""
    _play(arguments, progress)
    limit = arguments.get("envelope_mm")
    Path(arguments["target"]).write_bytes(b"glTF preview")
    housing = result_document.document()
    box = housing["geometry"]["bounding_box_mm"]
    return {
        "geometry": housing["geometry"],
        "quoting_geometry": {
            "volume_cm3": housing["geometry"]["volume_cm3"],
            "surface_area_cm2": housing["geometry"]["surface_area_cm2"],
            "bounding_box": {f"{axis}_mm": side for axis, side in box.items()},
            "n_bodies": 1,
        },
        "stats": {"n_features": 143, "n_vertices": 9, "n_triangles": 12, "n_faces": 143, "n_bodies": 1},
        "notes": ([f"checked against {limit}"] if limit else [])
        + ([f"in {arguments['unit']}"] if "unit" in arguments else []),
    }


def judge(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Answer with what was asked; a module without rules does not hold together."""
    module = arguments["module"]
    if "rules" not in module:
        raise InvalidRulePack(("rules is missing", "name is missing"))
    assert (Path(arguments["folder"]) / "result.json").is_file()
    judged = result_document.configuration(arguments["configuration_key"], "pass")
    judged["result"]["overrides"] = arguments["overrides"]
    return {
        "module_key": module["key"],
        "name": module["name"],
        "configurations": [judged],
        "derived_configurations": [],
        "warnings": [],
    }


def measure(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Do what stands in the file, then tell what was asked."""
    _play(arguments, progress)
    return {
        "quantity": arguments["asked"]["quantity"],
        "value": 1.2,
        "unit": "mm",
        "uncertainty": 0.0,
        "exact": True,
        "open": False,
        "points": [],
        "fids": arguments["asked"]["first"]["fids"] or [],
        "also": {},
    }


def measure_places(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Answer that what was asked about is a plane, whatever it is; there is no face 99."""
    assert (Path(arguments["folder"]) / "result.json").is_file()
    if any(each["fid"] == "99" for each in arguments["places"]):
        raise InvalidOption("there is no face '99'; the part has faces 0 to 5")
    places = [
        {"shape": "plane", "edge": None, "point": each["point"], "measures": []}
        for each in arguments["places"]
    ]
    return {"places": places, "relation": None, "measures": []}


def picture(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Do what stands in the file, then write what is no picture, and tell what was asked."""
    _play(arguments, progress)
    Path(arguments["target"]).write_bytes(b"\x89PNG")
    width = arguments["asked"]["width_px"]
    return {"caption": f"view {arguments['asked']['view']!r}", "width": width, "height": width * 3 // 4}


def print_report(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Do what stands in the file, then write what was asked as if it were a PDF."""
    _play(arguments, progress)
    notes = [each["note"] for each in arguments["notes"]]
    Path(arguments["target"]).write_text(f"%PDF {arguments['paper']} {arguments['units']} {notes}")
    return {}


def validate(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Find a module without rules wrong; try others on the part where there is one."""
    if "rules" not in arguments["module"]:
        problems = ["rules is missing", "name is missing"]
        return {"valid": False, "problems": problems, "warnings": [], "trial": None}
    trial = None
    if arguments.get("folder"):
        assert (Path(arguments["folder"]) / "result.json").is_file()
        trial = {"configuration_key": arguments["configuration_key"], "rules": []}
    return {"valid": True, "problems": [], "warnings": [], "trial": trial}


def catalog(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Return a catalog of nothing much."""
    lists = ("metrics_per_feature", "metrics_whole_part", "comparison_ops", "severity_levels", "rhs_forms")
    return {
        "rule_schema": {"selector_sets": ["holes"]} | {name: [] for name in lists},
        "modules": [{"key": "casting", "name": "Casting", "configurations": {}, "rules": []}],
    }


def _play(arguments: dict[str, Any], progress: Progress) -> None:
    """Do what stands in the file."""
    text = Path(arguments["file"]).read_text("utf-8", errors="replace")
    if "/*" not in text:
        raise UnreadableFile("the file holds nothing to act")
    wish = text.split("/*")[1].split("*/")[0].strip()
    match wish.split():
        case ["crash"]:
            ctypes.string_at(0)
        case ["crash-at-names"] if "reading names" not in progress.left_out:
            with progress.optional("reading names"):
                ctypes.string_at(0)
        case ["fail-if", path] if Path(path).exists():
            raise NoSolid("the file holds 3 curves and nothing that has a volume")
        case ["stumble"]:
            raise ZeroDivisionError("a secret detail")
        case ["sleep", seconds]:
            time.sleep(float(seconds))
        case ["die-once", path] if not Path(path).exists():
            Path(path).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        case ["die"]:
            os.kill(os.getpid(), signal.SIGKILL)
        case ["signal", name]:
            os.kill(os.getpid(), signal.Signals[name])
        case ["wait-for", path]:
            while not Path(path).exists():
                time.sleep(0.01)
        case ["hold"]:  # the interpreter's lock, in C code that answers no signal: it waits for itself
            mutex, library = ctypes.create_string_buffer(128), ctypes.PyDLL(None)
            library.pthread_mutex_lock(mutex)
            library.pthread_mutex_lock(mutex)
        case ["eat"]:
            eaten = []
            while True:
                eaten.append(bytearray(b"x") * (16 * 1024**2))
                time.sleep(0.02)  # whoever watches looks now and then, and all that is eaten is written
        case ["no-room"]:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        case ["no-room-once", path] if not Path(path).exists():
            Path(path).touch()
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        case ["empty"]:
            raise NoSolid("the file holds 3 curves and nothing that has a volume")
        case ["too-big-to-cast"]:
            sides = " x ".join(f"{side:g}" for side in arguments["envelope_mm"])
            raise OutsideEnvelope(f"castings are made up to {sides} mm")
        case ["large"] if "build_volume_mm" in arguments:
            limit_mm, setting = arguments["build_volume_mm"], arguments["build_volume_setting"]
            raise OutsideEnvelope(f"a side is longer than {limit_mm:g} mm ({setting})")


def doze(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Warm up slowly."""
    time.sleep(1.0)
    return {}
