"""The laws of attacks are those of the rules: equal to playing all dice, keyword by keyword."""

from __future__ import annotations

import json
from operator import itemgetter
from pathlib import Path
from typing import Any, Final

import pytest

from rulewright import Game, Rules
from rulewright.laws import marginal
from rulewright.odds import ask
from rulewright.odds.sheets import draw, write_csv
from rulewright.odds_desk import BadWish
from rulewright_wh40k.minds.odds.battle import EXCHANGE, OPEN, rules_of
from rulewright_wh40k.minds.odds.choosing import chosen
from rulewright_wh40k.minds.odds.desk import DESK
from rulewright_wh40k.minds.odds.reading import read
from rulewright_wh40k.minds.odds.sides import matchup, sides

from .table import FOES, MINE, arm, blade, invent, named, sheet

EXACT = 1e-12


def asked(rules: Rules, **wishes: Any) -> Any:
    """What the desk makes of wishes."""
    book, read_wishes = rules_of(rules).content, DESK.read({"attacker": MINE, "target": FOES, **wishes})
    (attacker,), (target,) = sides(book, read_wishes, "attacker"), sides(book, read_wishes, "target")
    return matchup(book, read_wishes, attacker, target)


def played(rules: Rules, **wishes: Any) -> dict[int, float]:
    """How likely each number of wounds is lost, by playing the steps of the rules with all dice."""
    law = EXCHANGE.law(rules_of(rules), asked(rules, **wishes), battlefield=OPEN)
    return {wounds: float(chance) for wounds, chance in marginal(law, lambda lost: lost[0]).items()}


def told(rules: Rules, **wishes: Any) -> dict[int, float]:
    """The same as the desk tells it."""
    data = ask(rules, **{"attacker": MINE, "target": FOES, **wishes}).data
    assert data
    return {int(wounds): chance for wounds, chance in data["wounds"].items()}


def duel(*abilities: str, foe: dict[str, Any] | None = None, own: dict[str, Any] | None = None, **gun: Any) -> Rules:
    """One gun against a target of three models that is given in numbers."""
    target = {"wounds": 2, "points": {3: 30, 20: 200}, **(foe or {})}
    part = {"profile": "one", "least": 3, "most": 20, "weapons": ["gun"]}
    foes = sheet(FOES, arm(), **target) | {"composition": [part]}
    return invent(sheet(MINE, arm("gun", *abilities, **{"attacks": "2", **gun}), **(own or {})), foes)


