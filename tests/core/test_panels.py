"""Panels are data: they survive JSON, know the ids of what they show, and the terminal draws them in any width."""

from __future__ import annotations

import io
from dataclasses import replace
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from rulewright import View, new_game
from rulewright.cli.drawing import drawn
from rulewright.geometry import maps
from rulewright.overview import Question, about, panel_of, question_of, tables_of
from rulewright.panels import (
    Bar,
    Cards,
    Dice,
    DieFace,
    Emphasis,
    Heading,
    Item,
    Items,
    MapOf,
    Panel,
    Row,
    Rows,
    Section,
    Spot,
    Spots,
    Text,
    Tokens,
)
from rulewright.plaindata import plain
from rulewright.plugins import registry
from rulewright.refusals import Violation
from rulewright.requests import Request
from rulewright.spaces import Number, Options, Subset
from rulewright.testing.panels import check_question
from rulewright.text import LANGUAGES, columns
from tests.lengths import length

from .small_games import DUEL, SURVEY

BOTH = {"en": "Turn of Ann", "zh": "安的回合"}


def lines(*pieces: Any, lang: str = "en", width: int = 40) -> list[str]:
    return drawn(Panel(pieces), lang, width).plain.split("\n")


# Any panel ------------------------------------------------------------------------------------------------

texts = st.text("ab 火龙，1-é\n", max_size=30)
words = texts | st.fixed_dictionaries({"en": texts, "zh": texts})
ids = st.text("ab:", max_size=3)
emphases = st.sampled_from(Emphasis)
items = st.lists(
    st.builds(Item, words, words, st.lists(words, max_size=2).map(tuple), st.integers(1, 3), emphases, about=ids),
    max_size=3,
).map(tuple)
paragraphs = st.builds(Text, words, emphases, about=ids)
bars = st.builds(Bar, st.integers(-3, 60), st.integers(0, 50), words, about=ids)
listings = (
    st.builds(Items, items, words, about=ids)
    | st.builds(Cards, items, words, st.integers(0, 3), about=ids)
    | st.builds(Tokens, items, words, about=ids)
    | st.builds(Dice, st.lists(st.builds(DieFace, words, words, about=ids), max_size=6).map(tuple), words, about=ids)
)
rows = st.builds(
    Row, st.lists(paragraphs | bars, max_size=4).map(tuple), st.lists(listings, max_size=2).map(tuple), words, about=ids
)
tables = st.builds(Rows, st.lists(rows, max_size=3).map(tuple), st.lists(words, max_size=4).map(tuple), words)
spots = st.builds(Spot, words, st.integers(0, 2), st.integers(0, 2), words, emphases, about=ids)
plans = st.builds(
    Spots, st.lists(spots, max_size=4).map(tuple), st.lists(st.tuples(ids, ids), max_size=3).map(tuple), about=ids
)
leaves = st.builds(Heading, words, about=ids) | paragraphs | bars | listings | tables | plans
pieces = st.recursive(
    leaves, lambda inner: st.builds(Section, st.lists(inner, max_size=3).map(tuple), words), max_leaves=6
)
panels = st.lists(pieces, max_size=4).map(lambda found: Panel(tuple(found)))


@given(panels)
def test_a_panel_survives_json(panel: Panel) -> None:
    assert msgspec.json.decode(msgspec.json.encode(panel), type=Panel) == panel


@given(panels, st.sampled_from(LANGUAGES), st.integers(10, 120))
def test_no_line_is_wider_than_the_terminal(panel: Panel, lang: str, width: int) -> None:
    shown = drawn(panel, lang, width).plain.split("\n")
    assert max(map(columns, shown)) <= width
    assert [line for line in shown if line != line.rstrip()] == []


@given(panels)
def test_ids_are_those_of_all_parts(panel: Panel) -> None:
    data = msgspec.json.encode(panel).decode()
    assert panel.ids == {part for part in panel.ids if f'"about":"{part}"' in data}
    assert data.count('"about"') == sum(1 for part in panel.parts() if getattr(part, "about", ""))


def test_a_map_is_found_and_its_things_are_known() -> None:
    line = maps.line((0.0, 0.0), (1.0, 1.0), maps.Kind.FREE, "shot")
    sea = maps.Map(True, 3.0, 3.0, (line,))
    panel = Panel((Heading("Sea"), Section((MapOf(sea),))))

    assert panel.map == sea and panel.ids == {"shot"}
    back = msgspec.json.decode(msgspec.json.encode(panel), type=Panel)
    assert msgspec.convert(back.map, maps.Map) == sea
    assert Panel((Heading("Sea"),)).map is None


