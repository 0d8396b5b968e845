"""The game in words: texts for everything, a table for every moment, and no word about hidden cards."""

from __future__ import annotations

import re
from functools import cache
from random import Random
from typing import Any

import pytest

from rulewright import Event, Game, new_game
from rulewright.chance import Seeded
from rulewright.cli.drawing import drawn
from rulewright.narrator import Narrator, snake
from rulewright.ruleset import Rules
from rulewright.text import WIDTH, Texts, columns
from rulewright_dice_throne.book.wording import TEXTS
from rulewright_dice_throne.cards.wording import Wording
from rulewright_dice_throne.effects.lexicon import LEXICON
from rulewright_dice_throne.events import EVENTS
from rulewright_dice_throne.events.attack import AbilityAnnounced
from rulewright_dice_throne.events.cards import CardPlayed
from rulewright_dice_throne.events.dice import DiceRerolled, DiceRolled, DieChanged, EffectDiceRolled
from rulewright_dice_throne.events.phases import SkipOrdered
from rulewright_dice_throne.faces.names import name
from rulewright_dice_throne.faces.options import label
from rulewright_dice_throne.faces.panel import panel
from rulewright_dice_throne.ruleset import RULESET
from tests.lengths import length

from .table import GUNSLINGER, sit

LANGUAGES = ("en", "zh")
GAMES = length(5, 20)
ANSWERS = 60
"""How many answers of a random game are looked at."""

ASKS = (
    "react", "keep_or_reroll", "announce", "after_interference", "target", "defence", "order", "pay", "may", "how_many",
    "choose_option", "choose_player", "choose_players", "take_from", "give_to",
    "choose_status", "choose_die", "choose_dice", "choose_value", "discard", "sell_down",
    "who_defends", "targeting_roll", "offensive_roll", "defensive_roll",
    "effect_roll", "contest", "reroll", "start_roll",
)  # fmt: skip


@cache
def rules() -> Rules:
    return RULESET.freeze()


def games() -> Any:
    """Random games at all their moments."""
    pair = ("gunslinger", "barbarian")
    tables = (pair, ("barbarian", "gunslinger"), ("gunslinger", "gunslinger"), ("barbarian", *pair), pair * 2, pair * 3)
    for seed in range(GAMES):
        game = new_game(rules(), {"heroes": tables[seed % len(tables)]}, seed=seed)
        rng = Random(seed)
        for _ in range(ANSWERS):
            if game.request is None:
                break
            yield game
            request = game.request
            game.answer(request.space.sample(rng), request.player)


def shown(view: Any, lang: str) -> list[str]:
    """The table as it stands at a terminal."""
    return drawn(panel(view), lang).plain.split("\n")


# Texts ------------------------------------------------------------------------------------------------------


def texts_of(event: type[Event]) -> list[str]:
    kind = snake(event.__name__)
    return [key for key in (f"event.{kind}", f"heading.{kind}") if key in TEXTS]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.__name__)
def test_every_event_has_texts_that_name_only_its_facts(event: type[Event]) -> None:
    keys = texts_of(event)
    assert keys
    further = {"what"} if event is CardPlayed else set()
    for key in keys:
        assert TEXTS.fields(key) <= {*event.__struct_fields__, *further}


def test_every_text_stands_in_both_languages_or_in_neither() -> None:
    assert set(TEXTS.missing("en")) == set(TEXTS.missing("zh"))


def test_only_events_are_silent() -> None:
    assert all(key.startswith("event.") for key in TEXTS.missing("en"))


@pytest.mark.parametrize("ask", ASKS)
def test_every_question_has_a_text(ask: str) -> None:
    assert f"question.{ask}" in TEXTS


def test_every_window_has_a_text() -> None:
    assert all(f"window.{window.name.replace(' ', '_')}" in TEXTS for window in RULESET.windows)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_card_and_ability_is_worded_without_gaps(lang: str) -> None:
    book = rules().content
    wording = Wording(book, lang)
    for hero, sheet in book.heroes.items():
        for card in sheet.cards:
            text = wording.card(hero, card)
            assert text, card
            assert not re.search(r"[{}_]|(?<!status )\beffect |\bwho |\bamount ", text), text


