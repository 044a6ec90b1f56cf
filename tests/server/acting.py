"""An analysis that acts out what the file asks for, so that the server is tested without a kernel."""

import ctypes
import json
import time
from pathlib import Path
from typing import Any

from engine.errors import NoSolid, OutsideEnvelope
from engine.progress import Progress
from tests.support import result_document

ACT = "tests.server.acting:act"


def part(act: str = "") -> bytes:
    """Return the bytes of a file that looks like STEP and asks for an act."""
    return f"ISO-10303-21;\n/* {act} */\nEND-ISO-10303-21;\n".encode()


def act(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Do what stands in the file; without a wish, write the result of a small housing."""
    wish = Path(arguments["file"]).read_text().split("/*")[1].split("*/")[0].strip()
    progress.stage("reading", f"reading {arguments['filename']}")
    match wish.split():
        case ["crash"]:
            ctypes.string_at(0)
        case ["stumble"]:
            raise ZeroDivisionError("a secret detail")
        case ["sleep", seconds]:
            time.sleep(float(seconds))
        case ["wait-for", path]:
            while not Path(path).exists():
                time.sleep(0.01)
        case ["empty"]:
            raise NoSolid("the file holds 3 curves and nothing that has a volume")
        case ["large"]:
            raise OutsideEnvelope(f"a side is longer than {arguments['build_volume_mm']:g} mm")
    folder = Path(arguments["folder"])
    folder.mkdir()
    (folder / "thickness.glb").write_bytes(b"glTF binary")
    (folder / "report.html").write_text("<h1>Report</h1>")
    asked = {
        key: arguments[key] for key in ("pull", "max_edge_mm", "curvature", "alpha_min_deg", "alpha_warn_deg")
    }
    document = result_document.document(filename=arguments["filename"], asked=asked)
    (folder / "result.json").write_text(json.dumps(document))
    return {}
