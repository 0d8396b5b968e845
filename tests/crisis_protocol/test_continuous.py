"""What texts change as long as they are there: numbers, permissions, and whom they are about."""

from collections.abc import Sequence
from typing import Any

import pytest

from rulewright import FOREVER, ContentError, Event, begin_effect
from rulewright.testing import Scenario
from rulewright_crisis_protocol.attack.choosing import open_attacks, targets
from rulewright_crisis_protocol.attack.sequence import ATTACK
from rulewright_crisis_protocol.damage import damage
from rulewright_crisis_protocol.events.attacks import DiceRolled
from rulewright_crisis_protocol.events.characters import DamageSuffered, Dazed, KnockedOut
from rulewright_crisis_protocol.events.rounds import RoundBegan
from rulewright_crisis_protocol.leaderships import lead
from rulewright_crisis_protocol.movement.moves import reach
from rulewright_crisis_protocol.movement.throws import movable
from rulewright_crisis_protocol.objectives import secured_by

from .table import (
    HERO,
    VILLAIN,
    at,
    attack,
    attacking,
    battle,
    card,
    invent,
    one,
    phase,
    power,
    rule,
    tactic,
    token,
    turn,
)  # fmt: skip
from .test_crises import crisis


def innate(id: str = "trait", **more: object) -> dict[str, object]:
    return power(id, "innate", **more)


@pytest.mark.parametrize(("x", "open"), [(12.0, True), (15.5, False)])
def test_a_text_says_within_what_range_attackers_must_be(x: float, open: bool) -> None:
    hides = innate(does=[{"modifies": "targeted within", "most": 2}])
    rules = invent(card(HERO, attack("shot", range="5")), card(VILLAIN, superpowers=[hides]))
    position = battle(at(HERO, 10, 10), at(VILLAIN, x + 1.4, 10, 1), rules=rules)

    assert (list(open_attacks(position.game, HERO)) == ["shot"]) is open


GUARDS = {"amount": {"characters": {"every": "allied", "range": 3, "affiliation": "guard"}}, "at_least": 2}


@pytest.mark.parametrize(("guards", "attacked", "near"), [(2, False, True), (1, False, False), (2, True, False)])
def test_whom_guards_are_near_cannot_be_targeted_from_far_unless_it_has_attacked(
    guards: int, attacked: bool, near: bool
) -> None:
    """While two or more friends with the keyword Guard are within 3, not from farther than 3, unless it attacked."""
    kept = innate(does=[{"modifies": "targeted within", "most": 3,
                         "test": {"all": [GUARDS, {"none": [{"has_attacked": "anyone"}]}]}}])  # fmt: skip
    rules = invent(
        card(HERO, attack("tap", strength=1), superpowers=[kept]), card("guard", affiliations=["guard"]),
        card(VILLAIN, attack("shot", range="5")),
    )  # fmt: skip
    things = [at("guard", 10, 12 + 2 * number, name=f"guard#{number}") for number in range(guards)]
    place = at(VILLAIN, 13, 10, 1) if attacked else at(VILLAIN, 18, 10, 1)
    position = battle(at(HERO, 10, 10), *things, place, rules=rules, rolls=("-", "--"))
    if attacked:
        turn(position).answer(("activate", HERO), ("attack", "tap"))

    assert (position.game.number("targeted within", HERO) == 3) is near
    if not attacked:
        assert (HERO in targets(position.game, VILLAIN, rules.content.attacks["shot"])) is not near


@rule("keyword.flight")
@rule("keyword.wall-crawler")
@pytest.mark.parametrize(("keywords", "size"), [(["flight"], 5), (["wall crawler"], 5), ([], 2)])
def test_keywords_say_what_size_a_character_has_while_it_advances(keywords: list[str], size: int) -> None:
    rules = invent(card(HERO, keywords=keywords))

    assert reach(battle(at(HERO, 10, 10), rules=rules).game, HERO, "advance") == size


