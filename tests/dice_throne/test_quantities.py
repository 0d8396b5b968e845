"""What players have, named in conditions and amounts: any quantity of any player."""

from typing import Any

import pytest

from rulewright import Game
from rulewright_dice_throne.effects.lexicon import LEXICON
from rulewright_dice_throne.effects.values import QUANTITIES, WHOSE
from rulewright_dice_throne.resolution import Resolution

from .table import IDLE, NOTHING, invent, offence, sit, status
from .test_effects import CUT, play


def held(game: Game, player: int, what: str) -> int:
    """What a player has of something, counted by hand."""
    hero = game.state.heroes[player]
    side = game.state.sides[hero.side]
    match what:
        case "cp":
            return int(hero.cp)
        case "health" | "start_health" | "max_health":
            return int({"health": side.health, "start_health": side.start, "max_health": side.most}[what])
        case "hand" | "deck" | "discard":
            return len(game.state.zones[f"{what}:{player}"].cards)
        case "upgrades":
            return len(hero.upgrades)
    return sum(token.count for token in hero.tokens)


@pytest.mark.parametrize("what", QUANTITIES)
def test_any_quantity_of_any_player_can_be_named_in_a_condition(what: str) -> None:
    """Four of two teams, each with something else; a defender's effect asks. What a team shares is counted once."""
    seats: Any = [
        {"cp": 1 + 2 * seat, "hand": (IDLE,) * (1 + seat),
         "deck": (IDLE,) * (9 - seat), "discard": (IDLE,) * (seat + 2),
         "tokens": {"evasive": 3 - seat} if seat < 3 else {}, "levels": {"cut": 2} if seat == 1 else {},
         "health": 40 + seat % 2}
        for seat in range(4)
    ]  # fmt: skip
    two = {"1": CUT["levels"]["1"], "2": CUT["levels"]["1"]}
    upgrade = {"id": "cut-2", "kind": "upgrade", "cost": 1, "upgrade": {"ability": "cut", "level": 2}}
    rules = invent([{**CUT, "levels": two}], [upgrade])
    table = sit(*seats, rules=rules, heroes=("tester",) * 4, dice=[NOTHING, (1,)])
    table.attack("cut").until("defence")
    run = Resolution(player=1, kind="status", source="x", queue=(), inflicter=2, chosen=(3,), target=2)
    own: dict[str, tuple[int, ...]] = {
        "own": (1,), "target": (2,), "attacker": (0,), "defender": (1,), "roller": (0,), "inflicter": (2,),
        "chosen": (3,), "opponents": (0, 2), "teammates": (3,), "players": (0, 1, 2, 3),
    }  # fmt: skip
    assert set(own) == set(WHOSE)

    for whose, players in own.items():
        shared = "health" in what
        counted = [players[0], *players[1:2]][: 2 if whose == "players" else 1] if shared else players
        amount = sum(held(table.game, player, what) for player in counted)
        about = LEXICON.condition({"amount": f"{whose}_{what}", "at_least": amount})
        above = LEXICON.condition({"amount": f"{whose}_{what}", "more_than": amount})
        assert (about.holds(table.game, run), above.holds(table.game, run)) == (True, False), (whose, what)


def test_a_quantity_of_nobody_is_0() -> None:
    effect = {"do": "gain_cp", "amount": {"sum": [5, "defender_cp", "inflicter_health", "chosen_hand"]}}

    assert play(effect).cp[0] == 3 + 5


@pytest.mark.parametrize(("amount", "cp"), [({"dial": "nyra", "of": "target"}, 4), ({"dial": "nyra"}, 0)])
def test_what_a_companion_of_someone_else_has(amount: Any, cp: int) -> None:
    use = {"windows": ["any_time"], "effects": [{"do": "gain_cp", "amount": {"sum": [1, amount]}}]}
    glass = status("glass", kind="spendable", polarity="positive", uses=[use])
    rules = invent([CUT], statuses=[glass], besides=["huntress"])
    seats: Any = [{"tokens": {"glass": 1}, "cp": 0}, {"companions": {"nyra": 4}}]
    table = sit(*seats, rules=rules, heroes=("tester", "huntress")).until(window="main actions").spend("glass")

    assert table.cp[0] - 1 == 1 + cp


def test_a_stack_limit_is_that_of_the_player_who_is_named() -> None:
    more = {"do": "raise_limit", "status": "evasive", "to": "target"}
    gain = {"do": "gain_cp", "amount": {"sum": [{"limit_of": "evasive", "of": "target"}, {"limit_of": "evasive"}]}}

    assert play(more, gain).cp[0] == 3 + 4 + 3


def test_a_quantity_of_the_target_waits_for_the_target() -> None:
    """With several opponents an ability that looks at the target's CP looks when there is one."""
    rob = {"do": "if", "test": {"amount": "target_cp", "at_least": 5}, "then": [{"do": "gain_cp", "amount": 3}]}
    rules = invent([offence("rob", rob, {"do": "damage", "amount": 1})])
    seats: Any = [{"cp": 0}, {"cp": 4}, {"cp": 5}]
    table = sit(*seats, rules=rules, heroes=("tester",) * 3, dice=[NOTHING]).attack("rob").until("target")
    assert table.cp[0] == 1

    assert table.answer(2).until("defence").cp[0] == 4
