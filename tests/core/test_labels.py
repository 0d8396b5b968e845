"""Tables of what players read: an entry for each question, each field, each kind of event."""

from __future__ import annotations

from typing import Any

from rulewright import Event, Options, Request
from rulewright.labels import by_field, by_kind, by_question


class Thrown(Event, frozen=True):
    what: str


class ThrownFar(Thrown, frozen=True):
    pass


class Caught(Event, frozen=True):
    what: str


def asking(ask: str) -> Request:
    return Request(0, ask, Options(("a", "b", None)))


def quoted(view: Any, request: Request, answer: Any, lang: str) -> str | None:
    return f"{lang}: '{answer}'" if isinstance(answer, str) else None


def of_nothing(view: Any, request: Request, answer: Any, lang: str) -> str:
    return f"nothing to {request.ask}"


def of_others(view: Any, request: Request, answer: Any, lang: str) -> str:
    return f"{request.ask}? {answer}"


def test_the_entry_of_the_question_says_an_option() -> None:
    label = by_question({"throw": quoted})
    assert label(None, asking("throw"), "a", "en") == "en: 'a'"
    assert label(None, asking("catch"), "a", "en") is None


def test_an_entry_is_asked_about_nothing_too_unless_that_is_said_for_all_questions() -> None:
    assert by_question({"throw": of_others})(None, asking("throw"), None, "en") == "throw? None"
    label = by_question({"throw": of_others}, nothing=of_nothing)
    assert label(None, asking("throw"), None, "en") == "nothing to throw"
    assert label(None, asking("catch"), None, "en") == "nothing to catch"
    assert label(None, asking("throw"), "a", "en") == "throw? a"


def test_what_no_entry_says_is_said_as_of_all_others() -> None:
    label = by_question({"throw": quoted}, other=of_others)
    assert label(None, asking("throw"), "a", "zh") == "zh: 'a'"
    assert label(None, asking("throw"), 7, "zh") == "throw? 7"
    assert label(None, asking("catch"), "a", "zh") == "catch? a"


def test_an_empty_text_is_said_and_not_left_to_others() -> None:
    label = by_question({"throw": lambda view, request, answer, lang: ""}, other=of_others)
    assert label(None, asking("throw"), "a", "en") == ""


def test_what_options_are_about_is_told_without_a_language() -> None:
    about = by_question(
        {"throw": lambda view, request, answer: (f"ball:{answer}",)}, nothing=lambda view, request, answer: ()
    )
    assert about(None, asking("throw"), 3) == ("ball:3",)
    assert about(None, asking("throw"), None) == ()
    assert about(None, asking("catch"), 3) is None


def test_a_field_is_named_by_its_entry_and_what_that_leaves_by_that_of_others() -> None:
    name = by_field(
        {"ball": lambda view, field, value, lang: f"ball {value}" if value else None},
        other=lambda view, field, value, lang: f"no {field}",
    )
    assert name(None, "ball", 3, "en") == "ball 3"
    assert name(None, "ball", 0, "en") == "no ball"
    assert name(None, "net", 3, "en") == "no net"
    assert by_field({})(None, "net", 3, "en") is None


def test_facts_are_those_of_the_nearest_kind_of_event_or_of_the_question() -> None:
    facts = by_kind(
        {Thrown: lambda view, thing, lang: {"how": "thrown"}, ThrownFar: lambda view, thing, lang: {"how": "far"}},
        {"throw": lambda view, thing, lang: {"how": thing.ask}},
    )

    class SeenByAnother(ThrownFar, frozen=True):
        pass

    assert facts(None, Thrown("ball"), "en") == {"how": "thrown"}
    assert facts(None, ThrownFar("ball"), "en") == facts(None, SeenByAnother("ball"), "en") == {"how": "far"}
    assert facts(None, Caught("ball"), "en") == {}
    assert facts(None, asking("throw"), "en") == {"how": "throw"}
    assert facts(None, asking("catch"), "en") == {}
