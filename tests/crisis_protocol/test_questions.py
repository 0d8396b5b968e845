"""Questions, options and lines of the log as players read them: for what they are asked, what each option does."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from rulewright import Game, new_game
from rulewright.narrator import Narrator
from rulewright.overview import question_of
from rulewright.testing import Scenario
from rulewright.text import LANGUAGES, show
from rulewright.vocabulary import Verb, walk
from rulewright_crisis_protocol.activation import ACTIVATION
from rulewright_crisis_protocol.attack.series import SERIES
from rulewright_crisis_protocol.book.wording import TEXTS
from rulewright_crisis_protocol.running import Run
from rulewright_crisis_protocol.superpowers.moments import PHASES
from tests.lengths import length
from tests.mass.fighting import FOND, fight

from .effects_table import happens
from .table import HERO, VILLAIN, at, attack, attacking, battle, card, invent, power, rules, tactic, turn

AMOUNTS = {"spend", "spend_tokens", "suffer"}
"""The questions for how much."""
OF_TEXTS = {
    "character", "characters", "choose_option", "conditions", "cure", "may", "place", "push", "spend", "spend_tokens",
    "suffer", "terrain", "throw", "throw_terrain", "token_to",
}  # fmt: skip
"""The questions that only texts ask."""


# Every question of random games -----------------------------------------------------------------------------


def questions(seed: int) -> Iterator[tuple[Game, Any]]:
    """All questions of a game of two who look for a fight and play their cards."""
    rng = Random(seed)
    game = new_game(rules(), rules().ruleset.sample_setup(rules().content, rng), seed=seed)  # type: ignore[misc]
    while game.request is not None:
        for request in game.requests:
            yield game, request
            game.answer(fight(request, rng, {**FOND["crisis_protocol"], "turn": ("card",)}), request.player)


def asks(game: Game, request: Any, lang: str) -> tuple[str, list[str]]:
    """A question and what its options are called."""
    question = question_of(game.view(request.player), request)
    assert question is not None
    return str(show(question.text, lang)), [show(part.label, lang) for part in question.parts]


@pytest.mark.parametrize("seed", length([3, 8], list(range(1, 13))))
def test_no_two_options_read_alike_and_none_is_a_bare_number_or_id(seed: int) -> None:
    for game, request in questions(seed):
        for lang in LANGUAGES:
            text, labels = asks(game, request, lang)
            assert "{" not in text and len(labels) == len(set(labels)), (text, labels)
            for label in labels:
                assert label and not re.search(r"[{}#_]|\bNone\b", label), (text, label)
                assert request.ask in AMOUNTS or not re.fullmatch(r"[-+]?\d+", label), (text, label)


@pytest.mark.parametrize("seed", length([6], list(range(1, 13))))
def test_a_question_of_a_text_names_the_text(seed: int) -> None:
    asked = set()
    for game, request in questions(seed):
        if request.ask in OF_TEXTS:
            run = game.find_context(Run)
            source = request.about["card"] if run is None else run.source
            asked.add(request.ask)
            for lang in LANGUAGES:
                assert show(game.content.names(source), lang) in asks(game, request, lang)[0]
    assert len(asked) > 5


@pytest.mark.parametrize("seed", length([8], list(range(1, 13))))
def test_every_line_of_the_log_is_whole(seed: int) -> None:
    ((game, _),) = deque(questions(seed), maxlen=1)
    for lang in LANGUAGES:
        teller = Narrator(rules(), lang)
        lines = [teller.event(game.view(0), event) for event in game.view(0).events()]
        assert not [line for line in lines if re.search(r"[{}#_]|\bNone\b", line)]


def test_what_the_texts_do_that_come_with_the_game_has_chinese_words_alone() -> None:
    book = rules().content
    wording = book.wording("zh")
    entries = [entry for kind in ("characters", "tactics", "crises") for entry in book.pack[kind].values()]
    told = [part.said(wording) for entry in entries for _, part in walk(entry) if isinstance(part, Verb)]
    assert len(told) > 300 and not [one for one in told if re.search("[A-Za-z{}]", one)]


# What questions say -----------------------------------------------------------------------------------------


def text(position: Scenario, lang: str = "en") -> str:
    """What is asked now."""
    return asks(position.game, position.game.request, lang)[0]


def labels(position: Scenario, lang: str = "en") -> list[str]:
    """What the options are called."""
    return asks(position.game, position.game.request, lang)[1]


def log(position: Scenario, lang: str = "en") -> list[str]:
    """The lines of the log."""
    teller, view = Narrator(position.game.rules, lang), position.game.view(0)
    return list(filter(None, (teller.event(view, event) for event in position.game.events())))


def test_who_chooses_a_character_reads_for_which_text_and_what_happens_to_it() -> None:
    gift = {"do": "choose_character", "side": "enemy", "range": 5, "then": [{"do": "push", "who": "chosen"}]}
    position = happens(gift, things=[at("second", 10, 14, 1)], cards=[card("second")])
    assert text(position) == "Player 1, deed (hero): which character (push the chosen one short away)?"
    assert text(position, "zh") == "玩家 1，deed（hero）：选择哪个角色（推动所选对象远离（短））？"


def test_a_choice_of_effects_names_the_text_and_each_option_says_what_it_does() -> None:
    options = [{"effects": [{"do": "gain_power"}]}, {"effects": [{"do": "heal", "who": "self"}]}]
    position = happens({"do": "choose", "options": options}, things=[at(HERO, 10, 10, damage=1)])
    assert text(position) == "Player 1, deed (hero): which effect?"
    assert labels(position) == ["it gains 1 power", "remove 1 damage from it"]


def test_who_may_have_an_effect_reads_which() -> None:
    position = happens({"do": "may", "effects": [{"do": "gain_power", "amount": 2}]})
    assert text(position) == "Player 1, deed (hero): does this happen: it gains 2 power?"


def test_who_spends_power_reads_for_what() -> None:
    position = happens({"do": "spend", "up_to": 2, "then": [{"do": "gain_power"}]}, things=[at(HERO, 10, 10, power=2)])
    assert text(position).startswith("Player 1, deed (hero): how much power does hero spend (it may spend up to 2")
    assert labels(position) == ["0", "1", "2"]


def test_conditions_among_options_have_their_names_and_what_they_do() -> None:
    some = {"do": "condition", "condition": ["bleed", "hex"], "some": 1, "who": "self"}
    position = happens(some)
    assert labels(position) == [
        "Bleed (it suffers 1 damage at the end of each of its activations)",
        "Hex (its criticals add no dice)",
    ]
    assert labels(position, "zh") == ["出血（每次激活结束时受到 1 点伤害）", "妖术（其暴击不追加骰子）"]


def test_a_reaction_in_an_attack_says_who_attacks_whom_what_it_costs_and_what_it_does() -> None:
    help_ = power("help", "reactive", {"do": "add_dice", "amount": 2}, when="attack pool", cost=1)
    rules_ = invent(card(HERO, attack("blow"), superpowers=[help_]))
    position = attacking(at(HERO, 10, 10, power=3), attack="blow", rules=rules_)
    assert text(position) == "Player 1: hero attacks villain (blow): the attack pool; use something?"
    assert labels(position) == ["Nothing", "help (1 power), hero: add 2 dice to its roll"]


def test_a_reaction_before_damage_says_how_much_it_is() -> None:
    shield = power("shield", "reactive", {"do": "reduce_damage"}, when="before damage")
    rules_ = invent(card(VILLAIN, superpowers=[shield]), card(HERO, attack("blow")))
    position = attacking(attack="blow", rules=rules_, rolls=["HHH", "--"])
    assert text(position) == "Player 2: hero attacks villain (blow): before 3 damage is suffered; use something?"


def test_a_reactive_card_and_superpower_say_the_event_their_cost_and_their_text() -> None:
    revenge = tactic("revenge", {"do": "damage", "who": "chosen"}, when="after attacked", cost=1)
    old = power("old-spite", "reactive", {"do": "gain_power"}, when="after attacked")
    rules_ = invent(card(HERO, attack("blow")), card(VILLAIN, superpowers=[old]), tactics=[revenge])
    villain, squads = at(VILLAIN, 15, 10, 1, power=2), {1: {"tactics": ("revenge",)}}
    position = attacking(villain, attack="blow", rules=rules_, rolls=["HH-", "--"], squads=squads)
    assert text(position).startswith("Player 2: after the attack of hero against villain (blow, 2 damage): ")
    told = {"old-spite, villain: it gains 1 power", "Nothing"}
    assert {*labels(position)} == {
        *told,
        "Play revenge (1 power): after it was attacked: the chosen one suffers 1 damage",
    }


def test_two_triggers_of_one_name_differ_by_what_they_do() -> None:
    parts = [
        power("old-spite", "reactive", {"do": "gain_power"}, when="after attacked"),
        {**power("new-spite", "reactive", {"do": "heal", "who": "self"}, when="after attacked"),
         "name": {"en": "old-spite", "zh": "old-spite"}},
    ]  # fmt: skip
    rules_ = invent(card(HERO, attack("blow")), card(VILLAIN, superpowers=parts))
    position = attacking(attack="blow", rules=rules_, rolls=["HH-", "--"])
    assert labels(position)[:2] == [
        "old-spite, villain: it gains 1 power",
        "old-spite, villain: remove 1 damage from it",
    ]


def test_two_characters_of_one_name_differ_by_their_alter_ego() -> None:
    twins = [
        {**card(id), "name": {"en": "Twin", "zh": "双子"}, "alter_ego": ego} for id, ego in (("a", "Ada"), ("b", "Bea"))
    ]
    gift = {"do": "choose_character", "side": "allied", "range": 5, "then": [{"do": "gain_power", "who": "chosen"}]}
    position = happens(gift, things=[at("a", 10, 13), at("b", 10, 7)], cards=twins)
    assert labels(position) == ["Twin (Ada)", "Twin (Bea)"] and labels(position, "zh")[0] == "双子（Ada）"


def test_a_die_among_options_has_its_face_and_its_number() -> None:
    again = power("again", "reactive", {"do": "reroll", "amount": 2}, when="own dice")
    rules_ = invent(card(HERO, attack("blow"), superpowers=[again]))
    position = attacking(attack="blow", rules=rules_, rolls=["HH-", "--"]).answer(("again", HERO))
    assert text(position) == "Player 1, again (hero): which attack dice are rerolled?"
    assert labels(position) == ["hit (die 1)", "hit (die 2)", "blank (die 3)"]


def test_an_attack_that_a_text_names_is_called_by_its_name() -> None:
    more = {**attack("blow-2"), "name": {"en": "Second blow", "zh": "第二击"}}
    position = happens(
        {"do": "may", "effects": [{"do": "attack", "attack": "blow-2"}]}, cards=[card(HERO, attack("blow"), more)]
    )
    assert "an attack (Second blow)" in text(position) and "第二击" in text(position, "zh")


def test_a_card_among_deeds_has_its_cost() -> None:
    rules_ = invent(tactics=[tactic("gift", {"do": "gain_power", "amount": 3}, cost=2)])
    squads = {0: {"tactics": ("gift",)}}
    position = turn(battle(at(HERO, 10, 10, power=2), at(VILLAIN, 15, 10, 1), rules=rules_, squads=squads))
    assert "Play gift (2 power)" in labels(position)
    position.answer(("card", "gift"))
    assert "Player 1 plays gift" in log(position)


# What the log says ------------------------------------------------------------------------------------------


def test_a_transformation_says_from_which_form_into_which() -> None:
    forms = [
        card(id, superpowers=[power(f"to-{other}", "active", {"do": "transform", "into": other})])
        for id, other in ((HERO, "giant"), ("giant", HERO))
    ]
    position = battle(at(HERO, 10, 10), at(VILLAIN, 15, 10, 1), rules=invent(*forms))
    position.begin(ACTIVATION(player=0, character=HERO))
    position.answer(("superpower", "to-giant"), ("superpower", "to-hero"))
    lines = [line for line in log(position) if "form" in line]
    assert lines == ["hero changes its form: hero becomes giant", "hero changes its form: giant becomes hero"]


@pytest.mark.parametrize(("range_", "kind"), [("B3", "a beam of range 3"), ("A2", "an area attack of range 2")])
def test_a_beam_and_an_area_attack_are_announced_before_anyone_is_hurt(range_: str, kind: str) -> None:
    cards = card(HERO, attack("blow", range=range_)), card("friend")
    position = battle(
        at(HERO, 10, 10), at("friend", 12, 10), at(VILLAIN, 13, 10, 1), rules=invent(*cards), rolls=["HH-", "--"]
    )
    position.begin(SERIES(player=0, attacker=HERO, attack="blow"))
    lines = log(position)
    told = f"hero attacks with blow, {kind}; in it: friend, villain"
    assert lines.index(told) < lines.index("friend suffers 1 damage") < lines.index("hero attacks villain: blow")


def test_an_attack_without_damage_and_what_counts_for_a_time_have_lines() -> None:
    position = attacking(rolls=["---", "BB"])
    assert "hero deals no damage to villain (hero-blow)" in log(position)
    assert "deals no damage" not in " ".join(log(attacking(rolls=["HHH", "--"])))

    position = battle(at(HERO, 10, 10), at(VILLAIN, 15, 10, 1), rules=invent(card(HERO, superpowers=[
        power("lift", "active", {"do": "give", "power": "flight", "until": "activation"}),
    ])))  # fmt: skip
    position.begin(ACTIVATION(player=0, character=HERO)).answer(("superpower", "lift"))
    assert "hero: has flight (lift)" in log(position) and "hero：具有飞行（lift）" in log(position, "zh")


def test_dice_that_lie_in_another_way_are_told_from_dice_that_fall() -> None:
    again = power("again", "reactive", {"do": "reroll", "amount": "all"}, when="own dice")
    rules_ = invent(card(HERO, attack("blow"), superpowers=[again]))
    position = attacking(attack="blow", rules=rules_, rolls=["-H-", "--", "HHH"]).answer(("again", HERO))
    lines = log(position)
    assert "hero, attack: blank hit blank" in lines and "hero, attack now: hit hit hit" in lines


def test_every_phase_in_which_players_may_do_something_has_a_name() -> None:
    assert all(f"moment.{name}" in TEXTS for name in PHASES.values())
