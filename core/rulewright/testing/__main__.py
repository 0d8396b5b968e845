"""``python -m rulewright.testing GAME``: the conformance kit as a command."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from ..documents import read_document
from ..plugins import UnknownRuleset
from ..problems import ContentError
from ..setups import SetupError
from ..text import shown
from .findings import KitFailure, Report
from .kit import check_ruleset


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("game")
@click.option("--games", type=click.IntRange(1), default=20, show_default=True, help="This many random games.")
@click.option("--seed", type=int, default=1, show_default=True, help="The seed of the first one.")
@click.option("--setup", type=click.Path(path_type=Path), help="A setup, as JSON or TOML.")
@click.option(
    "--looks", type=click.IntRange(0), default=12, show_default=True, help="Decisions of a game looked at; 0: all."
)
@click.option("--must-exercise", is_flag=True, help="Fail where something registered never comes up.")
@click.option("--excuse", multiple=True, metavar="NAME", help="It need not come up; may be given again.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def conform(
    game: str, games: int, seed: int, setup: Path | None, looks: int, must_exercise: bool,
    excuse: tuple[str, ...], as_json: bool,
) -> None:  # fmt: skip
    """Check over random games what the ruleset of GAME owes: exit status 0 if nothing is wrong, 1 if something is.

    GAME is the name of an installed ruleset, or "module:attribute" of one that is not installed.
    """
    from .processes import located

    try:
        plain = None if setup is None else read_document(setup)
        report = check_ruleset(
            located(game), games, seed, plain, looks=looks or None, where=game, must_exercise=must_exercise,
            excused=excuse,
        )  # fmt: skip
    except KitFailure as failure:
        _print_failure(failure, as_json)
        sys.exit(1)
    except (SetupError, ContentError, UnknownRuleset, ImportError, AttributeError, LookupError, ValueError) as error:
        raise click.UsageError(shown(str(error))) from error
    click.echo(json.dumps(_data(report), indent=2) if as_json else shown(str(report)))


def _print_failure(failure: KitFailure, as_json: bool) -> None:
    if not as_json:
        click.echo(shown(str(failure)))
        return
    names = ("check", "seed", "request", "difference", "journal")
    click.echo(json.dumps({"failed": {name: getattr(failure, name) for name in names}}, indent=2))


def _data(report: Report) -> dict[str, object]:
    return {
        "game": report.ruleset,
        "games": report.games,
        "decisions": report.decisions,
        "rolls": report.chances,
        "events": report.events,
        "seconds": round(report.seconds, 3),
        "checks": report.checks,
        "skipped": report.skipped,
        "silent": report.silent,
    }


if __name__ == "__main__":
    conform(prog_name="python -m rulewright.testing")