def test_a_text_says_as_what_size_a_character_counts_while_it_advances() -> None:
    rules = invent(card(HERO, superpowers=[innate(does=[{"modifies": "movement size", "least": 3}])]))
    position = battle(at(HERO, 10, 10), rules=rules)

    assert reach(position.game, HERO, "advance") == 3
    assert reach(position.game, HERO, "climb") == 5


def test_who_cannot_be_moved_by_enemies_can_be_moved_by_allies() -> None:
    firm = innate(does=[{"forbids": "be moved by enemies"}])
    rules = invent(card(VILLAIN, superpowers=[firm]))
    position = battle(at(HERO, 10, 10), at(VILLAIN, 15, 10, 1), rules=rules)

    assert not movable(position.game, VILLAIN, HERO, "pushed")
    assert movable(position.game, VILLAIN, VILLAIN, "pushed")
    assert movable(position.game, VILLAIN, "", "pushed")


@rule("field.condition.judgement")
def test_judgement_stops_the_power_of_attacks_alone() -> None:
    judged = at(VILLAIN, 15, 10, 1, conditions=("judgement",))
    position = attacking(judged, rolls=["HH-", "--"])
    assert (one(position, VILLAIN).damage, one(position, VILLAIN).power) == (2, 0)

    plain = attacking(rolls=["HH-", "--"])
    assert one(plain, VILLAIN).power == 2

    thrown = battle(at(HERO, 10, 10), judged).happen(DamageSuffered(VILLAIN, 2, HERO, True))
    assert one(thrown, VILLAIN).power == 2


@pytest.mark.parametrize(("side", "x", "dice"), [("allied", 15, 3), ("allied", 30, 2), ("enemy", 15, 2), (None, 15, 2)])
def test_a_change_may_be_about_others_within_a_range(side: str | None, x: int, dice: int) -> None:
    scope = {} if side is None else {"side": side, "range": 3}
    guard = card("guard", superpowers=[innate(does=[{"modifies": "physical", "by": 1, **scope}])])
    position = battle(at(HERO, 10, 10), at("guard", x, 10), at(VILLAIN, 33, 33, 1), rules=invent(guard))

    assert position.game.number("physical", HERO) == dice
    assert position.game.number("physical", "guard") == (3 if side is None else 2)


@rule("terms.cannot-beats-can")
@pytest.mark.parametrize(("cannot", "player"), [("contest", None), ("hold", 0)])
def test_a_text_keeps_its_character_from_contesting(cannot: str, player: int | None) -> None:
    rules = invent(card(HERO, superpowers=[innate(does=[{"forbids": cannot}])]))
    position = battle(at(HERO, 18, 16), token("t", 18, 18), rules=rules)

    assert secured_by(position.game, "t") == player


@rule("superpower.innate")
@pytest.mark.parametrize(
    ("bearer", "x", "power"), [("friend", 12, 1), ("friend", 20, 0), (HERO, 12, 0), ("foe", 12, 0)]
)
def test_a_superpower_may_be_about_attacks_of_allies_near_it(bearer: str, x: float, power: int) -> None:
    gains = innate(when="ally attacks", range=2, effects=[{"do": "gain_power", "amount": 1, "who": "self"}])
    rules = invent(*(card(id, superpowers=[gains] if id == bearer else []) for id in (HERO, "friend", "foe")))
    position = attacking(at("friend", x, 13), at("foe", 10, 7, 1), rules=rules, rolls=["---", "--"])
    position = position.answer(VILLAIN) if position.asked == "target" else position

    assert one(position, bearer).power == power


def test_criticals_of_whoever_fights_it_add_no_dice() -> None:
    rules = invent(card(VILLAIN, superpowers=[innate(does=[{"forbids": "critical dice", "side": "opposing"}])]))

    assert one(attacking(rules=rules, rolls=["C--", "C-", "-"]), VILLAIN).damage == 0


