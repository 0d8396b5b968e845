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
from rulewright.testing import Scenario, check_ruleset
from rulewright.vocabulary import lexicon
from rulewright_unmatched_nemesis.book.wording import TEXTS
from rulewright_unmatched_nemesis.effects import LEXICON
from rulewright_unmatched_nemesis.events.skills import SkillTriggered
from rulewright_unmatched_nemesis.skill_moments import MOMENTS
from rulewright_unmatched_nemesis.state import DISCARD, HAND

from .table import (
    FAR,
    IDLE,
    NEAR,
    acting,
    attack,
    attacking,
    by_either,
    cubes,
    duel,
    fighter,
    invent,
    rule,
    seated,
    space,
    special,
    turn,
)

HOOK: Final = "hook"
BURN: Final = {"do": "discard_taken", "of": "both"}
IS_NAMED: Final = {"taken": "named"}


def skill(*triggers: Any, **more: Any) -> dict[str, Any]:
    return {"id": "bet", "initiative": 9, "triggers": list(triggers), **more}


def at(moment: str, *effects: Any, **more: Any) -> dict[str, Any]:
    return {"when": moment, "effects": list(effects), **more}


BET: Final = skill(
    at("turn start", {"do": "name_card"}),
    at("opponent takes", BURN, {"do": "may", "effects": [{"do": "trade_places"}]}, test=IS_NAMED),
)
"""When your opponent takes the card you named, both of you discard it; you may then exchange your fighter's space with
the nearest empty one."""


@pytest.fixture
def anyway(monkeypatch: pytest.MonkeyPatch) -> None:
    """Content is read although its words need what is not there."""
    monkeypatch.setattr(lexicon, "unmet", lambda *_: iter(()))


# What a word needs is there ---------------------------------------------------------------------------------


@pytest.mark.parametrize("moment", [*MOMENTS])
def test_what_is_done_with_a_card_that_was_taken_stands_where_one_was(moment: str) -> None:
    wrong = rf"triggers\[0\]\.effects\[0\]: 'discard_taken' needs a card that has been .*, and at '{moment}'"
    if moment == "opponent takes":
        invent(skills=[skill(at(moment, BURN, test=IS_NAMED))])
    else:
        with pytest.raises(ContentError, match=wrong + r" there is none; it can stand at 'opponent takes'"):
            invent(skills=[skill(at(moment, BURN))])


def test_every_moment_has_a_text() -> None:
    assert {f"moment.{moment.replace(' ', '_')}" for moment in MOMENTS} <= set(TEXTS)


@pytest.mark.parametrize(
    ("content", "place"),
    [
        ({"attacks": [attack("blow", BURN)]}, r"blow: effects\[0\]: 'discard_taken'"),
        ({"attacks": [attack("blow", {"do": "may", "effects": [BURN]})]}, r"effects\[0\]\.effects\[0\]: 'discard_t"),
        ({"fighters": [fighter(special("jab", BURN))]}, r"tester: a\.specials\[0\]\.effects\[0\]: 'discard_taken'"),
        ({"skills": [skill(at("blocked", {"do": "draw"}, test=IS_NAMED))]}, r"triggers\[0\]\.test: 'taken' needs"),
        (
            {"skills": [skill(changes=[{"rule": "actions", "by": 1, "test": IS_NAMED}])]},
            r"changes\[0\]\.test: 'taken' needs a card that has been taken from the display, and here",
        ),
    ],
)
def test_attacks_and_changes_are_looked_at_too(content: Any, place: str) -> None:
    with pytest.raises(ContentError, match=place):
        invent(**content)


@pytest.mark.usefixtures("anyway")
def test_where_no_card_was_taken_nobody_would_discard_one() -> None:
    position = attacking(attack("blow", BURN, {"do": "damage", "light": 1}), hands=((IDLE,), (IDLE,)))

    assert [len(position.cards(zone)) for zone in HAND] == [1, 1]
    assert cubes(position, 1) == (0, 1)


