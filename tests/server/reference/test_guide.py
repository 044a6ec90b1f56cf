"""The guide's examples, run as they stand, one after the other, against a server of their own."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import resources
from server.reference import guide

ROOT = Path(__file__).parents[3]
BLOCK = re.compile(r"^```(sh|python)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def run(words: list[str], folder: Path, **environment: str) -> str:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        words,
        cwd=folder,
        env=os.environ | environment | {"PATH": path},
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
def test_every_example_of_the_guide_works_word_for_word(tmp_path: Path) -> None:
    shutil.copy(resources.path("sample_parts/gear_housing.step"), tmp_path / "part.step")
    data = str(tmp_path / "data")
    command = [sys.executable, "sprue.py", "serve", "--port", "0", "--data-dir", data]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as server:
        try:
            assert server.stdout is not None
            base_url = server.stdout.readline().removeprefix("serving ").strip()
            key = run([sys.executable, "sprue.py", "keys", "create", "--data-dir", data], ROOT).strip()
            source = guide.SOURCE.read_text("utf-8").replace("{base_url}", base_url)
            shell = "\n".join(text for language, text in BLOCK.findall(source) if language == "sh")
            python = "\n".join(text for language, text in BLOCK.findall(source) if language == "python")
            said = run(["bash", "-e", "-o", "pipefail", "-c", shell], tmp_path, SPRUE_API_KEY=key)
            reported = run([sys.executable, "-c", python], tmp_path, SPRUE_API_KEY=key)
        finally:
            server.terminate()
    assert '"volume_cm3":' in said
    assert "casting investment" in said
    assert '"module_key":"mill"' in said.replace(" ", "")
    assert '"unit_price":' in said
    assert "98 analyses left" in reported
    assert (tmp_path / "thickness.glb").read_bytes()[:4] == b"glTF"
