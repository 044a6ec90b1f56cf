"""Two servers never work in one folder."""

import subprocess
import sys
from pathlib import Path

import pytest

from server.storage.lock import DataFolderInUse, held

HOLD = "import sys; from pathlib import Path; from server.storage.lock import held\n" + (
    "with held(Path(sys.argv[1])):\n    print('held', flush=True)\n    sys.stdin.read()\n"
)


def test_a_folder_is_held_by_one_process_until_it_ends(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    command = [sys.executable, "-c", HOLD, str(folder)]
    root = Path(__file__).parents[3]
    with subprocess.Popen(
        command, cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        with pytest.raises(DataFolderInUse, match="another server works in"), held(folder):
            pytest.fail("held twice")
        other.kill()
    with held(folder):
        pass
    with held(folder):
        pass
