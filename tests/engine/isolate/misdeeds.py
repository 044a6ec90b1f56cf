"""Tasks that do what kernels do to their process: crash, hang, eat memory, print, leave."""

import ctypes
import os
import signal
import time
from typing import Any

import numpy as np
import psutil

from engine.errors import InvalidRulePack, NoSolid
from engine.progress import Progress

kept: list[Any] = []


def echo(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Behave: report two lines and answer with the arguments and the process id."""
    progress.stage("reading", "reading the part")
    progress.note("it holds one body")
    time.sleep(arguments.get("sleep_s", 0.0))
    return {"said": arguments.get("say"), "pid": os.getpid()}


def multiply(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Behave: multiply matrices, and tell how many threads the process has besides the watchdog's."""
    square = np.ones((300, 300))
    return {"entry": float((square @ square)[0, 0]), "threads": psutil.Process().num_threads() - 1}


def segfault(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    progress.stage("graph", "relating 12 faces")
    progress.note("a remark")
    ctypes.string_at(0)
    return {}


def segfault_in_optional_work(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Crash at each of the optional works that are named, then `afterwards` if that is wished."""
    progress.stage("read", "reading the part")
    for work in arguments["works"]:
        if work not in progress.left_out:
            with progress.optional(work):
                os.kill(os.getpid(), getattr(signal, arguments.get("signal", "SIGSEGV")))
                time.sleep(10.0)
    with progress.optional("sound work"):
        done = True
    if arguments.get("afterwards"):
        ctypes.string_at(0)
    return {"done": done, "left_out": sorted(progress.left_out)}


def hang_after_optional_work(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Take `sleep_s` for optional work and crash, then `sleep_s` for the rest."""
    progress.stage("read", "reading the part")
    if "names" in progress.left_out:
        time.sleep(arguments["sleep_s"])
        return {}
    with progress.optional("names"):
        time.sleep(arguments["sleep_s"])
        ctypes.string_at(0)
    return {}


def leave(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    progress.stage("mesh", "meshing")
    os._exit(3)


def hang_holding_the_gil(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    progress.stage("mesh", "meshing 7 faces")
    if "write_pid" in arguments:
        with open(arguments["write_pid"], "w") as file:
            file.write(str(os.getpid()))
    ctypes.PyDLL(None).sleep(600)
    return {}


def allocate_at_once(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    progress.stage("mesh", "meshing")
    return {"size": len(bytearray(1 << 45))}


def allocate_without_end(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    progress.stage("mesh", "meshing")
    while True:
        kept.append(np.ones(1 << 18))
        time.sleep(0.005)


def print_to_stdout(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    print("from Python", flush=True)
    os.write(1, b"from native code\n")
    return {"read": os.read(0, 10).decode()}


def raise_no_solid(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    raise NoSolid("the file holds 3 curves and nothing that has a volume")


def raise_invalid_rule_pack(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    raise InvalidRulePack(("rules[0].key: missing", "name: missing"))


def stumble(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    progress.stage("features", "recognizing features")
    return {"value": [][1]}


def keep_memory(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    kept.append(np.ones(arguments["megabytes"] << 17))
    return {"pid": os.getpid()}
