"""Links that cannot be guessed, bent or kept for ever."""

import stat
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from server.errors import ArtifactNotFound
from server.storage.signing import Signer, load_key

PATH = "/artifacts/job/thickness.glb"


def parts_of(url: str) -> tuple[str, int, str]:
    split = urlsplit(url)
    query = parse_qs(split.query)
    return split.path, int(query["exp"][0]), query["sig"][0]


def test_a_link_works_until_it_expires() -> None:
    clock = [1000.0]
    signer = Signer(b"key", "http://sprue.test", 60, lambda: clock[0])
    path, expires, signature = parts_of(signer.url(PATH))
    assert path == PATH
    clock[0] = 1060.0
    signer.check(path, expires, signature)
    clock[0] = 1061.0
    with pytest.raises(ArtifactNotFound):
        signer.check(path, expires, signature)


@pytest.mark.parametrize(
    ("path", "later", "signature"),
    [
        ("/artifacts/job/other.glb", 0, None),
        (PATH, 1, None),
        (PATH, 0, "00" * 32),
        (PATH, 0, ""),
        (PATH, 0, "ß"),
    ],
)
def test_a_link_that_was_bent_does_not_work(path: str, later: int, signature: str | None) -> None:
    signer = Signer(b"key", "http://sprue.test", 60, lambda: 0.0)
    _, expires, right = parts_of(signer.url(PATH))
    with pytest.raises(ArtifactNotFound):
        signer.check(path, expires + later, right if signature is None else signature)


def test_another_key_signs_otherwise() -> None:
    _, expires, signature = parts_of(Signer(b"one", "", 60).url(PATH))
    with pytest.raises(ArtifactNotFound):
        Signer(b"two", "", 60).check(PATH, expires, signature)


def test_the_key_is_made_once_and_is_for_its_owner_alone(tmp_path: Path) -> None:
    key = load_key(tmp_path)
    assert len(key) == 32
    assert load_key(tmp_path) == key
    assert load_key(tmp_path, "pepper.key") != key
    (file,) = tmp_path.glob("signing*")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
