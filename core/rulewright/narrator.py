"""Events, questions, options and explanations in words, from the texts and names of a ruleset.

The keys of texts that are looked up, each optional (``attack roll`` in a key is written ``attack_roll``):

``event.damage_dealt``        the line of the log for an event ``DamageDealt``; its fields are the facts. A text that is
                              empty in all languages keeps the event out of the log
``together.damage_dealt``     one line for several such events that follow each other and differ in one field: it names
                              that in the plural, ``fighters`` for the field ``fighter``, and has the other facts
``runs_on.damage_dealt``      what joins the line of such an event to the one before, where both have room in one
``question.announce``         the question that a request asks; what it is ``about`` are the facts, and ``player``, and
                              the ``seconds`` on the clock, if any
``option.announce.strike``    an option that is a word, or ``option.strike`` for all questions; ``pass`` is None
``reaction.block``            an option of a window, with the fact ``choice``
``trigger.counter``           an option among triggers, with the fact ``source``; both also name parts of powers, with
                              the fact ``version``
``phase.upkeep``              a heading (likewise ``turn``, ``round`` and other scopes), with the fact ``player`` and,
                              where its loop counts, ``number``; without one a text that names it gives way to
                              ``phase.uncounted``
``heading.turn_began``        makes a heading of an event ``TurnBegan`` of the ruleset's own; its fields are the facts
``window.attack_rolled``      a window, in questions
``until.attack_rolled``       what the window is called where a player passes until then
``result.knockout``           why a game is over
``stat.damage``               what a number is called in an explanation; without it as its registered characteristic
``modifier.luck``             what changes a number, or why it does not
``card.shield``               what a word is called in a field ``card``; ``card.hidden`` where it may not be known
                              (in a list of such with the fact ``count``)

Before texts the ruleset's own functions ``name`` and ``label`` are asked; its ``facts`` add to those of a text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import cache, lru_cache
from importlib.resources import files
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

import msgspec

from .effects import EffectBegan, EffectEnded
from .events import Began, Ended, Event, Noted
from .programs import deed_at
from .requests import CHANCE, may_pass
from .state import Record, hidden_fields
from .text import Texts, columns, show
from .triggers import Due, Postponed, Prevented, Used

if TYPE_CHECKING:
    from .plaindata import Answer
    from .reasons import Number
    from .requests import Player
    from .rules import Ledger
    from .ruleset import Rules
    from .state import Result
    from .view import View
    from .why import Link, Why

SEATS: Final = frozenset(("player", "players", "owner", "winner", "winners", "opponent", "opponents", "chooser"))
"""Fields whose numbers are seats."""

_BOOKKEEPING: Final = (Noted, Used, Postponed, Due, Ended)
_ONLY_WITH_TEXT: Final = (EffectBegan, EffectEnded, Began)

WORDS: Final = Texts.load(files(__package__) / "narrator.toml")
"""What the kernel says of any game."""


@lru_cache(maxsize=64)
def _joined(texts: Texts) -> tuple[Texts, frozenset[str]]:
    """The texts of a game with those of the kernel, and the keys of which nothing is said: once for all narrators."""
    joined = WORDS.join(texts)
    return joined, frozenset(joined.missing("en")) & frozenset(joined.missing("zh"))


class Narrator:
    """Puts what happens in a game into words of one language. A view is needed for what only some may know."""

    def __init__(self, rules: Rules, lang: str = "en") -> None:
        self.rules = rules
        self.lang = lang
        self.texts, self._silent = _joined(rules.texts)

    # -- facts

    @property
    def title(self) -> str:
        """What the game is called: its text ``title``, or else the title of the ruleset."""
        title = self.rules.ruleset.title
        return self.texts.say("title", self.lang) if "title" in self.texts else title

    def seat(self, view: View, player: Player) -> str:
        """What a player is called."""
        if player == CHANCE:
            return self.texts.say("chance", self.lang)
        return self._named(view, "player", player) or self.texts.say("seat", self.lang, number=player + 1)

    def fact(self, view: View, field: str, value: Any) -> Any:
        """The value of a field for people: a text, or a plain number that a text may format."""
        if (name := self._named(view, field, value)) is not None:
            return name
        if value is None:
            return self._first((f"{field}.hidden", "hidden"))
        if isinstance(value, Enum):
            value = str(value.value)
        if isinstance(value, bool):
            return self.texts.say("yes" if value else "no", self.lang)
        if isinstance(value, int) and field in SEATS and value in (*view.players, CHANCE):
            return self.seat(view, value)
        if isinstance(value, str):
            return self.word(field, value)
        if isinstance(value, list | tuple):
            return self._several(view, field, value)
        if isinstance(value, msgspec.Struct | Mapping):
            return self._compound(view, value)
        return value

    def facts(self, view: View, fields: Mapping[str, Any]) -> dict[str, Any]:
        """The values of fields for people."""
        return {name: self.fact(view, name, value) for name, value in fields.items()}

    def facts_of(self, view: View, thing: Any) -> dict[str, Any]:
        """The fields of a record or event for people; a missing thing and a hidden one have different words."""
        secrets = secrets_of(type(thing))
        facts = {}
        for name in type(thing).__struct_fields__:
            value = getattr(thing, name)
            known = value is not None or name in secrets or self._named(view, name, None) is not None
            facts[name] = self.fact(view, name, value) if known else self.texts.say("nothing", self.lang)
        return facts

    def _named(self, view: View, field: str, value: Any) -> str | None:
        name = self.rules.ruleset.name
        return name(view, field, value, self.lang) if name is not None else None

    def word(self, field: str, value: str) -> str:
        """What a word is called in a field."""
        key = f"{field}.{_key(value)}"
        return self.texts.say(key, self.lang) if key in self.texts else _plain(value)

    def moment(self, window: str) -> str:
        """What the moment of a window is called: by the text ``until.WINDOW``, or as the window itself."""
        named = f"until.{_key(window)}" in self.texts
        return self.word("until" if named else "window", window)

    def _several(self, view: View, field: str, values: Sequence[Any]) -> Any:
        if not values:
            return self.texts.say("nobody" if field in SEATS else "nothing", self.lang)
        if all(value is None for value in values):
            return self._unseen(f"{field}.hidden", len(values))
        return ("、" if self.lang == "zh" else ", ").join(self._element(view, field, value) for value in values)

    def _unseen(self, key: str, count: int) -> str:
        """This many things that may not be known; a text may have a place of its own for the ``count``."""
        told = self._first((key, "hidden"), count=count)
        return told if "count" in self.texts.fields(key) else f"{count} {told}"

    def _element(self, view: View, field: str, value: Any) -> str:
        """A value in a list: a list of its own in parentheses."""
        text = show(self.fact(view, field, value), self.lang)
        return f"({text})" if isinstance(value, list | tuple) and len(value) != 1 else text

    def _compound(self, view: View, value: Any) -> Any:
        fields = value if isinstance(value, Mapping) else msgspec.structs.asdict(value)
        if "en" in fields:
            return fields.get(self.lang) or fields["en"]
        return ", ".join(f"{_plain(str(name))} {self.fact(view, str(name), part)}" for name, part in fields.items())

    def _first(self, keys: Sequence[str], **facts: Any) -> str:
        key = next((key for key in keys if key in self.texts), keys[-1])
        return self.texts.say(key, self.lang, **facts)

    def field(self, name: str) -> str:
        """What a field is called."""
        return self.word("field", name)

    # -- events

    def event(self, view: View, event: Event) -> str:
        """An event as a line of the log; empty where it is bookkeeping, or the ruleset keeps it out of the log."""
        if isinstance(event, _BOOKKEEPING):
            return ""
        kind = snake(type(event).__name__)
        key = f"event.{kind}"
        if key in self._silent or (key not in self.texts and isinstance(event, _ONLY_WITH_TEXT)):
            return ""
        if key not in self.texts and f"heading.{kind}" in self.texts:
            return ""
        if isinstance(event, Prevented):
            return self._prevented(view, event)
        facts = self._event_facts(view, event)
        if key in self.texts:
            return self.texts.say(key, self.lang, **facts)
        listed = ", ".join(f"{_plain(name)} {value}" for name, value in facts.items())
        return f"{_plain(kind).capitalize()}{': ' + listed if listed else ''}"

    def lines(self, view: View, events: Iterable[tuple[int, Event]], room: int = 0) -> Iterator[tuple[int, str, str]]:
        """Numbered events as lines of the log, each with a number and a rule.

        Events that differ only in whom they befall are told in one line where the texts have one for that. What runs on
        stands in the line before it where there is ``room`` for both in so many columns, and what is repeated once.
        The number is that of an event that leads to what else the line tells.
        """
        last: tuple[int, str, str] | None = None
        for number, event, text in self._told(view, events):
            joint = self._joint(event)
            both = f"{last[1]}{joint}{text}" if last is not None and joint else ""
            if last is not None and both and columns(f"{both}  [{last[2]}]" if last[2] else both) <= room:
                last = number, both, last[2]
                continue
            if last is not None:
                yield last
            last = number, text, event.rule
        if last is not None:
            yield last

    def _joint(self, event: Event) -> str:
        """What joins the line of an event to the one before; empty where it begins a line."""
        key = f"runs_on.{snake(type(event).__name__)}"
        return self.texts.say(key, self.lang) if key in self.texts else ""

    def _told(self, view: View, events: Iterable[tuple[int, Event]]) -> Iterator[tuple[int, Event, str]]:
        """Events with their words; several at once in place of the first, and what repeats the one before only once."""
        alike: dict[Any, list[tuple[int, Event]]] = {}
        told: list[tuple[int, Event, str]] = []
        for number, event in events:
            if not self.event(view, event):
                continue
            like = self._like(event)
            if like is None or any(one == event for _, one in alike.get(like, ())):
                told += self._several_told(view, alike)
                alike = {}
            alike.setdefault(like or number, []).append((number, event))
        told += self._several_told(view, alike)
        for text, same in groupby(told, lambda line: line[2]):
            (number, event, _), *again = same
            yield number, event, f"{text} ×{1 + len(again)}" if again else text

    def _like(self, event: Event) -> Any:
        """What events that may be told in one line with this one have in common; None where there is no such line."""
        if (field := self._plural_field(event)) is None:
            return None
        return type(event), *(getattr(event, name) for name in type(event).__struct_fields__ if name != field)

    def _plural_field(self, event: Event) -> str | None:
        """The field that a line for several events names in the plural."""
        named = self.texts.fields(f"together.{snake(type(event).__name__)}")
        return next((name for name in type(event).__struct_fields__ if f"{name}s" in named), None)

    def _several_told(
        self, view: View, alike: Mapping[Any, Sequence[tuple[int, Event]]]
    ) -> Iterator[tuple[int, Event, str]]:
        for found in alike.values():
            (number, event), *others = found
            text = self.event(view, event)
            if others:
                field = self._plural_field(event)
                whole = self._several(view, str(field), [getattr(one, str(field)) for _, one in found])
                key = f"together.{snake(type(event).__name__)}"
                text = self.texts.say(key, self.lang, **self._event_facts(view, event), **{f"{field}s": whole})
            yield number, event, text

    def _prevented(self, view: View, event: Prevented) -> str:
        """That something did not happen; empty if the event itself would not have been in the log."""
        what = self.event(view, event.what)
        if not what:
            return ""
        by = str(self.fact(view, "name", event.by))
        by = _plain(by).capitalize() if by == event.by else by
        return self.texts.say("event.prevented", self.lang, what=what, by=by)

    def _event_facts(self, view: View, event: Event) -> dict[str, Any]:
        facts = self.facts_of(view, event.effect if isinstance(event, EffectBegan) else event)
        facts.pop("rule", None)
        return {**facts, **self._further(view, event)}

    def _further(self, view: View, thing: Any) -> Mapping[str, Any]:
        """The facts that the ruleset adds for an event or a request."""
        facts = self.rules.ruleset.facts
        return facts(view, thing, self.lang) if facts is not None else {}

    def heading(self, view: View, event: Event) -> str:
        """What an event opens in the log: a turn, a phase; empty where it opens nothing."""
        own = f"heading.{snake(type(event).__name__)}"
        if own in self.texts:
            return self.texts.say(own, self.lang, **self._event_facts(view, event))
        if not isinstance(event, Began):
            return ""
        key = f"{_key(event.scope)}.{_key(event.name)}"
        if key in self._silent:
            return ""
        facts: dict[str, Any] = {} if event.player is None else {"player": self.seat(view, event.player)}
        if event.number is not None:
            facts["number"] = event.number
        elif "number" in self.texts.fields(key):
            key = f"{_key(event.scope)}.uncounted"
        if key in self.texts:
            return self.texts.say(key, self.lang, **facts)
        name = _plain(event.name).capitalize()
        return name if event.number is None else f"{name} {event.number}"

    def result(self, view: View, result: Result) -> str:
        """How a game ended."""
        winners = self.fact(view, "winners", result.winners)
        key = "game.drawn" if not result.winners else "game.won" if len(result.winners) == 1 else "game.won_together"
        text = self.texts.say(key, self.lang, winners=winners)
        reason = self.word("result", result.reason) if result.reason else ""
        return f"{text} ({reason})" if reason and self.lang == "en" else f"{text}（{reason}）" if reason else text

    # -- questions

    def question(self, view: View, request: Any) -> str:
        """What a request asks."""
        about = self._about(view, request)
        key = f"question.{_key(request.ask)}"
        if key in self.texts:
            return self.texts.say(key, self.lang, **{**about, **self._further(view, request)})
        del about["player"]
        listed = ", ".join(f"{_plain(name)} {value}" for name, value in about.items())
        return f"{_plain(request.ask).capitalize()}{f' ({listed})' if listed else ''}"

    def addresses(self, request: Any) -> bool:
        """Whether the text of the question names the player who is asked."""
        return "player" in self.texts.fields(f"question.{_key(request.ask)}")

    def _about(self, view: View, request: Any) -> dict[str, Any]:
        about = {"player": request.player, **request.about}
        if (seconds := getattr(request, "seconds", None)) is not None:
            about["seconds"] = seconds
        if request.ask != "trigger":
            return self.facts(view, about)
        if isinstance(about.get("event"), str):
            about["event"] = _plain(snake(about["event"]))
        choice = self.texts.say("choice.use" if may_pass(request) else "choice.first", self.lang)
        return {**self.facts(view, about), "choice": choice}

    def option(self, view: View, request: Any, answer: Answer) -> str:
        """An option of a request, or an item of it; one of which nothing comes says so."""
        called = self._option(view, request, answer)
        idle = request.space.comes_to_nothing(answer)
        return self.texts.say("option.idle", self.lang, option=called) if idle else called

    def _option(self, view: View, request: Any, answer: Answer) -> str:
        label = self.rules.ruleset.label
        if label is not None and (text := label(view, request, answer, self.lang)):
            return text
        ask = _key(request.ask)
        if answer is None:
            return self._first((f"option.{ask}.pass", "option.pass"))
        if ask == "choose_option" and (text := self._alternative(view, request, answer)):
            return text
        if keys := part_keys(request, answer):
            return self._part(view, keys, _PAIRS[ask][1], *answer)
        if isinstance(answer, str):
            for key in (f"option.{ask}.{_key(answer)}", f"option.{_key(answer)}"):
                if key in self.texts:
                    return self.texts.say(key, self.lang)
        return str(self.fact(view, request.ask, answer))

    def _alternative(self, view: View, request: Any, answer: Any) -> str:
        """An option of a text of the content in words; nothing where the content has none for its effects."""
        content, effect = view.content, request.about.get("effect")
        if effect is None or not hasattr(content, "by_hand"):
            return ""
        verb = deed_at(content, effect).verb
        return str(verb.option(answer, content.by_hand.wording(self.lang)))

    def _part(self, view: View, keys: tuple[str, ...], field: str, name: str, choice: Any) -> str:
        """A reaction with its choice, a trigger with its source."""
        facts: dict[str, Any] = {field: "" if choice is None else self.fact(view, field, choice)}
        if isinstance(choice, tuple):
            facts.update({f"{field}_{n}": self.fact(view, field, part) for n, part in enumerate(choice, 1)})
        for key in keys:
            if key in self.texts:
                return self.texts.say(key, self.lang, version=name.partition(":")[2], **facts)
        return _plain(name).capitalize() + (f": {facts[field]}" if facts[field] != "" else "")

    # -- why

    def why(self, view: View, why: Why, ledger: Ledger | None = None) -> list[str]:
        """An explanation, a line for each fact: the event and its rules, its numbers, and what caused it.

        A cause that the log keeps silent about has no line of its own: its rules and dice stand below what it led to.
        """
        lines: list[str] = []
        cited: set[str] = set()
        for cause in why.chain:
            told = self.event(view, cause.event) or self.heading(view, cause.event)
            if told or not lines:
                key = "why.because" if lines else "why.event"
                lines.append(self.texts.say(key, self.lang, number=cause.number, event=told or self._bare(cause.event)))
                cited = set()
            lines += self._cited(cause.rules, cited, ledger, 3)
            for number in cause.numbers:
                lines += [f"   {line}" for line in self._calculated(view, number)]
            for link in cause.links:
                line = self._linked(view, link)
                lines += [f"   {line}"] if line else []
                lines += self._cited(link.rules, cited, ledger, 6 if line else 3)
        return lines

    def _cited(self, rules: Sequence[str], cited: set[str], ledger: Ledger | None, left: int) -> list[str]:
        """Those of some rules that were not ``cited`` for the same event before."""
        new = [rule for rule in rules if rule not in cited]
        cited.update(new)
        return [" " * left + self.rule(rule, ledger) for rule in new]

    def _meant(self, view: View, event: Event) -> str:
        """An event that is spoken of, also one that the log keeps silent about."""
        return self.event(view, event) or self.heading(view, event) or self._bare(event)

    def _calculated(self, view: View, number: Number) -> list[str]:
        """A number with how it came about."""
        lang: Any = self.lang
        steps = number.explain(lang, lambda name: str(self.fact(view, "modifier", name)))
        return [self._stat(number), *(f"   {step}" for step in steps)]

    def _stat(self, number: Any) -> str:
        """What a number is called."""
        name: str = getattr(number, "stat", "") or getattr(number, "permission", "") or "dice"
        key = f"stat.{_key(name)}"
        if key in self.texts:
            return self.texts.say(key, self.lang)
        known: Any = None
        if name in self.rules.stats:
            known = self.rules.stats[name].stat
        elif name in self.rules.permissions:
            known = self.rules.permissions[name].permission
        return getattr(known, self.lang, "") or _plain(name)

    def _linked(self, view: View, link: Link) -> str:
        """What lies between an event and its cause; empty where its rules say all that a player wants to know."""
        if link.how == "called":
            return ""
        facts: dict[str, str] = {"by": self._called(view, link)}
        if link.event is not None:
            facts["event"] = self._meant(view, link.event)
        if link.roll is not None:
            facts["roll"] = self.rolled(view, link.roll, link.faces)
        return self.texts.say(f"why.{link.how}", self.lang, **facts)

    def _called(self, view: View, link: Link) -> str:
        """What a window, a trigger or a power is called."""
        last = link.by.rpartition("/")[2]
        return self.moment(last) if link.how == "used" else str(self.fact(view, "modifier", last))

    def rolled(self, view: View, request: Any, answer: Any) -> str:
        """What chance was asked, and what it answered."""
        told = request.space.told(answer, lambda part: str(self.fact(view, request.ask, part)))
        return self.texts.say("rolled.answered", self.lang, question=self.asked(view, request), answer=told)

    def asked(self, view: View, request: Any) -> str:
        """Who is asked what."""
        seat = self.seat(view, request.player)
        roll = self._roll(view, request.ask) if hasattr(request, "stream") else ""
        question = roll or self.question(view, request)
        told = question.startswith(seat)
        return question if told else self.texts.say("rolled.by", self.lang, player=seat, question=question)

    def _roll(self, view: View, ask: str) -> str:
        """What a roll is called that is no question of its own: by the text ``roll.ASK``, or as the power behind it."""
        if f"roll.{_key(ask)}" in self.texts:
            return self.word("roll", ask)
        named = None if f"question.{_key(ask)}" in self.texts else self._named(view, "modifier", ask)
        return named if named not in (None, ask) else ""

    def rule(self, rule: str, ledger: Ledger | None = None) -> str:
        """A rule id with what the ledger calls it."""
        known = ledger is not None and rule in ledger
        title = f"{rule} {ledger[rule].title(self.lang)}" if ledger is not None and known else rule
        return self.texts.say("why.rule", self.lang, rule=title)

    def _bare(self, event: Event) -> str:
        return _plain(snake(type(event).__name__)).capitalize()


_PAIRS: Final = {
    "react": ("reaction", "choice"),
    "happens_first": ("reaction", "choice"),
    "trigger": ("trigger", "source"),
}


def part_keys(request: Any, answer: Answer) -> tuple[str, ...]:
    """The keys of the text of a reaction or a trigger among options, nearest first; none for any other option."""
    ask = _key(request.ask)
    if ask not in _PAIRS or not isinstance(answer, tuple) or len(answer) != 2 or not isinstance(answer[0], str):
        return ()
    sort, name = _PAIRS[ask][0], answer[0]
    return f"{sort}.{_key(name)}", f"{sort}.{_key(name.partition(':')[0])}"


@cache
def snake(name: str) -> str:
    """``DamageDealt`` as ``damage_dealt``."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()


def scope_of(event: Event) -> str:
    """What sort of scope an event opens, as far as its name tells: "turn", "round" or "phase"."""
    if isinstance(event, Began):
        return event.scope
    words = snake(type(event).__name__).split("_")
    return next((scope for scope in ("turn", "round") if scope in words), "phase")


def secrets_of(kind: type[Any]) -> frozenset[str]:
    """The fields of a record or event that some may not know; of one with a ``seen_by`` of its own, its ``HIDES``."""
    if kind.seen_by not in (Record.seen_by, Event.seen_by):
        return frozenset(getattr(kind, "HIDES", kind.__struct_fields__))
    return frozenset(name for name, _ in hidden_fields(kind))


def _key(name: str) -> str:
    return name.replace(" ", "_")


def _plain(name: str) -> str:
    return name.replace("_", " ").replace("-", " ")
