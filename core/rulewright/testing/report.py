"""The rule report: for each rule the code that cites it, and for each of its asserts the tests that prove it."""

from __future__ import annotations

import json
from collections.abc import Callable, Container, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

import msgspec

from ..documents import MOST_SAVED, DocumentError, parse_json
from ..files import FileError, read, write
from ..plugins import Plugin, Registry, registry
from ..problems import did_you_mean, nearest
from ..rules import Ledger, LedgerError, Rule, citations

FORMAT: Final = 1

Proofs: TypeAlias = Mapping[tuple[str, int], Sequence[str]]
"""Full id and number of an assert, from 1 -> the tests that passed."""


class RuledGame(msgspec.Struct, frozen=True):
    """A game's ledger, and the packages in which its rules may be cited."""

    ledger: Ledger
    packages: tuple[Path, ...] = ()
    played: Callable[[], tuple[Any, ...]] | None = None
    """What its games run on; without it every citation counts as reached."""

    def cited(self) -> dict[str, list[str]]:
        """The places at which each rule is cited."""
        found: dict[str, list[str]] = {}
        for package in self.packages:
            for id, places in citations(package, self.ledger.game).items():
                found.setdefault(id, []).extend(places)
        return found

    def unreached(self) -> frozenset[str]:
        """The places of citations at which no game ever comes by: only tests call that code, if anybody does."""
        from .reached import unreached

        if self.played is None:
            return frozenset()
        places = (place for found in self.cited().values() for place in found)
        return unreached(places, self.packages, self.played())


class ReportError(ValueError):
    """A rule report that cannot be read, or does not have what is asked for."""


def find_games(plugins: Registry | None = None) -> dict[str, RuledGame]:
    """The games among the installed rulesets that have a ledger, with the rules that extensions add.

    Raises `LedgerError` for a damaged ledger.
    """
    known = plugins or registry()
    games: dict[str, RuledGame] = {}
    known.import_all()
    for plugin in known.plugins:
        for name in (one.id for one in plugin.rulesets if one.id in known.rulesets):
            if (source := known.get(name).ledger) is not None:
                games[name] = RuledGame(Ledger.load(source, name), _folder(plugin, source), _played(known, name))
    for plugin in known.plugins:
        for extension in plugin.extensions:
            if extension.ruleset in games:
                games[extension.ruleset] = _extended(games[extension.ruleset], plugin, extension)
    return games


def _played(known: Registry, name: str) -> Callable[[], tuple[Any, ...]]:
    """The ruleset with its extensions, and what reads files for it."""
    return lambda: (known.get(name), known.rules(name), known.file_formats(name))


def _folder(plugin: Plugin, source: object = None) -> tuple[Path, ...]:
    """The folder of the plugin's package; of one that is no module, the folder of its ledger."""
    folder = plugin.folder or (source.parent if isinstance(source, Path) else None)
    return (folder,) if folder is not None else ()


def _extended(game: RuledGame, plugin: Plugin, extension: Any) -> RuledGame:
    packages = dict.fromkeys(game.packages + _folder(plugin))
    source = getattr(extension, "ledger", None)
    if source is None:
        return RuledGame(game.ledger, tuple(packages), game.played)
    added = Ledger.load(source, extension.ruleset)
    if twice := [rule.full_id for rule in added if rule.id in game.ledger]:
        raise LedgerError(f"extension {extension.id!r} has rules of its ruleset again: {', '.join(twice)}")
    joined = Ledger(game.ledger.game, [*game.ledger, *added], game.ledger.seed)
    return RuledGame(joined, tuple(packages), game.played)


def build(games: Mapping[str, RuledGame], proofs: Proofs | None = None) -> dict[str, Any]:
    """The report of these games as JSON data; without proofs it shows the citations only."""
    return {"format": FORMAT, "games": {name: _game_report(game, proofs or {}) for name, game in games.items()}}


def _game_report(game: RuledGame, proofs: Proofs) -> dict[str, Any]:
    cited, unreached = game.cited(), game.unreached()
    return {
        "rules": [_rule_report(rule, cited.get(rule.id, []), unreached, proofs) for rule in game.ledger],
        "unknown": {id: places for id, places in cited.items() if id not in game.ledger},
    }