CONDITIONS: list[tuple[dict[str, Any], str]] = [
    ({"shows": {"symbols": {"arrow": 2}}}, "2 Arrow"),
    ({"amount": "own_cp", "at_least": 3}, "your CP is 3+"),
    ({"amount": "own_cp", "at_most": 3}, "your CP is at most 3"),
    ({"amount": "own_cp", "more_than": "own_health"}, "your CP is more than your health"),
    ({"amount": "own_cp", "less_than": 3}, "your CP is less than 3"),
    ({"amount": "target_cp", "at_least": 3}, "the CP of the target is 3+"),
    (
        {"amount": {"value": "opponents_hand", "times": 2}, "at_most": 3},
        "2 × the hand of all opponents together is at most 3",
    ),
    ({"amount": {"tokens": "evasive", "of": "attacker"}, "at_least": 1}, "[Evasive of the attacker] is 1+"),
    ({"amount": {"dial": "nyra", "of": "target"}, "at_least": 1}, "what Nyra of the target has is 1+"),
    ({"amount": {"limit_of": "evasive", "of": "target"}, "at_least": 4}, "the stack limit of the target is 4+"),
    ({"has": "evasive", "at_least": 2, "of": "target"}, "the target has 2 Evasive"),
    ({"turn": "other"}, "it is someone else's turn"),
    ({"phase": ["main_1", "main_2"]}, "in the Main Phase 1 or Main Phase 2"),
    ({"start_player": False}, "you are not the start player"),
    ({"attack": "ultimate"}, "the Attack is an Ultimate"),
    ({"turned": "rolled"}, "it shows one of the symbols that you rolled"),
    ({"amount": {"different": "numbers"}, "at_least": 3}, "the number of different numbers is 3+"),
    ({"roll_of": "reload"}, "the dice are those of Reload"),
    ({"concerns": "reload"}, "it is Reload"),
    ({"ability": "deadeye", "level": 2}, "Deadeye is at level 2 or above"),
    ({"companion": "nyra", "state": "away"}, "Nyra is with another player"),
    ({"all": [{"turn": "own"}, {"start_player": True}]}, "it is your turn, you are the start player"),
    ({"any": [{"turn": "own"}, {"start_player": True}]}, "it is your turn or you are the start player"),
    (
        {"none": [{"turn": "own"}, {"start_player": True}]},
        "not: it is your turn or you are the start player",
    ),
]


@pytest.mark.parametrize(("test", "told"), CONDITIONS, ids=lambda part: part if isinstance(part, str) else "")
def test_every_condition_is_told(test: dict[str, Any], told: str) -> None:
    model = LEXICON.condition(test)

    assert Wording(rules().content, "en").condition(model) == told
    assert re.search(r"[^ -~]", Wording(rules().content, "zh").condition(model)) or "shows" in test


def test_no_kind_of_condition_is_left_out() -> None:
    assert {key for test, _ in CONDITIONS for key in test} >= set(LEXICON.conditions)


# Whole games ------------------------------------------------------------------------------------------------


def test_random_games_can_be_looked_at_at_every_moment() -> None:
    tellers = [Narrator(rules(), lang) for lang in LANGUAGES]
    told = 0
    for game in games():
        for player in game.players:
            view = game.view(player)
            seen = panel(view)
            for teller in tellers:
                lines = drawn(seen, teller.lang).plain.split("\n")
                assert max(map(columns, lines)) <= WIDTH, lines
                assert not re.search(r"[{}]", "\n".join(lines))
                for request in game.requests:
                    if request.player == player:
                        told += options_are_told(teller, view, request)
    assert told > GAMES * len(LANGUAGES)


