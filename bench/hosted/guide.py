"""Every command of `docs/hosting.md`, in order and as it is written, on machines made for it.

They are PostgreSQL, SeaweedFS and two hosts; only names of machines and folders are others than in the guide.
Between the commands a caller sends a part, and looks after each change whether the installation still answers
for it. It needs `aws`, the command line of S3.

`fresh` follows it within a bare Debian that `mmdebstrap` makes, from its first command, which installs the
wheel: it needs root, and what is of this machine is PostgreSQL and SeaweedFS alone.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from tests.contract import parts
from tests.faults.site import ROOT, START_TIMEOUT_S, free_port, until
from tests.packaging.loaded import script
from tests.support import postgresql, seaweedfs

GUIDE = ROOT / "docs/hosting.md"
BLOCK = re.compile(r"^( *)```sh\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
SERVICES = ("sprue serve", "sprue worker")
INSTALLS = "apt-get"
"""The first word of the block that installs what there is already on a machine that is in use."""
FRESH = ("HOME=/root", "LANG=C.UTF-8", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND=noninteractive")
SHIM = f'#!/bin/sh\nexec {sys.executable} {ROOT / "sprue.py"} "$@"\n'


@dataclass(frozen=True)
class Machine:
    """Where the guide is followed."""

    shell: tuple[str, ...]
    """What runs a script that follows."""
    environment: Path
    """The file with the variables of the operator's shell, as this program finds it."""
    seen_as: str
    """The same file, as the shell finds it."""
    data: str
    """Where hosts have their folders."""
    is_fresh: bool = False


@dataclass
class Operator:
    """Who follows the guide, in one shell."""

    machine: Machine
    folder: Path
    replaced: Mapping[str, str]
    services: list[str] = field(default_factory=list)
    running: list["subprocess.Popen[bytes]"] = field(default_factory=list)

    def run(self, block: str) -> str:
        """Run a block in the shell that ran those before; return what it printed last."""
        kept = self.machine.seen_as
        script = f"set -eu\ncd\n. {kept}\n{self._here(block)}\nexport -p > {kept}\n"
        print("$ " + block.strip().replace("\n", "\n  "), flush=True)
        done = subprocess.run([*self.machine.shell, script], stdout=subprocess.PIPE, text=True, check=False)
        assert done.returncode == 0, done.stdout
        return done.stdout.strip().rpartition("\n")[2]

    def start(self) -> None:
        """Start every host that the guide has started by now."""
        for number, command in enumerate(self.services):
            own = self._here(command).replace("DATA", f"{self.machine.data}/host-{number}")
            with (self.folder / f"host-{number}.log").open("ab") as log:
                command = [*self.machine.shell, f". {self.machine.seen_as}\nexec {own}"]
                self.running.append(subprocess.Popen(command, stdout=log, stderr=log))

    def stop(self) -> None:
        """Stop them, as an operator does."""
        for each in self.running:
            each.send_signal(signal.SIGTERM)
        for each in self.running:
            assert each.wait(60) in (0, -signal.SIGTERM)  # uvicorn ends by the signal when all is put away
        self.running.clear()

    def _here(self, text: str) -> str:
        for name, here in self.replaced.items():
            text = text.replace(name, here)
        return text


