"""The rules of a game, and how far code and tests carry them, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from ..documents import MOST_SAVED, DocumentError, parse_json
from ..files import read
from ..rules import Ledger, Rule
from .failing import Failed

if TYPE_CHECKING:
    from ..testing.report import RuledGame


def ruled(game: str) -> RuledGame:
    """The ledger of a game with the packages that cite it. Raises Failed where it has none."""
    from ..plugins import registry
    from ..testing.report import find_games

    registry().get(game)  # an unknown name is said as such
    games = find_games()
    if game not in games:
        raise Failed(f"{game} has no ledger of rules")
    return games[game]


def rule_data(rule: Rule, cited: Sequence[str] = ()) -> dict[str, Any]:
    """A rule as JSON data."""
    data: dict[str, Any] = msgspec.to_builtins(rule)
    return {**data, "cited": list(cited)}


def rule_lines(rule: Rule, lang: str, cited: Sequence[str] = ()) -> Iterator[str]:
    """A rule in words: its title, what it asserts, and where code carries it."""
    other = rule.zh if lang == "en" else rule.en
    yield f"{rule.full_id}  {rule.title(lang)}" + (f" ({other})" if other else "") + f"  [{rule.kind}]"
    for number, text in enumerate(rule.asserts, start=1):
        yield f"  {number}. {text}"
    if rule.note:
        yield f"  note: {rule.note}"
    if rule.excuse:
        yield f"  excused: {rule.excuse}"
    if rule.open:
        yield f"  open, because {rule.open}"
    if cited:
        yield f"  in code: {', '.join(cited)}"


def chosen(ledger: Ledger, id: str | None, search: str | None, lang: str | None) -> list[Rule]:
    """The rule of an id, those that a search finds, or all. Raises UnknownRule."""
    if id is not None:
        return [ledger[id]]
    if search is not None:
        return list(ledger.search(search, lang))
    return list(ledger)


def coverage(game: str, report: Path | None) -> dict[str, Any]:
    """How many rules code cites and, by the report of a test run, tests claim."""
    from ..testing import report as reports

    found = reports.read_report(report) if report is not None else reports.build({game: ruled(game)})
    return reports.summary(found, game)


def with_proofs(data: Mapping[str, Any], file: Path) -> dict[str, Any]:
    """Coverage with what `rulewright prove GAME --json` found: the rules that were tried and are proven, and those that
    are only claimed. Raises Failed for a file of something else."""
    try:
        found = parse_json(read(file), MOST_SAVED)
    except DocumentError as error:
        raise Failed(f"{file} is damaged: {error}") from error
    if not isinstance(found, dict) or found.get("game") != data["game"] or "proofs" not in found:
        raise Failed(f"{file} is not what `rulewright prove {data['game']} --json` wrote")
    try:
        tried = {proof["rule"]: bool(proof["noticed"]) and not proof["broken"] for proof in found["proofs"]}
    except (KeyError, TypeError) as error:
        raise Failed(f"{file} is damaged: a proof has no rule, or not what came of it") from error
    only = [rule for rule, proven in tried.items() if not proven]
    return {**data, "tried": len(tried), "proven_by_changes": len(tried) - len(only), "only_claimed": only}


def coverage_lines(data: Mapping[str, Any], *, claimed: bool) -> Iterator[str]:
    """Coverage in words."""
    rules = data["rules"]
    yield f"{data['game']}: {rules} rules with {data['asserts']} asserts"
    yield f"  cited by code     {data['cited']:>5}  {_percent(data['cited'], rules)}"
    if claimed:
        yield f"  claimed by tests  {data['claimed']:>5}  {_percent(data['claimed'], rules)}"
    else:
        yield "  claimed by tests      ?  (pytest --rule-report FILE, then --report FILE)"
    if "tried" in data:
        proven = data["proven_by_changes"]
        yield f"  proven by changes {proven:>5}  {_percent(proven, rules)}, of {data['tried']} that were tried"
        if data["only_claimed"]:
            yield f"    claimed, not proven: {' '.join(data['only_claimed'])}"
    else:
        yield "  proven by changes     ?  (rulewright prove GAME --json > FILE, then --proofs FILE)"
    yield f"  excused           {len(data['excused']):>5}"
    yield from (f"    {entry['id']}: {entry['reason']}" for entry in data["excused"])
    yield f"  open              {len(data['open']) if claimed else '?':>5}"
    if claimed:
        yield from (f"    {entry['id']}: open, because {entry['reason']}" for entry in data["reasons"])
        if data["unexplained"]:
            yield f"    open without a reason: {' '.join(data['unexplained'])}"
    for id, where in data.get("unreached", {}).items():
        yield f"  rule {id} is cited only where no game comes by: {', '.join(where)}"
    if data.get("uncited"):
        yield f"  not in code: {' '.join(data['uncited'])}"
    for id, where in data.get("unknown", {}).items():
        yield f"  unknown rule {id} is cited in {', '.join(where)}"


def proofs(
    game: str,
    rules: Sequence[str],
    tests: str,
    most: int,
    first: bool,
    sample: int | None,
    seed: int,
    *,
    as_json: bool,
) -> bool:
    """Tell of each rule what came of changing its code; whether all are proven that tests claim."""
    from ..testing.proving import prove, sampled, summary, told
    from .printing import emit, print_lines

    found = ruled(game)
    wanted = [found.ledger[id].id for id in rules]
    if sample is not None:
        wanted = sampled(found.cited().keys() & {rule.id for rule in found.ledger}, sample, seed)
    tried = []
    try:
        for proof in prove(found, tests, wanted, most=most, first=first, seed=seed):
            tried.append(proof)
            if not as_json:
                print_lines(told(proof))
    except (ValueError, OSError) as error:
        raise Failed(str(error)) from error
    counts = summary(tried)
    if as_json:
        emit({"game": game, **counts, "proofs": msgspec.to_builtins(tried)})
    else:
        print_lines([f"{counts['proven']} of {counts['rules']} rules proven; {counts['noticed']} of "
                     f"{counts['changes']} changes noticed"])  # fmt: skip
    return not any(proof.broken or (proof.unnoticed and not proof.noticed) for proof in tried)


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f} %" if whole else "—"
