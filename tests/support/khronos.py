"""The Khronos glTF validator, run through Node.js.

It needs `node` on the path (Debian package `nodejs`) and the npm package `gltf-validator`, which the set-up
puts below `build/npm`:
`npm install --no-save --no-package-lock --prefix build/npm gltf-validator@2.0.0-dev.3.10`.
"""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "build" / "npm" / "node_modules" / "gltf-validator"
SCRIPT = """
const validator = require(process.argv[1]);
const bytes = new Uint8Array(require("fs").readFileSync(0));
validator.validateBytes(bytes, {maxIssues: 100})
  .catch(problem => ({issues: {messages: [{severity: 0, code: String(problem)}]}}))
  .then(report => console.log(JSON.stringify(report)));
"""
ERROR = 0


def validate(glb: bytes) -> list[dict[str, Any]]:
    """Return the validator's messages of severity ERROR about a GLB; skip the test where it cannot run."""
    return [message for message in report(glb)["issues"]["messages"] if message["severity"] == ERROR]


def report(glb: bytes) -> dict[str, Any]:
    """Return the validator's whole report."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("the glTF validator needs Node.js: install the Debian package nodejs")
    if not PACKAGE.exists():
        pytest.skip("the npm package gltf-validator is not below build/npm: run make setup")
    done = subprocess.run(
        [node, "-e", SCRIPT, str(PACKAGE)], input=glb, capture_output=True, timeout=60, check=True
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found
