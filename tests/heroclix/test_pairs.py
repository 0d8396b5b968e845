"""A sample of the pairs of powers and parts; ``python -m tests.heroclix.pairs`` plays all of them."""

from __future__ import annotations

from random import Random

import pytest

from tests.lengths import length

from .pairs import EVERYTHING, PARTS, POWERS, wrong_with


@pytest.mark.parametrize("names", [POWERS, tuple(PARTS), EVERYTHING], ids=["powers", "parts", "all"])
def test_pairs_of_powers_and_parts_play(names: tuple[str, ...]) -> None:
    rng = Random(8501)
    pairs = [(rng.choice(names), rng.choice(names)) for _ in range(length(12, 400))]

    assert [fault for pair in pairs for fault in wrong_with(*pair, (0,))] == []
