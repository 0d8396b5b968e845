"""A closer look at stat cards, attacks, superpowers, cards, crises, terrain and objective tokens."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, get_args

import pytest

from rulewright import Game
from rulewright.panels import Item, Panel, Row, Section, Text
from rulewright.testing import playthrough
from rulewright.text import LANGUAGES, show
from rulewright_crisis_protocol.book.wording import TEXTS
from rulewright_crisis_protocol.cards.models import CrisisEffect, Moment
from rulewright_crisis_protocol.faces.look import look


@cache
def begun() -> Game:
    """A game at its first turn: both squads stand on the battlefield."""
    games = (playthrough("crisis_protocol", ["random"], seed=9, decisions=count) for count in range(30, 60))
    return next(game for game in games if game.request is not None and game.request.ask == "turn")


def lines(part: Any, lang: str) -> Iterator[str]:
    """What is read in a part of a panel, a line for each row, item and text."""
    if isinstance(part, Item):
        notes = ", ".join(show(note, lang) for note in part.notes)
        yield f"{show(part.name, lang)} [{notes}]: {show(part.text, lang)}"
    elif isinstance(part, Row):
        yield " | ".join(show(cell.text, lang) for cell in part.cells if isinstance(cell, Text))
        for below in part.below:
            yield from lines(below, lang)
    elif isinstance(part, Panel | Section):
        for piece in part.pieces:
            yield from lines(piece, lang)
    elif isinstance(text := getattr(part, "text", None), (str, dict)):
        yield show(text, lang)
    else:
        for one in getattr(part, "items", ()) or getattr(part, "rows", ()):
            yield from lines(one, lang)


def seen(what: str, lang: str = "en") -> str:
    panel = look(begun().view(0), what)
    return "" if panel is None else "\n".join(lines(panel, lang))


def test_a_stat_card_has_both_sides_with_every_number_and_text() -> None:
    told = seen("Lumen")
    assert told.startswith("Lumen\nNow: 0/5 damage, 1 power\nLumen (Ada Okafor)\n")
    assert "Threat 3, size 2, base 35 mm; Wardens" in told
    assert told.count("Stamina 5, speed medium; defenses: physical 3, energy 4, mystic 2") == 2
    assert "Glint | energy | 3 | 5 | 0" in told and "Lance of noon | energy | B4 | 6 | 3" in told
    assert "Dazzle [wild]: after its attack: the target gains Stun" in told
    assert "Second sight [reactive, 2 power]" not in told and "Second sight [reactive, 1 power]: " in told
    assert "Keywords: flight" in told


def test_an_attack_a_superpower_and_a_leadership_ability_have_names_of_their_own() -> None:
    assert seen("lance of noon").startswith(
        "Lance of noon | energy | B4 | 6 | 3\nPiercing light [wild]: when it modifies"
    )
    assert seen("heave") == "Heave [active, 2 power]: throw a terrain feature of size 3 or less within range 2 medium"
    assert seen("unshaken") == "Unshaken [innate]: not allowed to be moved"
    assert seen("守住阵线", "zh") == (
        "守住阵线 [守护者的领导力]: 超能力能耗 -1；力量阶段，若其持有目标标记或其争夺目标标记：其获得 1 点力量"
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_that_can_be_looked_at_is_told_in_both_languages(lang: str) -> None:
    game = begun()
    for kind in ("characters", "tactics", "crises", "terrain"):
        for id, entry in game.content.pack[kind].items():
            told = seen(id, lang)
            assert show(getattr(entry.name, lang), lang) in told
            assert not re.search(r"[{}_]", told), told


def test_what_is_in_play_comes_with_its_state() -> None:
    game = begun()
    token = next(str(one.id) for one in game.state.objectives.values())
    assert f"{show(game.content.names(token), 'en')} []: at " in seen(token)
    terrain = next(iter(game.state.terrain))
    assert "Terrain of size " in seen(str(terrain))


def test_the_own_squad_is_seen_where_nothing_is_typed_and_nothing_by_an_unknown_name() -> None:
    game = begun()
    own = [show(game.content.names(str(one.id)), "en") for one in game.state.characters.values() if one.player == 0]
    told = seen("").splitlines()
    assert own and all(name in told for name in own)
    assert seen("no such thing") == ""


def test_a_condition_tells_its_rule() -> None:
    assert seen("bleed").startswith("Bleed [field.condition.bleed Bleed]: It suffers 1 damage ")
    assert seen("出血", "zh").startswith("出血 [field.condition.bleed ")


def test_every_moment_has_words_and_every_crisis_effect() -> None:
    moments = {*get_args(Moment), *get_args(CrisisEffect.model_fields["when"].annotation)}
    assert [moment for moment in moments if f"moment.{moment}" not in TEXTS] == []
