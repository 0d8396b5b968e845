"""What people read: a part of the walk over all texts, and what the walk takes for a slip."""

from __future__ import annotations

import pytest

from .words import GAMES, Said, found, slips


@pytest.mark.parametrize("game", GAMES)
def test_no_id_and_no_other_language_stands_in_a_text(game: str) -> None:
    every = found(game, (1,), 150)
    assert not every, "\n".join(
        f"{lang} {slip.where}: {slip.what} in {slip.line}" for (lang, *_), slip in every.items()
    )


@pytest.mark.parametrize(
    ("lang", "text", "what"),
    [
        ("zh", "疾风使用 Willpower", ["Willpower"]),
        ("zh", "重击 III：3 CP [3.4.step-1]", []),
        ("zh", "获得一张牌, 弃一张", ["牌, "]),
        ("en", "Gale uses 意志力", ["Chinese"]),
        ("en", "gale#11 moves", ["gale#11"[:6]]),
        ("en", "DamageDealt: {amount}", ["DamageDealt", "{amount}"]),
        ("en", "Block: you cancel the effect ()", ["()"]),
        ("en", "Barbarian rerolls dice 2, 3: [4 Life]  [5.2.types]", []),
    ],
)
def test_what_is_a_slip(lang: str, text: str, what: list[str]) -> None:
    assert [slip.what for slip in slips(Said(lang, "log", text))] == what
