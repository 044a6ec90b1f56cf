"""The licenses of what Sprue ships: each against a list, and their texts in one file.

`python packaging/licenses.py LOCK… [--write FILE]` looks at the packages that the lock files pin, as they are
installed beside the Python that runs this. A license that is not on the list ends it with status 1.
"""

import argparse
import re
import sys
from collections.abc import Iterable, Sequence
from importlib import metadata
from pathlib import Path

ALLOWED = frozenset(
    {
        "0BSD",
        "Apache-2.0",
        "Apache-2.0 WITH LLVM-exception",
        "BSD-2-Clause",
        "BSD-3-Clause",
        "CC0-1.0",
        "FreeImage",
        "ISC",
        "LGPL-2.1-only WITH OCCT-exception-1.0",
        "LGPL-3.0-only",
        "MIT",
        "MIT-0",
        "MIT-CMU",
        "MPL-2.0",
        "PSF-2.0",
        "Zlib",
    }
)
"""Those that let us ship a program of another license. A library of the LGPL lies beside the program as a
file of its own, so that anybody can put another build of it in its place."""
CLASSIFIERS = {
    "3-Clause BSD License": "BSD-3-Clause",
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD-3-Clause",
    "GNU General Public License v2 (GPLv2)": "GPL-2.0-only",
    "GNU Lesser General Public License v3 (LGPLv3)": "LGPL-3.0-only",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Python Software Foundation License": "PSF-2.0",
}
SAID = {
    "cadquery-ocp-novtk": "Apache-2.0 AND LGPL-2.1-only WITH OCCT-exception-1.0 AND FreeImage",
    "colorama": "BSD-3-Clause",
    "psycopg": "LGPL-3.0-only",
    "psycopg-binary": "LGPL-3.0-only",
}
"""What the metadata do not tell in full: the binding's license is not all of its wheel's."""
TOOLS = frozenset(
    {"altgraph", "macholib", "pefile", "pyinstaller", "pyinstaller-hooks-contrib", "setuptools"}
)
"""They build, and are not shipped. PyInstaller's loader is, which its license excepts for that."""
TEXTS = re.compile(r"licen|copying|notice|copyright", re.IGNORECASE)


def main(argv: Sequence[str] | None = None) -> int:
    """Check, and write the texts where that is asked for; return the exit status."""
    parser = argparse.ArgumentParser(description="Check the licenses of what lock files pin.")
    parser.add_argument("locks", nargs="+", type=Path, metavar="LOCK")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write names, licenses and their texts")
    arguments = parser.parse_args(argv)
    names = {name for lock in arguments.locks for name in pinned(lock.read_text("utf-8"))} - TOOLS
    shipped = [each for name in sorted(names) if (each := _installed(name)) is not None]
    refused = [each for each in shipped if not is_allowed(license_of(each))]
    for each in refused:
        print(f"not on the list of licenses: {each.name}: {license_of(each) or 'none'}", file=sys.stderr)
    if arguments.write:
        arguments.write.write_text("".join(_chapter(each) for each in shipped), "utf-8")
    print(f"{len(shipped)} packages, {len(refused)} of them with a license that is not on the list")
    return 1 if refused else 0


def pinned(lock: str) -> set[str]:
    """Return the names that a lock file pins."""
    return set(re.findall(r"^([a-z0-9.-]+)==", lock, re.MULTILINE))


def is_allowed(expression: str) -> bool:
    """Return whether an SPDX expression leaves a choice that is on the list; of OR one part, of AND all."""
    choices = re.split(r"\s+OR\s+", expression.replace("(", " ").replace(")", " ").strip())
    return any(all(part.strip() in ALLOWED for part in re.split(r"\s+AND\s+", choice)) for choice in choices)


def license_of(package: metadata.Distribution) -> str:
    """Return a package's license as SPDX has it; empty where it does not say one."""
    name, data = package.name.lower().replace("_", "-"), package.metadata
    classifiers = [each.rpartition("::")[2].strip() for each in data.get_all("Classifier", [])]
    classified = [each for each in classifiers if "License" in each]
    stated = "".join((data.get("License") or "").splitlines()[:1])
    return (
        SAID.get(name)
        or data.get("License-Expression")
        or " AND ".join(CLASSIFIERS.get(each, each) for each in classified)
        or CLASSIFIERS.get(stated, stated)
    )


def _installed(name: str) -> metadata.Distribution | None:
    """Return a package; None where it is for another system."""
    try:
        return metadata.distribution(name)
    except metadata.PackageNotFoundError:
        return None


def _chapter(package: metadata.Distribution) -> str:
    head = f"{package.name} {package.version}: {license_of(package)}"
    return f"{head}\n{'=' * len(head)}\n\n" + "\n".join(_texts(package)) + "\n\n"


def _texts(package: metadata.Distribution) -> Iterable[str]:
    for file in package.files or ():
        path = Path(str(package.locate_file(file)))
        if TEXTS.search(file.name) and file.suffix not in (".py", ".pyc") and path.is_file():
            yield path.read_text("utf-8", errors="replace").strip() + "\n"


if __name__ == "__main__":
    sys.exit(main())
