"""What people see of the battle: rules and texts in two languages, the table in characters, and odds."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import comb
from typing import Any

from rulewright.geometry.maps import map_of_scene
from rulewright.odds_desk import Listing, OddsDesk, Option, Told
from rulewright.panels import MapOf, Panel
from rulewright.rules import Ledger, Rule
from rulewright.text import Texts

from .terms import TABLE

RULES = (
    ("move.inches", "Move", "移动", "each model of a unit moves up to its inches"),
    ("move.way", "The way", "路径", "models move round terrain and other models and stay on the table"),
    ("move.coherency", "Coherency", "一致性", "a unit ends its move within 2 inches of each other"),
    ("move.engagement", "Engagement range", "交战范围", "no model moves within an inch of an enemy"),
    ("tool.lies", "The tool", "移动尺", "a tool is laid against the base; the base ends touching it"),
    ("tool.reach", "Reach of the tool", "移动尺范围", "an advance ends where the tool leads"),
    ("shoot.sight", "Sight", "视线", "a unit shoots at units that it sees within range"),
    ("shoot.roll", "Hits", "命中", "each shot hits on 4 or more"),
    ("charge.target", "Targets of charges", "冲锋目标", "a charge ends engaged with its target, within 12 inches"),
    ("charge.roll", "Charge roll", "冲锋掷骰", "two dice are the inches of a charge"),
    ("fight.engaged", "Fights", "近战", "units that are engaged fight"),
    ("fight.roll", "Blows", "近战命中", "each blow hits on 4 or more"),
    ("wound.lost", "Wounds", "伤口", "each hit takes a wound; a model without wounds is removed"),
    ("end.last", "The last side", "最后一方", "the last side with models wins"),
    ("end.time", "Time", "时间", "after the last round the side with more wounds wins"),
)
LEDGER = Ledger(
    "inches-battle",
    [Rule(id, en, zh, "mechanic", 1, (says,), "inches-battle") for id, en, zh, says in RULES],
)
TEXTS = Texts(
    {
        "title": {"en": "Battle by the ruin", "zh": "废墟之战"},
        "turn.turn": {"en": "Turn of {player}", "zh": "{player}的回合"},
        "question.move": {"en": "Where does {unit} go? ({inches} inches)", "zh": "{unit}去哪里？（{inches} 英寸）"},
        "question.advance": {"en": "Where does {unit} advance?", "zh": "{unit}前往哪里？"},
        "question.shoot": {"en": "Whom does {unit} shoot at?", "zh": "{unit}射击谁？"},
        "question.charge": {"en": "Whom does {unit} charge?", "zh": "{unit}冲锋谁？"},
        "question.charge_move": {
            "en": "How does {unit} charge? ({inches} inches)",
            "zh": "{unit}冲锋（{inches} 英寸）",
        },
        "question.fight": {"en": "Whom does {unit} fight?", "zh": "{unit}与谁近战？"},
        "option.pass": {"en": "Nobody", "zh": "不选"},
        "event.unit_moved": {"en": "{unit} moves", "zh": "{unit}移动"},
        "event.advanced": {"en": "{figure} advances to {place}", "zh": "{figure}前进到{place}"},
        "event.attacked": {
            "en": "{unit} attacks {target}: {faces}, {hits} hits",
            "zh": "{unit}攻击{target}：{faces}，命中 {hits}",
        },
        "event.charge_failed": {
            "en": "{unit} falls short of {target} with {inches} inches",
            "zh": "{unit}以 {inches} 英寸未能冲到{target}",
        },
        "event.wound_lost": {"en": "{figure} loses a wound", "zh": "{figure}失去一个伤口"},
        "result.last_side_standing": {"en": "the last side standing", "zh": "只剩一方"},
        "result.time_is_up": {"en": "time is up", "zh": "时间到"},
    }
)


CHINESE = {"Mob": "暴民", "Riders": "骑手", "Captain": "队长", "Scouts": "斥候", "Wolves": "狼群", "Chief": "首领",
           "ruin": "废墟", "tank": "油罐", "shed": "棚屋", "woods": "树林"}  # fmt: skip


def called(thing: str) -> dict[str, str]:
    """What units, models and terrain are called."""
    whole = next((whole for whole in CHINESE if thing.startswith(whole)), "")
    chinese = CHINESE.get(whole, "") + thing.removeprefix(whole).replace("'s own", "本人").replace(" ", "")
    return {"en": thing, "zh": chinese}


def by_tool(unit: str, bend: int) -> dict[str, str]:
    """Words for a tool that is laid towards a unit."""
    foe = called(unit)
    return {"en": f"towards {foe['en']}, bent by {bend}", "zh": f"朝{foe['zh']}，弯曲 {bend} 度"}


def name(view: Any, field: str, value: Any, lang: str) -> str | None:
    """Units and models by their names, places by their inches."""
    if field in ("unit", "target", "figure"):
        return called(value)[lang]
    if field == "place":
        return ",".join(f"{number:.1f}" for number in value)
    return None


def label(view: Any, request: Any, answer: Any, lang: str) -> str | None:
    """Options are units and things on the table."""
    return called(answer)[lang] if isinstance(answer, str) else None


def panel(view: Any) -> Panel:
    """The table from above."""
    return Panel((MapOf(map_of_scene(TABLE(view), names=called)),))


def hits(dice: int) -> dict[int, Fraction]:
    """How likely this many hits are."""
    return {count: Fraction(comb(dice, count), 2**dice) for count in range(dice + 1)}


def ask(rules: Any, wishes: Mapping[str, Any], lang: str) -> Told:
    """How many hits this many dice make."""
    law = hits(wishes["dice"])
    title = {"en": "Hits", "zh": "命中"}[lang]
    rows = tuple((str(count), f"{float(chance):.1%}") for count, chance in law.items())
    heads = {"en": ("hits", "chance"), "zh": ("命中", "概率")}[lang]
    return Told(title, (Listing("", heads, rows),), data={str(count): str(chance) for count, chance in law.items()})


DESK = OddsDesk("the odds of an attack", ask, [Option("dice", "How many dice are rolled.", int, 5, least=1, most=40)])
