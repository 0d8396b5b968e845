"""The exact law of damage, beside figures from elsewhere and a calculation of its own."""

from __future__ import annotations

import csv
import inspect
import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from rulewright import odds
from rulewright.cli import main
from rulewright.odds_desk import BadWish
from rulewright.vocabulary import Count, Test, Verb
from rulewright_crisis_protocol.attack import dice as attack_dice
from rulewright_crisis_protocol.effects import amounts, dice
from rulewright_crisis_protocol.minds.halves import PARTS, law_of
from rulewright_crisis_protocol.minds.matchup import EXCHANGE, Matchup, damages
from rulewright_crisis_protocol.minds.odds import law_of_damage
from rulewright_crisis_protocol.terms import EACH
from tests.lengths import length

from .table import attack, card, invent, power, rule, rules

MEANS = {
    (4, 2): 1.5220, (4, 3): 1.2253, (5, 2): 2.0369, (5, 3): 1.6990, (5, 4): 1.4001, (6, 2): 2.5710, (6, 4): 1.8685,
    (7, 3): 2.7303, (8, 3): 3.2700, (8, 4): 2.8879,
}  # fmt: skip
"""Published means, by the dice of the attack and of the defense."""


def mean(law: dict[int, Fraction]) -> Fraction:
    return sum((damage * chance for damage, chance in law.items()), Fraction(0))


@rule("dice.faces", 1)
def test_six_dice_against_three_give_the_published_law() -> None:
    law = law_of_damage(rules(), 6, 3)

    shown = [round(float(100 * law[damage]), 2) for damage in range(7)]
    assert shown == [18.38, 18.47, 22.03, 19.40, 12.67, 6.15, 2.20]
    assert round(float(mean(law)), 4) == 2.2042
    assert sum(law.values()) == 1


@pytest.mark.parametrize(("strength", "defense"), MEANS)
def test_the_means_are_those_that_are_published(strength: int, defense: int) -> None:
    assert round(float(mean(law_of_damage(rules(), strength, defense))), 4) == MEANS[strength, defense]


@rule("cover.effect", 1, 2)
def test_cover_changes_one_die_that_is_no_failure() -> None:
    """One die against one: an attack succeeds with 1/2 (a critical, 1/8, adds a die); cover saves 4 of 8 faces more."""
    plain, covered = law_of_damage(rules(), 1, 1), law_of_damage(rules(), 1, 1, cover=True)

    assert mean(covered) < mean(plain)
    # The defender fails for good only with a failure (1/8): then the attack deals what it has.
    assert covered[2] < plain[2] and sum(covered.values()) == 1


def test_the_command_tells_mean_and_law() -> None:
    found = CliRunner().invoke(main, ["odds", "crisis_protocol", "--strength", "6", "--defense", "3", "--json"])

    data = json.loads(found.output)
    assert round(data["mean"], 4) == 2.2042
    assert round(data["distribution"]["0"], 4) == 0.1838
    told = odds.ask(rules(), lang="zh", strength=6, defense=3, cover=True)
    assert told.title == "6 个攻击骰对 3 个防御骰（有掩体）"


# A calculation of its own ----------------------------------------------------------------------------------------

FACES = {"critical": 1, "wild": 1, "hit": 2, "block": 1, "blank": 2, "failure": 1}
GOOD = {"attack": ("critical", "wild", "hit"), "defense": ("critical", "wild", "block")}
Pools = tuple[tuple[str, ...], tuple[str, ...]]


def thrown(count: int) -> Iterator[tuple[tuple[str, ...], Fraction]]:
    """Every way in which dice fall, one by one."""
    for faces in product(FACES, repeat=count):
        weight = 1
        for face in faces:
            weight *= FACES[face]
        yield faces, Fraction(weight, 8**count)


def pooled(count: int) -> Iterator[tuple[tuple[str, ...], Fraction]]:
    """A pool with the dice that its criticals add."""
    for faces, chance in thrown(count):
        for more, then in thrown(faces.count("critical")):
            yield faces + more, chance * then


def by_hand(strength: int, defense: int, change: Callable[[Pools], Iterator[tuple[Pools, Fraction]]]) -> dict[Any, Any]:
    """The law of damage and of a wild that is shown, over every die."""
    law: dict[Any, Fraction] = {}
    for mine, chance in pooled(strength):
        for theirs, then in pooled(defense):
            for (hits, saves), last in change((mine, theirs)):
                damage = sum(face in GOOD["attack"] for face in hits) - sum(face in GOOD["defense"] for face in saves)
                key = (max(0, damage), (0,) if "wild" in hits else ())
                law[key] = law.get(key, Fraction(0)) + chance * then * last
    return law


