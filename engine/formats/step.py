"""STEP (ISO 10303-21): exact surfaces, read and meshed by the kernel."""

from pathlib import Path

from engine.model.mesh import Mesh, MeshOptions
from engine.model.part import Part
from engine.progress import Progress

NAME = "STEP"
SUFFIXES = (".step", ".stp")


def read(path: Path, options: MeshOptions, progress: Progress) -> tuple[Part, Mesh]:
    """Read, measure and mesh a STEP file."""
    from engine.kernel.mesh import mesh
    from engine.kernel.read_step import read_step
    from engine.kernel.topology import measure

    progress.stage("reading STEP", f"reading {path.name}")
    brep = read_step(path)
    progress.stage("measuring faces", f"measuring {len(brep.faces)} faces")
    part = measure(brep, progress)
    progress.stage("meshing")
    result = mesh(brep, part, options, progress)
    progress.done()
    return part, result