# What could not be done is not offered ----------------------------------------------------------------------


PAIRS: Final = ("hands", "spaces", "tokens", "heavy", "light")
"""What each of the two players has."""


EFFECTS: Final = ("attack.step-2", 2)
ORDER: Final = ("panel.order", 3)
GAIN: Final = ("panel.reload", 1)
TRADE: Final = ("panel.reload", 2)
FIRE: Final = ("panel.suppressing-fire", 1)


def proving(effect: Any, here: Any, done: bool, proved: tuple[str, int] = EFFECTS) -> Any:
    """A case that proves an assert of a rule."""
    return pytest.param(effect, here, done, marks=rule(*proved))


@pytest.mark.parametrize(
    ("effect", "here", "done"),
    [
        proving({"do": "discard"}, {}, False),
        proving({"do": "discard"}, {"hands": ((IDLE,), ())}, True),
        proving({"do": "discard", "of": "opponent", "amount": "own_tokens"}, {"hands": ((), (IDLE,))}, False),
        proving({"do": "show_and_discard"}, {}, False, ORDER),
        proving({"do": "show_and_discard"}, {"hands": ((), (IDLE,))}, True, ORDER),
        proving({"do": "draw"}, {"deck": ()}, False),
        proving({"do": "draw"}, {}, True),
        proving({"do": "recover"}, {"heavy": (1, 0)}, False),
        proving({"do": "recover"}, {"light": (1, 0)}, True),
        proving({"do": "damage", "light": "own_tokens"}, {}, False),
        proving({"do": "damage", "light": "own_tokens"}, {"tokens": (1, 0)}, True),
        proving({"do": "gain_tokens", "amount": "own_hand"}, {}, False, GAIN),
        proving({"do": "gain_tokens"}, {}, True, GAIN),
        proving({"do": "spend_to_move"}, {}, False, FIRE),
        proving({"do": "spend_to_move"}, {"tokens": (1, 0)}, True, FIRE),
        proving({"do": "trade_for_tokens", "symbol": "fist"}, {"hands": ((IDLE,), ())}, False, TRADE),
        proving({"do": "trade_for_tokens", "symbol": "fist"}, {"hands": ((HOOK,), ())}, True, TRADE),
        proving({"do": "trade_for_tokens", "symbol": "fist"}, {"hands": ((IDLE,), ()), "known": False}, True, TRADE),
        proving({"do": "move", "who": "opponent", "way": "backward"}, {"spaces": ("a2", "c5")}, False),
        proving({"do": "move", "who": "opponent", "way": "backward"}, {}, True),
        proving({"do": "pay", "cost": {"tokens": 1}, "then": [{"do": "draw"}]}, {}, False),
        proving({"do": "pay", "cost": {"tokens": 1}, "then": [{"do": "draw"}]}, {"tokens": (1, 0)}, True),
        ({"do": "try", "effects": [{"do": "recover"}], "otherwise": [{"do": "discard"}]}, {}, False),
        ({"do": "try", "effects": [{"do": "recover"}], "otherwise": [{"do": "draw"}]}, {}, True),
    ],
)  # fmt: skip
@by_either
def test_what_would_come_to_nothing_is_not_asked_for(effect: Any, here: Any, done: bool, player: int) -> None:
    sitting: dict[str, Any] = {name: seated(player, *value) if name in PAIRS else value for name, value in here.items()}
    position = attacking(attack("blow", {"do": "may", "effects": [effect]}), player, **sitting)
    assert (position.asked == "may") is done

    optional = skill(at("turn start", effect, optional=True))
    position = duel(rules=invent(skills=[optional]), active=seated(player, ("bet",), ()), **sitting)
    began = turn(position, player)
    assert (began.asked == "trigger") is done