def unchanged(pools: Pools) -> Iterator[tuple[Pools, Fraction]]:
    yield pools, Fraction(1)


def covered(pools: Pools) -> Iterator[tuple[Pools, Fraction]]:
    mine, theirs = pools
    saved = list(theirs)
    for place, face in enumerate(theirs):
        if face in ("blank", "hit"):
            saved[place] = "block"
            break
    yield (mine, tuple(saved)), Fraction(1)


def pierced(pools: Pools) -> Iterator[tuple[Pools, Fraction]]:
    mine, theirs = pools
    left = list(theirs)
    for place, face in enumerate(theirs):
        if face in GOOD["defense"]:
            left[place] = "blank"
            break
    yield (mine, tuple(left)), Fraction(1)


def rerolled(pools: Pools) -> Iterator[tuple[Pools, Fraction]]:
    mine, theirs = pools
    poor = [place for place, face in enumerate(mine) if face in ("block", "blank")][:1]
    for faces, chance in thrown(len(poor)):
        again = list(mine)
        for place, face in zip(poor, faces, strict=True):
            again[place] = face
        yield (tuple(again), theirs), chance


def jinxed(pools: Pools) -> Iterator[tuple[Pools, Fraction]]:
    mine, theirs = pools
    saving = [place for place, face in enumerate(theirs) if face in GOOD["defense"]][:1]
    for faces, chance in thrown(len(saving)):
        again = list(theirs)
        for place, face in zip(saving, faces, strict=True):
            again[place] = face
        yield (mine, tuple(again)), chance


def turned(pools: Pools) -> Iterator[tuple[Pools, Fraction]]:
    mine, theirs = pools
    wanted = (("block", "blank"), ("hit",))
    place = next((place for faces in wanted for place, face in enumerate(mine) if face in faces), len(mine))
    yield ((*mine[:place], *("wild" for _ in mine[place : place + 1]), *mine[place + 1 :]), theirs), Fraction(1)


DAZZLE = {"icons": ["wild"], "effects": [{"do": "condition", "condition": "stun"}]}
PIERCE = {"do": "change_die", "faces": ["critical", "wild", "block"], "to": "blank", "of": "opposing"}
JINX = {"do": "reroll", "amount": 1, "of": "opposing"}
TURN = {"do": "change_die", "faces": ["hit", "block", "blank"], "to": "wild"}
CASES = {
    "plain": (unchanged, ()),
    "cover": (covered, ()),
    "pierce": (pierced, (power("pierce", "reactive", PIERCE, when="opposing dice"),)),
    "reroll": (rerolled, (power("aim", "reactive", {"do": "reroll", "amount": 1}, when="own dice"),)),
    "jinx": (jinxed, (power("jinx", "reactive", JINX, when="opposing dice"),)),
    "turn": (turned, (power("turn", "reactive", TURN, when="own dice"),)),
}