# At the terminal ------------------------------------------------------------------------------------------


def test_what_was_read_is_told_by_name() -> None:
    hand = Cards(
        (Item("Jab", "one light cube", ("0 CP",)), Item("Hook", "two light cubes", ("1 CP",))), "Hand", hidden=1
    )
    odds = Rows((Row((Text("9%"), Text("Hook: two light cubes, knocked down", brief="Hook"))),))
    read: set[str] = set()
    first, again = (drawn(Panel((hand, odds)), "en", 60, read=read).plain.split("\n") for _ in range(2))
    assert first == [
        "Hand: 0 CP  Jab: one light cube", "      1 CP  Hook: two light cubes", "      1 hidden",
        "9%  Hook: two light cubes, knocked down",
    ]  # fmt: skip
    assert again == ["Hand: 0 CP Jab, 1 CP Hook, 1 hidden", "9%  Hook"]


def test_on_a_wide_screen_the_rest_stands_beside_the_map() -> None:
    sea = maps.Map(True, 3.0, 3.0, ())
    panel, alone = Panel((Heading("Sea"), MapOf(sea), Text("calm"))), Panel((MapOf(sea),))
    wide, narrow = (drawn(panel, "en", width, abreast=True).plain.split("\n") for width in (128, 127))
    assert wide[0].split() == ["A", "B", "C", "Sea"] and wide[1].endswith("calm")
    assert narrow[0] == "Sea" and narrow[-1] == "calm"
    assert drawn(alone, "en", 128, abreast=True).plain == drawn(alone, "en", 60).plain


def test_a_text_is_that_of_the_reader() -> None:
    assert lines(Heading(BOTH)) == ["Turn of Ann"]
    assert lines(Heading(BOTH), lang="zh") == ["安的回合"]


def test_long_texts_are_folded_between_words_and_chinese_signs() -> None:
    assert lines(Text("one two three four"), width=9) == ["one two", "three", "four"]
    assert lines(Text("安的回合，鲍勃"), width=9) == ["安的回", "合，鲍勃"], "no line begins with a comma"
    assert lines(Text("two\nlines")) == ["two", "lines"]


def test_a_list_stands_beside_its_title_and_names_go_round() -> None:
    tokens = Tokens((Item("Evasive", count=2), Item("Reload")), "Tokens")
    assert lines(tokens) == ["Tokens: Evasive ×2, Reload"]
    assert lines(tokens, lang="zh") == ["Tokens：Evasive ×2、Reload"]
    assert lines(tokens, width=20) == ["Tokens: Evasive ×2,", "        Reload"]
    both = (tokens, Cards((Item("Dragon"),), "Hand"))
    assert lines(*both)[1] == "Hand: Dragon"
    assert lines(Section(both))[1] == "Hand:   Dragon", "in one section titles stand in a column"


def test_a_long_title_stands_above_what_does_not_fit_beside_it() -> None:
    dice = Dice((DieFace("1", "Sword"), DieFace("6", "Pow")), "Dice of the Barbarian (locked)")
    assert lines(dice, width=50) == ["Dice of the Barbarian (locked): [1 Sword] [6 Pow]"]
    assert lines(dice) == ["Dice of the Barbarian (locked):", "  [1 Sword] [6 Pow]"]


def test_cards_with_texts_stand_below_each_other_behind_their_notes() -> None:
    cards = Cards((Item("Dragon", "burns all", ("2 CP", "main")), Item("Elf", "", ("10 CP", "roll"))), "Hand", 3)
    assert lines(cards) == ["Hand:  2 CP  main  Dragon: burns all", "      10 CP  roll  Elf", "      3 hidden"]


def test_backs_are_counted_and_nothing_is_none() -> None:
    assert lines(Cards((Item("Elf"),), "Hand", 2)) == ["Hand: Elf, 2 hidden"]
    assert lines(Cards((), "Hand")) == ["Hand: none"]
    assert lines(Cards((), "手牌", 2), lang="zh") == ["手牌：2 张未知"]


def test_rows_stand_in_columns_with_marks_and_what_is_below() -> None:
    table = Rows(
        (
            Row((Text("Ann"), Bar(5, 10), Text("3 CP")), (Tokens((Item("Evasive"),), "Tokens"),), ">"),
            Row((Text("Barbara"), Bar(10, 10), Text("12 CP"))),
        )
    )
    assert lines(table, width=60) == [
        "> Ann      ████████░░░░░░░░  5/10   3 CP",
        "    Tokens: Evasive",
        "  Barbara  ████████████████ 10/10  12 CP",
    ]


