"""Texts that no program understands: whoever controls one says what happens, in the words of the game."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from rulewright import Game, load, new_game
from rulewright.bots import make_bot
from rulewright.cli.main import main
from rulewright.describe import describe
from rulewright.events import FoundImpossible, LeftByHand, PlayedByHand
from rulewright.journal import journal_of, rebuild
from rulewright.narrator import Narrator
from rulewright.problems import ContentError
from rulewright.ruleset import Rules
from rulewright.simulate import simulate
from rulewright.testing import check_ruleset, refused
from rulewright.vocabulary import HandEffects
from rulewright_dice_throne.cards.wording import Wording
from rulewright_dice_throne.effects.lexicon import LEXICON
from rulewright_dice_throne.events.attack import AttackDealt
from rulewright_dice_throne.events.status_effects import StatusGained

from .table import NOTHING, Table, card, defence, invent, offence, passive, sit, status

TEXT = {"en": "The wind turns.", "zh": "风向变了。"}
TURN = {"do": "by_hand", "text": TEXT}
HEROES = ("tester", "tester")
RIVALS = ("tester", "barbarian")


@cache
def weather() -> Rules:
    """A hero with a text by hand wherever the content may have effects."""
    vane = offence("vane", TURN)
    wall = defence("wall", TURN)
    calm = passive("calm", {"when": "upkeep", "effects": [TURN]}, uses=[{"windows": ["main_phase"], "effects": [TURN]}])
    storm = offence("storm", TURN, {"do": "then"}, TURN, requires={"symbols": {"star": 5}}, kind="ultimate")
    drizzle = offence("drizzle", {"do": "inflict", "status": "fog"}, {"do": "then"}, TURN, requires={"numbers": {4: 3}})
    fog = status("fog", triggers=[{"when": "upkeep", "effects": [TURN]}])
    gust = status("gust", kind="spendable", polarity="positive", uses=[{"windows": ["main_phase"], "effects": [TURN]}])
    kite = {
        "id": "kite", "name": {"en": "Kite", "zh": "风筝"}, "count": 3, "starts": "active",
        "triggers": [{"when": "income", "effects": [TURN]}], "uses": [{"windows": ["main_phase"], "effects": [TURN]}],
    }  # fmt: skip
    cards = [
        card("weathercock", TURN, {"do": "gain_cp", "amount": 1}, copies=3),
        card("squall", TURN, kind="roll", copies=2),
        card("breeze", {"do": "if", "test": {"has": "gust"}, "then": [TURN], "otherwise": [TURN]}, kind="instant"),
        card("almanac", {"do": "additionally", "effects": [TURN]}, {"do": "draw"}),
    ]
    blow = offence("blow", {"do": "damage", "amount": 9}, requires={"symbols": {"sword": 2}})
    boards = [vane, blow, drizzle, wall, calm, storm]
    return invent(
        boards, cards, [fog, gust], ["gunslinger", "huntress", "monk", "moon-elf"], companions=[kite], setup=[TURN]
    )


def sayings(rules: Rules | None = None) -> HandEffects:
    return HandEffects((rules or weather()).content.by_hand)


def with_card(*effects: Any, seats: Sequence[dict[str, Any]] = ({}, {}), heroes: Any = RIVALS, **how: Any) -> Table:
    """A card by hand, and whatever comes after it in the text, has been played in the main phase."""
    rules = invent(
        [offence("vane", TURN)],
        [card("weathercock", TURN, *effects)],
        [status("fog", changes=FOGGY), CURSE],
        besides=["huntress", "monk"],
    )
    first, *others = seats
    table = sit({"hand": ("weathercock",), **first}, *others, rules=rules, heroes=heroes, **how)
    return table.until(window="main actions").play("weathercock")


CURSE = status("curse", forbids=["healing", "prevention"])
FOGGY = [{"rule": "hand limit", "by": 1}]


def until(table: Table, ask: str, source: str = "") -> Table:
    """Leave what is by hand, and pass, until a question about something is asked."""
    while table.asked != ask or (source and table.game.request.about["source"] != source):
        table.answer(()) if table.asked == "by_hand" else table.skip()
    return table


# Where it may stand ---------------------------------------------------------------------------


def test_whoever_plays_a_card_says_what_it_does() -> None:
    table = with_card({"do": "gain_cp", "amount": 1})

    assert (table.asked, table.player) == ("by_hand", 0)
    with table.refused(rule="field.deck"):
        table.game.answer("weather")
    table.answer("damage 2; gain_cp 3")
    table.settle()
    assert (table.health[1], table.cp[0]) == (48, 3 + 3 + 1)


def test_nothing_is_an_answer() -> None:
    table = with_card({"do": "gain_cp", "amount": 1}).answer("nothing")

    assert table.cp[0] == 3 + 1
    assert [event.source for event in table.events(LeftByHand)] == ["weathercock"]


@pytest.mark.parametrize("said", ["damage 4", "damage 4 type undefendable"])
def test_damage_that_is_said_of_an_ability_is_an_attack(said: str) -> None:
    rules = invent([offence("vane", TURN)])
    table = sit(rules=rules, heroes=RIVALS, dice=[(1, 2, 4, 5, 6), (1, 1, 1)]).attack("vane")
    assert (table.asked, table.player) == ("by_hand", 0)
    table.answer(said)

    if said == "damage 4":
        table.defend(None)
    table.settle_undefended()
    assert table.health == (50, 46)
    assert [event.amount for event in table.events(AttackDealt)] == [4]


def test_an_ability_of_which_nothing_is_said_is_no_attack() -> None:
    table = sit(rules=invent([offence("vane", TURN)]), heroes=RIVALS, dice=[NOTHING]).attack("vane")
    table.answer("heal 3; draw").settle_undefended()

    assert table.health == (53, 50)


def test_tokens_that_are_said_of_an_ability_wait_for_its_target() -> None:
    rules = invent([offence("vane", TURN)], statuses=[status("fog", changes=FOGGY)], besides=["monk"])
    three: dict[str, Any] = {"heroes": ("tester", "barbarian", "monk"), "mode": "king_of_the_hill"}
    table = sit(rules=rules, dice=[NOTHING], **three).attack("vane").answer("inflict fog 2; damage 3")

    assert table.game.state.attack[0].deferred[0][2] == ("inflict", ("status", "fog"), ("amount", 2))
    table.until("target").answer(2).defend(None).settle()
    assert (table.tokens(2), table.tokens(1)) == ({"fog": 2}, {})
    assert table.health == (35, 35, 32)


def test_a_defence_prevents_and_strikes_back() -> None:
    rules = invent([offence("vane", {"do": "damage", "amount": 6}), defence("wall", TURN)])
    table = sit(rules=rules, heroes=HEROES, dice=[NOTHING, (1,)]).attack("vane").defend("wall")

    assert (table.asked, table.player) == ("by_hand", 1)
    table.answer("prevent 4; damage 1 attacker").settle()
    assert table.health == (49, 48)


def test_a_token_is_played_by_its_holder() -> None:
    fog = status("fog", triggers=[{"when": "upkeep", "effects": [TURN, {"do": "gain_cp", "amount": 2}]}])
    table = sit({"tokens": {"fog": 1}}, rules=invent([offence("vane", TURN)], statuses=[fog]), heroes=RIVALS)

    assert (table.asked, table.player) == ("by_hand", 0)
    table.answer("lose_cp 1 self; remove_status fog; damage 1 inflicter").until(window="main actions")
    assert (table.tokens(0), table.cp[0], table.health[1]) == ({}, 2 - 1 + 2 + 1, 49)


def test_a_token_that_is_spent_a_passive_ability_and_a_companion() -> None:
    rules = weather()
    table = sit({"tokens": {"gust": 1}, "companions": {"kite": 2}}, rules=rules, heroes=RIVALS)
    for source in ("calm", "kite"):
        assert (table.asked, table.game.request.about["source"]) == ("by_hand", source)
        table.answer("gain_cp 1")
    table.until(window="main actions")
    for source in ("gust", "calm", "kite"):
        table.spend(source)
        assert (table.asked, table.game.request.about["source"]) == ("by_hand", source)
        table.answer("nothing" if source == "gust" else "companion kite heal 1")
    assert table.tokens(0) == {}
    assert [companion.dial for companion in table.game.state.heroes[0].companions] == [2 + 1 - 1 + 1]


def test_what_comes_after_a_break_is_said_when_the_target_is_known() -> None:
    rules = weather()
    table = sit(rules=rules, heroes=("tester", "barbarian"), dice=[(4, 4, 4, 1, 2)])
    until(table, "announce").answer("drizzle")
    until(table, "by_hand", "drizzle")
    assert table.tokens(1) == {"fog": 1}
    table.answer("damage 5").defend(None).settle()
    assert table.health[1] == 45


# What is impossible ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "en", "zh"),
    [
        ("inflict fogg", "status cannot be 'fogg'; did you mean fog", "是不是 fog"),
        ("damage 2 barbarien", "to cannot be 'barbarien'; did you mean barbarian", "是不是 barbarian"),
        ("damage 2 taregt", "to cannot be 'taregt'; did you mean target", "是不是 target"),
        ("damage 2 monk", "nobody plays monk here; there are tester, barbarian", "没有人使用 monk"),
        ("damage 2 inflicter", "nobody now who is meant by inflicter", "现在没有 inflicter 所指的玩家"),
        ("damage 2 each_teammate", "nobody now who is meant by each_teammate", "没有 each_teammate"),
        ("damage -2", "its amount comes to -2", "其数量为 -2"),
        ("damage 0", "its amount comes to 0", "其数量为 0"),
        ("heal opponents_tokens", "its amount comes to 0", "其数量为 0"),
        ("damage 1000", "at most 999", "999"),
        ("modify_attack 2", "no Attack is under way", "没有进行中的攻击"),
        ("undefendable", "no Attack is under way", "没有进行中的攻击"),
        ("cancel_attack", "no Attack is under way", "没有进行中的攻击"),
        ("remove_status fog", "there is nothing that it could be used on", "没有可供其作用的对象"),
        ("reroll 2", "there is nothing that it could be used on", "没有可供其作用的对象"),
        ("companion nyra heal 1", "you do not have Nyra", "你没有妮拉"),
        ("skip_phase targeting_roll", "skipping the phase 'targeting_roll'", "不成立"),
        ("redirect", "exactly one of to, companion", "不成立"),
    ],
)
def test_what_is_impossible_is_refused_in_both_languages(said: str, en: str, zh: str) -> None:
    table = with_card()
    before = table.game.digest()
    with refused(table.game, match=en) as told:
        table.answer(sayings(table.game.rules).read(said))
    assert zh in told.value.told("zh")
    assert table.game.digest() == before


def test_a_target_that_is_out_is_refused() -> None:
    blow = offence("blow", {"do": "damage", "amount": 9})
    rules = invent([blow], [card("weathercock", TURN, kind="instant", copies=2)], besides=["monk"])
    table = sit(
        {"hand": ("weathercock",)}, {"health": 1}, rules=rules, heroes=("tester", "barbarian", "monk"),
        mode="king_of_the_hill", dice=[NOTHING],
    ).attack("blow")  # fmt: skip
    table.until("target").answer(1).defend(None).until(window="main actions").play("weathercock")
    assert table.game.state.heroes[1].out

    for said in ("damage 1 barbarian", "lose_cp 1 barbarian"):
        with refused(table.game, match="nobody now who is meant by barbarian"):
            table.answer(said)


def test_what_is_forbidden_is_refused() -> None:
    table = with_card(seats=({"tokens": {"curse": 1}}, {}))
    for said, told in (
        ("heal 1", "nobody who is meant can be healed"),
        ("prevent 1", "the damage cannot be prevented"),
    ):
        with refused(table.game, match=told):
            table.answer(said)
    table.answer("heal 1 barbarian")


def test_nothing_is_prevented_of_an_ultimate() -> None:
    rules = invent([offence("storm", {"do": "damage", "amount": 9}, kind="ultimate"), defence("wall", TURN)],
                   statuses=[status("charm", triggers=[{"when": "attacked", "effects": [TURN]}])])  # fmt: skip
    table = sit({}, {"tokens": {"charm": 1}}, rules=rules, heroes=HEROES, dice=[NOTHING]).attack("storm")
    assert (table.asked, table.player) == ("by_hand", 1)
    for said, told in (
        ("prevent 3", "until it is over its opponents can do nothing"),
        ("set_health 9", "until it is over its opponents can do nothing"),
        ("modify_attack -3", "this Attack cannot be modified"), ("cancel_attack", "this Attack cannot be modified"),
    ):  # fmt: skip
        with refused(table.game, match=told):
            table.answer(said)
    table.answer("nothing").settle_undefended()
    assert table.health == (50, 41)


def test_two_of_one_hero_are_not_told_apart_by_its_name() -> None:
    table = with_card(heroes=HEROES)
    with refused(table.game, match="more than one plays Tester: say self, target"):
        table.answer("damage 1 tester")
    table.answer("damage 1").settle()
    assert table.health == (50, 49)


def test_whom_the_target_is_is_asked_where_there_are_several() -> None:
    table = with_card(heroes=("tester", "barbarian", "monk"), mode="king_of_the_hill")
    table.answer("damage 2; damage 1 monk")
    assert table.asked == "choose_player"
    table.answer(1).settle()
    assert table.health == (35, 33, 34)


def test_a_later_effect_that_turns_out_impossible_is_asked_for_anew() -> None:
    table = with_card({"do": "gain_cp", "amount": 1}, seats=({"tokens": {"fog": 1}}, {}))
    table.answer("remove_status fog; remove_status fog; gain_cp 5")

    assert (table.asked, table.tokens(0), table.cp[0]) == ("by_hand_again", {}, 3)
    (found,) = table.events(FoundImpossible)
    assert found.reason["en"] == "there is nothing that it could be used on"
    table.answer("gain_cp 4")
    assert table.cp[0] == 3 + 4 + 1


# Shown, kept ----------------------------------------------------------------------------------


def test_everyone_reads_what_was_said_with_the_text() -> None:
    table = with_card().answer("inflict fog 2; gain_cp 1")
    (played,) = table.events(PlayedByHand)

    for player in (0, 1):
        for lang, told in (
            ("en", "weathercock (by hand): inflict 2 fog, gain 1 CP. The text: “The wind turns.”"),
            ("zh", "weathercock（手动结算）：施加 2 个 fog，获得 1 CP。原文：“风向变了。”"),
        ):
            assert Narrator(table.game.rules, lang).event(table.game.view(player), played) == told
    (gained,) = table.events(StatusGained)
    chain = table.game.why(gained).chain
    assert (chain[0].by, chain[1].event) == ("what was said by hand", played)


def test_it_is_undone_forked_saved_and_replayed() -> None:
    table = with_card({"do": "gain_cp", "amount": 1}, heroes=("tester", "barbarian", "monk"), mode="king_of_the_hill")
    game = table.game
    before = game.digest()
    table.answer("damage 2; inflict fog")
    copy = game.fork()
    loaded = rebuild(game.rules, game.setup, journal_of(game))
    for one in (game, copy):
        assert one.request.ask == "choose_player"
        one.answer(1, 0)
    assert game.digest() == copy.digest() != loaded.digest()
    game.undo()
    assert game.digest() == loaded.digest()
    game.undo()
    assert game.digest() == before


def test_content_may_name_a_hero_too() -> None:
    wind = card("wind", {"do": "lose_cp", "amount": 1, "to": {"hero": "barbarian"}})
    table = sit({"hand": ("wind",)}, rules=invent([offence("vane", TURN)], [wind]), heroes=RIVALS)
    assert table.until(window="main actions").play("wind").cp[1] == 1
    assert Wording(table.game.content, "zh").card("tester", "wind") == "狂战士失去 1 CP"

    wind["effects"] = [{"do": "lose_cp", "amount": 1, "to": {"hero": "barbarien"}}]
    with pytest.raises(ContentError, match="did you mean 'barbarian'"):
        invent([offence("vane", TURN)], [wind])


def test_a_saved_game_goes_on_in_the_middle_of_what_was_said(tmp_path: Path) -> None:
    game = new_game(weather(), {"heroes": ("tester", "barbarian", "monk"), "mode": "king_of_the_hill"}, seed=4)
    game.answer(sayings().read("gain_cp 1; damage 2; inflict fog"))
    assert game.request.ask == "choose_player"
    game.save(tmp_path / "game.json")
    loaded = load(tmp_path / "game.json", game=weather())

    assert loaded.digest() == game.digest()
    for one in (game, loaded):
        one.answer(one.request.space.options()[1])
    assert loaded.digest() == game.digest()


def played(number: int, decisions: int) -> Game:
    """A game with random answers, in the middle of things; much is said by hand."""
    rng = Random(number)
    heroes = [("tester", "tester"), ("tester", "barbarian"), ("tester", "tester", "monk", "moon-elf")][number % 3]
    game = new_game(weather(), {"heroes": heroes}, seed=number)
    for _ in range(decisions):
        if game.request is None:
            break
        answer = game.request.space.sample(rng)
        for _ in range(6):
            if answer or not game.request.ask.startswith("by_hand"):
                break
            answer = game.request.space.sample(rng)
        game.answer(answer, game.request.player)
    return game


def test_random_games_go_on_alike_wherever_they_were_saved_forked_or_undone() -> None:
    said, again, verbs = 0, 0, set()
    for number in range(30):
        game = played(number, 40 + 9 * number)
        loaded, copy = rebuild(game.rules, game.setup, journal_of(game)), game.fork()
        for step in range(5):
            if game.request is None:
                break
            answer = game.request.space.sample(Random(number + step))
            for one in (game, loaded, copy):
                one.answer(answer, one.request.player)
            assert game.digest() == loaded.digest() == copy.digest()
        events = [entry.event for entry in game.log]
        found = [event for event in events if isinstance(event, PlayedByHand)]
        said += len(found)
        verbs |= {effect[0] for event in found for effect in event.effects}
        again += sum(isinstance(event, FoundImpossible) for event in events)
    assert said > 200 and again > 5
    assert {"damage", "inflict", "gain", "companion", "steal", "modify_attack"} <= verbs


def test_a_hero_by_hand_keeps_what_every_ruleset_owes() -> None:
    check_ruleset(weather(), games=2, seed=3, looks=2)


# Programs, and what is said before ------------------------------------------------------------


@pytest.mark.parametrize("name", ["random", "greedy", "search:iterations=4"])
def test_bots_leave_it(name: str) -> None:
    game = with_card().game
    assert make_bot(name, 1).choose(game.view(0), game.request) == ()


def test_a_simulation_counts_what_was_left() -> None:
    summary = simulate(weather(), 2, seed=5, setup={"heroes": HEROES})

    assert summary.finished == 2
    assert {"calm", "vane"} <= set(summary.by_hand)


def test_odds_of_a_board_count_a_text_by_hand_for_nothing() -> None:
    from rulewright_dice_throne.effects.worth import promise

    board = weather().content.variants("tester", (1,) * 6)
    assert promise(board["vane"].rows[0].effects) == 0
    assert promise(board["drizzle"].rows[0].effects) > 0


def test_a_description_lists_the_verbs() -> None:
    described = CliRunner().invoke(main, ["describe", "dice_throne", "--internals"]).output
    shown = described.partition("Verbs")[2].partition("Tables")[0]

    assert "gain_cp amount [to]  Gain CP, as far as the cap allows.  [limits.cp]" in shown
    assert re.findall(r"^│ +[├└]── (\w+)", shown, re.MULTILINE) == list(LEXICON.verbs)


def test_a_description_lists_amounts_and_conditions() -> None:
    found = describe(weather())

    assert [one["amount"] for one in found["amounts"]] == [*LEXICON.amounts]
    assert [one["test"] for one in found["tests"]] == [*LEXICON.conditions]
    assert found["values"] == [*LEXICON.values]
    shown = CliRunner().invoke(main, ["describe", "dice_throne", "--internals"]).output
    assert "value [times] [plus] [at_least] [at_most]" not in shown.partition("Verbs")[2]
    assert "value [times] [plus] [at_least] [at_most]" in shown.partition("Counted amounts")[2]


def test_a_description_names_what_is_by_hand() -> None:
    named = describe(weather())["by_hand"]

    places = [
        *("tester/kite", "tester/vane", "tester/drizzle", "tester/wall", "tester/calm", "tester/storm"),
        *("tester/weathercock", "tester/squall", "tester/breeze", "tester/almanac", "tester"),
    ]
    assert (sorted(named["heroes"]), named["statuses"]) == (sorted(places), ["fog", "gust"])


def content_file(folder: Path) -> Path:
    """The weather as a player's file."""
    content = weather().content
    entries = {
        "heroes": [content["heroes"]["tester"].model_dump(mode="json", exclude_none=True)],
        "statuses": [content["statuses"][id].model_dump(mode="json", exclude_none=True) for id in ("fog", "gust")],
    }
    path = folder / "weather.json"
    path.write_text(json.dumps(entries), encoding="utf-8")
    return path