def test_a_range_without_a_side_is_refused() -> None:
    with pytest.raises(ContentError, match="range: it counts only where a side is named"):
        invent(card(HERO, superpowers=[innate(does=[{"forbids": "move", "range": 2}])]))


@pytest.mark.parametrize(
    ("when", "event", "gained"),
    [
        ("enemy dazed", Dazed(VILLAIN), 1), ("enemy dazed", KnockedOut(VILLAIN, 1), 1),
        ("enemy dazed", Dazed("friend"), 0), ("ally dazed", Dazed("friend"), 1),
        ("ally dazed", Dazed(VILLAIN), 0), ("ally dazed", KnockedOut("friend", 0), 1),
        ("round begins", RoundBegan(2), 1),
    ],
)  # fmt: skip
def test_moments_of_others_and_of_the_round(when: str, event: Event, gained: int) -> None:
    gains = innate(when=when, effects=[{"do": "gain_power", "amount": 1}])
    rules = invent(card(HERO, superpowers=[gains]), card("friend"))
    things = at(HERO, 10, 10), at("friend", 13, 10), at(VILLAIN, 15, 10, 1), at(VILLAIN, 33, 33, 1, name="second")
    position = battle(*things, rules=rules)

    assert one(position.happen(event), HERO).power == gained


@pytest.mark.parametrize(("x", "gained"), [(14, 1), (30, 0)])
def test_who_is_dazed_may_have_to_be_near(x: int, gained: int) -> None:
    gains = innate(when="enemy dazed", range=2, effects=[{"do": "gain_power", "amount": 1}])
    position = battle(at(HERO, 10, 10), at(VILLAIN, x, 10, 1), rules=invent(card(HERO, superpowers=[gains])))

    assert one(position.happen(Dazed(VILLAIN)), HERO).power == gained


@rule("leadership.active", 2)
def test_the_leadership_ends_when_the_leader_leaves() -> None:
    ability = {
        "id": "drill", "name": {"en": "Drill", "zh": "操练"}, "affiliation": "wardens",
        "does": [{"modifies": "physical", "by": 1}],
    }  # fmt: skip
    rules = invent(card("boss", leadership=ability))
    position = battle(at("boss", 10, 10), at(HERO, 20, 10), at(VILLAIN, 33, 33, 1), rules=rules)
    for event in lead(position.game, 0, "boss"):
        position = position.happen(event)
    assert position.game.number("physical", HERO) == 3

    assert position.happen(KnockedOut("boss", 0)).game.number("physical", HERO) == 2


@rule("keyword.immunity", 2)
def test_who_gains_an_immunity_loses_the_condition() -> None:
    position = battle(at(HERO, 10, 10, conditions=("hex", "slow")), at(VILLAIN, 33, 33, 1))
    position = position.happen(
        begin_effect(
            position.game, "for a time", FOREVER, target=("characters", HERO), even_if_lost=True,
            data={"gives": ("immunity:hex",)}, rule="superpower.innate",
        )
    )  # fmt: skip

    assert one(position, HERO).conditions == ("slow",)


SHOVE = {"effects": [{"do": "push", "who": "target"}]}
LEAD = {"effects": [{"do": "move", "who": "target", "tool": "short", "moved_by": "self"}]}
BY_MYSTIC = {"all": [{"effect_of": ["attack"]}, {"attack_is": ["mystic"]}]}


@rule("terms.cannot-beats-can")
@pytest.mark.parametrize(("special", "cannot"), [(SHOVE, "be pushed"), (LEAD, "be advanced")])
@pytest.mark.parametrize(("type", "test", "asked"), [
    ("mystic", BY_MYSTIC, False), ("physical", BY_MYSTIC, True), ("mystic", {"effect_of": ["superpower"]}, True),
    ("mystic", {"effect_of": ["attack"], "by": "enemy"}, False),
    ("mystic", {"effect_of": ["attack"], "by": "allied"}, True),
])  # fmt: skip
def test_a_text_says_of_what_effects_its_character_cannot_be_moved(
    special: Any, cannot: str, type: str, test: Any, asked: bool
) -> None:
    firm = innate(does=[{"forbids": cannot, "test": test}])
    rules = invent(card(HERO, attack("hero-blow", special, type=type)), card(VILLAIN, superpowers=[firm]))
    position = attacking(rules=rules, rolls=["---", "--"])

    assert (position.asked != "") is asked


