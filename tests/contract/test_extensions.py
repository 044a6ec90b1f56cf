"""One heatmap and one file format more, each by one entry in its registry, reach everybody who shows them."""

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from app.client.errors import Failure
from app.client.http import Client
from app.client.models import RuleSchema
from app.state import part_file
from app.state.interface import SHIPPED
from app.state.session import Session, Stage
from app.views.viewport import loader
from tests.contract.conftest import served
from tests.support import glb, gltf_by_hand, programs

SERVE_EXTENDED = (sys.executable, "-m", "tests.support.extended")


@pytest.fixture(scope="module")
def cube(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write a cube of 20 mm, three corners a line."""
    path = tmp_path_factory.mktemp("tri") / "cube.tri"
    corners = 20.0 * gltf_by_hand.CUBE_VERTICES[gltf_by_hand.CUBE_TRIANGLES]
    np.savetxt(path, corners.reshape(-1, 9), fmt="%g")
    return path


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """Serve with both, and a limit of its own."""
    folder = tmp_path_factory.mktemp("extended") / "data"
    with served(folder, SERVE_EXTENDED, max_upload_mb="2") as site:
        yield Client(f"{site.url}/api/v1", site.key("enterprise"))


@pytest.fixture(scope="module")
def schema(client: Client) -> RuleSchema:
    """Ask what there is."""
    return client.rule_schema()


def test_the_command_line_analyzes_a_file_of_the_format(cube: Path, tmp_path: Path) -> None:
    asked = [str(cube), "--out", str(tmp_path / "out"), "--no-pictures", "--max-edge", "5"]
    done = programs.run("tests.support.extended_command_line", *asked)
    assert done.returncode == 0, done.stderr
    assert "20 × 20 × 20 mm" in done.stdout
    assert (tmp_path / "out" / "height.glb").is_file()


def test_the_server_lists_both_and_the_desktop_shows_and_offers_them(schema: RuleSchema) -> None:
    interface = SHIPPED.with_schema(schema)
    assert interface.file_filter == "*.step *.stp *.gltf *.glb *.tri"  # its server reads no extra formats
    assert [layer.name for layer in interface.layers] == [*SHIPPED.layer_of_name, "height"]
    assert interface.layer_of_name["height"].title == "Height over the bed"


def test_a_file_is_refused_by_the_size_that_the_server_says(schema: RuleSchema, tmp_path: Path) -> None:
    large = tmp_path / "large.tri"
    large.write_bytes(b"0" * (2 * 1024**2 + 1))
    problem = part_file.check(large, SHIPPED.with_schema(schema))
    assert problem is not None
    assert "up to 2 MB are accepted" in problem.sentence
    assert part_file.check(large) is not None, "before a server has answered, nobody reads .tri"


def test_the_sentence_about_unsupported_files_lists_the_format(client: Client, tmp_path: Path) -> None:
    other = tmp_path / "part.stl"
    other.write_text("solid")
    with pytest.raises(Failure, match=r"accepted are \.step, \.stp, \.glb, \.gltf, \.tri"):
        client.analyze(other)


def test_the_layer_has_an_artifact_a_legend_and_its_values_in_the_window(
    client: Client, schema: RuleSchema, cube: Path
) -> None:
    interface = SHIPPED.with_schema(schema)
    now = Session(client, cube, interface).analyze({"max_edge": 5.0})
    assert now.stage is Stage.DONE, now.failure
    assert now.result is not None
    artifact = glb.extras(client.download(now.result.artifacts["height_glb"]))
    assert (artifact["title"], artifact["unit"]) == ("Height over the bed", "mm")
    assert artifact["stops"][0]["value"] == 0.0
    assert artifact["stops"][-1]["value"] == pytest.approx(20.0)
    limits = now.result.packs[0].configurations[0].result.limits["height"]
    assert [stop.value for stop in limits.stops] == [stop["value"] for stop in artifact["stops"]]
    shown = loader.load(client, now.result, interface)
    np.testing.assert_allclose(shown.mesh.layers["height"], shown.mesh.vertices[:, 2], atol=1e-4)
    assert "height_front_png" in now.result.artifacts
