"""The attack on texts: that what it draws is read and of many sorts, and that it finds what it looks for."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from rulewright.testing.spoiling import at as value_at
from rulewright.testing.spoiling import places

from . import texts
from .content import Fault
from .texts import GAMES, Drawer, attack, one_content, person_of

LEAST_MOMENTS = {"unmatched_nemesis": 4}
"""Knockdown has no more moments; of the other games twelve are drawn at least."""


@pytest.mark.parametrize("game", GAMES)
def test_what_is_drawn_is_read_and_of_many_sorts(game: str) -> None:
    rng = Random(1)
    drawer = Drawer(game, person_of(game)(rng)[0])
    hosts = drawer.texts.hosts(drawer.document)
    drawn = [drawer.text(f"t{number}", rng, rng.choice(hosts)) for number in range(100)]
    found = [part for text in drawn for place in places(text) if isinstance(part := value_at(text, place), dict)]
    words = {one["do"] for one in found if "do" in one}
    moments = {moment for part in found for moment in (*_moments(part), *part.get("windows", ()))}

    assert len(moments) >= LEAST_MOMENTS.get(game, 12)
    assert len(words) >= min(16, len(drawer.verbs) * 3 // 4)


def _moments(part: dict[str, Any]) -> list[str]:
    when = part.get("when", [])
    return [when["moment"], *when["also"]] if isinstance(when, dict) else [when] if isinstance(when, str) else []


def test_content_is_the_same_for_a_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[bytes] = []

    def looked_at(game: str, setups: Any, path: Path, rng: Random) -> str:
        seen.append(path.read_bytes())
        return "played"

    monkeypatch.setattr(texts, "tried", looked_at)
    assert [one_content("heroclix", "7/heroclix/1") for _ in range(2)] == [("played", "")] * 2
    assert seen[0] == seen[1]


def test_a_game_that_texts_break_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(*_: Any) -> str:
        raise RuntimeError("who is gone was asked")

    monkeypatch.setattr(texts, "tried", breaks)
    with pytest.raises(Fault, match=r"crisis_protocol, content 0 of seed 1: RuntimeError .*who is gone was asked"):
        attack(1, 1, "crisis_protocol")