@pytest.mark.parametrize(("source", "gone"), [("superpower", False), ("attack", True)])
def test_who_cannot_be_moved_by_superpowers_can_be_moved_by_attacks(source: str, gone: bool) -> None:
    whirl = power("whirl", "active", {"do": "place", "who": {"every": "enemy"}, "range": 1})
    firm = innate(does=[{"forbids": "be placed", "test": {"effect_of": [source], "by": "enemy"}}])
    rules = invent(card(HERO, superpowers=[whirl]), card(VILLAIN, superpowers=[firm]))
    position = turn(battle(at(HERO, 10, 10, power=5), at(VILLAIN, 15, 10, 1), rules=rules)).answer(HERO)

    assert (position.answer(("superpower", "whirl")).asked == "place") is gone


HARM = {"do": "damage", "who": {"every": "enemy"}}
CAUSES = ("attack", "special rule", "superpower", "tactic card", "crisis card")


def harmed(cause: str, wary: Any) -> Scenario:
    """The villain, which has a superpower that answers damage, suffers 1 damage; by nothing where no cause is named."""
    hits = cause == "attack"
    blow = attack("blow", *([] if hits else [{"effects": [HARM]}]), strength=1)
    burn = power("burn", "active", HARM)
    cards = card(HERO, blow, superpowers=[burn]), card(VILLAIN, physical=1, superpowers=[wary])
    rage = crisis("rage", ("power phase", "each holder", {"do": "damage", "who": "self"}))
    rules = invent(*cards, tactics=[tactic("shout", HARM)], crises=[rage])
    things = at(HERO, 10, 10), at(VILLAIN, 13, 10, 1), token("asset", 0, 0, "rage", holder=VILLAIN)
    position = battle(
        *things, rules=rules, rolls=["H" if hits else "-", "-"], squads={0: {"tactics": ("shout",)}},
        mission={"extract": "rage"},
    )  # fmt: skip
    if cause in ("attack", "special rule"):
        return position.begin(ATTACK(player=0, attacker=HERO, attack="blow"))
    if cause == "superpower":
        return turn(position).answer(("activate", HERO), ("superpower", "burn"))
    if cause == "tactic card":
        return turn(position).answer(("card", "shout"))
    if cause == "crisis card":
        return phase(position, "power")
    return position.happen(damage(position.game, VILLAIN, 1, "", rule="damage.tokens"))


@rule("terms.effects")
@pytest.mark.parametrize("cause", [*CAUSES, ""])
@pytest.mark.parametrize(("sort", "of"), [
    ("any", CAUSES), ("attack", ("attack", "special rule")), ("superpower", ("superpower",)),
])  # fmt: skip
def test_what_an_attack_a_special_rule_a_superpower_or_a_card_causes_is_an_effect_and_nothing_else(
    cause: str, sort: str, of: Sequence[str]
) -> None:
    wary = power("wary", "reactive", {"do": "gain_power"}, when="damaged", test={"effect_of": [sort]})
    position = harmed(cause, wary)
    assert one(position, VILLAIN).damage == 1
    assert (position.asked == "trigger") is (cause in of)