def run() -> bool:
    """Follow the guide on this machine; return whether all went as it says."""
    if shutil.which("aws") is None:
        print("aws is not installed", file=sys.stderr)
        return False
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "sprue").write_text(SHIM)
        (folder / "sprue").chmod(0o755)
        own = {"PATH": f"{folder}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
        machine = Machine(("bash", "-c"), folder / "shell", str(folder / "shell"), name)
        _follow(machine, folder, own, {"/etc/sprue": f"{name}/etc", "/var/backups": name})
    return True


def run_fresh() -> bool:
    """Follow the guide on a machine that has nothing of ours; return whether all went as it says."""
    if os.geteuid() or shutil.which("mmdebstrap") is None:
        print("a bare Debian is made by root, with mmdebstrap", file=sys.stderr)
        return False
    bare_system = script("check/bare_system.py")
    with tempfile.TemporaryDirectory() as name:
        folder, root = Path(name), Path(name) / "machine"
        bare_system.make(root, ROOT / "build/check/base.tar")
        bare_system.set_up(root, "mkdir -p /var/lib/sprue")
        subprocess.run([ROOT / "packaging/dist", root / "root"], check=True, cwd=ROOT)
        entered = f'{bare_system.MOUNTS} exec chroot "$1" env -i {" ".join(FRESH)} bash -c "$2"'
        shell = ("unshare", "--mount", "--propagation", "private", "sh", "-ec", entered, "sh", str(root))
        machine = Machine(shell, root / "root/shell", "/root/shell", "/var/lib/sprue", is_fresh=True)
        _follow(machine, folder, {}, {})
    return True


def _follow(
    machine: Machine, folder: Path, variables: Mapping[str, str], replaced: Mapping[str, str]
) -> None:
    """Run every block, and look after some of them whether callers are answered."""
    blocks = [textwrap.dedent(match[2]) for match in BLOCK.finditer(GUIDE.read_text("utf-8"))]
    with ExitStack() as stack:
        cluster = stack.enter_context(postgresql.serving())
        store = stack.enter_context(seaweedfs.serving())
        url = f"http://127.0.0.1:{free_port()}"
        names = _replaced(cluster, store, url) | replaced
        operator = Operator(machine, folder, names)
        own = store.environment | variables
        machine.environment.write_text("".join(f"export {name}='{value}'\n" for name, value in own.items()))
        stack.callback(operator.stop)
        caller = Caller(url, parts.plate(folder))
        for block in blocks:
            if block.startswith(INSTALLS) and not machine.is_fresh:
                continue
            if block.startswith(SERVICES):
                operator.services.append(block)
                print(f"$ {block.strip()} &")
                continue
            if block.startswith("sprue keys create"):
                operator.start()
                caller.key = operator.run(block)
                caller.send()
            elif block.startswith(("psql", "(umask")) and operator.running:
                operator.stop()
                operator.run(block)
            else:
                operator.run(block)
            if "pg_restore" in block or "--replace" in block:
                operator.start()
                caller.look(is_replaced="--replace" in block)


def _replaced(cluster: postgresql.Cluster, store: seaweedfs.Store, url: str) -> dict[str, str]:
    """Return what is called otherwise here than in the guide, and make the role that it begins with."""
    cluster.execute("CREATE ROLE postgres SUPERUSER LOGIN")
    server = cluster.url("").rpartition("@")[2].rstrip("/")
    admin = f"postgresql://postgres@{server}/postgres"
    subprocess.run(
        [cluster.programs / "psql", "-q", admin, "-c", "ALTER ROLE sprue RENAME TO of_the_cluster"],
        check=True,
    )
    names = store.environment
    return {
        "db.internal": server,
        "s3://sprue": "s3://guide",
        "https://dfm.example.com": url,
        "--port 8000": f"--port {url.rpartition(':')[2]}",
        "SPRUE_METRICS_PORT=9090\n": "",  # of two hosts on one machine, one alone could have it
        "eu-central-1": names["AWS_REGION"],
        "the-id": names["AWS_ACCESS_KEY_ID"],
        "the-key": names["AWS_SECRET_ACCESS_KEY"],
        "/var/lib/sprue": "DATA",
    }


@dataclass
class Caller:
    """Somebody with a key, and a part that was analyzed before anything was changed."""

    url: str
    part: Path
    key: str = ""
    job: str = ""
    link: str = ""

    def send(self) -> None:
        """Have the part analyzed."""
        with self._client() as client:
            form = {"file": (self.part.name, self.part.read_bytes())}
            answer = client.post("/api/v1/dfm/analyze", files=form).raise_for_status()
            self.job = f"/api/v1/dfm/jobs/{answer.json()['job_id']}"
            while client.get(f"{self.job}?wait=30").raise_for_status().json()["status"] != "done":
                pass
            self.link = self._link(client)

    def look(self, is_replaced: bool) -> None:
        """Look whether the job is there, its file can be fetched, and another one is done."""
        with self._client() as client:
            client.get(self._link(client)).raise_for_status()
            status = client.get(self.link).status_code
            assert status == (404 if is_replaced else 200), f"the link from before is answered with {status}"
        self.send()

    def _client(self) -> httpx.Client:
        until(self._is_up, "the hosts do not answer", START_TIMEOUT_S)
        return httpx.Client(base_url=self.url, headers={"X-API-Key": self.key}, timeout=60)

    def _link(self, client: httpx.Client) -> str:
        result = client.get(f"{self.job}/result").raise_for_status().json()
        link: str = result["artifacts"]["thickness_glb"]
        return link

    def _is_up(self) -> bool:
        try:
            return httpx.get(f"{self.url}/readyz", timeout=5).status_code == 200
        except httpx.TransportError:
            return False
