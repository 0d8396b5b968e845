"""The front door: new games and saved games by the name of a ruleset."""

from __future__ import annotations

import os
import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from . import __version__
from .chance import Chance, Manual, Seeded, checked_seed
from .game import Drift, Game, Header
from .journal import Journal, SaveError, read, rebuild
from .plaindata import shown
from .ruleset import Rules, Ruleset
from .setups import SetupError, make_setup, plain_setup

if TYPE_CHECKING:
    from os import PathLike


def rules_for(game: str | Ruleset | Rules, content: Sequence[str | PathLike[str]] = ()) -> Rules:
    """The frozen ruleset of a name, or of a ruleset itself, with files and folders of extra content.

    Use what it returns wherever a game is named: ``new_game(rules_for("brawl", ["my_cards.json"]))``.

    Raises UnknownRuleset naming the nearest ones, ContentError with every problem of ``content``, FileError for a file
    of it that cannot be read, and TypeError for what is neither a game nor a list of files.
    """
    if not isinstance(game, str | Ruleset | Rules):
        raise TypeError(f"a game is the name of a ruleset, a Ruleset or Rules, not {shown(game)}")
    if isinstance(content, str | bytes) or hasattr(content, "__fspath__"):
        raise TypeError(f"content is a list of files and folders, not {shown(content)}; did you mean [{content!r}]?")
    if isinstance(game, Rules) and not content:
        return game
    from .plugins import own_content, registry

    if isinstance(game, str):
        return registry().rules(game, content)
    own = [own_content(game.id, path) for path in content]
    return game.freeze(own) if isinstance(game, Ruleset) else game.ruleset.freeze((*game.extensions, *own))


def new_game(
    game: str | Ruleset | Rules,
    setup: Any = None,
    seed: int | None = None,
    chance: Literal["seeded", "manual"] | Chance = "seeded",
) -> Game:
    """Begin a game.

    ``setup`` is the ruleset's setup model or plain data for it. ``chance`` is "seeded" (from ``seed``, or a fresh
    one), "manual" (every roll is asked) or a driver. A seed is a whole number from 0 to `LARGEST_SEED`.
    Raises SetupError, UnknownRuleset, SeedError (a ValueError), and TypeError for what is no game, seed or driver.
    """
    rules = rules_for(game)
    model = make_setup(rules, setup)
    seed = secrets.randbits(31) if seed is None else checked_seed(seed)
    driver = _driver(chance, seed)
    header = Header(
        rules.id, seed, plain_setup(model), __version__, rules.ruleset.version, rules.fingerprint,
        rules.versions,
    )  # fmt: skip
    return Game(rules, header, model, driver)


def _driver(chance: Any, seed: int) -> Chance:
    if isinstance(chance, str) and chance in ("seeded", "manual"):
        return Seeded(seed) if chance == "seeded" else Manual()
    if isinstance(chance, type) or not callable(getattr(chance, "draw", None)):
        raise TypeError(f"chance is 'seeded', 'manual' or a driver, which draws, not {shown(chance)}")
    driver: Chance = chance
    return driver


def load(
    path: str | PathLike[str],
    *,
    game: str | Ruleset | Rules | None = None,
    to: int | None = None,
    key: bytes | None = None,
) -> Game:
    """Rebuild a saved game, whole or its first ``to`` answers, checking it on the way.

    With ``key`` it must be signed with that key. Raises SaveError for a file that is no save, was changed since it was
    saved, or was made with other versions and does not fit them any more, ValueError for a ``to`` that counts no
    answers, and TypeError for what is no path.
    """
    os.fspath(path)  # a number would be an open file
    return from_journal(read(path, key), game=game, to=to, name=str(path))


def from_journal(
    journal: Journal, *, game: str | Ruleset | Rules | None = None, to: int | None = None, name: str = "journal"
) -> Game:
    """Rebuild a game from its journal. Raises SaveError naming what does not fit."""
    if to is not None and (type(to) is not int or to < 0):
        raise ValueError(f"answers are counted from 0 in whole numbers, not {shown(to)}")
    rules = rules_for(journal.header.ruleset if game is None else game)
    if rules.id != journal.header.ruleset:
        raise SaveError(f"{name}: a game of {journal.header.ruleset!r}, not of {rules.id!r}")
    try:
        setup = make_setup(rules, journal.header.setup)
        return rebuild(rules, setup, journal, to=to)
    except (Drift, SetupError) as error:
        raise SaveError(f"{name}: {error}{_versions(rules, journal.header)}") from error
    except Exception as error:
        what = f"the rules fail on the record: {type(error).__name__}: {error}"
        raise SaveError(f"{name}: {what}{_versions(rules, journal.header)}") from error


def _versions(rules: Rules, header: Header) -> str:
    """A remark on versions if those of the save are not those installed."""
    if header.fingerprint == rules.fingerprint:
        return ""
    absent = [f"and {one}, which is not here" for one in header.extensions if one not in rules.versions]
    saved = ", ".join([f"{header.ruleset} {header.version}", f"fingerprint {header.fingerprint}", *absent])
    return f" (saved with {saved}; installed is {rules.ruleset.version}, {rules.fingerprint})"
