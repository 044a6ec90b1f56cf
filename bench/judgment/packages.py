"""Packages of parts, fetched and unpacked by the machine's own tools from whatever it is set to ask.

Each kind of package is fetched by its own client (`pip`, `npm`, `apt-get`); where from is the machine's
setting and stands nowhere here.
"""

import os
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Collection, Sequence
from pathlib import Path, PurePosixPath

KINDS = ("wheel", "sdist", "node", "debian", "debian-source")


class NotFetched(Exception):
    """A package could not be fetched; the message says which, and what its client said."""


def fetch(kind: str, package: str, folder: Path) -> Path:
    """Fetch a package into a folder of its own, unless it lies there, and return its archive.

    Parameters
    ----------
    kind
        One of `KINDS`.
    package
        As its client calls it: `augura==0.1.8`, `stepts@0.0.2`, `gmsh-doc`, `gmsh=4.8.4+ds2-3`.
    folder
        Where packages are kept.

    Raises
    ------
    NotFetched
        The client failed.
    """
    into = folder / f"{kind} {package}".replace("/", "_")
    if not into.is_dir():
        partial = into.with_name(f"{into.name}.partial")
        partial.mkdir(parents=True, exist_ok=True)
        if kind == "debian-source":
            _fetch_source(package, partial, folder / "apt")
        else:
            _run(_command(kind, package), partial)
        partial.rename(into)
    return next(each for each in sorted(into.iterdir()) if _is_archive(each))


def _command(kind: str, package: str) -> list[str]:
    name = package.split("=")[0]
    return {
        "wheel": ["pip", "download", "--quiet", "--no-deps", package],
        "sdist": ["pip", "download", "--quiet", "--no-deps", "--no-binary", name, package],
        "node": ["npm", "pack", "--silent", package],
        "debian": ["apt-get", "download", "--quiet", package],
    }[kind]


def _fetch_source(package: str, into: Path, apt: Path) -> None:
    """Fetch a source package, by the machine's own list of sources asked for these instead of binaries."""
    lists, sources = apt / "lists", apt / "sources"
    options = [
        word
        for setting in ("Etc::SourceList=/dev/null", f"Etc::SourceParts={sources}", f"State::Lists={lists}")
        for word in ("-o", f"Dir::{setting}")
    ]
    if not sources.is_dir():
        sources.mkdir(parents=True)
        (lists / "partial").mkdir(parents=True)
        for each in Path("/etc/apt/sources.list.d").glob("*.sources"):
            text = each.read_text("utf-8").replace("Types: deb\n", "Types: deb-src\n")
            (sources / each.name).write_text(text, "utf-8")
        _run(["apt-get", *options, "update", "--quiet"], apt)
    _run(["apt-get", *options, "source", "--quiet", "--download-only", package], into)


def _run(command: Sequence[str], where: Path) -> None:
    done = subprocess.run(command, cwd=where, capture_output=True, text=True, check=False)
    if done.returncode:
        said = (done.stderr.strip() or done.stdout.strip()).splitlines()[-1:]
        raise NotFetched(f"{' '.join(command)} ended with {done.returncode}: {' '.join(said)}")


def _is_archive(file: Path) -> bool:
    if ".debian.tar" in file.name:
        return False
    return file.name.endswith((".whl", ".tar.gz", ".tgz", ".tar.xz", ".tar.bz2", ".deb", ".zip"))


def unpack(archive: Path, into: Path, wanted: Collection[str] | None = None) -> None:
    """Unpack an archive: all of it, or only the files that are wanted.

    Paths are those inside the package: the folder that an archive of sources or of Node has around everything
    is left out, and so is the `./` of Debian's.
    """
    if archive.suffix in (".whl", ".zip"):
        with zipfile.ZipFile(archive) as packed:
            packed.extractall(into, None if wanted is None else sorted(wanted))
    elif archive.suffix == ".deb":
        with subprocess.Popen(["dpkg-deb", "--fsys-tarfile", archive], stdout=subprocess.PIPE) as stream:
            with tarfile.open(fileobj=stream.stdout, mode="r|") as packed:
                _unpack_tar(packed, into, wanted, n_outer=0)
    else:
        with tarfile.open(archive) as packed:
            _unpack_tar(packed, into, wanted, n_outer=1)


def _unpack_tar(packed: tarfile.TarFile, into: Path, wanted: Collection[str] | None, n_outer: int) -> None:
    """Write the files inside the package, byte by byte: filters of `tarfile` came with Python 3.11.4."""
    for member in packed:
        parts = PurePosixPath(member.name.lstrip("/")).parts[n_outer:]
        if not parts or ".." in parts or not (wanted is None or "/".join(parts) in wanted):
            continue
        if (data := packed.extractfile(member) if member.isfile() else None) is not None:
            place = into.joinpath(*parts)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(data.read())


def environment(needs: Sequence[str], folder: Path) -> Path:
    """Make a Python environment that has some packages, unless there is one, and return its interpreter.

    Raises
    ------
    NotFetched
        A package could not be installed.
    """
    into = folder / f"python {' '.join(needs)}"
    python = into / "bin" / "python"
    ready = into / "ready"
    if not ready.is_file():
        into.mkdir(parents=True, exist_ok=True)
        _run([sys.executable, "-m", "venv", os.fspath(into)], folder)
        _run([os.fspath(python), "-m", "pip", "install", "--quiet", *needs], folder)
        ready.touch()
    return python