@rule("terms.effects")
@pytest.mark.parametrize(
    ("of", "source", "gone"),
    [("tactic", "superpower", True), ("attack", "superpower", True), ("attack", "attack", False),
     ("superpower", "superpower", False), ("superpower", "attack", True)],
)  # fmt: skip
def test_what_is_left_for_later_is_an_effect_of_what_left_it(of: str, source: str, gone: bool) -> None:
    place = {"do": "place", "who": {"every": "enemy"}, "range": 1}
    later = {"do": "later", "id": "later", "when": "after attack", "until": "attack", "effects": [place]}
    firm = innate(does=[{"forbids": "be placed", "test": {"effect_of": [source], "by": "enemy"}}])
    hero = {
        "tactic": lambda: card(HERO),
        "attack": lambda: card(HERO, attack("hero-blow", {"when": "targeted", "effects": [later]})),
        "superpower": lambda: card(HERO, superpowers=[power("lust", "innate", when="attacks", effects=[later])]),
    }[of]()
    cards = [tactic("lust", later, when="attacks")] if of == "tactic" else []
    rules = invent(hero, card(VILLAIN, superpowers=[firm]), tactics=cards)
    squads = {0: {"tactics": ("lust",)}} if of == "tactic" else {}
    position = attacking(rules=rules, squads=squads, rolls=["---", "--"])
    if of == "tactic":
        position.answer(next(option for option in position.options if option is not None))

    assert (position.asked == "place") is gone


def test_who_cannot_be_thrown_can_be_pushed() -> None:
    firm = innate(does=[{"forbids": "be thrown"}])
    position = battle(at(HERO, 10, 10), at(VILLAIN, 15, 10, 1), rules=invent(card(VILLAIN, superpowers=[firm])))

    assert not movable(position.game, VILLAIN, HERO, "thrown")
    assert movable(position.game, VILLAIN, HERO, "pushed")


@rule("damage.tokens")
@pytest.mark.parametrize("by", [HERO, VILLAIN, ""])
@pytest.mark.parametrize(("amount", "suffered"), [(3, 2), (1, 1), (0, 0)])
def test_damage_of_every_source_is_reduced_to_a_minimum_of_1(by: str, amount: int, suffered: int) -> None:
    tough = innate(does=[{"modifies": "damage suffered", "by": -1}])
    position = battle(at(HERO, 10, 10), at(VILLAIN, 15, 10, 1), rules=invent(card(VILLAIN, superpowers=[tough])))

    assert damage(position.game, VILLAIN, amount, by, rule="damage.tokens").amount == suffered


@rule("superpower.innate")
@pytest.mark.parametrize(
    ("bearer", "x", "asked"), [("friend", 12, "reroll"), ("friend", 25, ""), (HERO, 12, "reroll"), ("foe", 12, "")]
)
def test_a_superpower_rerolls_dice_of_allies_near_it(bearer: str, x: float, asked: str) -> None:
    helps = innate(when="allied dice", range=2, effects=[{"do": "reroll", "who": "chosen", "amount": 1}])
    rules = invent(*(card(id, superpowers=[helps] if id == bearer else []) for id in (HERO, "friend", "foe", VILLAIN)))
    position = attacking(at("friend", x, 13), at("foe", 11, 6, 1), rules=rules, rolls=["BBB", "HH"])
    position = position.answer(VILLAIN) if position.asked == "target" else position

    assert position.asked == (asked if bearer != "foe" else "")
    if asked:
        assert position.game.request.about["pool"] == "attack"


@rule("attack.step-14")
@rule("terms.effects")
def test_what_counts_for_an_attack_does_not_count_in_one_that_comes_of_it() -> None:
    more = innate(when="attacks", once="turn", effects=[
        {"do": "change", "stat": "attack dice", "by": 2, "until": "attack"},
    ])  # fmt: skip
    again = {
        "effects": [{"do": "attack", "attack": "blow", "without": ["Again"]}],
        "name": {"en": "Again", "zh": "Again"},
    }
    rules = invent(card(HERO, attack("blow", again, strength=3), superpowers=[more]))
    position = attacking(attack="blow", rules=rules, rolls=("-----", "--", "---", "--"))
    rolled = [len(event.faces) for event in position.game.events() if isinstance(event, DiceRolled)]
    assert rolled == [5, 2, 3, 2] and position.idle
