"""What is taken out of a package, whatever kind of archive it is."""

import io
import tarfile
import zipfile

import pytest

from bench.judgment import packages

HELD = {"docs/a.step": b"a", "docs/b.step": b"b", "c.py": b"c"}


def tar(path, outer):
    with tarfile.open(path, "w:gz") as packed:
        for name, data in HELD.items():
            member = tarfile.TarInfo(f"{outer}{name}")
            member.size = len(data)
            packed.addfile(member, io.BytesIO(data))
    return path


def wheel(path):
    with zipfile.ZipFile(path, "w") as packed:
        for name, data in HELD.items():
            packed.writestr(name, data)
    return path


def files(folder):
    return {
        each.relative_to(folder).as_posix(): each.read_bytes() for each in folder.rglob("*") if each.is_file()
    }


@pytest.mark.parametrize("kind", ["wheel", "sdist"])
@pytest.mark.parametrize("wanted", [None, {"docs/b.step"}])
def test_files_lie_where_the_package_has_them(tmp_path, kind, wanted):
    archive = wheel(tmp_path / "p.whl") if kind == "wheel" else tar(tmp_path / "p.tar.gz", "p-1.0/")
    packages.unpack(archive, tmp_path / "out", wanted)
    assert files(tmp_path / "out") == {
        name: data for name, data in HELD.items() if wanted is None or name in wanted
    }


def test_what_would_lie_outside_and_what_is_no_file_is_left_out(tmp_path):
    with tarfile.open(tmp_path / "p.tar.gz", "w:gz") as packed:
        for name in ("p-1.0/../../over.step", "/p-1.0/in.step"):
            packed.addfile(tarfile.TarInfo(name))
        link = tarfile.TarInfo("p-1.0/link.step")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        packed.addfile(link)
    packages.unpack(tmp_path / "p.tar.gz", tmp_path / "here" / "out")
    assert files(tmp_path / "here") == {"out/in.step": b""}


def test_what_was_fetched_before_is_not_fetched_again(tmp_path):
    kept = tmp_path / "node p@1"
    kept.mkdir()
    tar(kept / "p-1.tgz", "package/")
    assert packages.fetch("node", "p@1", tmp_path) == kept / "p-1.tgz"


def test_a_package_that_is_not_to_be_had_is_told_and_leaves_no_archive(tmp_path, monkeypatch):
    monkeypatch.setattr(
        packages, "_command", lambda kind, package: ["sh", "-c", "echo none such >&2; exit 3"]
    )
    with pytest.raises(packages.NotFetched, match="ended with 3: none such"):
        packages.fetch("wheel", "p==1", tmp_path)
    with pytest.raises(packages.NotFetched):
        packages.fetch("wheel", "p==1", tmp_path)