def options_are_told(teller: Narrator, view: Any, request: Any) -> int:
    """Each option and each item has a text of its own, without a fact that is missing."""
    options = list(request.space.options() or ()) + list(getattr(request.space, "items", ()))
    texts = [teller.option(view, request, answer) for answer in options] + [teller.question(view, request)]
    assert all(text and not re.search(r"[{}]", text) for text in texts), texts
    assert len(set(texts[: len(request.space.options() or ())])) == len(request.space.options() or ()), texts
    return len(options)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_log_has_no_raw_field_and_no_seat_number(lang: str) -> None:
    teller = Narrator(rules(), lang)
    for seed in range(3):
        game = new_game(rules(), seed=seed)
        rng = Random(seed)
        for _ in range(ANSWERS):
            if game.request is not None:
                game.answer(game.request.space.sample(rng), game.request.player)
        view = game.view(0)
        for event in view.events():
            text = teller.event(view, event) or teller.heading(view, event)
            assert not re.search(r"[{}]|Player \d|玩家 \d", text), text


# Hidden cards -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("seed", range(4))
def test_games_that_differ_only_in_hidden_cards_look_the_same(seed: int, lang: str) -> None:
    one, other = (hiding(seed, *cards) for cards in (("so-wild", "tip-it"), ("six-it", "double-up")))
    teller = Narrator(one.rules, lang)
    rng = Random(seed)
    for _ in range(40):
        assert one.request.player == other.request.player
        assert looks(teller, one, 0) == looks(teller, other, 0)
        assert panel(one.view(1)) != panel(other.view(1))
        request = one.request
        answer = None if request.ask == "react" else request.space.sample(rng)
        for game in (one, other):
            game.answer(answer, request.player)


def hiding(seed: int, *cards: str) -> Game:
    """A game in which the second player holds these cards, and all might hold what they need."""
    game = sit({"hand": ("getting-paid", "tip-it")}, {"hand": cards}, asked="whoever might").game
    game.go_on_with(Seeded(seed))
    return game


def looks(teller: Narrator, game: Game, player: int) -> list[str]:
    """All that a player sees: the table, the log, what is asked and what may be answered."""
    view = game.view(player)
    seen = [*shown(view, teller.lang), *(teller.event(view, event) for event in view.events())]
    if view.request is not None:
        seen += [teller.question(view, view.request)]
        seen += [teller.option(view, view.request, answer) for answer in view.request.space.options()]
    return seen


# Single looks -----------------------------------------------------------------------------------------------


def test_two_equal_heroes_are_told_apart() -> None:
    view = new_game(rules(), {"heroes": ("barbarian", "barbarian")}, seed=1).view(0)
    assert [name(view, "player", seat, "en") for seat in (0, 1)] == ["Barbarian 1", "Barbarian 2"]
    assert name(view, "player", 0, "zh") == "狂战士 1"


def heroes_shown(table: Any, player: int = 0) -> list[str]:
    """What stands above the hand, without what lies on each hero."""
    lines = shown(table.game.view(player), "en")[2:]
    return [line for line in lines[: lines.index("─" * WIDTH)] if not line.startswith(" " * 5)]


def test_partners_stand_below_the_health_that_they_share_and_show_their_hands() -> None:
    table = sit({}, {"health": 42}, {"hand": ("tip-it",)}, {}, heroes=("gunslinger", "barbarian") * 2)
    lines = heroes_shown(table)

    assert [line.split("  ")[0] for line in lines[0::3]] == ["Your team", "The other team"]
    assert [line.strip().split("  ")[0] for line in lines[1:3]] == ["> Gunslinger 1 (you)", "Gunslinger 2"]
    assert [line.strip().split("  ")[0] for line in lines[4:6]] == ["Barbarian 1", "Barbarian 2"]
    assert lines[0].endswith("50/50") and lines[3].endswith("42/50")
    assert "Hand of Gunslinger 2: Tip It! (1 CP, instant)" in shown(table.game.view(0), "en")
    assert not any("Tip It!" in line for line in shown(table.game.view(1), "en"))


def test_leaders_are_marked() -> None:
    table = sit({"health": 20}, {"health": 9}, {"health": 20}, heroes=("gunslinger", "barbarian", "gunslinger"))

    assert [line[:4] for line in heroes_shown(table)[:3]] == [">* G", "   B", " * G"]


