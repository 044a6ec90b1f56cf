"""The sample parts that Sprue ships are the ones its own code draws."""

import pytest

from tests.support import sample_parts


@pytest.mark.parametrize("name", sample_parts.SAMPLES)
def test_a_shipped_sample_is_what_its_drawing_gives(name, tmp_path):
    drawn = sample_parts.write(name, tmp_path)
    assert drawn.read_text() == (sample_parts.RESOURCES / f"{name}.step").read_text()


def test_every_shipped_sample_is_drawn():
    shipped = sample_parts.RESOURCES.rglob("*.step")
    names = {path.relative_to(sample_parts.RESOURCES).with_suffix("").as_posix() for path in shipped}
    assert names == set(sample_parts.SAMPLES)