def test_a_check_and_a_game_say_before_how_much_is_by_hand(tmp_path: Path) -> None:
    path = str(content_file(tmp_path))
    checked = CliRunner().invoke(main, ["check", "--game", "dice_throne", path])
    assert checked.exit_code == 0, checked.output
    assert "people play by hand: tester/" in checked.output

    play = ["play", "dice_throne", "--seats", "random", "--set", "heroes=tester,barbarian", "--content", path]
    for lang, told in (("en", "You resolve 11 texts by hand (heroes)"), ("zh", "手动结算：英雄中有 11 处")):
        begun = CliRunner().invoke(main, [*play, "--lang", lang])
        assert told in begun.output.split("1.")[0]


# At a terminal --------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_person_types_what_happens(tmp_path: Path, lang: str) -> None:
    from tests.core.test_cli_terminal import Person  # skips where there are no such terminals

    words = {
        "en": ("What happens?", "? lists all effects", "Attack +1 (add)", "try damage", "did you mean fog?",
               "no Attack is under way", "Tester gains 2 CP", "Impossible now: ", "no effect, played by hand"),
        "zh": ("效果是什么？", "输入 ?", "攻击 +1（add）", "可用：damage", "是不是 fog？",
               "没有进行中的攻击", "试验者获得 2 CP", "现在无法执行：", "手动结算，无效果"),
    }[lang]  # fmt: skip
    asked, hint, listed, verb, name, attack, happened, again, left = words
    play = ("play", "dice_throne", "--set", "heroes=tester,barbarian", "--seats", "human,random", "--seed", "1")
    person = Person(tmp_path, *play, "--lang", lang, "--content", str(content_file(tmp_path)))
    try:
        person.sees(asked)
        assert listed not in person.everything(), "what can be said is listed for those who ask"
        for line, seen in (
            ("?", listed), ("damgae 2", verb), ("inflict fogg", name), ("undefendable", attack),
            ("gain_cp 2; remove_status fog", happened), ("nothing", left),
        ):  # fmt: skip
            person.sees("\n> ")
            person.types(line)
            person.sees(seen)
    finally:
        person.close()
    assert hint in person.everything().replace("\n", "")
    assert again in person.everything()
