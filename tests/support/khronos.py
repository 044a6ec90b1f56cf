"""The Khronos glTF validator, run through Node.js.

It needs `node` on the path (Debian package `nodejs`) and the npm package `gltf-validator`, which the set-up
puts below `build/npm`:
`npm install --no-save --no-package-lock --prefix build/npm gltf-validator@2.0.0-dev.3.10`.
"""

import base64
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "build" / "npm" / "node_modules" / "gltf-validator"
SCRIPT = """
const validator = require(process.argv[1]);
const files = JSON.parse(require("fs").readFileSync(0)).map(file => Buffer.from(file, "base64"));
const report = file => validator.validateBytes(new Uint8Array(file), {maxIssues: 100})
  .catch(problem => ({issues: {messages: [{severity: 0, code: String(problem)}]}}));
Promise.all(files.map(report)).then(reports => console.log(JSON.stringify(reports)));
"""
ERROR = 0


def validate(*glbs: bytes) -> list[dict[str, Any]]:
    """Return the validator's messages of severity ERROR about GLBs; skip the test where it cannot run."""
    messages = [message for report in reports(*glbs) for message in report["issues"]["messages"]]
    return [message for message in messages if message["severity"] == ERROR]


def reports(*glbs: bytes) -> list[dict[str, Any]]:
    """Return the validator's whole report about each."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("the glTF validator needs Node.js: install the Debian package nodejs")
    if not PACKAGE.exists():
        pytest.skip("the npm package gltf-validator is not below build/npm: run make setup")
    done = subprocess.run(
        [node, "-e", SCRIPT, str(PACKAGE)],
        input=json.dumps([base64.b64encode(glb).decode() for glb in glbs]).encode(),
        capture_output=True,
        timeout=60,
        check=True,
    )
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found
