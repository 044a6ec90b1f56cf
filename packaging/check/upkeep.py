"""What an upgrade of the .deb keeps of its user's files, and what is left when it is removed."""

import hashlib
from pathlib import Path

import bare_system
import installs
from bare_system import HOME, CheckFailed, run

NAME = "sprue"


def upgrade(root: Path, dist: Path) -> None:
    """Install the package over itself, marked as the version after; the user's files stay as they are.

    A version before this one does not exist yet; `dpkg` replaces every file all the same.
    """
    before = contents(root)
    package = root / "tmp/later.deb"
    scratch = root / "tmp/later"
    run(["dpkg-deb", "--raw-extract", str(installs.only(dist, "sprue_*_amd64.deb")), str(scratch)])
    control = scratch / "DEBIAN/control"
    lines = control.read_text("utf-8").splitlines()
    later = [f"{line}+later" if line.startswith("Version:") else line for line in lines]
    control.write_text("\n".join(later) + "\n", "utf-8")
    run(["dpkg-deb", "--root-owner-group", "-Znone", "--build", str(scratch), str(package)])
    run(["rm", "-rf", str(scratch)])
    bare_system.set_up(root, "dpkg --install /tmp/later.deb\nrm /tmp/later.deb")
    if (changed := contents(root)) != before:
        raise CheckFailed(f"the upgrade changed {_differences(before, changed)}")


def remove(root: Path) -> None:
    """Remove the package; of its files none stays, of the user's every one."""
    before = contents(root)
    listed = (root / f"var/lib/dpkg/info/{NAME}.list").read_text("utf-8").splitlines()
    own = [root / line.lstrip("/") for line in listed if not (root / line.lstrip("/")).is_dir()]
    bare_system.set_up(root, f"apt-get purge -y -qq {NAME}")
    left = [str(path.relative_to(root)) for path in own if path.exists() or path.is_symlink()]
    opt = root / "opt/sprue"
    left += [str(path.relative_to(root)) for path in opt.rglob("*")] if opt.exists() else []
    if left:
        raise CheckFailed(f"{len(left)} files stay after removal, one is {left[0]}")
    if (changed := contents(root)) != before:
        raise CheckFailed(f"the removal changed {_differences(before, changed)}")


def contents(root: Path) -> dict[str, str]:
    """Return the digest of each file of the user's home by its path."""
    home = root / HOME.lstrip("/")
    files = (path for path in sorted(home.rglob("*")) if path.is_file() and not path.is_symlink())
    return {str(path.relative_to(home)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def _differences(before: dict[str, str], after: dict[str, str]) -> str:
    names = sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))
    return f"{len(names)} files of the user, one is {names[0]}"
