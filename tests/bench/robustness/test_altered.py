"""Altered files are the same in every run, and differ from the file they were."""

from bench.robustness import altered


def test_a_number_alters_a_file_in_one_way_and_another_number_in_another():
    for seed in altered.seeds():
        made = [altered.alter(seed.content, number) for number in range(30)]
        assert made == [altered.alter(seed.content, number) for number in range(30)]
        assert sum(each != seed.content for each in made) >= 28  # a number may be replaced by itself
        assert len(set(made)) >= 28


def test_seeds_do_not_say_when_they_were_written():
    for seed in altered.seeds():
        assert b"2000-01-01T00:00:00" in seed.content or seed.suffix == ".glb"