def test_who_is_out_stands_there_without_figures() -> None:
    game = new_game(rules(), {"mode": "king_of_the_hill", "asked": "whoever can"}, seed=2)
    rng = Random(2)
    while not any(hero.out for hero in game.state.heroes.values()):
        assert game.request is not None
        game.answer(game.request.space.sample(rng), game.request.player)
    loser = next(seat for seat, hero in game.state.heroes.items() if hero.out)
    told = shown(game.view(0), "en")

    assert [line.endswith("out of the game") for line in told].count(True) == 1
    assert str(name(game.view(0), "player", loser, "en")) in next(line for line in told if "out of the game" in line)


def test_texts_are_those_of_the_ruleset() -> None:
    assert len(Texts.load(RULESET.texts)) == len(TEXTS)


def test_an_upgrade_costs_the_difference() -> None:
    table = sit({"hand": ("revolver-2", "showdown-3", "getting-paid"), "cp": 5, "levels": {"showdown": 2}})
    table.until(window="main actions")
    view = table.game.view(GUNSLINGER)
    request = table.game.request
    told = [label(view, request, answer, "en") or "" for answer in request.space.options()]
    assert told[0] == "End the main phase and go on to the roll"
    assert "Sell Getting Paid! (+1 CP)" in told
    assert "Play Getting Paid! (0 CP): gain 2 CP" in told
    assert any(text.startswith("Upgrade to Revolver II (2 CP): 3 Bullet: 4 damage") for text in told)
    assert any(text.startswith("Upgrade to Showdown III (1 CP)") for text in told)


@pytest.mark.parametrize(("lang", "changed"), [("en", "the dice have changed since"), ("zh", "骰子此后已被改变")])
def test_who_is_asked_about_an_announcement_is_told_that_the_dice_do_not_show_it_any_more(
    lang: str, changed: str
) -> None:
    table = sit(second={"hand": ("so-wild", "tip-it"), "cp": 5}, dice=[(1, 2, 3, 4, 6)])
    table.until("announce").answer("revolver").until(window="ability announced", player=1)
    teller = Narrator(table.game.rules, lang)
    assert changed not in teller.question(table.game.view(1), table.game.request)
    table.play("so-wild").answer((0, 4), 5)

    assert changed in teller.question(table.game.view(1), table.game.request)


# What a person needs to know ---------------------------------------------------------------------------------


def log_of(table: Any, kind: type[Event], lang: str = "en") -> str:
    """The last event of a kind, as it stands in the log."""
    return Narrator(table.game.rules, lang).event(table.game.view(0), table.events(kind)[-1])


def question_of(table: Any, lang: str = "en") -> str:
    request = table.game.request
    return Narrator(table.game.rules, lang).question(table.game.view(request.player), request)


def test_dice_are_told_with_the_symbols_of_whoever_rolls_them() -> None:
    table = sit(dice=[(1, 4, 6, 2, 2), (5,)], heroes=("barbarian", "gunslinger")).until("keep_or_reroll")
    assert log_of(table, DiceRolled) == "Barbarian rolls [1 Sword] [4 Life] [6 Pow] [2 Sword] [2 Sword]"
    table.answer((1,))
    assert log_of(table, DiceRerolled) == "Barbarian rerolls die 2: [5 Life]"
    assert log_of(table, DiceRerolled, "zh") == "狂战士重掷第 2 颗骰子：[5 生命]"


def test_numbers_count_where_they_decide_who_begins() -> None:
    game = new_game(rules(), seed=1)
    view = game.view(0)
    starts = [entry.event for entry in game.log if isinstance(entry.event, EffectDiceRolled)]
    assert re.fullmatch(r"\w+ rolls \d for the first turn", Narrator(rules(), "en").event(view, starts[0]))


def test_a_card_that_is_played_says_what_it_does() -> None:
    table = sit({"hand": ("getting-paid",)}).until(window="main actions").play("getting-paid")
    assert log_of(table, CardPlayed) == "Gunslinger plays Getting Paid! (0 CP): gain 2 CP"
    assert log_of(table, CardPlayed, "zh").endswith("：获得 2 CP")


