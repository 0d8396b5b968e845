"""Two rules that set one characteristic: who orders them, when that is asked, and what it comes to."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright import Turn
from rulewright.cli.prompting import enter_passes
from rulewright.narrator import Narrator
from rulewright.testing import Scenario
from rulewright_wh40k.command import level
from rulewright_wh40k.events.attacks import HitsRolled, SavesRolled, WoundsRolled
from rulewright_wh40k.events.command import Controlled
from rulewright_wh40k.events.dice import RollOff

from .table import FOES, MINE, arm, battle, blade, happened, invent, marker, phase, rule, sheet, shooting, unit
from .test_written_abilities import text

RULE = "faq.timing.two-rules-set-a-characteristic"
PURPOSE = ("mine.purpose", MINE, 15)
SHOCK = ("battle-shock", "", 0)


def setting(stat: str, *values: int, id: str = MINE, **more: Any) -> dict[str, Any]:
    """A datasheet whose texts set a number to these values."""
    does = [{"modifies": stat, "layer": "replaced", "by": value} for value in values]
    names = ("Purpose", "Other", "Third")
    weapons = more.pop("weapons", ())
    texts = [text(one, name=name) for name, one in zip(names, does, strict=False)]
    return {**sheet(id, *weapons, **more), "texts": texts}


def purposeful(*values: int, shocked: bool = True, models: int = 2, active: int = 0) -> Scenario:
    """A Battle-shocked unit with such texts stands at a marker, and a phase ends; foes with 1 OC stand there, too."""
    rules = invent(setting("oc", *values))
    ours = unit(MINE, *[(20.0, 20.0 + 1.5 * place) for place in range(models)], shocked=shocked)
    return phase(battle(ours, unit(FOES, (24.5, 20)), marker(22, 20), rules=rules), "charge phase", active)


def say(position: Scenario, last: Any) -> Scenario:
    """The rule that comes last; Enter takes the one that does already."""
    return position.answer(last if last in position.options else None)


def controlled(position: Scenario) -> list[int | None]:
    """Who has come to control the marker, one after the other."""
    return [event.player for event in happened(position, Controlled)]


@rule(RULE, 1, 3)
@pytest.mark.parametrize("active", [0, 1])
@pytest.mark.parametrize(("last", "winner"), [(PURPOSE, 0), (SHOCK, 1)])
def test_the_active_player_says_what_sets_it_last(active: int, last: Any, winner: int) -> None:
    """Of a unit that a text gives OC 15 and Battle-shock OC 0; in the opponent's turn the opponent says."""
    position = purposeful(15, active=active).until("set_last", declines=["charge"])
    assert position.player == active and position.options[0] is None
    assert not controlled(position)
    say(position, last)
    assert controlled(position)[0] == winner


@rule(RULE, 1)
def test_it_is_asked_once_in_a_turn_for_all_models_and_again_in_the_next_one() -> None:
    position = purposeful(15, models=3).until("set_last", declines=["charge"])
    say(position, SHOCK)
    position.until("set_last", declines=["charge", "move", "shoot"])
    assert (position.asked, position.player, position.game.context(Turn).player) == ("set_last", 1, 1)


@rule(RULE, 1)
@pytest.mark.parametrize(
    ("values", "shocked", "found"), [((15,), False, 30), ((0,), True, 0), ((), True, 0), ((4, 4), False, 8)]
)
def test_nobody_is_asked_where_the_order_makes_no_difference(values: Any, shocked: bool, found: int) -> None:
    position = purposeful(*values, shocked=shocked)
    while not position.idle and position.phase == "charge phase":
        assert position.asked != "set_last"
        position.answer(None)
    assert level(position.game, "A", 0) == found


@rule(RULE, 1)
def test_the_first_answer_leaves_things_as_they_are_and_labels_are_words() -> None:
    position = purposeful(15, models=1).until("set_last", declines=["charge"])
    view, request = position.game.view(0), position.game.request
    assert position.options[0] is None and enter_passes(request)
    for lang, question, options in (
        ("en", "mine.1: its Objective Control is 15 (Purpose); does another rule set it last?",
         ["It stays as it is", "Battle-shock: 0"]),
        ("zh", "mine.1：其目标控制为 15（Purpose）；是否由另一条规则最后改变？", ["保持不变", "战斗震慑：0"]),
    ):  # fmt: skip
        teller = Narrator(position.game.rules, lang)
        assert teller.question(view, request) == question
        assert [teller.option(view, request, one) for one in position.options] == options
    assert level(position.game, "A", 0) == 15
    assert controlled(position.answer(None))[0] == 0


@rule(RULE, 2)
@pytest.mark.parametrize(("faces", "winner"), [((5, 2), 0), ((2, 5), 1)])
def test_outside_turns_a_roll_off_says_who_orders_them(faces: tuple[int, int], winner: int) -> None:
    rules = invent(setting("attacks", 3, 1))
    position = shooting(rules=rules, rolls=[faces, (1,)])
    assert [event.winner for event in happened(position, RollOff)] == [winner]
    assert (position.asked, position.player) == ("set_last", winner)
    say(position, ("mine.other", MINE, 1))
    assert [len(event.faces) for event in happened(position, HitsRolled)] == [1]


def measured(stat: str, position: Scenario) -> int:
    """What a number came to in play."""
    if stat == "move":
        return int(position.game.request.space.inches)
    kind, field = {
        "attacks": (HitsRolled, "faces"), "skill": (HitsRolled, "hits"), "strength": (WoundsRolled, "wounds"),
        "ap": (SavesRolled, "needed"), "save": (SavesRolled, "needed"), "toughness": (WoundsRolled, "wounds"),
    }[stat]  # fmt: skip
    found = getattr(happened(position, kind)[0], field)
    return len(found) if isinstance(found, tuple) else int(found)


@rule(RULE, 1)
@pytest.mark.parametrize("last", [0, 1])
@pytest.mark.parametrize(
    ("stat", "values", "shown", "rolls"),
    [
        ("attacks", (2, 4), (2, 4), [(1,) * 4]),
        ("skill", (3, 5), (1, 0), [(4,), (1,)]),
        ("strength", (2, 8), (0, 1), [(6,), (2,), (6,)]),
        ("ap", (0, -2), (4, 6), [(6,), (6,), (6,)]),
        ("save", (3, 5), (3, 5), [(6,), (6,), (6,)]),
        ("toughness", (2, 8), (1, 0), [(6,), (3,), (6,)]),
        ("move", (3, 9), (3, 9), []),
    ],
)
def test_each_characteristic_is_ordered_before_it_counts(
    stat: str, values: tuple[int, int], shown: tuple[int, int], rolls: Any, last: int
) -> None:
    of_foes = stat in ("save", "toughness")
    rules = invent(setting(stat, *values, id=FOES if of_foes else MINE, weapons=(arm("gun"), blade())))
    things = unit(MINE, (20, 20), weapons=(f"{MINE}/gun",)), unit(FOES, (30, 20))
    dice = [rolls[0][: shown[last]], *rolls[1:]] if stat == "attacks" else rolls
    position = phase(battle(*things, rules=rules, rolls=dice), "movement phase" if stat == "move" else "shooting phase")
    if stat == "move":
        position.answer((MINE, "normal"))
    else:
        position.answer(MINE, FOES)
    whose = FOES if of_foes else MINE
    names = (f"{whose}.purpose", f"{whose}.other")
    assert (position.asked, position.player) == ("set_last", 0)
    say(position, (names[last], whose, values[last]))
    assert measured(stat, position) == shown[last]