@rule("attack.step-2", 2)
@pytest.mark.parametrize(("theirs", "asked"), [((), ""), ((IDLE,), "spend")])
def test_nobody_pays_for_what_could_not_be_done(theirs: Any, asked: str) -> None:
    price = {"do": "pay", "cost": {"tokens": 1}, "then": [{"do": "discard", "of": "opponent"}]}

    assert attacking(attack("blow", price), tokens=(1, 0), hands=((), theirs)).asked == asked


# Texts that are written with these words --------------------------------------------------------------------

PUSH: Final = {"do": "move", "who": "opponent", "way": "backward", "must": True}
SHOVE: Final = attack(
    "shove",
    {"do": "choose", "options": [
        {"test": {"amount": "distance", "at_most": 1}, "effects": [{"do": "damage", "light": 1}]},
        {"effects": [{"do": "try", "effects": [PUSH], "otherwise": [{"do": "damage", "light": 2}]}]},
    ]},
    type="ability",
)  # fmt: skip
"""Choose one: deal 1 damage to an adjacent enemy; or push it 1, and if it cannot be pushed, deal 2."""


def test_an_enemy_is_hurt_or_pushed() -> None:
    position = attacking(SHOVE, spaces=NEAR)
    assert (position.asked, position.options) == ("choose_option", [0, 1])
    assert cubes(position.answer(0), 1) == (0, 1)

    pushed = attacking(SHOVE, spaces=NEAR).answer(1)
    assert pushed.asked == "move_to" and None not in pushed.options
    pushed.answer(pushed.options[0])
    assert (space(pushed, 1) != NEAR[1], cubes(pushed, 1)) == (True, (0, 0))


def test_an_enemy_who_is_not_adjacent_is_only_pushed() -> None:
    assert attacking(SHOVE, spaces=("b1", "b3")).asked == "move_to"


def test_an_enemy_who_cannot_be_pushed_takes_two() -> None:
    assert cubes(attacking(SHOVE, spaces=("a2", "c5")), 1) == (0, 2)


def bet(named: str, player: int = 0, **how: Any) -> Scenario:
    """A player has named a card, at the start of a turn."""
    skills: Any = {"rules": invent(skills=[BET]), "active": seated(player, ("bet",), ())}
    return turn(duel(display=(HOOK, IDLE, IDLE, IDLE), **skills, **how), player).answer(named)


def takes(position: Scenario, card: str) -> Scenario:
    """Whoever named a card moves, and the other attacks with a card of the display."""
    player = position.player
    while position.player == player:
        position.answer(next(option for option in position.options if option is None or option[0] == "move"))
    return position.answer(("attack", card))


@rule("skill-card.active", 3)
@rule("rule.golden")
@by_either
def test_when_the_opponent_takes_the_card_that_was_named_both_discard_it(player: int) -> None:
    position = takes(bet(HOOK, player, hands=seated(player, (HOOK, IDLE), ()), spaces=FAR), HOOK)

    assert (position.asked, position.player) == ("may", player)
    assert [position.cards(HAND[seat]) for seat in (player, 1 - player)] == [[IDLE], []]
    assert position.cards(DISCARD).count(HOOK) == 2

    before = space(position, player)
    position.answer(True)
    if position.asked == "trade_places":
        position.answer(position.options[0])
    assert space(position, player) not in (before, space(position, 1 - player))


@rule("skill-card.active", 3)
@by_either
def test_a_card_that_is_drawn_or_that_its_own_player_takes_is_not_taken_by_the_opponent(player: int) -> None:
    drawn = takes(bet(HOOK, player, deck=(HOOK, *(IDLE,) * 12), spaces=FAR), IDLE)
    assert sorted(drawn.cards(HAND[1 - player])) == sorted([HOOK, IDLE])
    assert not drawn.events(SkillTriggered)[1:]

    own = bet(HOOK, player, spaces=FAR).answer(("attack", HOOK))
    assert own.cards(HAND[player]) == [HOOK]
    assert not own.events(SkillTriggered)[1:]


