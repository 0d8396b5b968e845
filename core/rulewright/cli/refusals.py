"""Refusals of the kernel in Chinese: of its spaces, its geometry, its undo and its saving.

A refusal of a ruleset stays in the words of its author.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ..text import show

if TYPE_CHECKING:
    from ..requests import Refused, Violation

_UNITS: Final = {"items": "项", "cells": "个格子"}

_ZH: Final[tuple[tuple[str, str], ...]] = (
    (r"(.+) was answered where there is nothing to choose from", r"没有可选项，却回答了 \1"),
    (r"(.+) is not among the (\w+); nearest: (.+) \(of (\d+)\)", r"\1 不在可选范围内（共 \4 项）；最接近的是：\3"),
    (r"(.+) is not among the faces of (.+?): (.+)", r"\1 不是 \2 的面：\3"),
    (r"(.+) is not among the (\w+): (.+)", r"\1 不在可选范围内：\3"),
    (r"(.+) is chosen more than once", r"\1 被选了不止一次"),
    (r"(\d+) (items|cells) are chosen, (\d+) to (\d+) must be", r"选了 \1 \2，应选 \3 到 \4"),
    (r"(\d+) (items|cells) are chosen, (\d+) must be", r"选了 \1 \2，应选 \3"),
    (r"(.+) is not from (\S+) to (\S+)", r"\1 不在 \2 到 \3 之间"),
    (r"the answer is a whole number from (\S+) to (\S+), not (.+) \(of type \w+\)", r"应为 \1 到 \2 的整数，而不是 \3"),
    (r"the answer is a number from (\S+) to (\S+), not (.+) \(of type \w+\)", r"应为 \1 到 \2 的数，而不是 \3"),
    (r"(.+) is not in steps of (\S+) from (\S+)", r"\1 不是从 \3 起每步 \2 的数"),
    (r"(\d+) items are given, there are (\d+): (.+)", r"给出了 \1 项，而总共有 \2 项：\3"),
    (r"(.+) is given too often", r"\1 出现次数过多"),
    (r"not placed: (.+)", r"尚未排列：\1"),
    (r"(\d+) shares are given for (\d+) keys: (.+)", r"给出了 \1 份，应为 \2 份：\3"),
    (r"(.+) is given (\S+), it may get (\S+) to (\S+)", r"\1 分得 \2，只能分得 \3 到 \4"),
    (r"(\S+) units are given out, (\S+) must be", r"分出了 \1，必须正好分出 \2"),
    (r"(\S+) units are given out, (\S+) at most may be", r"分出了 \1，最多只能分出 \2"),
    (r"(\d+) faces are given for (\d+) dice", r"给出了 \1 个面，而骰子有 \2 颗"),
    (r"die (\d+): (.+) is not among the faces of (.+?): (.+)", r"第 \1 颗骰子：\2 不是 \3 的面：\4"),
    (r"(\d+) items are picked, (\d+) must be", r"抽出了 \1 项，应为 \2 项"),
    (r"it is a folder", r"这是一个文件夹"),
    (r"it already exists", r"文件已存在"),
    (r"there is no decision to take back", r"没有可以收回的决定"),
    (
        r"dice have fallen, cards were turned up or another player has acted since",
        r"之后已掷骰、翻牌，或其他玩家已行动",
    ),
)

_PATTERNS: Final = tuple((re.compile(english), chinese) for english, chinese in _ZH)


def reason_in(reason: str, lang: str) -> str:
    """A reason of the kernel in a language; other reasons as they are."""
    if lang != "zh":
        return reason
    for pattern, chinese in sorted(_PATTERNS, key=lambda pair: -len(pair[0].pattern)):
        if found := pattern.fullmatch(reason):
            return _UNIT.sub(lambda unit: _UNITS[unit[0]], found.expand(chinese))
    return reason


def refusal_in(refused: Refused, lang: str) -> str:
    """A refusal in words, each reason with its rule."""
    if lang != "zh":
        return str(refused)
    told = [
        _told(one, lang) + (f" [{one.rule or refused.rule}]" if one.rule or refused.rule else "")
        for one in refused.violations
    ]
    return "；".join(told)


def _told(violation: Violation, lang: str) -> str:
    """One reason, in the language where its words are known in it."""
    words = violation.words
    return reason_in(words, lang) if isinstance(words, str) else show(words, lang)


_UNIT: Final = re.compile(r"\b(items|cells)\b")
