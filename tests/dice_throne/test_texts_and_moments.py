"""Texts stand at moments that have what they speak of; what could not be done is not offered."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest
from click.testing import CliRunner

from rulewright.cli.main import main
from rulewright.events import PlayedByHand
from rulewright.problems import ContentError
from rulewright.testing import check_ruleset
from rulewright.vocabulary import lexicon
from rulewright_dice_throne.events.attack import AfterDamageOrdered, AttackModified
from rulewright_dice_throne.events.damage import DamageDealt, DamageRedirected
from rulewright_dice_throne.events.dice import DiceRolledAgain
from rulewright_dice_throne.moments import FIRED, MOMENTS, USED
from rulewright_dice_throne.resolution import Resolution
from rulewright_dice_throne.status_effects.moments import TIMES

from .table import NOTHING, Table, card, defence, invent, offence, passive, sit, status

HEROES: Final = ("tester", "tester")
STRIKE: Final = {"do": "damage", "amount": 8}
MORE: Final = {"do": "modify_attack", "add": 3}
AGAIN: Final = {"do": "reroll"}
STEAL: Final = {"do": "steal", "what": "cp"}
LATER: Final = {"do": "after_damage", "dealt_at_least": 0, "effects": [{"do": "gain_cp", "amount": 9}]}
AS_ROLLED: Final = {"do": "heal", "amount": "roll"}


def ability(*effects: Any) -> Any:
    return offence("hit", *effects)


def at(moment: str, *effects: Any) -> Any:
    """A passive ability with a trigger."""
    return passive("late", {"when": moment, "effects": list(effects)})


def used(moment: str, *effects: Any, **more: Any) -> Any:
    """A passive ability with a use."""
    return passive("late", uses=[{"windows": [moment], "effects": list(effects), **more}])


def invented(entry: Any) -> Any:
    """Rules with a hero who has an ability, a card or a status effect."""
    if "cost" in entry:
        return invent(cards=[entry])
    return invent(statuses=[entry]) if "polarity" in entry else invent([entry])


@pytest.fixture
def anyway(monkeypatch: pytest.MonkeyPatch) -> None:
    """Content is read although its words need what is not there."""
    monkeypatch.setattr(lexicon, "unmet", lambda *_: iter(()))


# What a word needs is there ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "place", "wrong"),
    [
        (at("upkeep", AGAIN), "triggers[0].effects[0]", "'reroll' needs dice that can be changed, and at 'upkeep'"),
        (at("damage_dealt", MORE), "triggers[0].effects[0]", "'modify_attack' needs an Attack under way"),
        (at("offensive_roll_end", MORE), "triggers[0].effects[0]", "'modify_attack' needs an Attack under way"),
        (
            at("turn_end", {"do": "cancel_attack"}),
            "effects[0]",
            "'cancel_attack' needs an Attack whose damage is still",
        ),
        (
            at("damage_incoming", {"do": "undefendable"}),
            "effects[0]",
            "'undefendable' needs an Attack that may still be",
        ),
        (defence("wall", {"do": "undefendable"}), "effects[0]", "'undefendable' needs an Attack that may still be"),
        (at("income", {"do": "draw", "to": "attacker"}), "effects[0].to", "'attacker' needs an offensive ability"),
        (at("income", {"do": "heal", "amount": "chosen_cp"}), "effects[0].amount", "'chosen_cp' needs a player whom"),
        (at("roll_phase_end", {"do": "extra_phase"}), "effects[0]", "'extra_phase' needs roll phases that are still"),
        (at("upkeep", {"do": "draw", "to": "inflicter"}), "effects[0].to", "'inflicter' needs a token that someone"),
        (at("upkeep", AS_ROLLED), "effects[0].amount", "'roll' needs dice that the text has rolled, and at 'upkeep'"),
        (used("main_phase", {"do": "heal", "amount": "paid"}), "effects[0].amount", "'paid' needs something that has"),
        (used("main_phase", MORE), "uses[0].effects[0]", "'modify_attack' needs an Attack under way"),
        (ability(AGAIN), "rows[0].effects[0]", "'reroll' needs dice that can be changed, and here"),
        (ability({"do": "heal", "amount": {"per": "star"}}), "effects[0].amount.dice", "'roll' needs dice that"),
        (ability({"do": "heal", "amount": "spent"}), "effects[0].amount", "'spent' needs tokens that have been"),
        (
            ability(STRIKE, {"do": "after_damage", "effects": [MORE]}),
            "effects[1].effects[0]",
            "'modify_attack' needs an Attack under way, and at 'damage_dealt' there is none; it can stand at 'ability_",
        ),
        (
            defence("wall", LATER),
            "effects[0]",
            "'after_damage' needs an Attack of one's own whose damage is still to come",
        ),
        (at("attacked", LATER), "triggers[0].effects[0]", "'after_damage' needs an Attack of one's own"),
        (
            card("late", LATER, kind="roll", attack_modifier=True),
            "effects[0]",
            "'after_damage' needs an Attack of one's",
        ),
        (defence("wall", AS_ROLLED, dice=0), "effects[0].amount", "'roll' needs dice that the text has rolled"),
        (card("late", MORE), "effects[0]", "'modify_attack' needs an Attack under way"),
        (
            card("late", {"do": "heal", "amount": "damage_received"}),
            "effects[0].amount",
            "'damage_received' needs damage",
        ),
        (card("late", AGAIN, kind="main"), "effects[0]", "'reroll' needs dice that can be changed"),
        (card("late", MORE, kind="instant", play={"phases": ["income"]}), "effects[0]", "'modify_attack' needs"),
        (card("late", MORE, kind="roll", play={"window": "damage_dealt"}), "effects[0]", "'modify_attack' needs"),
        (
            card("late", {"do": "forbid", "what": ["cards"], "until": "end_of_attack"}),
            "effects[0].until",
            "'end_of_attack' needs an Attack that is still to end, and here there is none; it can stand at 'before_off",
        ),
        (
            card("late", {"do": "watch", "until": "end_of_turn", "trigger": {"when": "upkeep", "effects": [AGAIN]}}),
            "effects[0].trigger.effects[0]",
            "'reroll' needs dice that can be changed, and at 'upkeep'",
        ),
        (
            passive("late", {"when": "upkeep", "test": {"concerns": "knockdown"}, "effects": [{"do": "draw"}]}),
            "triggers[0].test",
            "'concerns' needs a status effect or a card that the moment is about",
        ),
        (
            status("fog", triggers=[{"when": "income", "effects": [{"do": "prevent_status"}]}]),
            "triggers[0].effects[0]",
            "'prevent_status' needs tokens that are being inflicted",
        ),
    ],
)
def test_a_word_without_what_it_speaks_of_is_refused(entry: Any, place: str, wrong: str) -> None:
    with pytest.raises(ContentError) as error:
        invented(entry)
    (problem,) = error.value.problems
    assert problem.field.endswith(place) and problem.found.startswith(wrong)


@pytest.mark.parametrize(
    "entry",
    [
        at("effect_rolled", AGAIN),
        at("upkeep", {"do": "roll", "then": [AS_ROLLED]}, AS_ROLLED),
        at("upkeep", {"do": "damage", "amount": "chosen_cp", "to": {"choose": "opponent"}}),
        at("upkeep", {"do": "gain_cp", "amount": 1, "to": {"choose": "opponent"}}, {"do": "draw", "to": "chosen"}),
        at("upkeep", {"do": "pay", "cost": {"cp": "any"}, "then": [{"do": "heal", "amount": "paid"}]}),
        at("upkeep", {"do": "remove_status", "amount": "all"}, {"do": "heal", "amount": "removed"}),
        used("attacked", {"do": "damage", "amount": {"half": "attack_damage"}, "to": "attacker"}),
        used("any_time", AGAIN, cost={"cp": 1}),
        used("attacking", {"do": "undefendable"}),
        at("attacked", {"do": "undefendable"}),
        at("attacking", LATER),
        card("late", LATER, kind="roll", play={"window": "attacking"}),
        used("offensive_roll_end", AGAIN),
        used("turn_end", {"do": "heal", "amount": "damage_received"}),
        ability({"do": "roll", "then": [{"do": "after_damage", "effects": [AS_ROLLED]}]}, STRIKE),
        ability({"do": "after_damage", "effects": [{"do": "heal", "amount": "damage_dealt"}]}, STRIKE),
        defence("wall", AS_ROLLED, {"do": "contest", "own": "defence", "against": "attacker", "tie": "win"}),
        card("late", MORE, kind="roll", attack_modifier=True),
        card("late", {"do": "heal", "amount": "paid"}, price={"cards": 1}),
        card("late", AGAIN, kind="instant"),
        status("fog", triggers=[{"when": "upkeep", "effects": [{"do": "draw", "to": "inflicter"}]}]),
    ],
)  # fmt: skip
def test_a_word_with_what_it_speaks_of_is_read(entry: Any) -> None:
    invented(entry)


def test_whatever_can_be_used_at_a_moment_is_asked_for_then() -> None:
    others = {"damage_received", "damage_incoming", "effect_rolled"}

    assert set(USED) == {*TIMES, *others}
    assert set(FIRED) == {*MOMENTS} - {"any_time"}


# What is refused would have gone wrong ----------------------------------------------------------------------


def struck(*boards: Any, dice: tuple[int, ...] = NOTHING) -> Table:
    """An Attack for 8 that nobody defends."""
    return sit(rules=invent([*boards]), heroes=HEROES, dice=[dice]).attack("hit").defend(None).settle()


@pytest.mark.usefixtures("anyway")
def test_after_the_damage_nothing_modifies_the_attack_any_more() -> None:
    table = struck(ability(STRIKE), at("damage_dealt", MORE))

    assert (table.health, table.events(AttackModified)) == ((50, 42), [])


@pytest.mark.usefixtures("anyway")
def test_dice_that_have_done_their_work_are_not_rolled_once_more() -> None:
    table = struck(ability({"do": "extra_roll", "phase": "offensive_roll", "dice": 5}, AGAIN, STRIKE))

    assert not table.events(DiceRolledAgain)


@pytest.mark.usefixtures("anyway")
def test_what_is_ordered_for_after_the_damage_without_an_attack_never_comes() -> None:
    order = card("late", LATER, {"do": "draw"})
    rules = invent([ability(STRIKE)], [order])
    table = sit({"hand": ("late",)}, rules=rules, heroes=HEROES, dice=[NOTHING]).play("late")
    table.attack("hit").defend(None).settle()

    assert table.events(AfterDamageOrdered) and table.cp[0] < 9


@pytest.mark.usefixtures("anyway")
def test_a_defence_is_not_undone_by_its_own_text() -> None:
    wall = defence("wall", {"do": "undefendable"}, {"do": "prevent", "amount": 3})
    table = sit(rules=invent([ability(STRIKE), wall]), heroes=HEROES, dice=[NOTHING, (1,)])

    assert table.attack("hit").defend("wall").settle().health == (50, 45)


@pytest.mark.usefixtures("anyway")
def test_what_a_defence_orders_for_after_the_damage_is_done_by_the_attacker() -> None:
    table = sit({"cp": 0}, {"cp": 0}, rules=invent([ability(STRIKE), defence("wall", LATER)]), heroes=HEROES,
                dice=[NOTHING, (1,)])  # fmt: skip

    assert table.attack("hit").defend("wall").settle().cp == (9 + 1, 0)


def test_what_is_ordered_by_something_else_leaves_the_dice_of_the_ability() -> None:
    hit = ability({"do": "roll", "dice": 1, "then": [{"do": "inflict", "status": "knockdown"}]},
                  {"do": "discard", "of": "target", "amount": "roll"}, STRIKE)  # fmt: skip
    for boards in ((hit,), (hit, at("ability_activated", LATER))):
        rules = invent([*boards], [card("go", STRIKE, copies=6)])
        table = sit({}, {"hand": ("go",) * 4}, rules=rules, heroes=HEROES, dice=[NOTHING, (3,)])
        table.attack("hit")
        while table.asked != "defence":
            table.answer(table.options[0]) if table.asked == "discard" else table.skip()
        assert len(table.hand(1)) == 1


@pytest.mark.usefixtures("anyway")
@pytest.mark.parametrize("amount", ["roll", "paid", "spent", "removed", "chosen_cp", "defender_cp", "attempts"])
def test_an_amount_of_what_is_not_there_comes_to_nothing(amount: str) -> None:
    rules = invent([at("upkeep", {"do": "damage", "amount": amount})])
    table = sit({"cp": 3}, {"cp": 3}, rules=rules, heroes=HEROES).until(window="main actions")

    assert not table.events(DamageDealt)


@pytest.mark.usefixtures("anyway")
def test_damage_that_nobody_is_about_to_deal_goes_to_nobody() -> None:
    rules = invent([at("before_income", {"do": "redirect", "to": "target"})])
    table = sit(rules=rules, heroes=HEROES).until(window="main actions")

    assert not table.events(DamageRedirected)


# What could not be done is not offered ----------------------------------------------------------------------


def asked(*boards: Any, cards: Any = (), seats: Any = ({}, {}), **how: Any) -> Table:
    """The position in the main phase, when the Upkeep Phase has asked what it asks."""
    table = sit(*seats, rules=invent([ability(STRIKE), *boards], cards, **how), heroes=HEROES, dice=[NOTHING])
    return table.until(window="main actions")


@pytest.mark.parametrize(
    ("effect", "theirs", "done"),
    [
        ({"do": "steal", "what": "cp"}, {"cp": 0}, False),
        ({"do": "steal", "what": "cp"}, {"cp": 1}, True),
        ({"do": "steal", "what": "status"}, {}, False),
        ({"do": "steal", "what": "status"}, {"tokens": {"evasive": 1}}, True),
        ({"do": "discard", "of": "target"}, {}, False),
        ({"do": "discard", "of": "target"}, {"hand": ("late",)}, True),
        ({"do": "draw", "to": "target"}, {"deck": ()}, False),
        ({"do": "draw", "to": "target"}, {}, True),
        ({"do": "lose_cp", "amount": 1}, {"cp": 0}, True),
        ({"do": "gain", "status": "evasive"}, {}, True),
        ({"do": "remove_status", "of": "target"}, {}, False),
        ({"do": "damage", "amount": "target_cp"}, {"cp": 0}, False),
        ({"do": "prevent", "amount": 1}, {}, False),
        ({"do": "gain_cp", "amount": 1, "to": {"choose": "teammate"}}, {}, False),
        ({"do": "additionally", "effects": [{"do": "steal", "what": "cp"}]}, {"cp": 0}, False),
    ],
)
def test_what_would_come_to_nothing_is_not_asked_for(effect: Any, theirs: Any, done: bool) -> None:
    optional = passive("late", {"when": "upkeep", "optional": True, "effects": [effect]})
    for board in (at("upkeep", {"do": "may", "effects": [effect]}), optional):
        rules = invent([ability(STRIKE), board], [card("late", STRIKE)])
        table = sit({}, theirs, rules=rules, heroes=HEROES, dice=[NOTHING])
        table = table.until("may") if done else table.until(window="main actions")

        assert (table.asked == "may") is done


def test_an_option_that_would_come_to_nothing_is_not_one() -> None:
    ways = [{"effects": [{"do": "steal", "what": "cp"}]}, {"effects": [{"do": "draw"}]}]
    table = asked(at("upkeep", {"do": "choose", "options": ways}), seats=({}, {"cp": 0}))

    assert table.hand(0) and table.asked == "react"


def test_nobody_pays_for_what_could_not_be_done() -> None:
    price = {"do": "pay", "cost": {"cp": 1}, "then": [{"do": "steal", "what": "cp"}]}
    for theirs, question in ((0, "react"), (1, "pay")):
        rules = invent([ability(STRIKE), at("upkeep", price)])
        table = sit({"cp": 2}, {"cp": theirs}, rules=rules, heroes=HEROES)
        table = table.until("pay") if theirs else table.until(window="main actions")
        assert table.asked == question


def test_what_is_paid_counts_for_what_it_is_paid_for() -> None:
    price = {"do": "pay", "cost": {"cp": "any"}, "then": [{"do": "damage", "amount": "paid"}]}
    table = sit({"cp": 3}, rules=invent([ability(STRIKE), at("upkeep", price)]), heroes=HEROES).until("how_many")

    assert table.answer(2).until(window="main actions").health == (50, 48)


def test_damage_of_an_attack_that_is_still_to_come_may_be_prevented() -> None:
    wall = defence("wall", {"do": "may", "effects": [{"do": "prevent", "amount": 3}]})
    table = sit(rules=invent([ability(STRIKE), wall]), heroes=HEROES, dice=[NOTHING, (1,)]).attack("hit").defend("wall")

    assert table.until("may").answer(True).settle().health == (50, 45)


@pytest.mark.parametrize(
    ("effects", "theirs", "offered"),
    [
        ([STEAL], 0, False),
        ([STEAL], 1, True),
        ([STEAL, {"do": "then"}], 0, False),
        ([STEAL, {"do": "draw"}], 0, True),
        ([{"do": "heal", "amount": "paid"}], 0, True),
        ([{"do": "damage", "amount": {"value": "paid", "plus": -1}}], 0, False),
    ],
)
def test_what_would_come_to_nothing_is_not_paid_for_in_a_use(effects: Any, theirs: int, offered: bool) -> None:
    rules = invent([ability(STRIKE), used("main_phase", *effects, cost={"cp": 1})])
    table = sit({"cp": 2}, {"cp": theirs}, rules=rules, heroes=HEROES).until(window="main actions", player=0)

    assert table.offered("spend") == (["late"] if offered else [])
    if not offered:
        with table.refused(match="nothing that it could be used on"):
            table.spend("late")


def test_tokens_are_spent_for_as_much_as_there_are() -> None:
    use = {"windows": ["main_phase"], "tokens": "any", "effects": [{"do": "damage", "amount": "spent"}]}
    ash = status("ash", kind="spendable", uses=[use])
    rules = invent([ability(STRIKE)], statuses=[ash])
    table = sit({"tokens": {"ash": 2}}, rules=rules, heroes=HEROES).until(window="main actions", player=0)

    assert table.offered("spend") == ["ash"]
    assert table.spend("ash").answer(2).settle().health == (50, 48)


@pytest.mark.parametrize("inflicted", [True, False])
def test_tokens_are_kept_off_only_where_some_came_with_the_attack(inflicted: bool) -> None:
    wall = defence("wall", {"do": "may", "effects": [{"do": "prevent_status"}]})
    came = [{"do": "inflict", "status": "knockdown"}] if inflicted else []
    table = sit(rules=invent([ability(STRIKE, *came), wall]), heroes=HEROES, dice=[NOTHING, (1,)])
    table.attack("hit").defend("wall")

    assert (table.until("may") if inflicted else table.settle()).asked == ("may" if inflicted else "react")


def test_an_empty_deck_is_not_searched() -> None:
    search = at("upkeep", {"do": "may", "effects": [{"do": "search"}]})
    rules = invent([ability(STRIKE), search])
    assert sit(rules=rules, heroes=HEROES).until("may").asked == "may"
    nothing = {"deck": ()}
    assert sit(nothing, nothing, rules=rules, heroes=HEROES).until("keep_or_reroll").asked == "keep_or_reroll"


@pytest.mark.parametrize(
    "effect",
    [
        {"do": "undefendable"},
        MORE,
        {"do": "cancel_attack"},
        {"do": "may", "effects": [MORE]},
        {"do": "choose", "options": [{"effects": [MORE]}, {"effects": [{"do": "undefendable"}]}]},
        {"do": "forbid", "what": ["cards"], "until": "end_of_attack"},
        {"do": "watch", "until": "end_of_attack", "trigger": {"when": "damage_dealt", "effects": [STRIKE]}},
    ],
)
def test_what_is_done_to_an_attack_is_offered_only_where_there_is_one(effect: Any) -> None:
    rules = invent([ability(STRIKE)], [card("late", effect, kind="instant")])
    table = sit({"hand": ("late",)}, rules=rules, heroes=HEROES, dice=[NOTHING]).until(window="main actions")
    assert table.offered("play") == []

    assert table.attack("hit").until(window="ability activated").offered("play") == ["late"]


def test_an_attack_can_be_called_off_when_its_ability_has_been_locked_in() -> None:
    off = {"do": "may", "effects": [{"do": "cancel_attack"}]}
    table = sit(rules=invent([ability(STRIKE), at("offensive_roll_end", off)]), heroes=HEROES, dice=[NOTHING])

    assert table.attack("hit").until("may").answer(True).settle().health == (50, 50)


# Texts that are written with these words --------------------------------------------------------------------

TURN_ONE: Final = {
    "do": "change_die", "whose": "opponent", "to": "rolled",
    "then": [{"do": "if", "test": {"turned": "rolled"}, "then": [STEAL]}],
}  # fmt: skip
THREE_DIFFERENT: Final = {"amount": {"different": "symbols"}, "at_least": 3}
MESMERISE: Final = card(
    "mesmerise",
    {"do": "roll", "dice": 3, "then": [{"do": "if", "test": THREE_DIFFERENT, "then": [TURN_ONE]}]},
    kind="roll",
)
"""If you rolled three different symbols, change one die of the opponent to a face that you rolled; if it becomes one of
yours, steal 1 CP."""


def mesmerised(rolled: tuple[int, ...], *, roller: str = "tester") -> Table:
    """The second player plays the card when the first has rolled."""
    rules = invent([ability(STRIKE)], [MESMERISE])
    seats: Any = ({"cp": 4}, {"cp": 3, "hand": ("mesmerise",)})
    table = sit(*seats, rules=rules, heroes=(roller, "tester"), dice=[NOTHING, rolled], cards=())
    return table.until(window="dice rolled", player=1).play("mesmerise")


def test_a_die_of_the_opponent_becomes_one_that_was_rolled() -> None:
    table = mesmerised((1, 4, 6))
    assert (table.asked, table.player) == ("choose_die", 1)
    table.answer((0, 0))
    assert (table.asked, table.options) == ("choose_value", [4, 6])
    table.answer(6)

    assert table.dice == (6, 2, 4, 5, 6)
    assert table.cp == (4, 4), "1 was income, 1 is stolen"


def test_a_die_that_shows_another_symbol_than_those_rolled_steals_nothing() -> None:
    faces = invent([ability(STRIKE)], [MESMERISE]).content.heroes["barbarian"].faces
    table = mesmerised((1, 4, 6), roller="barbarian").answer((0, 0)).answer(6)

    assert faces[5] not in ("sword", "shield", "star") and table.dice[0] == 6
    assert table.cp == (5, 3)


def test_without_three_different_symbols_nothing_is_changed() -> None:
    table = mesmerised((1, 2, 6))

    assert (table.asked, table.dice, table.cp) == ("keep_or_reroll", NOTHING, (5, 3))


@pytest.mark.parametrize(("theirs", "left"), [({"tokens": {"evasive": 1}}, (50, {})), ({}, (48, {}))])
def test_a_token_is_taken_off_or_where_there_is_none_damage_is_dealt(theirs: Any, left: Any) -> None:
    """Choose one: deal 1 damage; or take off a token, and if there is none, deal 2."""
    strip = {"do": "remove_status", "of": "target"}
    second = {"do": "try", "effects": [strip], "otherwise": [{"do": "damage", "amount": 2}]}
    ways = [{"effects": [{"do": "damage", "amount": 1}]}, {"effects": [second]}]
    rules = invent([ability(STRIKE), at("upkeep", {"do": "choose", "options": ways})])
    table = sit({}, theirs, rules=rules, heroes=HEROES, dice=[NOTHING]).until("choose_option")
    table.answer(1).until(window="main actions")

    assert (table.health[1], table.tokens(1)) == left


SAID: Final = {
    "en": [
        "1 sword: 8 damage",
        "in the Upkeep Phase: draw 1 card",
        "roll 1 die; heal [sum of the dice]",
        "[Roll Phase Action] roll 3 dice; if the number of different symbols is 3+: turn 1 die of an opponent to a "
        "face that you rolled, if it shows one of the symbols that you rolled: steal 1 CP from the target",
        "[Roll Phase Action, Attack Modifier, during an own Attack] Attack +3",
        "at the end of the turn: steal 1 CP from the target",
    ],
    "zh": [
        "1 sword：8 点一般伤害",
        "维持阶段：抽 1 张牌",
        "掷 1 颗骰；恢复 [点数之和] 点体力",
        "[掷骰阶段行动卡] 掷 3 颗骰；若不同符号的种数达到 3，将对手的 1 颗骰子改为你掷出的一面，"
        "若其符号与你掷出的某个符号相同，盗取目标 1 战斗点数",
        "[掷骰阶段行动卡，攻击修正，自己攻击时] 攻击 +3",
        "回合结束时：盗取目标 1 战斗点数",
    ],
}  # fmt: skip


@pytest.mark.parametrize("lang", SAID)
def test_every_text_is_said_back_with_its_moment(lang: str, tmp_path: Path) -> None:
    last = card("last", MORE, kind="roll", attack_modifier=True, play={"window": "attacking"})
    fog = status("fog", triggers=[{"when": "turn_end", "effects": [STEAL]}])
    book = invent(
        [ability(STRIKE), at("upkeep", {"do": "draw"}), defence("wall", AS_ROLLED)], [MESMERISE, last], [fog]
    ).content.content
    hero = book.heroes["tester"].model_dump(mode="json")
    hero |= {"id": "mine", "abilities": hero["abilities"], "statuses": ["haze"]}
    file = tmp_path / "mine.json"
    file.write_text(json.dumps({"heroes": [hero], "statuses": [{**fog, "id": "haze", "name": {"en": "x", "zh": "x"}}]}))
    shown = CliRunner().invoke(main, ["check", str(file), "--game", "dice_throne", "--say", "--lang", lang]).output
    lines = [line.strip() for line in shown.splitlines()]

    assert [line for line in lines if line in SAID[lang]] == SAID[lang]


# Played by hand, and what is gone ---------------------------------------------------------------------------

INCOME: Final = 1
UNKNOWN: Final = {"do": "by_hand", "text": {"en": "The wind turns.", "zh": "风向变了。"}}


def busy(*boards: Any, health: int) -> Table:
    """A turn in which everything happens: a card is played, dice are rolled, tokens come and are spent, an Attack is
    defended and hurts."""
    go = card("go", {"do": "roll", "then": [STEAL]}, {"do": "gain", "status": "evasive"}, STRIKE,
              {"do": "pay", "cost": {"status": "evasive"}, "then": [{"do": "draw"}]})  # fmt: skip
    hit = ability(STRIKE, {"do": "inflict", "status": "knockdown"})
    rules = invent([hit, defence("wall", {"do": "heal", "amount": 1}), *boards], [go])
    seats: Any = ({"hand": ("go",), "tokens": {"evasive": 1}}, {"health": health})
    return sit(*seats, rules=rules, heroes=HEROES, dice=[(1,), NOTHING, (1,)], asked="whoever can")


@pytest.mark.parametrize("moment", FIRED)
def test_a_text_that_no_program_understands_is_asked_for_at_its_moment(moment: str) -> None:
    table = busy(at(moment, UNKNOWN), health=12 if moment == "defeated" else 50)
    answers = {"announce": "hit", "defence": "wall", "pay": True}
    while table.asked not in ("by_hand", ""):
        if ("play", "go") in table.options:
            table.play("go")
        elif table.asked in answers:
            table.answer(answers[table.asked])
        else:
            table.skip()

    assert table.asked == "by_hand" and table.game.context(Resolution).moment == moment
    table.answer("gain_cp 2")
    assert table.events(PlayedByHand)[0].text == UNKNOWN["text"]


def test_a_text_goes_on_when_its_own_token_has_been_taken_away() -> None:
    gone = status(
        "fog",
        triggers=[{"when": "upkeep", "effects": [{"do": "remove_status", "status": "fog", "amount": "all"}, STEAL]}],
    )
    table = sit({"tokens": {"fog": 2}}, {"cp": 3}, rules=invent([ability(STRIKE)], statuses=[gone]), heroes=HEROES)
    table.until(window="main actions", player=0)

    assert (table.tokens(0), table.cp) == ({}, (2 + 1 + INCOME, 2))


def test_what_has_been_taken_away_by_what_triggered_before_it_does_nothing() -> None:
    lift = status("lift", triggers=[{"when": "upkeep", "effects": [{"do": "remove_status", "status": "fog"}]}])
    fog = status("fog", triggers=[{"when": "upkeep", "effects": [STEAL]}])
    rules = invent([ability(STRIKE)], statuses=[lift, fog])
    for first, stolen in ((0, 0), (1, 1)):
        table = sit({"tokens": {"lift": 1, "fog": 1}}, {"cp": 3}, rules=rules, heroes=HEROES).until("order")
        table.answer(table.options[first]).until(window="main actions", player=0)
        assert table.cp == (2 + stolen + INCOME, 3 - stolen)


def test_a_price_that_is_gone_when_it_is_paid_is_not_paid() -> None:
    """What is triggered when a card is played takes the card away that would be its price."""
    strip = at("card_played", {"do": "discard"}, {"do": "remove_status", "status": "evasive", "amount": "all"})
    for price in ({"cards": 1}, {"status": "evasive"}, {"cards": 1, "status": "evasive", "tokens": 2}):
        dear = card("dear", {"do": "gain_cp", "amount": "paid"}, price=price)
        rules = invent([ability(STRIKE), strip], [dear])
        seat: Any = {"hand": ("dear", "transference"), "tokens": {"evasive": 2}, "deck": ()}
        table = sit(seat, rules=rules, heroes=HEROES).until(window="main actions", player=0)
        cp = table.cp[0]
        table.play("dear").answer("transference")

        assert (table.tokens(0), table.hand(0), table.cp[0]) == ({}, [], cp)


def test_a_card_that_is_discarded_for_another_is_not_played_from_the_hand_any_more() -> None:
    trade = card("trade", {"do": "discard", "amount": 2}, {"do": "gain_cp", "amount": 1}, price={"cards": 1})
    rules = invent([ability(STRIKE)], [trade, card("other", STRIKE)])
    table = sit({"hand": ("trade", "other")}, rules=rules, heroes=HEROES).until(window="main actions", player=0)
    cards, cp = len(table.hand(0)), table.cp[0]
    table.play("trade")
    while table.asked == "discard":
        table.answer(table.options[0])

    assert (len(table.hand(0)), table.cp[0]) == (max(0, cards - 4), cp + 1)


def test_rules_with_these_texts_keep_what_every_ruleset_owes() -> None:
    """Saves and forks in the middle of what follows a die that was turned, among them."""
    asks = {**TURN_ONE, "then": [{"do": "may", "effects": [{"do": "draw"}]}, *TURN_ONE["then"]]}
    turning = card("turning", {"do": "roll", "dice": 3, "then": [asks]}, kind="roll", copies=6)
    rules = invent([ability(STRIKE)], [turning])
    report = check_ruleset(rules, games=2, seed=4, looks=3, setup={"heroes": HEROES})

    assert report.games == 2