CASES: list[tuple[str, tuple[str, ...], dict[str, Any], dict[str, Any]]] = [
    ("plain", (), {}, {}),
    ("random attacks", (), {"attacks": "D3+1"}, {}),
    ("random damage into two wounds, where what is left of it is lost", (), {"damage": "D6", "ap": -2}, {}),
    ("damage 3", (), {"damage": "3"}, {}),
    ("assault", ("assault",), {}, {}),
    ("anti", ("anti-infantry 4+",), {"strength": 2}, {}),
    ("anti with devastating wounds", ("anti-infantry 3+", "devastating wounds"), {"damage": "2"}, {}),
    ("blast", ("blast",), {"attacks": "1"}, {"size": 5}),
    ("devastating wounds", ("devastating wounds",), {"damage": "D3"}, {}),
    ("extra attacks", ("extra attacks",), {}, {}),
    ("hazardous", ("hazardous",), {}, {}),
    ("heavy, stationary", ("heavy",), {"skill": 5}, {}),
    ("heavy, moved", ("heavy",), {"skill": 5}, {"moved": True}),
    ("ignores cover", ("ignores cover",), {}, {"cover": True}),
    ("in cover", (), {}, {"cover": True}),
    ("indirect fire", ("indirect fire",), {}, {}),
    ("lance, charged", ("lance",), {}, {"charged": True}),
    ("lethal hits", ("lethal hits",), {"strength": 2}, {}),
    ("lethal and sustained hits", ("lethal hits", "sustained hits 1"), {}, {}),
    ("lethal hits with devastating wounds", ("lethal hits", "devastating wounds"), {}, {}),
    ("melta, near", ("melta 2",), {"attacks": "1", "damage": "D3"}, {"half": True}),
    ("melta, far", ("melta 2",), {"attacks": "1", "damage": "D3"}, {}),
    ("one shot", ("one shot",), {}, {}),
    ("pistol", ("pistol",), {}, {}),
    ("precision", ("precision",), {}, {}),
    ("psychic", ("psychic",), {}, {}),
    ("rapid fire, near", ("rapid fire 1",), {"attacks": "1"}, {"half": True}),
    ("rapid fire D3, near", ("rapid fire d3",), {"attacks": "1"}, {"half": True}),
    ("searing", ("searing 3",), {}, {}),
    ("searing with devastating wounds", ("searing 1", "devastating wounds"), {"damage": "3"}, {}),
    ("sustained hits", ("sustained hits 2",), {}, {}),
    ("sustained hits d3", ("sustained hits d3",), {"attacks": "1"}, {}),
    ("torrent", ("torrent",), {"skill": None}, {}),
    ("torrent with devastating wounds", ("torrent", "devastating wounds"), {"skill": None}, {}),
    ("twin-linked", ("twin-linked",), {"strength": 3}, {}),
    ("critical hits on 5+", ("sustained hits 1",), {}, {"critical_hit": 5}),
    ("critical wounds on 4+", ("devastating wounds",), {}, {"critical_wound": 4}),
    ("one to the roll, never more", (), {"skill": 5}, {"hit": 2, "wound": -2}),
    ("an invulnerable save", (), {"ap": -4}, {"invulnerable": 4}),
    ("feel no pain", (), {"damage": "2"}, {"feel_no_pain": 5}),
    ("feel no pain of mortal wounds", ("devastating wounds",), {"damage": "3"}, {"feel_no_pain": 4}),
    ("a ward against mortal wounds", ("devastating wounds",), {"damage": "3"}, {"target_gives": ["mortal-ward:4"]}),
    ("a ward against Psychic Attacks", ("psychic",), {"damage": "2"}, {"target_gives": ["psychic-ward:4"]}),
    ("a ward that does not help", (), {"damage": "2"}, {"target_gives": ["psychic-ward:2", "mortal-ward:2"]}),
    ("less damage", (), {"damage": "D3"}, {"damage": -1}),
    ("half the damage", (), {"damage": "D6"}, {"halve_damage": True}),
    ("abilities that are given", (), {}, {"gives": ["lethal-hits", "sustained-hits:1"]}),
    ("stealth", (), {}, {"target_gives": ["stealth"]}),
]