def test_the_last_column_is_folded_and_a_wide_one_is_cut() -> None:
    table = Rows((Row((Text("99%"), Text("Showdown: a small straight"))), Row((Text("5%"), Text("none")))), ("chance",))
    assert lines(table, width=32) == ["chance", "   99%  Showdown: a small", "        straight", "    5%  none"]
    named = Rows((Row((Text("a very long name of someone"), Text("what is said of them here"))),))
    assert lines(named, width=40)[0] == "a very long n~  what is said of them"


def test_spaces_are_joined_where_they_are_neighbours() -> None:
    here = Spot("b*", 1, 0, "Ann", about="b")
    drawing = lines(Spots((Spot("a", 0, 0, about="a"), here, Spot("c", 1, 1, about="c")), (("a", "b"), ("c", "b"))))
    assert drawing == ["[a         ]", "     │", "[b*Ann     ] ── [c         ]"]


def test_a_terminal_that_is_too_narrow_cuts_spaces() -> None:
    row = Spots(tuple(Spot("name", 0, column, "Ann") for column in range(9)))
    assert lines(row, width=24) == ["[~]    [~]    [~]    [~~"]


def test_sections_are_set_apart() -> None:
    drawing = lines(Heading("Top"), Section((Text("in it"),), "Title"), Text("after"), Heading("Next"), width=8)
    assert drawing == ["Top", "────────", "Title", "  in it", "────────", "after", "", "Next"]


def printed(panel: Panel, **console: Any) -> str:
    out = io.StringIO()
    Console(file=out, width=40, **console).print(drawn(panel, "en", 40))
    return out.getvalue()