@rule("skill-card.active", 3)
def test_another_card_is_kept() -> None:
    position = takes(bet(HOOK, hands=((HOOK,), ()), spaces=FAR), IDLE)

    assert (position.asked, position.player) == ("action", 1)
    assert position.cards(HAND[0]) == [HOOK] and IDLE in position.cards(HAND[1])


@rule("rule.golden")
@by_either
@pytest.mark.parametrize(
    ("of", "held", "left"),
    [
        (None, (HOOK,), ([HOOK], [])),
        ("opponent", (HOOK,), ([HOOK], [])),
        ("self", (HOOK,), ([], [HOOK])),
        ("self", (), ([], [HOOK])),
        ("both", (), ([], [])),
        ("both", (HOOK,), ([], [])),
    ],
)
def test_those_whom_a_text_means_discard_the_card_that_was_taken(
    of: str | None, held: Any, left: Any, player: int
) -> None:
    """Nothing is offered where none of them has it."""
    burn = {"do": "discard_taken"} | ({} if of is None else {"of": of})
    rules = invent(skills=[skill(at("opponent takes", burn, optional=True))])
    here: Any = {"hands": seated(player, held, ()), "active": seated(player, ("bet",), ()), "spaces": FAR}
    position = acting(1 - player, rules=rules, display=(HOOK, *(IDLE,) * 3), **here).answer(("attack", HOOK))

    assert (position.asked == "trigger") == (of != "self" or bool(held))
    if position.asked == "trigger":
        assert position.player == player
        position.answer(position.options[0])
    assert [position.cards(HAND[seat]) for seat in (player, 1 - player)] == [*left]


def test_only_the_card_that_was_named_last_is_the_one() -> None:
    position = bet(IDLE, spaces=FAR)
    takes(position, HOOK)
    while position.player == 1:
        position.answer(next(option for option in position.options if option is None or option[0] == "move"))
    assert position.asked == "name_card"
    position.answer(HOOK)

    assert [effect.data["card"] for effect in position.state.effects.values()] == [HOOK]


def test_the_nearest_empty_space_is_taken_and_named_where_several_are_as_near() -> None:
    trade = attack("trade", {"do": "trade_places"}, type="ability")
    position = attacking(trade, spaces=("b2", "b3"))
    assert position.asked == "trade_places" and "b3" not in position.options
    chosen = position.options[0]

    assert space(position.answer(chosen), 0) == chosen


# Said back --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", [
            "when it is resolved: if the distance is at most 1: the opponent takes 1 light or move the opponent 1 "
            "space backward; if that cannot be done, the opponent takes 2 light",
            "at the start of your turn: name an attack card",
            "after your opponent takes a card from the display, if it is the card you named: both of you discard that "
            "card; you may choose: exchange your space with the nearest empty one",
        ]),
        ("zh", [
            "结算时：若与对手的距离不超过 1，对手受到 1 轻伤或将对手移动 1 格（向后）；若无法做到，对手受到 2 轻伤",
            "你的回合开始时：指定一张攻击牌",
            "对手从展示区拿取牌后，若该牌是你指定的牌：双方各弃掉一张该牌；可与最近的空格交换位置",
        ]),
    ],
)  # fmt: skip
def test_every_text_is_said_back_with_its_moment(lang: str, told: list[str], tmp_path: Path) -> None:
    file, named = tmp_path / "mine.json", {"name": {"en": "x", "zh": "x"}, "box": "mine"}
    file.write_text(json.dumps({"attacks": [{**SHOVE, **named}], "skills": [{**BET, **named}]}))
    arguments = ["check", str(file), "--game", "unmatched_nemesis", "--say", "--lang", lang]
    lines = [line.strip() for line in CliRunner().invoke(main, arguments).output.splitlines()]

    assert [line for line in lines if line in told] == told


