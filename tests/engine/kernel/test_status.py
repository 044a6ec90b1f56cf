"""OCCT's failures come out as ours."""

import pytest

from engine.errors import KernelError, NoSolid
from engine.kernel.status import done, occt


class Maker:
    def __init__(self, is_done: bool) -> None:
        self.is_done = is_done

    def IsDone(self) -> bool:  # noqa: N802 - OCCT's name
        return self.is_done


def test_a_maker_that_finished_is_returned_and_another_raises() -> None:
    maker = Maker(True)
    assert done(maker, "drill") is maker
    with pytest.raises(KernelError, match="OCCT could not drill"):
        done(Maker(False), "drill")


def test_what_occt_throws_becomes_a_kernel_error_and_other_errors_pass() -> None:
    from OCP.gp import gp_Dir

    with pytest.raises(KernelError, match=r"could not point: .*zero norm"), occt("point"):
        gp_Dir(0, 0, 0)
    with pytest.raises(NoSolid), occt("point"):
        raise NoSolid("nothing")
    with pytest.raises(ZeroDivisionError), occt("point"):
        _ = 1 / 0
