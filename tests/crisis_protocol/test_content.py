"""The content that comes with the game keeps the usual shapes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

import pytest

from rulewright import ContentError
from rulewright.testing import playthrough
from rulewright.vocabulary import Count, Test, ValueWord, Verb, walk
from rulewright_crisis_protocol.before.mission import affiliations_of
from rulewright_crisis_protocol.cards import models
from rulewright_crisis_protocol.cards.loading import lexicon
from rulewright_crisis_protocol.effects.lasting import Give
from rulewright_crisis_protocol.effects.tokens import Afflict
from rulewright_crisis_protocol.superpowers.powers import carried
from rulewright_crisis_protocol.terms import Condition, attacks_of, side

from .table import HERO, at, attack, battle, card, invent, named, rule, rules


@rule("mission.secure")
@rule("mission.extract")
@rule("objective.asset")
@rule("objective.civilian")
@rule("objective.point-of-interest")
def test_secure_cards_mark_places_and_extract_cards_things_and_people_to_fetch() -> None:
    for crisis in rules().content["crises"].values():
        fetched = (crisis.token in ("asset", "civilian"), crisis.interaction == "take", crisis.score == "held")
        assert fetched == (crisis.type == "extract",) * 3, crisis.id


@rule("field.crisis-data", 1)
@pytest.mark.parametrize("part", ["type", "threat", "token", "spots", "score"])
def test_a_crisis_says_all_that_a_game_needs(part: str) -> None:
    whole = named(
        {"id": "odd", "type": "secure", "threat": 16, "token": "asset", "spots": [[18, 18]], "score": "secured"}
    )
    invent(crises=[whole])
    with pytest.raises(ContentError, match=f"odd: {part}"):
        invent(crises=[{key: value for key, value in whole.items() if key != part}])


@rule("affiliation.condition", 4)
def test_the_characters_of_an_affiliation_are_data_that_new_files_add_to() -> None:
    more = invent(card("recruit", affiliations=["wardens", "newcomers"])).content
    assert "recruit" not in rules().content.characters
    assert affiliations_of(more, ["recruit"]) == ["wardens", "newcomers"]


@rule("field.crisis-data", 2, 3)
def test_crises_favour_no_edge() -> None:
    for crisis in rules().content["crises"].values():
        turned = {(36 - x, 36 - y) for x, y in crisis.spots}
        assert turned == set(crisis.spots), crisis.id
        assert 1 <= len(crisis.spots) <= 6, crisis.id
        assert 14 <= crisis.threat <= 20, crisis.id


# What there is, is shown --------------------------------------------------------------------------------------


def parts() -> Iterator[Any]:
    """Everything in the shipped content that is a model, each verb, amount and condition among them."""
    content = rules().content
    for kind in content.kinds:
        for entry in content[kind].values():
            yield from (part for _, part in walk(entry))


def all_of(field: str, kind: type[Any]) -> set[Any]:
    """What the shipped content says in a field of a kind of model."""
    return {getattr(part, field) for part in parts() if isinstance(part, kind)}


def test_every_verb_amount_and_condition_is_used() -> None:
    """But for by_hand, which is for texts that the vocabulary cannot say: no card of ours has one."""
    words = lexicon()
    used = [*parts()]
    assert {part.word for part in used if isinstance(part, Verb)} == words.verbs.keys() - {"by_hand"}
    assert {part.key for part in used if isinstance(part, Count)} == {*words.amounts}
    assert {part.key for part in used if isinstance(part, Test)} == {*words.conditions}
    values = [value for part in used for value in _held(part) if isinstance(value, ValueWord)]
    assert {value.name for value in values} == {*words.values}


def _held(part: Any) -> Iterator[Any]:
    for value in vars(part).values():
        yield from value if isinstance(value, tuple) else (value,)


EARLY_CARDS = (
    "attack pool", "defense pool", "own dice", "opposing dice", "before damage", "targeted", "after attack",
    "after attacked", "damaged",
)  # fmt: skip
"""The moments that cards had before they had those of superpowers."""


@rule("superpower.keywords")
def test_every_moment_kind_of_superpower_and_keyword_is_used() -> None:
    assert all_of("when", models.Superpower) == {None, *get_args(models.Moment)}
    assert all_of("when", models.Tactic) >= {None, *EARLY_CARDS, "ally dazed", "cleanup"}
    assert all_of("when", models.Special) == {*get_args(models.SpecialMoment)}
    powers = [part for part in parts() if isinstance(part, models.Superpower)]
    assert {(one.kind, bool(one.effects), *{part.key for part in one.does}, one.action) for one in powers} >= {
        ("active", True, False), ("active", True, True), ("reactive", True, False), ("innate", True, False),
        ("innate", False, "modifies", False), ("innate", False, "forbids", False),
    }  # fmt: skip
    keywords = {word.partition(":")[0] for words in all_of("keywords", models.Side) for word in words}
    given = {part.power for part in parts() if isinstance(part, Give)}
    keywords |= {word.partition(":")[0] for word in given if models.is_keyword(word)}
    assert keywords == {word.partition(":")[0] for word in models.KEYWORDS}


def test_every_condition_and_sort_of_attack_is_used() -> None:
    gained = {each for part in parts() if isinstance(part, Afflict) for each in part.conditions}
    assert gained == {*get_args(Condition)}
    attacks = [part for part in parts() if isinstance(part, models.Attack)]
    assert {one.type for one in attacks} == {"physical", "energy", "mystic"}
    assert {one.range[0] for one in attacks} >= {"A", "B", "2", "3", "4", "5"}


@rule("field.stat-ranges", 3)
@pytest.mark.parametrize("injured", [False, True])
def test_the_injured_side_may_differ_in_stamina_attacks_and_superpowers(injured: bool) -> None:
    """What is printed on the side that lies face up counts, and nothing of the other one."""
    luck = {"id": "luck", "kind": "active", "effects": [{"do": "gain_power"}]}
    healthy = card(HERO, attack("jab"), stamina=5)
    worse = card(HERO, attack("cut"), stamina=4, superpowers=[named(luck)])["healthy"]
    rules = invent({**healthy, "injured": worse})
    game = battle(at(HERO, 10, 10, injured=injured), rules=rules).game
    found = side(game, HERO).stamina, attacks_of(game, HERO), carried(game.content, game.state.characters[HERO])
    assert found == ((4, ("cut",), ("luck",)) if injured else (5, ("jab",), ()))


@rule("field.stat-ranges", 2)
@pytest.mark.parametrize("seed", range(6))
def test_a_squad_of_the_usual_threat_has_three_to_six_characters(seed: int) -> None:
    state = playthrough("crisis_protocol", ["random"], seed=seed, decisions=2).state
    assert 15 <= state.mission[0].threat <= 20
    for player in (0, 1):
        assert 3 <= sum(one.player == player for one in state.characters.values()) <= 6


@rule("field.stat-ranges", 1)
@rule("stat-card.leadership")
def test_the_characters_keep_the_usual_ranges_and_four_affiliations_have_a_leader() -> None:
    characters = rules().content["characters"].values()
    assert len(characters) >= 16
    assert len({one.leadership.affiliation for one in characters if one.leadership is not None}) >= 4
    assert any(one.injured is not None and one.injured != one.healthy for one in characters)
    for one in characters:
        assert 2 <= one.threat <= 6 and 1 <= one.size <= 5, one.id
        for printed in filter(None, (one.healthy, one.injured)):
            assert 4 <= printed.stamina <= 9, one.id
            assert all(1 <= defense <= 5 for defense in (printed.physical, printed.energy, printed.mystic)), one.id
            assert all(3 <= arm.strength <= 9 and 0 <= arm.cost <= 10 for arm in printed.attacks), one.id