def test_every_verb_says_whether_it_can_be_done_or_always_can() -> None:
    always = {"by_hand", "name_card"}

    assert {word for word, verb in LEXICON.verbs.items() if "can" not in vars(verb) and not _inherits(verb)} == always


def _inherits(verb: Any) -> bool:
    return any("can" in vars(kind) for kind in verb.__mro__ if kind.__name__ in ("If", "Choose", "May", "Try"))


# Played by hand, and what is gone ---------------------------------------------------------------------------

UNKNOWN: Final = {"do": "by_hand", "text": {"en": "The lights go out.", "zh": "灯光熄灭。"}}


def moved_on(moment: str, *effects: Any) -> Scenario:
    """A position in which a moment of the skill of the first player is about to come, and what brings it."""
    rules = invent(skills=[skill(at(moment, *effects))], attacks=[attack("blow", light=1, knockdown=True)])
    how: Any = {"rules": rules, "active": (("bet",), ()), "display": ("blow", IDLE, IDLE, IDLE)}
    if moment == "turn start":
        return turn(duel(**how))
    if moment == "attack resolved":
        return acting(**how).answer(("attack", "blow"), False)
    if moment == "opponent takes":
        return acting(player=1, **how).answer(("attack", IDLE))
    hit = acting(player=1, hands=(("guard-jab",), ()), dice=[(6, 6, 6)], **how).answer(("attack", "blow"))
    return hit.answer(("block", ("reduce", "guard-jab"))) if moment == "blocked" else hit.answer(None, True)


@pytest.mark.parametrize("moment", [*MOMENTS])
def test_a_text_that_no_program_understands_is_asked_for_at_its_moment(moment: str) -> None:
    position = moved_on(moment, UNKNOWN, {"do": "gain_tokens"})
    assert (position.asked, position.player) == ("by_hand", 0)
    position.answer("damage 2 to opponent")

    assert position.events(PlayedByHand)[0].text == UNKNOWN["text"]
    assert cubes(position, 1)[0] == 2 and position.state.fighters[0].tokens == 1


def test_a_text_of_an_attack_that_no_program_understands_is_asked_for_when_it_is_resolved() -> None:
    assert attacking(attack("blow", UNKNOWN, light=1)).asked == "by_hand"


def test_a_card_that_has_gone_meanwhile_is_discarded_by_nobody_and_the_text_goes_on() -> None:
    """The skill itself takes it away first."""
    strict = skill(
        at("opponent takes", {"do": "discard", "of": "opponent", "amount": 2}, BURN, {"do": "gain_tokens"}),
    )
    rules = invent(skills=[strict])
    position = acting(player=1, rules=rules, active=(("bet",), ()), display=(HOOK, IDLE, IDLE, IDLE), spaces=FAR)
    position.answer(("attack", HOOK))

    assert position.cards(DISCARD) == [HOOK] and position.state.fighters[0].tokens == 1


def test_who_can_discard_nothing_any_more_is_not_asked_to_and_the_text_goes_on() -> None:
    effects: list[Any] = [
        {"do": "discard", "amount": 3},
        {"do": "may", "effects": [{"do": "discard"}]},
        {"do": "damage", "light": 1},
    ]
    position = attacking(attack("blow", *effects), hands=((IDLE, HOOK), ()))

    assert position.cards(HAND[0]) == [] and position.asked == "" and cubes(position, 1) == (0, 1)


def test_rules_with_these_texts_keep_what_every_ruleset_owes() -> None:
    """Saves and forks in the middle of what follows a card that was taken, among them."""
    skills = [{**BET, "id": f"bet-{number}", "initiative": number} for number in range(1, 9)]
    rules = invent(skills=[{**one, "box": "bets"} for one in skills])
    report = check_ruleset(rules, games=2, seed=4, looks=3, setup={"skill_set": "bets"})

    assert report.games == 2
