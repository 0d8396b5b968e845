"""What people see of the game: words in two languages, a map in characters, and odds."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from rulewright.geometry import grid, maps
from rulewright.odds_desk import Listing, OddsDesk, Option, Told
from rulewright.panels import MapOf, Panel, Row, Rows, Text
from rulewright.rules import Ledger, Rule
from rulewright.text import LANGUAGES, Texts

from .figures import BOARD, CARDS

RULES = (
    ("turn.figure", "A figure", "选择单位", "in each turn a player picks one of their figures"),
    ("move.speed", "Speed", "速度", "a figure moves up to its speed in squares"),
    ("move.way", "The way", "路线", "it moves from square to square and stays on the map"),
    ("move.end", "The end of a move", "移动终点", "it ends its move in no occupied square and no blocking terrain"),
    ("move.beside", "Beside a foe", "与敌相邻", "a move ends beside an opposing figure"),
    ("move.ramp", "Ramps", "坡道", "only ramps lead up and down"),
    ("move.wall", "Walls", "墙", "nothing moves through walls and windows"),
    ("attack.line", "Line of fire", "射线", "an attack needs a line of fire within range; without range it is beside"),
    ("attack.roll", "The attack roll", "攻击掷骰", "two dice and the attack value reach the defense value"),
    ("attack.hindered", "Hindered lines", "受阻射线", "behind hindering terrain the defense is one more"),
    ("attack.damage", "Damage", "伤害", "the dial of a target that is hit turns by the damage"),
    ("attack.out", "Knocked out", "击倒", "a figure that turns past its last click leaves the map"),
    ("end.last", "The last side", "最后一方", "the last side with figures wins"),
    ("end.time", "Time", "时间", "after forty turns the side with more clicks left wins"),
)
LEDGER = Ledger(
    "squares_skirmish",
    [Rule(id, en, zh, "mechanic", 1, (says,), "squares_skirmish") for id, en, zh, says in RULES],
)

TEXTS = Texts(
    {
        "title": {"en": "Skirmish in the yard", "zh": "院中遭遇战"},
        "turn.turn": {"en": "Turn of {player}", "zh": "{player}的回合"},
        "question.figure": {"en": "Which figure acts?", "zh": "哪个单位行动？"},
        "question.move": {"en": "Where does {figure} go? ({speed} squares)", "zh": "{figure}去哪里？（{speed} 格）"},
        "question.target": {"en": "Whom does {figure} attack?", "zh": "{figure}攻击谁？"},
        "option.pass": {"en": "No attack", "zh": "不攻击"},
        "event.moved": {"en": "{figure} moves: {way}", "zh": "{figure}移动：{way}"},
        "event.attacked": {
            "en": "{figure} attacks {target}: {faces}, hit: {hit}",
            "zh": "{figure}攻击{target}：{faces}，命中：{hit}",
        },
        "event.damaged": {"en": "{figure} takes {clicks} damage", "zh": "{figure}受到 {clicks} 点伤害"},
        "event.knocked_out": {"en": "{figure} is knocked out", "zh": "{figure}被击倒"},
        "result.last_side_standing": {"en": "the last side standing", "zh": "只剩一方"},
        "result.time_is_up": {"en": "time is up", "zh": "时间到"},
    }
)


def name(view: Any, field: str, value: Any, lang: str) -> str | None:
    """Figures by their names, ways by their squares."""
    if field in ("figure", "target", "fighters", "id") and value in CARDS:
        return CARDS[value].zh if lang == "zh" else str(value).title()
    if field == "way":
        return " ".join(map(grid.name_of, value))
    if field == "at":
        return grid.name_of(value)
    return None


def label(view: Any, request: Any, answer: Any, lang: str) -> str | None:
    """A way by its squares, and what it is good for."""
    if request.ask != "move":
        return name(view, "figure", answer, lang)
    words = request.space.hint(answer)
    why = words[lang] if words else ""
    return f"{request.space.shown(answer)} ({why})" if why else str(request.space.shown(answer))


def called(thing: str) -> dict[str, str]:
    """What a figure is called; anything else as it is."""
    return {lang: name(None, "figure", thing, lang) or str(thing) for lang in LANGUAGES}


def panel(view: Any) -> Panel:
    """The map with all figures, and what their dials show."""
    scene = BOARD(view)
    shown = maps.map_of_board(scene.board, scene.figures, names=called)
    return Panel((MapOf(shown), Rows(tuple(dial(one) for one in view.state.fighters.values()))))


def dial(one: Any) -> Row:
    """What the dial of a figure shows."""
    values = (one.shows.speed, one.shows.attack, one.shows.defense, one.shows.damage)
    told = Text(called(one.id)), Text(grid.name_of(one.at)), *(Text(str(value)) for value in values)
    return Row(told, about=str(one.id))


def ask(rules: Any, wishes: Mapping[str, Any], lang: str) -> Told:
    """How likely two dice and an attack value reach a defense value."""
    needed = wishes["defense"] - wishes["attack"]
    chance = Fraction(sum(sum(faces) >= needed for faces in product(range(1, 7), repeat=2)), 36)
    title = {"en": "An attack", "zh": "一次攻击"}[lang]
    heads = {"en": ("attack", "defense", "hits"), "zh": ("攻击", "防御", "命中")}[lang]
    row = (str(wishes["attack"]), str(wishes["defense"]), f"{float(chance):.1%}")
    return Told(title, (Listing("", heads, (row,)),), data={"probability": str(chance)})


DESK = OddsDesk(
    "the odds of an attack",
    ask,
    [Option("attack", "The attack value.", int, 10), Option("defense", "The defense value.", int, 16)],
)
