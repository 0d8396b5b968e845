"""A closer look: what a name means, in either language, in full or in part."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from rulewright.looks import Thing, look_for, named, names_of, plain
from rulewright.panels import Panel, Text

WOLF, WOLFHOUND, NAMELESS = (
    Thing(names, lambda names=names: (Text(names[0] if names else "?"), Text("bites")))  # type: ignore[misc]
    for names in (names_of({"en": "Wolf", "zh": "狼"}, "wolf#1"), ("Wolf-hound!",), ("",))
)
ALL = (WOLF, WOLFHOUND, NAMELESS)
VIEW: Any = SimpleNamespace(rules=SimpleNamespace(powers=SimpleNamespace(powers={})))


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("wolf", [WOLF]), ("WOLF", [WOLF]), ("狼", [WOLF]), ("wolf 1", [WOLF]), ("wolfhound", [WOLFHOUND]),
        ("hound", [WOLFHOUND]), ("wol", [WOLF, WOLFHOUND]), ("bear", []), ("?!", []), ("", []),
    ],
)  # fmt: skip
def test_a_name_in_full_goes_before_those_of_which_it_is_a_part(typed: str, found: list[Thing]) -> None:
    assert named(ALL, typed) == found


def test_names_are_typed_without_capitals_spaces_and_signs() -> None:
    assert plain("Blades/Claws - Fangs!") == "bladesclawsfangs"
    assert names_of({"en": "Wolf", "zh": "狼"}, "Wolf") == ("Wolf", "狼")


def test_what_two_things_show_alike_is_shown_once() -> None:
    look = look_for(lambda view: ALL, lambda view: (Text("mine"),))
    assert look(VIEW, "wol") == Panel((Text("Wolf"), Text("bites"), Text("Wolf-hound!")))


def test_without_a_name_it_is_what_is_seen_at_once_and_an_unknown_name_is_none() -> None:
    look = look_for(lambda view: ALL, lambda view: (Text("mine"),))
    assert look(VIEW, "  ") == Panel((Text("mine"),))
    assert look(VIEW, "bear") is None and look(VIEW, "?!") is None