@pytest.mark.parametrize(("abilities", "gun", "wishes"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_the_law_is_that_of_the_dice(abilities: tuple[str, ...], gun: dict[str, Any], wishes: dict[str, Any]) -> None:
    rules = duel(*abilities, **gun)
    assert told(rules, **wishes) == pytest.approx(played(rules, **wishes), abs=EXACT)


@pytest.mark.parametrize(("ability", "wishes"), [("keen-eyed", {"reroll_hits": "ones"}),
                                                 ("thorough", {"reroll_wounds": "failed"})])  # fmt: skip
def test_re_rolls_by_name_are_those_of_abilities(ability: str, wishes: dict[str, Any]) -> None:
    able, plain = duel(own={"abilities": [ability]}), duel()
    assert told(able) == pytest.approx(played(able), abs=EXACT)
    assert told(plain, **wishes) == pytest.approx(told(able), abs=EXACT)
    assert told(plain) != pytest.approx(told(able), abs=EXACT)


def test_wounds_that_are_not_critical_are_made_again() -> None:
    found = ask(
        duel("devastating wounds", foe={"save": 2}), attacker=MINE, target=FOES, reroll_wounds="uncritical"
    ).data
    assert found
    critical = 1 / 6 + 5 / 6 / 6
    (steps,) = found["weapons"]
    assert steps["unsaved"] == pytest.approx(steps["hits"] * (critical + 5 / 6 * 1 / 3 * 1 / 6))


def armed(*arms: dict[str, Any], **wishes: Any) -> tuple[Rules, dict[str, Any]]:
    target = sheet(FOES, arm(), wounds=2, points={2: 20}) | {
        "composition": [{"profile": "one", "least": 2, "most": 2, "weapons": ["gun"]}]
    }
    return invent(sheet(MINE, *arms), target), wishes


def test_all_weapons_of_a_unit_attack_in_the_order_of_the_game_and_mortal_wounds_come_last() -> None:
    rules, _ = armed(
        arm("axe", "devastating wounds", attacks="2", damage="2"), arm("bow", "devastating wounds", "searing 1"),
        arm("club", attacks="1", damage="D3"),
    )  # fmt: skip
    assert told(rules) == pytest.approx(played(rules), abs=EXACT)


@pytest.mark.parametrize("ability", [(), ("precision",)])
def test_attacks_are_allocated_to_the_bodyguard_and_then_to_its_leader(ability: tuple[str, ...]) -> None:
    hero = sheet("hero", arm(), save=2, wounds=2, invulnerable=4, leads=[FOES], keywords=["Infantry", "Character"])
    rules = invent(
        sheet(MINE, arm("gun", *ability, attacks="3", damage="2", ap=-1)), sheet(FOES, arm(), wounds=1), hero
    )
    wishes: dict[str, Any] = {"target_leader": ["hero"]}
    assert told(rules, **wishes) == pytest.approx(played(rules, **wishes), abs=EXACT)
    assert max(told(rules, **wishes)) == 3
    data = ask(rules, attacker=MINE, target=FOES, **wishes).data
    assert data
    assert [name.partition(":")[0] for name in data["not_counted"]] == [name.title() for name in ability]


@pytest.mark.parametrize("abilities", [("precision",), ("precision", "devastating wounds", "searing 1")])
def test_precision_picks_out_the_leader_and_what_is_left_when_it_falls_is_lost(abilities: tuple[str, ...]) -> None:
    hero = sheet("hero", arm(), save=5, wounds=2, leads=[FOES], keywords=["Infantry", "Character"])
    guns = arm("axe", *abilities, attacks="2", damage="2"), arm("bow", attacks="1"), arm("cut", "precision")
    body = [{"profile": "one", "least": 2, "most": 2, "weapons": ["gun"]}]
    foes = sheet(FOES, arm(), wounds=2, points={2: 20}) | {"composition": body}
    rules = invent(sheet(MINE, *guns), foes, hero)
    wishes: dict[str, Any] = {"target_leader": ["hero"], "precise": True}
    law = EXCHANGE.law(rules_of(rules), asked(rules, **wishes), battlefield=OPEN)
    data = ask(rules, attacker=MINE, target=FOES, **wishes).data
    assert data
    assert "Precision" not in " ".join(data["not_counted"])
    for name, part in (("wounds", itemgetter(0)), ("distribution", itemgetter(1))):
        expected = {str(value): float(chance) for value, chance in marginal(law, part).items()}
        assert data[name] == pytest.approx(expected, abs=EXACT)


def test_each_model_uses_what_it_may_use_together_and_of_the_rest_what_does_most() -> None:
    rules, _ = armed(arm("gun"), arm("pistol", "pistol", damage="2"), blade("axe", damage="2"), blade("fist"),
                     blade("tail", "extra attacks"))  # fmt: skip

    def used(**wishes: Any) -> list[str]:
        return [one.weapon for one in chosen(read(rules, asked(rules, **wishes)))]

    assert used() == [f"{MINE}/pistol"]
    assert used(fight=True) == [f"{MINE}/axe", f"{MINE}/tail"]


# The size of it ---------------------------------------------------------------------------------------------


def test_attacks_that_were_too_many_to_play_are_known() -> None:
    rules = duel("sustained hits 1", "lethal hits", "devastating wounds", "twin-linked", attacks="40", damage="D6")
    law = told(rules)
    assert sum(law.values()) == pytest.approx(1)
    assert min(law.values()) > 0


def test_the_game_is_asked_no_more_for_many_attacks_than_for_one(monkeypatch: pytest.MonkeyPatch) -> None:
    asked_of: list[int] = []
    answer = Game.answer

    def counted(game: Game, *given: Any, **more: Any) -> Any:
        asked_of[-1] += 1
        return answer(game, *given, **more)

    rules = [duel("sustained hits 1", attacks=attacks) for attacks in ("1", "40")]
    monkeypatch.setattr(Game, "answer", counted)
    for one in rules:
        asked_of.append(0)
        told(one)
    assert asked_of == [1, 1]


LASCANNON: Final = {"attacks": "1", "strength": 12, "ap": -3, "damage": "D6+1"}
NUMBERS: list[tuple[dict[str, Any], dict[str, Any], list[float]]] = [
    ({"attacks": "10", "ap": -1}, {"save": 3, "wounds": 2}, [0.4845, 0.4458, 0.0673, 0.0024]),
    (
        {"attacks": "12", "damage": "2", "strength": 5},
        {"save": 4, "wounds": 3},
        [0.217, 0.5155, 0.2356, 0.0307, 0.0012],
    ),
    (
        {"strength": 8, "damage": "D6+1", "attacks": "1", "ap": -3},
        {"wounds": 1, "save": 6, "invulnerable": 4},
        [0.7222, 0.2778],
    ),
]


@pytest.mark.parametrize(("gun", "foe", "expected"), NUMBERS)
def test_models_slain_are_as_worked_out_elsewhere(
    gun: dict[str, Any], foe: dict[str, Any], expected: list[float]
) -> None:
    data = ask(duel(foe=foe, **gun), attacker=MINE, target=FOES, size=5).data
    assert data
    found = list(data["distribution"].values())
    assert found[: len(expected)] == pytest.approx(expected, abs=6e-5)


ORACLES: Final = Path(__file__).parents[2].parent / "shared" / "data" / "40k" / "oracles"
KNIGHT: Final = {"toughness": 11, "save": 3, "invulnerable": 5, "wounds": 22, "keywords": ["Vehicle"]}
CULTIST: Final = {"toughness": 3, "save": 6, "wounds": 1}
MELTA: Final = {"attacks": "2", "skill": 4, "strength": 9, "ap": -4, "damage": "D6"}
RIFLE: Final = {"attacks": "10", "ap": -1}
STAGES: Final[dict[str, Any]] = {
    "01-bolter-vs-intercessor": ((), RIFLE, {"save": 3, "wounds": 2}, {}),
    "02-lascannon-vs-knight": ((), LASCANNON, KNIGHT, {}),
    "03-chainsword-vs-cultist": ((), {"attacks": "20", "strength": 3}, CULTIST, {}),
    "04-multi-melta-half-range-stationary-vs-knight": (("heavy", "melta 2"), MELTA, KNIGHT, {"half": True}),
    "05-anti-infantry-vs-cultist": (("anti-infantry 5+",), RIFLE, CULTIST, {}),
    "07-twin-linked-heavy-stationary-vs-knight": (
        ("heavy", "melta 2"), MELTA, KNIGHT, {"half": True, "reroll_wounds": "failed"},
    ),
    "08-damage-reduction-lascannon-vs-knight": ((), LASCANNON, KNIGHT, {"damage": -1}),
    "09-ability-invuln-cultists-vs-lascannon": ((), LASCANNON, CULTIST, {"invulnerable": 4}),
    "10-fnp-vs-mortal-devastating-lascannon-vs-cultists": (
        ("devastating wounds",), LASCANNON, CULTIST, {"feel_no_pain": 5, "target_gives": ["mortal-ward:4"]},
    ),
}  # fmt: skip


STEPS: Final = {"attacks": "attacks", "hits": "hits", "wounds": "wounds", "unsaved": "unsaved", "damage": "damage",
                "after-fnp": "felt"}  # fmt: skip
"""The steps as the other program calls them, and as ours does."""
OTHERWISE: Final = {"10-fnp-vs-mortal-devastating-lascannon-vs-cultists": ("unsaved", "after-fnp")}
"""What it counts in another way: it leaves mortal wounds out of what is unsaved, and lets a wound be ignored twice."""


@pytest.mark.parametrize("name", STAGES)
def test_the_means_of_each_step_are_those_of_another_program(name: str) -> None:
    path = ORACLES / f"{name}.json"
    if not path.is_file():
        pytest.skip(f"{path.name} is not beside the checkout")
    expected = json.loads(path.read_text(encoding="utf-8"))["expected"]["stages"]
    abilities, gun, foe, wishes = STAGES[name]
    data = ask(duel(*abilities, foe=foe, **gun), attacker=MINE, target=FOES, size=5, **wishes).data
    assert data
    (found,) = data["weapons"]
    steps = {step: ours for step, ours in STEPS.items() if step not in OTHERWISE.get(name, ())}
    assert {step: found[ours] for step, ours in steps.items()} == pytest.approx(
        {step: expected[step] for step in steps}, abs=6e-5
    )


# Lists -------------------------------------------------------------------------------------------------------


def roster(id: str, *units: dict[str, Any]) -> dict[str, Any]:
    return {**named(id), "faction": "A", "units": list(units)}


def lists() -> Rules:
    """Two lists: one of a unit with a Leader, another one, and the other list of two units of a datasheet."""
    hero = sheet("hero", arm(attacks="3"), leads=[MINE], keywords=["Infantry", "Character"])
    mine = roster("ours", {"sheet": MINE, "models": 5}, {"sheet": "hero"})
    theirs = roster("theirs", {"sheet": FOES, "models": 3}, {"sheet": FOES, "models": 6})
    return invent(sheet(MINE, arm(attacks="2")), sheet(FOES, arm(), wounds=1), hero, rosters=[mine, theirs])


def test_units_stand_as_the_lists_have_them() -> None:
    rules = lists()
    wishes = {"mine": "ours", "theirs": "theirs", "attacker": MINE}
    data = ask(rules, **wishes, target=f"{FOES}#2").data
    assert data
    assert data["weapons"][0]["models"] == 5
    assert max(map(int, data["distribution"])) == 6
    led = ask(rules, **wishes, target=FOES, leader="hero").data
    assert led
    assert [one["attacks"] for one in led["weapons"]] == [3.0, 10.0]


def test_every_unit_of_a_list_against_every_unit_of_another_is_the_same_as_each_pair_alone(tmp_path: Path) -> None:
    rules = lists()
    told = ask(rules, mine="ours", theirs="theirs")
    assert told.data
    assert (told.data["attackers"], told.data["targets"]) == ([MINE, "hero"], [f"{FOES} 1", f"{FOES} 2"])
    for row, unit in zip(told.data["slain"], (MINE, "hero"), strict=True):
        alone = [
            ask(rules, mine="ours", theirs="theirs", attacker=unit, target=one).data for one in (FOES, f"{FOES}#2")
        ]
        assert row == [one["mean"]["slain"] for one in alone if one]
    write_csv(told, tmp_path / "table.csv")
    lines = (tmp_path / "table.csv").read_text(encoding="utf-8").splitlines()
    assert lines[0] == f"attacker,{FOES} 1,{FOES} 2"
    assert lines[1].split(",") == [MINE, *(f"{number:.3f}" for number in told.data["slain"][0])]
    draw(told, tmp_path / "table.svg")
    assert "<svg" in (tmp_path / "table.svg").read_text(encoding="utf-8")


def test_a_unit_is_asked_against_usual_profiles() -> None:
    told = ask(duel(), attacker=MINE, usual=True)
    assert told.data
    assert len(told.data["targets"]) == len(told.data["slain"][0]) == 9


@pytest.mark.parametrize(
    ("wishes", "told"),
    [
        ({"mine": "ourz"}, "there is no list 'ourz'; did you mean 'ours'"),
        ({"mine": "ours", "attacker": FOES}, f"there is no unit of ours '{FOES}'"),
        ({"mine": "ours", "attacker": MINE, "target": FOES, "leader": MINE}, f"{MINE} does not lead {MINE}"),
        ({"attacker": MINE, "target": FOES, "size": 30}, f"{FOES} has 1 to 20 models"),
        ({"attacker": MINE, "target": FOES, "gives": "lethal-hitz"}, "did you mean 'lethal-hits'"),
        ({"attacker": MINE, "target": FOES, "reroll_hits": "sixes"}, "there is no re-roll 'sixes'"),
        (
            {"attacker": "wardens", "target": FOES, "weapon": ["wardens/carbine", "wardens/bayonet"]},
            "shoots, or it fights",
        ),
        ({"attacker": MINE, "target": FOES, "stratagem": "smokescren"}, "there is no Stratagem 'smokescren'"),
    ],
)
def test_what_a_list_does_not_have_is_named(wishes: dict[str, Any], told: str) -> None:
    with pytest.raises(BadWish, match=told):
        ask(lists(), **wishes)


# Stratagems, and what is not counted --------------------------------------------------------------------------


def test_stratagems_give_what_they_give_and_others_are_named() -> None:
    wishes = {"attacker": "wardens", "target": "bramblings"}
    hidden = ask("wh40k", **wishes, target_stratagem="smokescreen").data
    assert hidden
    given = ask("wh40k", **wishes, cover=True, target_gives="stealth").data
    assert given
    assert hidden["wounds"] == given["wounds"]
    assert hidden["not_counted"] == []
    fired = ask("wh40k", **wishes, stratagem="grenade").data
    assert fired
    assert fired["not_counted"] == ["Grenade"]


def test_a_toughness_that_changes_when_targets_have_been_selected_comes_too_late() -> None:
    wishes = {"attacker": "bramblings", "target": "wardens"}
    plain = ask("wh40k", **wishes).data
    held = ask("wh40k", **wishes, target_stratagem="hold-the-wall").data
    assert plain
    assert held
    assert (held["wounds"], held["not_counted"]) == (plain["wounds"], ["Hold the Wall"])


def test_texts_that_nobody_counts_are_named() -> None:
    text = {"name": "Whispers", "text": "Something that people play."}
    data = ask(duel(own={"texts": [text]}), attacker=MINE, target=FOES).data
    assert data
    assert data["not_counted"] == ["Whispers"]


def test_texts_and_enhancements_count_as_in_the_game_and_conditions_are_told() -> None:
    """A detachment hits better, its bearer of an Enhancement is hard to hit, and one text hangs on a condition."""
    text = {"name": "Drill", "does": [{"modifies": "hit", "layer": "roll", "by": 1}]}
    sure = {"name": "Resolve", "does": [{"modifies": "wound", "layer": "roll", "by": 1,
                                         "test": {"unit": "target", "strength": "below half"}}]}  # fmt: skip
    gift = {**named("cloak"), "points": 10, "abilities": ["stealth"]}
    drilled = {**named("drilled"), "faction": "A", "texts": [text, sure], "enhancements": [gift]}
    ours = {**roster("ours", {"sheet": MINE}), "detachment": "drilled"}
    hidden = {**roster("hidden", {"sheet": FOES, "enhancement": "drilled/cloak"}), "detachment": "drilled"}
    plain = {**roster("plain", {"sheet": FOES}), "detachment": "drilled"}
    rules = invent(
        sheet(MINE, arm(skill=5)), sheet(FOES, arm(), wounds=3, keywords=["Infantry", "Character"]),
        detachments=[drilled], rosters=[ours, hidden, plain],
    )  # fmt: skip
    wishes = {"attacker": MINE, "target": FOES, "mine": "ours"}
    hits = [ask(rules, **wishes, theirs=other).data for other in ("plain", "hidden")]
    assert [one["weapons"][0]["hits"] for one in hits if one] == pytest.approx([1 / 2, 1 / 3])
    assert [one["as_it_stands"] for one in hits if one] == [["Resolve"]] * 2


def test_the_first_table_shows_what_is_asked_for() -> None:
    told = ask(lists(), mine="ours", theirs="theirs", measure="traded")
    assert (told.title, told.tables[0].title) == ("points destroyed for each point that attacks, on average",) * 2
