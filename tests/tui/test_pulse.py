"""Progress is told now and then, and the more seldom the longer telling takes."""

from __future__ import annotations

from pitui.tui.flows.pulse import Pulse


def test_telling_takes_a_tenth_of_the_time_at_most() -> None:
    now = 0.0

    def pass_by(seconds: float) -> None:
        nonlocal now
        now += seconds

    pulse = Pulse(lambda: now)
    assert not pulse.due
    pass_by(0.2)
    assert pulse.due
    pulse.tell(lambda: pass_by(0.5))
    pass_by(4.9)
    assert not pulse.due
    pass_by(0.2)
    assert pulse.due
    pulse.tell(lambda: None)
    pass_by(0.1)
    assert not pulse.due
    pass_by(0.11)
    assert pulse.due
