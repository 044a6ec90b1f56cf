"""A bare Debian in a folder, and programs that run in it: a chroot with processes and devices of its own.

Only the network is the machine's, so that a screen or another program outside can reach what runs inside.
Where a machine lets nobody unshare or mount, all of this ends with a sentence.
"""

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

SUITE = "bookworm"
USER = 10001
HOME = "/home/somebody"
LIMIT_S = 900.0
UNSHARED = ("unshare", "--mount", "--pid", "--fork", "--kill-child", "--propagation", "private")
WAY_TO_PACKAGES = tuple(
    map(Path, ("/etc/resolv.conf", "/etc/hosts", "/etc/pip.conf", "/etc/ssl/certs/ca-certificates.crt"))
)
"""How this machine reaches them, by a mirror and its certificate where it has one."""
MOUNTS = """
mount -t proc proc "$1/proc"
mount -t tmpfs none "$1/dev"
mkdir "$1/dev/shm"
chmod 1777 "$1/dev/shm"
for each in null zero random urandom; do
    touch "$1/dev/$each"
    mount --bind "/dev/$each" "$1/dev/$each"
done
"""
READ_ONLY = "read-only"
READ_ONLY_MOUNTS = f"""
mount --bind "$1" "$1"
mount --bind "$1{HOME}" "$1{HOME}"
{MOUNTS}
mount -o remount,ro,bind "$1"
"""


class CheckFailed(Exception):
    """Something does not do what it is for."""


def make(root: Path, base: Path) -> None:
    """Make a minimal system, from an archive that is made once."""
    if not base.exists():
        base.parent.mkdir(parents=True, exist_ok=True)
        run(["mmdebstrap", "--quiet", "--variant=minbase", "--include=ca-certificates", SUITE, str(base)])
    run(["rm", "-rf", "--one-file-system", str(root)])
    root.mkdir(parents=True)
    run(["tar", "-x", "-f", str(base), "-C", str(root), "--exclude=./dev/*"])


def set_up(root: Path, script: str) -> None:
    """Run a script as root in a system that is being made, with the machine's own way to packages."""
    for file in WAY_TO_PACKAGES:
        if file.is_file():
            shutil.copy(file, root / file.relative_to("/"))
    script = f"export DEBIAN_FRONTEND=noninteractive PATH=/usr/sbin:/usr/bin:/sbin:/bin\n{script}"
    within = f'{MOUNTS} exec chroot "$1" sh -ec "$2"'
    run([*UNSHARED, "sh", "-ec", within, "sh", str(root), script])


def inside(
    root: Path, command: Sequence[str], variables: Mapping[str, str] | None = None, offline: bool = False
) -> str:
    """Run a command in a system as a user without rights, and return what it prints; raise if it fails."""
    words = entered(root, command, variables or {})
    if offline:
        words = ["unshare", "--net", *words]
    done = subprocess.run(words, capture_output=True, text=True, timeout=LIMIT_S)
    if done.returncode != 0:
        raise CheckFailed(
            f"{' '.join(command)}: status {done.returncode}\n{done.stdout}{done.stderr[-3000:]}"
        )
    return done.stdout


@contextmanager
def running(
    root: Path, command: Sequence[str], log: Path, variables: Mapping[str, str] | None = None
) -> Iterator[None]:
    """Run a command in a system for a while; all it started ends with it."""
    with log.open("wb") as written:
        words = entered(root, command, variables or {})
        process = subprocess.Popen(words, stdout=written, stderr=written, start_new_session=True)
        try:
            yield
        finally:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def run(command: Sequence[str], variables: Mapping[str, str] | None = None) -> str:
    """Run a command outside; raise with the end of what it wrote where it fails."""
    environment = {**os.environ, **(variables or {})}
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    if done.returncode != 0:
        wrote = f"{done.stdout[-1000:]}{done.stderr[-3000:]}"
        raise CheckFailed(f"{command[0]}: status {done.returncode}\n{wrote}")
    return done.stdout


def entered(root: Path, command: Sequence[str], variables: Mapping[str, str]) -> list[str]:
    """Return the command as it is run within, with next to no environment and a /tmp of its own.

    Of a system with a file READ_ONLY, only the home and /tmp can be written, as of a container's.
    """
    script = f"""{READ_ONLY_MOUNTS if (root / READ_ONLY).exists() else MOUNTS}
mount -t tmpfs none "$1/tmp"
chmod 1777 "$1/tmp"
root=$1
shift
exec chroot --userspec={USER}:{USER} "$root" env -i "$@"
"""
    environment = {"PATH": "/usr/bin:/bin", "HOME": HOME, "LANG": "C.UTF-8", **variables}
    assignments = [f"{name}={value}" for name, value in environment.items()]
    return [*UNSHARED, "sh", "-ec", script, "sh", str(root), *assignments, *command]