def test_the_question_behind_a_roll_shows_the_dice_and_what_they_are_good_for() -> None:
    table = sit({"hand": ("tip-it",)}, {"hand": ("tip-it",), "cp": 2}, dice=[(1, 1, 2, 5, 6)])
    table.until(window="dice rolled", player=0)
    assert question_of(table).startswith("Gunslinger - Your dice: [1 Bullet] [1 Bullet] [2 Bullet] [5 Dash]")
    assert "2 rolls left; fits: Revolver." in question_of(table)
    table.until(window="dice rolled", player=1)
    assert question_of(table).startswith("Barbarian - Gunslinger has [1 Bullet] [1 Bullet]")
    table.until("announce").answer("revolver").until(window="ability announced", player=1)
    assert "Announced: Revolver with [1 Bullet]" in question_of(table) and "(3 damage)" in question_of(table)
    assert "已宣告：左轮手枪，骰面 [1 子弹]" in question_of(table, "zh")


def test_whoever_defends_reads_what_comes() -> None:
    table = sit(dice=[(1, 1, 2, 5, 6)]).attack("revolver").until("defence")
    assert question_of(table) == "Barbarian - Attack: Revolver on Barbarian, 3 damage. How do you defend yourself?"


def test_dice_of_a_defence_stand_in_the_question() -> None:
    table = sit({}, {"hand": ("so-wild",), "cp": 2}, dice=[(1, 1, 2, 5, 6), (4, 1, 6)]).attack("revolver")
    table.defend("thick-skin").until(window="defence rolled", player=1)
    assert "Barbarian rolled for Thick Skin: [4 Life] [1 Sword] [6 Pow]. Do you react?" in question_of(table)


@pytest.mark.parametrize(("lang", "line"), [
    ("en", "  1 CP  instant  Tip It! ×2: turn 1 die on the table up or down by 1"),
    ("zh", "  1 CP  立即  乔一下！ ×2：将任意 1 颗骰子增减 1 点"),
])  # fmt: skip
def test_the_own_hand_says_what_every_card_does(lang: str, line: str) -> None:
    table = sit({"hand": ("tip-it", "getting-paid", "tip-it")}).until(window="main actions")
    assert line in shown(table.game.view(0), lang)


def test_the_main_phase_says_what_can_be_paid() -> None:
    table = sit({"hand": ("getting-paid",), "cp": 7}).until(window="main actions")
    assert question_of(table) == "Gunslinger - Main phase, you have 8 CP: what do you do?"


def test_in_the_main_phase_of_another_nobody_is_asked_as_if_it_were_theirs() -> None:
    table = sit({}, {"hand": ("getting-paid",), "cp": 7}).until(window="main actions", player=1)
    assert question_of(table) == "Barbarian - Main phase of Gunslinger, you have 7 CP. Do you react?"
    assert question_of(table, "zh") == "狂战士——神枪手的主要阶段，你有 7 CP。要作出反应吗？"


def test_what_can_be_played_stands_before_what_can_be_sold() -> None:
    table = sit({"hand": ("getting-paid", "so-wild"), "cp": 2}).until(window="main actions")
    kinds = [option and option[0] for option in table.game.request.space.options()]
    assert kinds == [None, "play", "play", "sell", "sell", "sell"]


def test_a_changed_die_is_told_with_its_place_its_symbols_and_its_owner() -> None:
    table = sit({"hand": ("so-wild",), "cp": 2}, dice=[(1, 1, 2, 5, 6)]).until(window="dice rolled").play("so-wild")
    table.answer((0, 4), 4)
    assert log_of(table, DieChanged) == "So Wild!: Gunslinger turns die 5 from [6 Bullseye] into [4 Dash]"

    table = sit({}, {"hand": ("so-wild",), "cp": 2}, dice=[(1, 1, 2, 5, 6)]).until(window="dice rolled", player=1)
    table.play("so-wild").answer((0, 4), 4)
    assert log_of(table, DieChanged) == (
        "So Wild!: Barbarian turns die 5 of Gunslinger from [6 Bullseye] into [4 Dash]"
    )
    assert "将神枪手的第 5 颗骰子由 [6 准心] 改为 [4 冲刺]" in log_of(table, DieChanged, "zh")


