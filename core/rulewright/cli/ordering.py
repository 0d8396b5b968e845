"""Orders at a terminal: a letter, or the number of an option and a letter, answers several questions at once."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from ..plaindata import Answer
from ..reading import Unreadable, read_one
from .prompting import LETTERS
from .terminal import TEXTS

if TYPE_CHECKING:
    from ..overview import Ahead, Question

_NUMBERED: Final = re.compile(r"(\d+)[\s,]*([a-z])")


def lettered(question: Question, lang: str) -> dict[str, list[Ahead]]:
    """The orders of a question by what they are called, in the order of their letters."""
    found: dict[str, list[Ahead]] = {}
    for order in question.orders:
        found.setdefault(order.label[lang], []).append(order)
    return dict([*found.items()][: len(LETTERS) - len(question.ideas)])


def order_in(typed: str, question: Question, names: Sequence[str], lang: str) -> Ahead | None:
    """The order that was typed; None where the line is an ordinary answer. Raises Unreadable."""
    called, text = lettered(question, lang), " ".join(typed.casefold().split())
    letters = dict(zip(LETTERS[len(question.ideas) :], called.values(), strict=False))
    answers = [part.answer for part in question.parts]
    if len(text) == 1 and text in letters:
        return _only(letters[text], text)
    if (match := _NUMBERED.fullmatch(text)) and match[2] in letters:
        return _of(letters[match[2]], read_one(answers, match[1], names), text)
    for label, orders in called.items():
        if text == label.casefold():
            return _only(orders, text)
        if text.endswith(end := f" {label.casefold()}"):
            return _of(orders, read_one(answers, text.removesuffix(end), names), text)
    return None


def _only(orders: Sequence[Ahead], typed: str) -> Ahead:
    if len(orders) > 1:
        raise Unreadable(TEXTS.both("order.which", typed=typed))
    return orders[0]


def _of(orders: Sequence[Ahead], answer: Answer, typed: str) -> Ahead:
    found = next((order for order in orders if order.answer == answer), None)
    if found is None:
        raise Unreadable(TEXTS.both("order.unfit", typed=typed))
    return found
