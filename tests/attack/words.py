"""Every text that a random game reaches, in both languages: no English word in Chinese, no id and no gap in either.

``python -m tests.attack.words GAME... [--games N] [--answers N]`` walks more of them, and prints what it finds.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any, Final, NamedTuple

from rulewright import Game, new_game, rules_for
from rulewright.bots import make_bot
from rulewright.cli.drawing import drawn
from rulewright.describe import ledger_of
from rulewright.geometry.maps import drawn_as_text
from rulewright.narrator import Narrator
from rulewright.overview import panel_of, question_of
from rulewright.panels import MapOf, Panel
from rulewright.text import LANGUAGES, show

GAMES: Final = ("dice_throne", "unmatched_nemesis", "heroclix", "crisis_protocol", "wh40k")

LATIN: Final = re.compile(r"[A-Za-z][A-Za-z'-]{2,}")
NUMERAL: Final = re.compile(r"[IVX]+")
"""Upgrades are numbered in Latin numerals in Chinese, too."""
HAN: Final = re.compile(r"[\u4e00-\u9fff]")
HALF_WIDTH: Final = re.compile(r"[\u4e00-\u9fff][,;:?!] ")
"""A mark of English between Chinese characters."""
IDS: Final = re.compile(
    r"\b[a-z]+(?:-[a-z]+)*#\d|\b[a-z]+_[a-z_]+\b|\b[A-Z][a-z]+[A-Z][a-zA-Z]+\b|\{[a-z]+\}|\bTrue\b|\bFalse\b"
)
"""What a program calls things: ids of things in play, names of fields and classes, unfilled fields."""
EMPTY: Final = re.compile(r"\(\)|（）|, ,|，，|: *$|： *$")
"""Brackets and lists with nothing in them."""
CITED: Final = re.compile(r"\[(?:[a-z_]+:)?[a-z0-9][a-z0-9.-]*\]|(规则|rule) [a-z0-9.-]+ ")
"""Ids of rules, which are meant to be read."""


class Said(NamedTuple):
    """A text, in which language and where it stands."""

    lang: str
    where: str
    text: str


class Slip(NamedTuple):
    """What is wrong in a text."""

    where: str
    what: str
    line: str


def slips(said: Said) -> Iterator[Slip]:
    """What is wrong in a text, line by line."""
    for line in CITED.sub("", said.text).split("\n"):
        found = [*IDS.findall(line), *(EMPTY.findall(line.strip()) if said.where != "panel" else ())]
        if said.lang == "zh":
            found += [word for word in LATIN.findall(line) if not NUMERAL.fullmatch(word)]
            found += HALF_WIDTH.findall(line)
        elif HAN.search(line):
            found.append("Chinese")
        yield from (Slip(said.where, what, line.strip()) for what in found)


def walk(name: str, seed: int, answers: int) -> Iterator[Said]:
    """The texts of a random game with the first answers of a seed."""
    rules = rules_for(name)
    game = new_game(rules, None, seed=seed)
    tellers = {lang: Narrator(rules, lang) for lang in LANGUAGES}
    bots = [make_bot("random", seed * 7 + player) for player in game.players]
    rng, seen = Random(seed), 0
    while (request := game.request) is not None and len(game.answers) < answers:
        view = game.view(request.player)
        for lang, teller in tellers.items():
            if rng.random() < 0.4:
                yield from (Said(lang, *told) for told in _asked(view, request, lang))
            yield from (Said(lang, *told) for told in _told(game, teller, seen, request.player, rng))
            if rng.random() < 0.1:
                yield from (Said(lang, *told) for told in _table(view, lang))
        seen = len(game.log)
        game.answer(bots[request.player].choose(view, request), request.player)


def _asked(view: Any, request: Any, lang: str) -> Iterator[tuple[str, str]]:
    """A question, its options, what cannot be chosen and why, and how it is answered."""
    question = question_of(view, request, langs=(lang,))
    assert question is not None
    yield "question", show(question.text, lang)
    labels = [one.label for one in (*question.parts[:30], *question.ideas)] + [one.label for one in question.orders]
    yield from (("option", show(label, lang)) for label in labels)
    for closed in question.closed[:30]:
        yield "closed option", show(closed.label, lang)
        yield "why not", show(closed.why_not, lang)
    prompt = request.space.prompt([show(one.label, lang) for one in question.parts])
    yield "how", show(prompt.how, lang)


def _told(game: Game, teller: Narrator, first: int, player: int, rng: Random) -> Iterator[tuple[str, str]]:
    """The log since an event, and why now and then."""
    view = game.view(player)
    for number in range(first, len(game.log)):
        event = game.log[number].event.seen_by(game.viewer(player))
        if event is None:
            continue
        yield "heading", teller.heading(view, event)
        if line := teller.event(view, event):
            yield "log", line
            if rng.random() < 0.05:
                why = teller.why(view, game.why(number, player), ledger_of(game.rules))
                yield "why", "\n".join(why)


def _table(view: Any, lang: str) -> Iterator[tuple[str, str]]:
    """What is on the table, and the legend of its map."""
    panel = panel_of(view)
    yield "panel", drawn(Panel(tuple(one for one in panel.pieces if not isinstance(one, MapOf))), lang, 400).plain
    if panel.map is not None:
        yield "legend", " ".join(drawn_as_text(panel.map, 200, lang).legend)


def found(name: str, seeds: Iterable[int], answers: int) -> dict[tuple[str, str, str], Slip]:
    """The slips in the texts of some games, each once: by language, place, and what it is."""
    several: dict[tuple[str, str, str], Slip] = {}
    for seed in seeds:
        for said in walk(name, seed, answers):
            for slip in slips(said):
                several.setdefault((said.lang, slip.where, slip.what), slip)
    return several


def main(arguments: list[str] | None = None) -> int:
    """Walk and print; 1 where anything was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.attack.words", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("names", nargs="*", metavar="GAME", default=GAMES)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--answers", type=int, default=400)
    parser.add_argument("--seed", type=int, default=0)
    wanted = parser.parse_args(arguments)
    wrong = 0
    for name in wanted.names:
        every = found(name, range(wanted.seed, wanted.seed + wanted.games), wanted.answers)
        print(f"{name}: {wanted.games} games, {len(every)} slips")
        for (lang, *_), slip in every.items():
            print(f"  {lang} {slip.where}: {slip.what!r} in {slip.line[:200]}")
        wrong += len(every)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