def test_an_announcement_shows_the_dice_it_is_made_with() -> None:
    table = sit(dice=[(1, 1, 2, 5, 6)]).until("announce").answer("revolver")
    told = "Gunslinger announces Revolver: [1 Bullet] [1 Bullet] [2 Bullet] [5 Dash] [6 Bullseye]"
    assert log_of(table, AbilityAnnounced) == told


def test_a_phase_that_is_skipped_says_why() -> None:
    table = sit({"tokens": {"concussion": 1}}).until(window="main actions")
    assert log_of(table, SkipOrdered) == "Concussion: Gunslinger skips the Income Phase"


def test_to_play_nothing_into_the_own_roll_does_not_read_like_the_end_of_the_roll() -> None:
    table = sit({"hand": ("so-wild",), "cp": 2}, {"hand": ("so-wild",), "cp": 2}, dice=[(1, 1, 2, 5, 6)])
    told = []
    for player in (0, 1):
        table.until(window="dice rolled", player=player)
        told.append(label(table.game.view(player), table.game.request, None, "en"))
    assert told == ["Play nothing now", "Leave the dice as they are"]


def test_an_ability_without_an_attack_is_not_called_one() -> None:
    dice = [(3, 4, 4, 4, 4), (1,)]
    table = sit({"hand": ("buh-bye",), "cp": 2, "tokens": {"chi": 1}}, dice=dice, heroes=("monk", "barbarian"))
    table.until("announce").answer("meditate").until("choose_option").answer(0)
    table.until(window="ability activated")
    assert question_of(table) == "Monk - Ability: Meditate. The ability is activated. Do you react?"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_long_card_is_told_to_its_end(lang: str) -> None:
    table = sit({"hand": ("eat-lead",)}).until(window="main actions")
    told = shown(table.game.view(0), lang)
    assert not any(line.endswith("~") for line in told) and all(columns(line) <= 80 for line in told)
    what = Wording(table.game.content, lang).card("gunslinger", "eat-lead")
    assert what.replace(" ", "") in "".join(told).replace(" ", "")


def test_a_die_that_is_turned_stands_in_the_question() -> None:
    table = sit({}, {"hand": ("so-wild",), "cp": 2}, dice=[(1, 1, 2, 5, 6)]).until(window="dice rolled", player=1)
    table.play("so-wild").answer((0, 4))
    assert question_of(table) == "Barbarian - So Wild!: what shall die 5 of Gunslinger [6 Bullseye] show?"
    assert question_of(table, "zh") == "狂战士——让它变万用！：将神枪手的第 5 颗骰子 [6 准心]改成几点？"


@pytest.mark.parametrize(("lang", "what"), [("en", "one after the other, also the same one again"), ("zh", "逐一重掷")])
def test_a_card_that_rerolls_dice_one_after_the_other_says_so(lang: str, what: str) -> None:
    assert what in Wording(rules().content, lang).card("gunslinger", "try-try-again")


@pytest.mark.parametrize(
    ("card", "lang", "what"),
    [
        ("roulette", "en", "against a player, roll 1 die; on Bullet 2 undefendable damage to the same player"),
        ("roulette", "zh", "指定一位玩家，掷 1 颗骰；子弹：对该玩家造成 2 点不可防御伤害"),
        ("wild-west", "en", "at the Reload roll you may choose: reroll 1 die of your own"),
        ("wild-west", "zh", "装填弹药掷骰时可重掷自己的 1 颗骰子"),
    ],
)
def test_a_card_says_whom_its_roll_is_against_and_what_one_may_leave(card: str, lang: str, what: str) -> None:
    assert what in Wording(rules().content, lang).card("gunslinger", card)


def test_damage_of_one_type_is_told_as_one_sum() -> None:
    table = sit(dice=[(1, 1, 1, 3, 3), (1, 3)], heroes=("paladin", "barbarian")).attack("righteous-combat")
    table.until("defence")
    assert "Attack: Righteous Combat on Barbarian, 8 damage." in question_of(table)
