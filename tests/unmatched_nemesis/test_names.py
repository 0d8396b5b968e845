"""The match in words: texts for everything, a drawn arena for every moment, and no word about hidden cards."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from rulewright import Event, new_game
from rulewright.cli.drawing import drawn
from rulewright.narrator import Narrator, snake
from rulewright.testing import Scenario
from rulewright.text import WIDTH, columns
from rulewright.zones import CardsMoved
from rulewright_unmatched_nemesis.book.wording import TEXTS
from rulewright_unmatched_nemesis.events import EVENTS
from rulewright_unmatched_nemesis.events.fighters import DamageTaken, TokensChanged
from rulewright_unmatched_nemesis.faces.cards import attack_text, skill_text
from rulewright_unmatched_nemesis.faces.look import look
from rulewright_unmatched_nemesis.faces.panel import panel
from tests.lengths import length

from .table import FAR, acting, attack, attacking, duel, invent, rule, rules, special
from .table import fighter as invented_fighter

LANGUAGES = ("en", "zh")
BOTH = ((0, 1),)
"""All players see one card."""
GAPS = re.compile(r"[{}]|\b(None|True|False)\b")


def shown(view: Any, lang: str) -> list[str]:
    """The table as it stands at a terminal."""
    return drawn(panel(view), lang).plain.split("\n")


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.__name__)
def test_every_event_has_a_text_that_names_only_its_fields(event: type[Event]) -> None:
    kind = snake(event.__name__)
    keys = [key for key in (f"event.{kind}", f"heading.{kind}") if key in TEXTS]
    told = {"damage_taken": "damage", "tokens_changed": "token", "cards_moved": "moved", "cards_uncovered": "moved"}
    further = {told[kind]} if kind in told else set()
    assert keys
    for key in keys:
        assert TEXTS.fields(key) <= set(event.__struct_fields__) | further


def test_every_text_stands_in_both_languages() -> None:
    silent = {"event.attack_resolved", "event.turn_started"}
    assert set(TEXTS.missing("en")) == set(TEXTS.missing("zh")) == silent


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_card_panel_and_skill_is_worded_without_gaps(lang: str) -> None:
    book = rules().content
    attacks = [*book["attacks"], *(id for panel in book.panels.values() for id in (*panel.specials, *panel.responses))]
    told = [attack_text(book, id, lang) for id in attacks] + [skill_text(book, id, lang) for id in book["skills"]]

    assert len(set(told)) == len(told) == 24 + 24 + 8
    assert not [text for text in told if (";" in text and lang == "zh") or ("；" in text and lang == "en")]
    assert not [text for text in told if GAPS.search(text) or re.search(r"\w_\w|\w\.\w", text)]


@rule("skill-card.anatomy")
def test_a_skill_card_shows_its_name_its_initiative_and_its_effect() -> None:
    book = rules().content

    assert skill_text(book, "close-quarters", "en") == (
        "Close Quarters (initiative 5): your assaults: +1 light, if the distance is at most 1"
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_random_matches_can_be_looked_at_at_every_moment(lang: str) -> None:
    teller = Narrator(rules(), lang)
    told = 0
    for seed in range(length(1, 3)):
        rng = Random(seed)
        game = new_game(rules(), rules().ruleset.sample_setup(rules().content, rng), seed=seed)  # type: ignore[misc]
        for _ in range(90):
            if game.request is None:
                break
            for player in game.players:
                lines = shown(game.view(player), lang)
                assert max(map(columns, lines)) <= WIDTH, lines
                assert not GAPS.search("\n".join(lines)), lines
            request = game.request
            view = game.view(request.player) if request.player in game.players else game.view(0)
            told += options_are_told(teller, view, request)
            game.answer(request.space.sample(rng), request.player)
        for event in game.view(0).events():
            text = teller.event(game.view(0), event) + teller.heading(game.view(0), event)
            assert not GAPS.search(text) and not re.search(r"Player \d|玩家 \d", text), text
    assert told > length(100, 300)


def options_are_told(teller: Narrator, view: Any, request: Any) -> int:
    """The question and each option have a text of their own, without a fact that is missing."""
    options = list(request.space.options() or ())
    texts = [teller.option(view, request, answer) for answer in options]
    assert all(text and not GAPS.search(text) for text in [*texts, teller.question(view, request)]), texts
    assert len(set(texts)) == len(options), texts
    return len(options)


@rule("setup.step-1", 4)
def test_each_player_sees_what_the_own_fighter_can_do_and_pay_for() -> None:
    """What the aid card is for: the own panel in full, that of the opponent by name and cost."""
    reload, patch = "Reload (costs yin-yang)", "Patch Up (costs eye)"
    for player, own, other in ((0, reload, patch), (1, patch, reload)):
        lines = "\n".join(shown(duel().game.view(player), "en"))
        assert f"{own}: ability, any range; " in lines
        assert other in lines and f"{other}: " not in lines


def test_the_arena_is_drawn_with_its_red_spaces_and_the_fighters() -> None:
    lines = shown(duel(spaces=("a2", "b3")).game.view(0), "en")

    assert any("[a1        ] ── [a2 James" in line for line in lines)
    assert any("[b1*       ]" in line and "[b3*Katie  ]" in line for line in lines)
    assert "* red: entrance to the corridors · fighters 2 spaces apart" in lines
    straight = shown(duel(spaces=("a1", "a5")).game.view(0), "en")
    assert "* red: entrance to the corridors · fighters 4 spaces apart, in a straight line" in straight


@rule("icon.range-x")
@rule("icon.range-x-y")
@rule("icon.straight")
@pytest.mark.parametrize(
    ("range_", "told"),
    [
        (None, ("any range", "无限范围")),
        ({}, ("any range", "无限范围")),
        ({"least": 2, "most": 2}, ("range 2", "范围 2")),
        ({"most": 1}, ("range 1", "范围 1")),
        ({"most": 3}, ("range 1-3", "范围 1-3")),
        ({"least": 2}, ("range 2 or more", "范围 2 以上")),
        ({"straight": True}, ("straight line", "直线")),
    ],
)
def test_a_card_tells_how_far_it_reaches(range_: Any, told: tuple[str, str]) -> None:
    book = invent(attacks=[attack("test", {"do": "draw"}, range=range_)]).content

    assert attack_text(book, "test", "en") == f"test [fist]: assault, {told[0]}; draw 1 card from the deck"
    assert attack_text(book, "test", "zh") == f"test【拳】：突袭，{told[1]}；从牌库抽 1 张牌"


def test_unseen_cards_are_only_counted() -> None:
    position = duel(hands=(("hook",), ("uppercut", "vault")), known=False)
    lines = "\n".join(shown(position.game.view(0), "en"))

    assert "Hook [fist]" in lines
    assert "Uppercut" not in lines
    assert "hand:  2 hidden" in lines


def test_options_say_what_they_do() -> None:
    labels = acting(display=("hook",), spaces=FAR, hands=(("sprint", "taunt"), ())).labels

    assert "Attack: Hook [fist]: assault, 2 light, range 1, KNOCKDOWN (out of range: only into your hand)" in labels
    assert "Move to b2 (3 from Katie)" in labels
    assert "Combo: dash to b2 (costs arrow; 3 from Katie)" in labels
    assert "Corridor to b3 (you take 1 light, no action; 2 from Katie)" in labels
    assert any(label.startswith("Combo: Order (costs eye): ability, any range; move the opponent") for label in labels)


def test_a_special_attack_that_would_be_wasted_says_so() -> None:
    labels = acting(spaces=FAR, hands=(("hook", "taunt", "study"), ()), out_of_range="wasted").labels

    wasted = [label for label in labels if label.endswith("(out of range: paid for nothing)")]

    assert [label.split(" (")[0] for label in wasted] == ["Combo: Aim for the Head"]


def test_a_block_says_what_is_threatened_and_what_is_left_of_it() -> None:
    """Close Quarters makes 2 light of the 1 light of an Uppercut."""
    position = attacking("uppercut", hands=((), ("guard-jab", "hook")), active=(("close-quarters",), ()))

    assert asked(position) == (
        "Katie - Uppercut [fist]: assault, 1 heavy + 1 light, range 1. You would take 1 heavy + 2 light: do you block?"
    )
    assert position.labels == ["No block", "Block with Guard Jab [shield]: you take 1 heavy + 1 light"]


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", "Block with Guard Jab [shield]: you cancel the effect (move the opponent 1 space backward)"),
        ("zh", "用护身刺拳【盾】格挡（取消效果）：将对手移动 1 格（向后）"),
    ],
)
def test_a_block_says_which_effect_it_cancels(lang: str, told: str) -> None:
    position = attacking("palm-strike", hands=((), ("guard-jab",)))
    cancel = ("block", ("cancel", "guard-jab"))

    assert Narrator(rules(), lang).option(position.game.view(1), position.game.request, cancel) == told


def test_a_corridor_says_what_it_costs_whoever_uses_it() -> None:
    """For Tunnel Rat the heavy damage at an edge is light."""
    labels = acting(spaces=("b3", "a1"), active=(("tunnel-rat",), ())).labels

    assert "Corridor to b1 (you take 1 light, no action; 1 from Katie)" in labels


def asked(position: Scenario, lang: str = "en") -> str:
    """What a position asks, in words."""
    request = position.game.request
    return Narrator(position.game.rules, lang).question(position.game.view(request.player), request)


@pytest.mark.parametrize(
    ("knockdown", "told"),
    [
        ("dice", "12 cubes, 37.5% to stand; whoever stands discards 2 light"),
        ("tower", "12 cubes; whoever stands discards 2 light"),
    ],
)
def test_whoever_may_call_for_a_test_is_told_how_likely_it_knocks_down(knockdown: str, told: str) -> None:
    """Merciless counts a cube more."""
    position = attacking("last-word", heavy=(0, 6), light=(0, 4), active=(("merciless",), ()), knockdown=knockdown)

    assert asked(position) == f"James: does Katie have to take a knockdown test? {told}"


def test_a_move_that_a_text_brings_says_how_far_it_goes_and_where_that_is() -> None:
    position = attacking("sprint", spaces=("a1", "a3"))

    assert asked(position) == "James: move up to 2 spaces. Where to?"
    assert "To b2 (2 from Katie)" in position.labels
    assert asked(attacking("palm-strike")) == "James: move the opponent 1 space backward. Where to?"


def test_a_cost_is_named_and_a_card_in_hand_is_its_symbol() -> None:
    position = acting(hands=(("hook", "haymaker"), ())).answer(("special", "suppressing-fire"))

    assert asked(position) == "James: which cards pay for this (fist)?"
    hand = ("hook", "uppercut", "vault", "sprint", "taunt", "lunge")
    assert "Hook [fist]" in acting(hands=(hand, ()), display=("elbow",)).answer(("attack", "elbow")).labels


def test_events_tell_only_the_damage_there_is_and_only_count_many_cards() -> None:
    position = attacking("hook")
    teller = Narrator(rules(), "en")
    view = position.game.view(0)

    assert teller.event(view, position.last(DamageTaken)) == "Katie takes 2 light"
    assert teller.event(view, TokensChanged(0, 1)) == "James: +1 bullet"
    assert teller.event(view, TokensChanged(0, -2)) == "James: -2 bullets"
    assert teller.event(view, CardsMoved(("hook",) * 7, "discard", "deck")) == "Back into the deck: 7 cards"


@pytest.mark.parametrize(
    ("moved", "en", "zh"),
    [
        (CardsMoved(("hook", "elbow"), "deck", "hand:1"), "Katie draws 2 cards", "凯蒂抽取 2 张牌"),
        (
            CardsMoved(("hook", "elbow"), "hand:1", "discard", watchers=BOTH * 2),
            "Katie discards Hook, Elbow",
            "凯蒂弃掉勾拳、肘击",
        ),
        (
            CardsMoved(("hook",), "dealt:1", "dealt:0", watchers=BOTH),
            "Katie passes Hook to James",
            "凯蒂把勾拳传给詹姆斯",
        ),
        (
            CardsMoved(("hook",), "discard", "display", watchers=BOTH),
            "Hook: discard pile -> display",
            "勾拳：弃牌堆 → 展示区",
        ),
    ],
)
def test_cards_move_as_players_say_it(moved: CardsMoved, en: str, zh: str) -> None:
    position = attacking("hook")
    view = position.game.view(0)

    seen = moved.seen_by(position.game.viewer(0))
    assert [Narrator(rules(), lang).event(view, seen) for lang in LANGUAGES] == [en, zh]


def test_a_response_is_told_with_what_it_does() -> None:
    own = special("answer", type="response", answers="assault", light=2, cost=("eye",))
    here: dict[str, Any] = {"rules": invent(fighters=[invented_fighter(own)]), "fighters": ("katie", "tester")}
    labels = acting(hands=((), ("taunt",)), display=("elbow",), **here).answer(("attack", "elbow")).labels

    assert labels == ["No response", "Respond: answer (costs eye): response, 2 light, any range, answers an assault"]


def seen(view: Any, what: str, lang: str = "en") -> str | None:
    """A closer look at a very wide terminal."""
    found = look(view, what)
    return None if found is None else drawn(found, lang, 1_000).plain


@rule("panel.anatomy", 1)
def test_a_closer_look_tells_a_panel_a_card_and_a_skill() -> None:
    view = duel().game.view(1)

    panels = seen(view, "") or ""
    assert panels.startswith("Katie, Scout - Toolbox\nWrench Swing (costs fist ?)")
    assert "\n\nJames, Captain - Firing Line\nAim for the Head (costs fist ? ?)" in panels
    assert seen(view, "Hook") == "Hook [fist]: assault, 2 light, range 1, KNOCKDOWN"
    assert seen(view, "勾拳", "zh") == "勾拳【拳】：突袭，2 轻伤，范围 1，击倒"
    assert seen(view, "reload") == attack_text(view.content, "reload", "en")
    assert seen(view, "iron jaw") == "Iron Jaw (initiative 3): assaults against you: 1 heavy becomes light"
    assert seen(view, "IronJaw!") == seen(view, "iron jaw"), "without what stands between letters"
    assert seen(view, "no such thing") is None
