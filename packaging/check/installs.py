"""How each package gets into a bare system, as its users would install it."""

import shutil
import sys
from pathlib import Path

import bare_system
import dockerfile
from bare_system import CheckFailed

ROOT = Path(__file__).resolve().parents[2]
DOCKERFILE = ROOT / "packaging/server/Dockerfile"
VENV = "/opt/geprüfte Programme"
"""A path with a space and a letter beyond ASCII."""
DESKTOP_LIBRARIES = (
    "libgl1 libegl1 libgl1-mesa-dri libx11-6 libx11-xcb1 libexpat1 libdbus-1-3 libglib2.0-0 libfontconfig1 "
    "libxkbcommon-x11-0 libxcb-cursor0 libxcb-icccm4 libxcb-image0 libxcb-keysyms1 libxcb-randr0 "
    "libxcb-render-util0 libxcb-shape0 libxcb-xkb1 xkb-data fontconfig fonts-dejavu-core"
)
"""What `packaging/setup` looks for, what draws without a graphics card, and a font."""
APT = "apt-get install -y -qq --no-install-recommends"


def deb(root: Path, dist: Path) -> None:
    """Install the .deb, and of what it recommends a renderer and a font."""
    package = only(dist, "sprue_*_amd64.deb")
    shutil.copy(package, root / "tmp")
    bare_system.set_up(
        root,
        f"apt-get update -qq\n{APT} libgl1-mesa-dri fonts-dejavu-core '/tmp/{package.name}'\nrm /tmp/*.deb",
    )


def wheel(root: Path, dist: Path) -> None:
    """Install the wheel with the extras of desktop and server, from wheels that locks pick by hash."""
    wheels = ROOT / "build/check/wheels"
    locks = [ROOT / f"requirements/{name}.txt" for name in ("desktop", "hosted")]
    for lock in locks:
        wanted = ["--require-hashes", "--only-binary=:all:", "-r", str(lock), "-d", str(wheels)]
        bare_system.run([sys.executable, "-m", "pip", "download", "-q", *wanted])
        shutil.copy(lock, root / "tmp")
    shutil.copytree(wheels, root / "tmp/wheels")
    shutil.copy(only(dist, "sprue-*.whl"), root / "tmp/wheels")
    pip = f"'{VENV}/bin/python' -m pip install -q --no-index"
    bare_system.set_up(
        root,
        f"""apt-get update -qq
{APT} python3 python3-venv {DESKTOP_LIBRARIES}
python3 -m venv '{VENV}'
{pip} --find-links /tmp/wheels --require-hashes -r /tmp/desktop.txt
{pip} --find-links /tmp/wheels --require-hashes -r /tmp/hosted.txt
{pip} --no-deps /tmp/wheels/sprue-*.whl
rm -r /tmp/wheels""",
    )


def container(root: Path, dist: Path) -> None:
    """Make the root of the image: by buildah where that is installed, else by the Dockerfile's steps."""
    context = root / "context"
    for name in ("requirements", "packaging/server"):
        shutil.copytree(ROOT / name, context / name)
    (context / "dist").mkdir()
    shutil.copy(only(dist, "sprue-*.whl"), context / "dist")
    if shutil.which("buildah"):
        _image(root, context)
        print("       the image was built by buildah", flush=True)
        return
    for step in dockerfile.steps(DOCKERFILE.read_text("utf-8")):
        bare_system.set_up(root, f"cd /context\n{step}")
    shutil.rmtree(context)
    print("       without buildah: its steps were taken in a chroot", flush=True)


def _image(root: Path, context: Path) -> None:
    """Build the image upon the bare system, and put its root in place of that."""
    storage = root.with_name(f"{root.name}-images")
    buildah = ["buildah", "--root", str(storage / "root"), "--runroot", str(storage / "run")]
    buildah += ["--storage-driver", "vfs"]
    shutil.rmtree(storage, ignore_errors=True)
    base = bare_system.run([*buildah, "from", "scratch"]).strip()
    bare_system.run([*buildah, "add", "-q", base, str(root.with_name("base.tar")), "/"])
    bare_system.run([*buildah, "commit", "-q", base, "bare:local"])
    ways = [f"{each}:{each}:ro" for each in bare_system.WAY_TO_PACKAGES[2:] if each.is_file()]
    options = ["--isolation", "chroot", "--format", "docker", "--build-arg", "BASE=localhost/bare:local"]
    options += [word for way in ways for word in ("--volume", way)]
    file = str(context / DOCKERFILE.relative_to(ROOT))
    bare_system.run([*buildah, "build", "-q", *options, "-f", file, "-t", "sprue", str(context)])
    made = bare_system.run([*buildah, "from", "localhost/sprue"]).strip()
    mounted = bare_system.run([*buildah, "mount", made]).strip()
    bare_system.run(["rm", "-rf", "--one-file-system", str(root)])
    bare_system.run(["cp", "-a", mounted, str(root)])
    bare_system.run([*buildah, "umount", made])
    bare_system.run(["rm", "-rf", str(storage)])


def only(folder: Path, pattern: str) -> Path:
    """Return the one file of a folder that a pattern names; raise where there is none or another."""
    found = sorted(folder.glob(pattern))
    if len(found) != 1:
        raise CheckFailed(f"there has to be one {pattern} in {folder}, not {len(found)}")
    return found[0]