@rule("attack.icon-rules")
@pytest.mark.parametrize("case", CASES)
def test_the_law_is_that_of_every_single_die(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    strength = length(1, 2)
    change, powers = CASES[case]
    hero = card("hero", attack("hero-blow", DAZZLE, strength=strength), superpowers=list(powers))
    made = EXCHANGE.rules(invent(hero, card("villain", physical=2)))
    asked = Matchup(attacker="hero", attack="hero-blow", target="villain", cover=case == "cover")

    law = EXCHANGE.law(made, asked)
    assert law == by_hand(strength, 2, change)
    quick = asked.model_copy(update={"triggers": False})
    assert damages(EXCHANGE.law(made, quick)) == damages(law)
    each = dict.fromkeys(("attack_apart", "defense_apart"), EACH)
    monkeypatch.setattr(attack_dice, "told_apart", lambda game, attack, moments: each)
    assert EXCHANGE.law(made, asked) == law, "whatever is told apart, the law is the same"


REROLLS = {"do": "reroll", "amount": 2}
FLURRY = {"do": "change", "stat": "successes for wilds", "by": 1, "until": "attack"}
HUNT = {
    "do": "if", "test": {"rolls": ["attack"]},
    "then": [{"do": "repeat", "times": {"faces": "wild"}, "then": [{"do": "reroll", "amount": 1}]}],
}  # fmt: skip
DEFEND = {"do": "change_die", "faces": ["critical", "wild", "hit"], "to": "blank", "of": "opposing"}
ARMOR = {"do": "repeat", "times": {"faces": "wild", "of": "defense"}, "then": [{"do": "may", "effects": [DEFEND]}]}
AIM = {"do": "change_die", "faces": ["critical", "wild", "block", "blank"], "to": "hit"}
STING = {"do": "repeat", "times": {"faces": "wild"}, "then": [{"do": "may", "effects": [AIM]}]}
NO_HITS = {"all": [{"rolls": ["attack"]}, {"amount": {"faces": "hit"}, "at_most": 0}]}
BLANKS = {"modifies": "successes for blanks", "by": 1}
TEXTS = {
    "two own": (power("aim", "reactive", REROLLS, when="own dice"),),
    "any own": (power("aim", "innate", {"do": "reroll", "amount": "any", "failures": True}, when="own dice"),),
    "wilds": (power("aim", "innate", {"do": "reroll", "amount": 2, "faces": ["blank"]}, when="own dice"),),
    "to wild": (
        power("turn", "innate", {"do": "change_die", "faces": ["hit", "blank"], "to": "wild"}, when="own dice"),
    ),
    "pierce": (power("pierce", "innate", PIERCE, when="opposing dice"),),
    "at the end": (
        power("end", "innate", {**REROLLS, "amount": "all"}, when="dice modified"),
        power("pierce", "innate", PIERCE, when="opposing dice"),
    ),
    "end of both": (power("late-end", "reactive", {**PIERCE, "of": "own", "to": "hit"}, when="dice modified"),),
    "blanks count": (power("odd", "innate", does=[BLANKS]), power("aim", "reactive", REROLLS, when="own dice")),
    "opposing rerolls": (power("jinx", "innate", JINX, when="own dice"),),
    "jinx": (power("late-jinx", "innate", JINX, when="opposing dice"),),
    "by wilds": (
        power("lash", "innate", {"do": "repeat", "times": {"faces": "wild"}, "then": [PIERCE]}, when="opposing dice"),
    ),
    "up to as many": (
        power("sap", "innate", {**PIERCE, "amount": {"faces": "wild"}, "optional": True}, when="opposing dice"),
    ),
    "by opposing criticals": (
        power("learn", "innate", {**REROLLS, "amount": {"faces": "critical", "of": "defense"}}, when="own dice"),
    ),
    "fresh": (power("brace", "innate", {"do": "treat_die", "faces": ["blank"], "to": "critical"}, when="dice rolled"),),
    "once": (power("aim", "reactive", {"do": "reroll", "amount": 1}, when="own dice", once="turn"),),
    "no more dice": (power("stiff", "innate", does=[{"forbids": "add defense dice"}]),),
    "no dice": (power("open", "innate", does=[{"forbids": "roll defense dice"}]),),
    "enemies": (power("jinx", "innate", {**PIERCE, "of": "own", "who": "chosen"}, when="enemy dice", range=5),),
    "wilds come to count": (power("flurry", "innate", FLURRY, when="opposing dice"),),
    "failures, too": (
        power("eye", "innate", does=[{"modifies": "modifiable failures", "by": 1}]),
        power("aim", "innate", {"do": "reroll", "amount": "all"}, when="own dice"),
    ),
    "attacking": (power("hunt", "innate", HUNT, when="own dice"),),
    "no hits": (power("luck", "innate", {"do": "reroll", "amount": "all"}, when="own dice", test=NO_HITS),),
    "poor dice": (power("comb", "innate", {"do": "reroll", "amount": 1, "faces": ["blank"]}, when="own dice"),),
    "all, and failures": (
        power("storm", "innate", {"do": "reroll", "amount": "all", "failures": True}, when="own dice"),
    ),
    "twice": (power("aim", "innate", REROLLS, when="own dice"), power("look", "innate", REROLLS, when="own dice")),
    "armor": (power("armor", "innate", ARMOR, when="opposing dice"),),
    "for own wilds": (power("sting", "innate", STING, when="own dice"),),
    "may turn": (power("turn", "innate", {**TURN, "amount": 2, "optional": True}, when="own dice"),),
    "failures hurt": (power("fate", "innate", does=[{"modifies": "successes for opposing failures", "by": 1}]),),
    "attack dice again": (
        power("matrix", "innate", {"do": "reroll", "who": "attacker", "amount": "all"}, when="opposing dice"),
    ),
    "all dice again": (
        power(
            "matrix",
            "innate",
            {"do": "reroll", "who": "attacker", "amount": "all"},
            {"do": "reroll", "who": "target", "amount": "all"},
            when="opposing dice",
        ),
    ),
    "again later": (
        power("aim", "innate", REROLLS, when="own dice"),
        power("more", "innate", REROLLS, when="opposing dice", name={"en": "aim", "zh": "aim"}),
    ),
}


@rule("attack.step-9")
@pytest.mark.parametrize(("attacker", "target"), [*zip(TEXTS, [*TEXTS][3:] + [*TEXTS][:3], strict=True), ("wilds", "")])
def test_each_pool_by_itself_comes_to_what_every_die_comes_to(attacker: str, target: str) -> None:
    """One pool by itself, or both where one looks at the other, against the steps of the game die by die."""
    double = {"icons": ["wild", "wild"], "effects": [{"do": "condition", "condition": "stun"}]}
    hero = card("hero", attack("hero-blow", DAZZLE, double, strength=length(1, 2)), superpowers=[*TEXTS[attacker]])
    powers = [{**one, "id": f"their-{one['id']}"} for one in TEXTS.get(target, ())]
    made = invent(hero, card("villain", physical=length(1, 2), superpowers=powers))
    asked = Matchup(attacker="hero", attack="hero-blow", target="villain")

    assert law_of(PARTS.rules(made), asked) == EXCHANGE.law(EXCHANGE.rules(made), asked)
    quick = asked.model_copy(update={"triggers": False})
    assert damages(law_of(PARTS.rules(made), quick)) == damages(EXCHANGE.law(EXCHANGE.rules(made), asked))


@pytest.mark.parametrize("icons", [["failure"], ["wild"], ["critical"], ["wild", "wild"], ["hit"]])
@pytest.mark.parametrize("amount", [1, 2])
def test_what_is_taken_first_is_the_same_however_many_dice_are_told_apart(icons: list[str], amount: int) -> None:
    """One side takes dice of the other one, which counts its wilds and takes dice, too, before the icons of the first
    one's special are looked at or after it: dice that these need go first, then wilds."""
    pierced = {"icons": icons, "effects": [{**PIERCE, "amount": amount}], "when": "opposing dice"}
    hero = card("hero", attack("hero-blow", pierced, strength=2))
    made = invent(hero, card("villain", physical=2, superpowers=[*TEXTS["armor"]]))
    asked = Matchup(attacker="hero", attack="hero-blow", target="villain")
    assert law_of(PARTS.rules(made), asked) == EXCHANGE.law(EXCHANGE.rules(made), asked)


def test_of_dice_that_a_side_may_not_take_no_number_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who changes a die for each of its wilds looks at no more dice of the other side than it has wilds."""
    monkeypatch.setattr("rulewright.odds.distribution", partial(odds.distribution, limit=3000))
    pierced = {"icons": ["wild"], "effects": [{**PIERCE, "amount": 2}], "when": "opposing dice"}
    means = []
    for powers in ((), TEXTS["armor"]):
        hero = card("hero", attack("hero-blow", pierced, strength=8))
        made = invent(hero, card("villain", physical=4, superpowers=[*powers]))
        asked = Matchup(attacker="hero", attack="hero-blow", target="villain", cover=True)
        means.append(mean(damages(law_of(PARTS.rules(made), asked))))
    assert means[0] > means[1]


@pytest.mark.parametrize(
    ("text", "courses"), [("any own", 300), ("by opposing criticals", 4000), ("no hits", 600), ("two own", 300)]
)
def test_of_dice_that_may_be_rerolled_no_faces_are_drawn(
    text: str, courses: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seven dice and those of their criticals lie in thousands of ways; a few courses are played for each number."""
    most = partial(odds.distribution, limit=courses)
    monkeypatch.setattr("rulewright_crisis_protocol.minds.halves.distribution", most)
    monkeypatch.setattr("rulewright.odds.distribution", most)
    means = []
    for powers in ((), TEXTS[text]):
        hero = card("hero", attack("hero-blow", DAZZLE, strength=7), superpowers=[*powers])
        made = invent(hero, card("villain", physical=3))
        law = law_of(PARTS.rules(made), Matchup(attacker="hero", attack="hero-blow", target="villain"))
        means.append(mean(damages(law)))
    assert means[0] < means[1]


def test_who_rolls_no_dice_in_defense_saves_nothing() -> None:
    hero = card("hero", attack("hero-blow", strength=2))
    made = invent(hero, card("villain", physical=3, superpowers=[*TEXTS["no dice"]]))
    found = damages(law_of(PARTS.rules(made), Matchup(attacker="hero", attack="hero-blow", target="villain")))
    hits: dict[int, Fraction] = {}
    for faces, chance in pooled(2):
        count = sum(face in GOOD["attack"] for face in faces)
        hits[count] = hits.get(count, Fraction(0)) + chance
    assert found == hits


def test_pools_are_played_by_themselves_where_nothing_looks_at_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    parts: list[Any] = []

    def law(self: Any, rules: Any, asked: Any) -> None:
        parts.append(asked)

    monkeypatch.setattr(type(PARTS), "law", law)
    for attacker, alone in (
        ("two own", True),
        ("any own", True),
        ("once", True),
        ("opposing rerolls", False),
        ("enemies", False),
        ("attacking", True),
    ):
        made = invent(card("hero", attack("hero-blow", strength=2), superpowers=[*TEXTS[attacker]]), card("villain"))
        law_of(PARTS.rules(made), Matchup(attacker="hero", attack="hero-blow", target="villain"))
        assert (parts.pop().pools is not None) is alone
    for texts in ("attacking", "once"):
        later = power("late", "innate", PIERCE, when="opposing dice")
        defender = card("villain", superpowers=[later, *TEXTS[texts]])
        made = invent(card("hero", attack("hero-blow", strength=2)), defender)
        law_of(PARTS.rules(made), Matchup(attacker="hero", attack="hero-blow", target="villain"))
        assert parts.pop().pools is not None, f"what a defender has of {texts!r} looks at its own dice at most"


@pytest.mark.parametrize(
    ("effect", "when", "shown"),
    [
        ({"do": "by_hand", "text": "It does more."}, "before damage", set()),
        (PIERCE, "opposing dice", {"critical"}),
        (JINX, "opposing dice", {"critical", "hit"}),
    ],
)
def test_pools_keep_the_dice_that_a_text_may_take(
    effect: dict[str, Any], when: str, shown: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The icon that stands for all those that are alike: a pierced die is a success, a rerolled one no failure."""
    parts: list[Any] = []
    monkeypatch.setattr(type(PARTS), "law", lambda self, rules, asked: parts.append(asked))
    special = {"effects": [effect], "when": when}
    made = invent(card("hero", attack("hero-blow", special, strength=2)), card("villain", physical=2))
    law_of(PARTS.rules(made), Matchup(attacker="hero", attack="hero-blow", target="villain"))

    pools = parts.pop().pools[1].pools
    assert {face for pool in pools if pool.roll is not None for face in pool.roll.faces} == shown


def test_what_is_not_counted_is_named() -> None:
    dear = power("dear", "reactive", {"do": "reroll", "amount": 1}, when="own dice", cost=2)
    later = power("later", "reactive", {"do": "gain_power", "amount": 1}, when="after attack", cost=2)
    told = power("told", "reactive", {"do": "by_hand", "text": "It may reroll."}, when="opposing dice")
    made = invent(card("hero", attack("hero-blow"), superpowers=[dear, later]), card("villain", superpowers=[told]))
    asked = {"attacker": "hero", "attack": "hero-blow", "target": "villain"}
    found = odds.ask(made, **asked)

    assert found.data is not None
    assert found.data["uncounted"] == [{"id": "dear", "why": "cost"}, {"id": "told", "why": "by_hand"}]
    assert found.advice[-1] == "Not counted: dear (unless it is named and paid for); told (by hand)"
    named = odds.ask(made, **asked, attacker_uses=["dear"], lang="zh")
    assert named.advice[-1] == "未计入：told（手动结算）"
    assert len(odds.ask(invent(card("hero", attack("hero-blow")), card("villain")), **asked).advice) == 2


def test_what_looks_at_dice_says_what_it_tells_apart() -> None:
    everything = (*vars(amounts).values(), *vars(dice).values())
    kinds = [kind for kind in everything if isinstance(kind, type) and issubclass(kind, Verb | Count | Test)]
    looking = [kind for kind in kinds if ".roll" in inspect.getsource(kind)]
    assert len(looking) >= 3 and all(hasattr(kind, "apart") for kind in looking)


def test_the_numbers_of_the_cards_count() -> None:
    """Lumen's glint has 5 dice, and Hollow 3 against energy."""
    law = EXCHANGE.law(EXCHANGE.rules(rules()), Matchup(attacker="lumen", attack="glint", target="hollow"))
    assert damages(law) == law_of_damage(rules(), 5, 3)
    more = Matchup(attacker="lumen", attack="glint-injured", target="hollow", more=(1, -1), triggers=False)
    assert damages(EXCHANGE.law(EXCHANGE.rules(rules()), more)) == law_of_damage(rules(), 6, 2)


def test_dice_gained_when_the_pool_has_been_built_are_in_the_law() -> None:
    more = power(
        "more", "innate", {"do": "change", "stat": "attack dice", "by": 2, "until": "attack"}, when="attack pool"
    )
    made = invent(card("hero", attack("hero-blow", strength=2), superpowers=[more]), card("villain", physical=2))
    law = EXCHANGE.law(EXCHANGE.rules(made), Matchup(attacker="hero", attack="hero-blow", target="villain"))
    assert damages(law) == law_of_damage(made, 4, 2)


def test_a_superpower_that_is_paid_for_is_used_when_it_is_named() -> None:
    aim = power("aim", "reactive", {"do": "reroll", "amount": 1}, when="own dice", cost=2)
    made = invent(card("hero", attack("hero-blow", strength=2), superpowers=[aim]), card("villain", physical=2))
    asked = {"attacker": "hero", "attack": "hero-blow", "target": "villain"}
    plain, named = odds.ask(made, **asked).data, odds.ask(made, **asked, attacker_uses=["aim"]).data
    assert plain is not None and named is not None and named["mean"] > plain["mean"]


def test_a_daze_is_as_likely_as_the_damage_that_is_left() -> None:
    told = odds.ask(rules(), attacker="ember", attack="scorch", target="hollow", damage=3)
    assert told.data is not None
    left = rules().content.characters["hollow"].healthy.stamina - 3
    law = {int(damage): chance for damage, chance in told.data["distribution"].items()}
    assert told.data["daze"] == pytest.approx(sum(chance for damage, chance in law.items() if damage >= left))
    assert [one["icons"] for one in told.data["triggers"]] == [["wild"]] and "ko" not in told.data
    injured = odds.ask(rules(), attacker="ember", attack="scorch", target="hollow", side="injured", lang="zh")
    assert injured.data is not None and "ko" in injured.data and "被击倒" in injured.advice[1]


@pytest.mark.parametrize(
    ("wishes", "option", "words"),
    [
        ({"attacker": "lumn", "attack": "glint", "target": "hollow"}, "attacker", "did you mean 'lumen'"),
        ({"attacker": "lumen", "attack": "glnt", "target": "hollow"}, "attack", "did you mean 'glint'"),
        ({"attacker": "lumen", "attack": "glint", "target": "holow"}, "target", "did you mean 'hollow'"),
        ({"attacker": "lumen", "attack": "glint"}, "target", "needs --attacker, --attack and --target"),
        ({"attacker": "lumen", "attack": "glint", "target": "hollow", "side": "left"}, "side", "healthy"),
        ({"attacker": "lumen", "attack": "glint", "target": "hollow", "strength": 4}, "strength", "the cards say it"),
        ({"attacker": "brick", "attack": "wallop", "target": "hollow", "cover": True}, "cover", "range 2"),
        ({"attacker": "lumen", "attack": "glint", "target": "hollow", "target_uses": "x"}, "target_uses", "'x'"),
        ({"damage": 2}, "damage", "--attacker"),
        ({"all": True, "attack": "glint"}, "all", "--attack"),
    ],
)
def test_what_cannot_be_asked_is_refused(wishes: dict[str, Any], option: str, words: str) -> None:
    with pytest.raises(BadWish, match=words) as refused:
        odds.ask(rules(), **wishes)
    assert refused.value.option == option


def test_tables_are_written_and_drawn(tmp_path: Path) -> None:
    table, picture = tmp_path / "law.csv", tmp_path / "law.svg"
    command = ["odds", "crisis_protocol", "--strength", "2", "--defense", "1", "--table", str(table)]
    assert CliRunner().invoke(main, [*command, "--picture", str(picture)]).exit_code == 0
    with table.open(newline="") as lines:
        rows = list(csv.reader(lines))
    assert rows[0] == ["damage", "exactly", "at least"] and [row[0] for row in rows[1:]] == ["0", "1", "2", "3", "4"]
    drawn = picture.read_text()
    assert all(f">{row[1]}<" in drawn for row in rows[1:])
    again = CliRunner().invoke(main, command)
    assert again.exit_code and "already exists" in again.output
    wrong = CliRunner().invoke(main, [*command[:-1], str(tmp_path / "law.txt")])
    assert wrong.exit_code and ".csv" in wrong.output