def _rule_report(rule: Rule, cited: list[str], unreached: Container[str], proofs: Proofs) -> dict[str, Any]:
    asserts = [
        {"text": text, "tests": list(proofs.get((rule.full_id, number), ()))}
        for number, text in enumerate(rule.asserts, start=1)
    ]
    lost = [place for place in cited if place in unreached]
    told = {"id": rule.id, "en": rule.en, "kind": rule.kind}
    places = {"cited": [place for place in cited if place not in lost], "unreached": lost}
    return {**told, **places, "asserts": asserts, "excuse": rule.excuse, "open": rule.open}


def read_report(path: str | Path) -> dict[str, Any]:
    """A report that ``--rule-report`` wrote. Raises `ReportError`."""
    try:
        report = parse_json(read(path), MOST_SAVED)
    except FileError as error:
        raise ReportError(str(error)) from error
    except DocumentError as error:
        raise ReportError(f"{path} is damaged: {error}") from error
    if not isinstance(report, dict) or report.get("format") != FORMAT or "games" not in report:
        raise ReportError(f"{path} is not a rule report of format {FORMAT}")
    return report


def write_report(report: Mapping[str, Any], path: str | Path) -> None:
    """Write a report, and the folders to it."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    write(path, json.dumps(report, ensure_ascii=False, indent=1) + "\n")


def summary(report: Mapping[str, Any], game: str | None = None) -> dict[str, Any]:
    """The numbers of one game: the rules a program can act on, and how many of them code cites and tests prove.

    A rule is *cited* if code that games reach or content names it, *claimed* if each of its asserts has a test that
    passed, *excused* if the ledger says why it need not be, and *open* if neither claimed nor excused, or if only code
    that no game reaches cites it: such code stands in `unreached`. `reasons` says of open ones what the ledger says is
    missing, `unexplained` holds those of which it says nothing. `uncited` holds the ids that nothing names and nothing
    excuses, `unknown` the ids that are cited and are in no ledger. ``proven`` is the older name of ``claimed``: what is
    proven, changes of the code show (`rulewright.testing.proving`).

    `game` may be left out of a report of one game. Raises `ReportError` for a game that the report does not have.
    """
    name, found = _one_game(report["games"], game)
    rules = [rule for rule in found["rules"] if rule["kind"] != "advice"]
    claimed = [rule["id"] for rule in rules if is_claimed(rule)]
    lost = {rule["id"]: rule["unreached"] for rule in rules if rule.get("unreached") and not rule["cited"]}
    excused = {rule["id"]: rule["excuse"] for rule in rules if rule["excuse"]}
    left = {
        rule["id"]: rule.get("open", "")
        for rule in rules
        if rule["id"] not in {*claimed, *excused} or rule["id"] in lost
    }
    return {
        "game": name,
        "rules": len(rules),
        "asserts": sum(len(rule["asserts"]) for rule in rules),
        "cited": sum(bool(rule["cited"]) for rule in rules),
        "claimed": len(claimed),
        "proven": len(claimed),
        "unreached": lost,
        "excused": [{"id": id, "reason": reason} for id, reason in excused.items()],
        "open": list(left),
        "reasons": [{"id": id, "reason": reason} for id, reason in left.items() if reason],
        "unexplained": [id for id, reason in left.items() if not reason],
        "uncited": [rule["id"] for rule in rules if not rule["cited"] and rule["id"] not in {*excused, *lost}],
        "unknown": found["unknown"],
    }


def is_claimed(rule: Mapping[str, Any]) -> bool:
    """Whether each assert of a rule in a report has a test that passed."""
    return bool(rule["asserts"]) and all(text["tests"] for text in rule["asserts"])


def _one_game(games: Mapping[str, Any], game: str | None) -> tuple[str, Mapping[str, Any]]:
    if game is None and len(games) == 1:
        game = next(iter(games))
    if game is None:
        raise ReportError(f"the report has {len(games)} games; name one: {', '.join(games)}")
    if game not in games:
        raise ReportError(f"the report has no game {game!r}{did_you_mean(nearest(game, games))}")
    return game, games[game]
