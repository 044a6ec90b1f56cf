"""Bad files of every format end in one sentence that says what was found."""

import zipfile
from pathlib import Path

import pytest

from engine import formats
from engine.errors import NoSolid, SprueError, UnreadableFile, UnsupportedFormat
from engine.model.mesh import MeshOptions
from engine.progress import Progress
from tests.support import draw, other_formats
from tests.support.other_formats import SURFACES, TRIANGLES

ALL = [*SURFACES, *TRIANGLES]


def refusal(path: Path) -> SprueError:
    with pytest.raises(SprueError) as caught:
        formats.read(path, MeshOptions(), Progress())
    sentence = str(caught.value)
    assert "\n" not in sentence
    assert "Traceback" not in sentence
    return caught.value


@pytest.mark.parametrize("suffix", ALL)
@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "the file is empty"),
        (b"\x89PNG\r\n\x1a\n" + bytes(200), "it looks like a PNG image"),
        (b"ISO-10303-21;\nHEADER;\n" + b" " * 200, "it looks like a STEP file"),
        (b"<html><body>not found</body></html>", "it looks like a web page"),
    ],
)
def test_a_file_of_another_kind_is_named(suffix: str, content: bytes, words: str, tmp_path: Path) -> None:
    path = tmp_path / f"part.{suffix}"
    path.write_bytes(content)
    found = refusal(path)
    assert isinstance(found, UnreadableFile)
    assert words in str(found)


@pytest.mark.parametrize("suffix", ALL)
def test_a_file_that_ends_early_is_refused(suffix: str, tmp_path: Path) -> None:
    whole = other_formats.write(draw.cylinder(5, 20), tmp_path / f"whole.{suffix}").read_bytes()
    path = tmp_path / f"half.{suffix}"
    path.write_bytes(whole[: len(whole) // 2])
    refusal(path)


@pytest.mark.parametrize(
    ("name", "content", "kind", "words"),
    [
        ("empty.stl", bytes(84), UnreadableFile, "not an STL file"),
        ("empty.stl", b"solid nothing\nendsolid nothing\n", SprueError, "STL"),
        ("cloud.ply", b"ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\n"
         b"property float z\nend_header\n0 0 0\n", NoSolid, "holds no triangles"),
        ("lines.obj", b"v 0 0 0\nv 1 0 0\nl 1 2\n", SprueError, "OBJ"),
        ("wild.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 99\n", UnreadableFile, "broken"),
        ("nan.off", b"OFF\n3 1 0\n0 0 0\n1 0 0\nnan 1 0\n3 0 1 2\n", UnreadableFile, "no numbers"),
        ("far.off", b"OFF\n3 1 0\n0 0 0\n1e30 0 0\n0 1 0\n3 0 1 2\n", UnreadableFile, "no numbers"),
        ("dust.off", b"OFF\n4 4 0\n0 0 0\n1e-5 0 0\n0 1e-5 0\n0 0 1e-5\n3 0 2 1\n3 0 1 3\n3 1 2 3\n3 0 3 2\n",
         UnreadableFile, "was another unit meant"),
    ],
)  # fmt: skip
def test_a_file_without_a_surface_says_what_it_lacks(
    name: str, content: bytes, kind: type[SprueError], words: str, tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    found = refusal(path)
    assert isinstance(found, kind)
    assert words in str(found)


@pytest.mark.parametrize(
    ("entry", "model", "words"),
    [
        ("readme.txt", "hello", "holds no 3MF model"),
        ("3D/3dmodel.model", "<model", "its model cannot be read"),
        ("3D/3dmodel.model", '<model unit="cubit"><resources/><build/></model>', "its model cannot be read"),
        ("3D/3dmodel.model", '<model unit="inch"><resources/><build/></model>', "places no triangles"),
        (
            "3D/3dmodel.model",
            '<model><build><item objectid="9"/></build></model>',
            "its model cannot be read",
        ),
        (
            "3D/3dmodel.model",
            '<model><object id="1"><components><component objectid="1"/></components></object>'
            '<build><item objectid="1"/></build></model>',
            "its model cannot be read",
        ),
    ],
)
def test_a_3mf_without_a_model_says_so(entry: str, model: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "part.3mf"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(entry, model)
    assert words in str(refusal(path))


def test_an_open_iges_surface_encloses_nothing(tmp_path: Path) -> None:
    from OCP.BRepBuilderAPI import BRepBuilderAPI_MakeFace
    from OCP.gp import gp_Pln

    face = BRepBuilderAPI_MakeFace(gp_Pln(), 0.0, 10.0, 0.0, 5.0).Face()
    for suffix in SURFACES:
        found = refusal(other_formats.write(face, tmp_path / f"face.{suffix}"))
        assert isinstance(found, NoSolid)
        assert "enclose no volume" in str(found)


def test_the_api_promises_four_suffixes_and_takes_the_others_only_where_it_is_told_to() -> None:
    assert formats.suffixes() == ".step, .stp, .gltf or .glb"
    assert ".stl" in formats.suffixes(with_extra=True)
    for suffix in ALL:
        formats.pick(Path(f"part.{suffix}"))
        with pytest.raises(UnsupportedFormat, match=r"accepted are \.step, \.stp, \.glb, \.gltf$"):
            formats.pick(Path(f"part.{suffix}"), with_extra=False)
