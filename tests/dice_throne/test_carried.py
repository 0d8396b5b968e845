"""What heroes carry, and the numbers and permissions that texts may change, with where they come from."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from rulewright import FOREVER, Game, Modifier, Rules, begin_effect, new_game
from rulewright.describe import describe
from rulewright.testing import set_up
from rulewright_dice_throne.faces.options import label
from rulewright_dice_throne.moments import FIRED, USES
from rulewright_dice_throne.ruleset import RULESET
from rulewright_dice_throne.status_effects.powers import CARRIERS
from rulewright_dice_throne.status_effects.triggers import listening

from ..core.scanning import scanned
from .table import Seat as SeatOf
from .table import Table, invent, passive, rule, seat_players, sit, status

CURSE = status("curse", limit=3, forbids=["selling", "cards"])


def test_a_token_forbids_what_its_text_says_and_the_trace_names_it() -> None:
    game = sit({"tokens": {"curse": 1}}, rules=invent(statuses=[CURSE], besides=["gunslinger"])).game

    verdict = game.verdict("selling", 0)
    assert [(line.name, line.source) for line in verdict.trace] == [("curse", 0)]
    assert not game.may("cards", 0)
    assert [game.may("defence", 0), game.may("selling", 1)] == [True, True]
    assert not game.view(1).may("selling", 0)


def test_what_a_hero_carries_can_be_asked() -> None:
    wage = passive("wage", {"when": "upkeep", "effects": [{"do": "gain_cp", "amount": 2}]})
    rules = invent([wage], statuses=[CURSE])
    game = sit({"tokens": {"curse": 2}}, rules=rules, heroes=("tester", "barbarian")).game

    assert game.has("curse", 0)
    assert not game.has("curse", 1)
    assert game.bearers("curse") == [0]
    assert [item.name for item in game.carried(0)] == ["curse", "tester.wage:1"]


def test_numbers_of_the_rules_are_registered_with_their_trace() -> None:
    game = sit().game
    assert [game.number(name, 0) for name in ("hand limit", "attempts", "cp limit")] == [6, 3, 15]
    value = game.value("hand limit", 0, Modifier("hand limit", "instead", 8, "a card"))
    assert (value.number, [line.name for line in value.trace]) == (8, ["a card"])

    data = describe(RULESET.freeze())
    assert {"hand limit", "attempts", "cp limit"} <= {stat["name"] for stat in data["stats"]}
    assert "selling" in {permission["name"] for permission in data["permissions"]}


PAYS = {"windows": ["upkeep"], "effects": [{"do": "gain_cp", "amount": 4}]}
EARNS = {"when": "upkeep", "effects": [{"do": "gain_cp", "amount": 1}]}
PURSE = status("purse", kind="spendable", polarity="positive", uses=[PAYS], triggers=[EARNS])
TRADE = passive("trade", EARNS, uses=[{**PAYS, "cost": {"cp": 1}}])
PONY = {"id": "pony", "name": {"en": "Pony", "zh": "马"}, "starts": "active", "uses": [PAYS], "triggers": [EARNS]}
CARRIED: Mapping[str, tuple[dict[str, Any], str]] = {
    "purse": ({"tokens": {"purse": 1}}, "purse"),
    "tester.trade": ({}, "trade"),
    "tester.pony": ({}, "pony"),
}
"""What carries each power, and what its use is called."""


def under(seat: Mapping[str, Any], rules: Rules, heroes: tuple[str, str], **data: Any) -> Table:
    """The first question of a turn, with an effect on the player whose turn it is."""
    table = set_up(
        rules,
        setup={"heroes": heroes, "start_player": 0, "asked": "whoever can"},
        arrange=lambda state: seat_players(state, rules.content, [SeatOf(**seat)]),
        kind=Table,
    )
    table.happen(begin_effect(table.game, "spell", FOREVER, target=("heroes", 0), data=data))
    return table.begin("turn")


def earned(table: Table) -> int:
    """What was triggered in the upkeep; 1 CP more comes with the income."""
    return table.cp[0] - 2 - (table.phase != "upkeep")


@pytest.mark.parametrize("power", CARRIED)
def test_who_counters_a_power_silences_its_triggers_and_its_uses(power: str) -> None:
    seat, use = CARRIED[power]
    companions = [PONY] if power == "tester.pony" else []
    rules = invent([TRADE] if power == "tester.trade" else [], statuses=[PURSE], companions=companions)
    free = under(seat, rules, ("tester", "barbarian"))
    assert (earned(free), free.offered("spend")) == (1, [use])
    silent = under(seat, rules, ("tester", "barbarian"), counters=power)
    assert (earned(silent), silent.game.offers(USES, 0)) == (0, [])


@rule("4.2.passive", 1)
@pytest.mark.parametrize("power", CARRIED)
def test_who_gives_a_power_gives_its_triggers_and_its_uses(power: str) -> None:
    """Also the passive ability of another hero; what takes tokens has to have some."""
    use = CARRIED[power][1]
    rules = invent([TRADE], statuses=[PURSE], companions=[PONY])
    table = under({}, rules, ("barbarian", "tester"), gives=power)
    assert earned(table) == 1
    assert [use.key for _, use in table.game.offers(USES, 0)] == [use]
    if use == "trade":
        assert "4 CP" in (label(table.game.view(0), table.game.request, ("spend", use), "en") or "")
        assert table.spend(use).cp[0] >= 2 + 1 - 1 + 4
    else:
        assert table.offered("spend") == []


def carried_plainly(game: Game, player: int, moment: str) -> list[str]:
    """What a player's hero triggers at a moment, looked up thing by thing."""
    hero, book = game.state.heroes[player], game.content
    sheet = book.heroes[hero.name]
    things = [book.statuses[token.status] for token in hero.tokens]
    things += [sheet.level(slot, hero.levels) for slot in sheet.passives]
    things += [sheet.companions[one.name] for one in hero.companions if one.condition == "active"]
    return [f"{one.source}.{one.number}" for thing in things for one in thing.triggers.get(moment, ())]


def test_the_index_says_what_a_look_at_every_hero_says() -> None:
    game, rng = new_game(RULESET.freeze(), {"heroes": ["huntress", "paladin"]}, seed=5), Random(5)
    triggered = set()
    for _ in range(300):
        if game.request is None:
            break
        game.answer(game.request.space.sample(rng), game.request.player)
        index = game.rules.powers.index(game)
        names = dict(scanned(CARRIERS, game.state, game.content))
        assert {seat: index.names(seat) for seat in game.state.heroes} == names
        for seat in game.state.heroes:
            for moment in FIRED:
                offered = [f"{one.source}.{one.number}" for _, one in game.offers(moment, seat)]
                assert offered == carried_plainly(game, seat, moment)
                triggered.update(offered)
                assert {one.key for one in listening(game, seat, moment) if one.watch is None} <= set(offered)
    assert len(triggered) > 1