def test_colours_are_for_terminals_that_have_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    panel = Panel((Text("5 damage", Emphasis.BAD), Bar(9, 10), Bar(3, 10), Bar(1, 10)))
    coloured = printed(panel, force_terminal=True)
    assert "\x1b[31m5" in coloured
    assert [colour in coloured for colour in ("\x1b[32m█", "\x1b[33m█", "\x1b[31m█")] == [True] * 3
    assert "\x1b" not in printed(panel)
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[3" not in printed(panel, force_terminal=True)


# Games ----------------------------------------------------------------------------------------------------


def test_a_game_without_a_panel_shows_its_tables_in_both_languages() -> None:
    view = new_game(replace(DUEL, panel=None), seed=3).view(0)
    panel = panel_of(view)

    assert panel == tables_of(view)
    (fighters,) = panel.pieces
    assert isinstance(fighters, Rows) and len(fighters.rows) == 2
    english, chinese = (drawn(panel, lang).plain for lang in LANGUAGES)
    assert "Shield" in english and "(hidden)" in english
    assert "盾牌" in chinese and "隐藏" in chinese


def test_what_an_option_is_about_is_said_by_the_ruleset_or_by_the_answer() -> None:
    request = Request(0, "play", Options((("play", "shield"), ("play", "oil"), None)))
    panel = Panel((Cards((Item("Shield", about="shield"),), about="hand:0"),))

    def pointed(view: View) -> list[tuple[str, ...]]:
        return [about(view, panel, request, answer) for answer in request.space.options() or ()]

    assert pointed(new_game(DUEL, seed=3).view(0)) == [("shield",), (), ()]

    def hand(view: View, request: Request, answer: Any) -> list[str] | None:
        return ["hand:0"] if answer is None else None

    assert pointed(new_game(replace(DUEL, about=hand), seed=3).view(0)) == [("shield",), (), ("hand:0",)]


def broken(view: View) -> Panel:
    raise LookupError("no such card: moon")


def test_a_panel_that_fails_is_replaced_by_tables_and_a_line_that_says_so() -> None:
    view = new_game(replace(DUEL, panel=broken), seed=3).view(0)
    said, *others = panel_of(view).pieces

    assert tuple(others) == tables_of(view).pieces
    assert isinstance(said, Text) and said.emphasis is Emphasis.BAD
    english, chinese = (drawn(Panel((said,)), lang, 200).plain for lang in LANGUAGES)
    assert english == "The game's own picture failed (LookupError: no such card: moon); these are its plain tables."
    assert chinese == "游戏自己的画面出错（LookupError: no such card: moon）；以下是普通表格。"


# Questions ------------------------------------------------------------------------------------------------


def question(request: Request, **more: Any) -> Question:
    found = question_of(new_game(DUEL, seed=3).view(0), request, **more)
    assert found is not None
    return found


def test_a_question_has_all_that_a_face_needs_to_draw_it() -> None:
    closed = (("play", "oil"), Violation("too_dear", "3.2", words={"en": "it costs 2", "zh": "费用为 2"}))
    space = Options((("play", "shield"), None), (closed,))
    panel = Panel((Cards((Item("Shield", about="shield"), Item("Oil", about="oil")), about="hand:0"),))
    sent = msgspec.json.decode(msgspec.json.encode(question(Request(0, "play", space, "3.1"), panel=panel)))

    assert sent == {
        "player": 0,
        "ask": "play",
        "text": {"en": "Play", "zh": "Play"},
        "how": {
            "en": "Type the number of an option, or the beginning of its name.",
            "zh": "输入选项编号，或其名称的开头。",
        },
        "space": {"kind": "options", "values": [["play", "shield"], None]},
        "rule": "3.1",
        "choices": [
            {"answer": ["play", "shield"], "label": {"en": "play, shield", "zh": "play、shield"}, "about": ["shield"]},
            {"answer": None, "label": {"en": "Pass", "zh": "跳过"}},
        ],
        "closed": [
            {
                "answer": ["play", "oil"],
                "label": {"en": "play, oil", "zh": "play、oil"},
                "about": ["oil"],
                "why_not": {"en": "it costs 2 [3.2]", "zh": "费用为 2 [3.2]"},
            }
        ],
    }
    assert space.check(plain(sent["choices"][0]["answer"])) == ()


def test_what_answers_are_made_of_is_no_answer_by_itself() -> None:
    some = question(Request(0, "some", Subset(("a", "b", "c"), 1, 2)))

    assert [item.answer for item in some.items] == ["a", "b", "c"]
    assert some.choices == () and some.parts == some.items
    assert some.space == {"kind": "subset", "items": ["a", "b", "c"], "least": 1, "most": 2, "judged": False}


def test_a_number_lists_nothing_and_says_its_bounds() -> None:
    number = question(Request(0, "number", Number(0, 10)), langs=("zh",))

    assert (number.parts, number.ideas, number.closed) == ((), (), ())
    assert number.space == {"kind": "number", "least": 0, "most": 10, "step": 1, "whole": True}
    assert number.how == {"zh": "输入一个数字（0 到 10）。"}


def test_where_answers_cannot_be_listed_a_few_are_suggested() -> None:
    game = new_game(SURVEY, seed=1)
    while game.request.ask != "walk":
        game.answer(game.request.space.sample(Random(1)))
    found = question_of(game.view(0))

    assert found is not None and found.parts == () and found.ideas
    for idea in found.ideas:
        assert game.request.check(plain(msgspec.json.decode(msgspec.json.encode(idea.answer)))) == ()


def test_nothing_is_asked_of_who_waits() -> None:
    game = new_game(DUEL, seed=3)
    assert question_of(game.view(1 - game.request.player)) is None


@pytest.mark.parametrize("name", ["duel", "survey", *sorted(registry().rulesets)])
def test_every_question_of_a_random_game_can_be_sent_to_a_face_and_answered_as_json(name: str) -> None:
    ruleset = {"duel": DUEL, "survey": SURVEY}.get(name) or registry().get(name)
    game, rng = new_game(ruleset, seed=5), Random(5)
    while (request := game.request) is not None:
        if request.player in game.players and len(game.answers) % length(3, 1) == 0:
            view = game.view(request.player)
            check_question(view, panel_of(view), rng)
        game.answer(msgspec.json.decode(msgspec.json.encode(request.space.sample(rng))), request.player)
    assert game.answers


def test_short_rows_stand_two_abreast_where_there_are_no_heads() -> None:
    """A long row, and one with something below it, has a line of its own."""

    def row(*cells: str, below: str = "") -> Row:
        return Row(tuple(map(Text, cells)), below=(Text(below),) if below else ())

    short, long = (
        [row(name, "3 wounds") for name in ("Ann", "Bob", "Cyd")],
        row("Dan", "is stunned, poisoned, and on fire"),
    )
    panel = Panel((Rows((*short, long, row("Eve", "4 wounds", below="flies"), short[0])),))
    assert str(drawn(panel, "en", 40)).split("\n") == [
        "Ann  3 wounds        Bob  3 wounds",
        "Cyd  3 wounds",
        "Dan  is stunned, poisoned, and on fire",
        "Eve  4 wounds",
        "  flies",
        "Ann  3 wounds",
    ]
    headed = Panel((Rows(tuple(short), ("who", "state")),))
    assert len(str(drawn(headed, "en", 40)).split("\n")) == 4
