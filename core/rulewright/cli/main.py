"""The commands of ``rulewright``, as scripts rely on them. Each imports what it needs when it is called."""

from __future__ import annotations

import contextlib
import gc
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from .. import __version__
from ..documents import uncollected
from ..files import read
from ..sealing import SHORTEST_KEY
from .failing import Commands, Failed
from .printing import emit, json_of, print_lines, some
from .writing import force, refuse_to_overwrite

if TYPE_CHECKING:
    from ..game import Game
    from ..ruleset import Rules

F = TypeVar("F", bound=Callable[..., Any])

FILE = click.Path(path_type=Path)
as_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
language = click.option(
    "--lang", type=click.Choice(["en", "zh"]), default="en", envvar="RULEWRIGHT_LANG", show_default=True,
    help="English or Chinese.",
)  # fmt: skip

settings = click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help="An option of the setup, such "
                        "as mode=teams; a,b,c for a list. May be given several times. rulewright describe GAME "
                        "lists them.")  # fmt: skip
own_content = click.option("--content", type=FILE, multiple=True, metavar="FILE", help="A file or folder of content of "
                           "your own, such as a hero. May be given several times.")  # fmt: skip


def _read_key(context: click.Context, option: click.Parameter, path: Path | None) -> bytes | None:
    """The key in a file. Raises UsageError where there is none."""
    if path is None:
        return None
    key = read(path)
    if len(key) < SHORTEST_KEY:
        raise click.UsageError(f"{path}: a key has at least {SHORTEST_KEY} bytes, and this file has {len(key)}")
    return key


signing_key = click.option("--key", type=FILE, metavar="FILE", callback=_read_key, help="A file with a secret: saves "
                           "are signed with it, and read only if they are.")  # fmt: skip


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="rulewright")
def main() -> None:
    """Play, referee, explain, replay and simulate tabletop games."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError, ValueError):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]


def _rules(game: str, content: Sequence[Path] = ()) -> Rules:
    """The rules of a game. They stay as long as the command runs, so the garbage collector never looks through them."""
    from ..plugins import registry

    with uncollected():
        rules = registry().rules(game, content)
        if not gc.get_freeze_count():
            gc.freeze()
    return rules


# What there is -----------------------------------------------------------------------


@main.command()
@as_json
def games(as_json: bool) -> None:
    """List the games that are installed."""
    from ..plugins import registry

    known = registry()
    for broken in known.broken:
        click.echo(f"rulewright: {broken}", err=True)
    found = [_game_data(name) for name in sorted(known.rulesets)]
    if as_json:
        parts = ("name", "module", "error")
        emit({"games": found, "broken": [{part: getattr(one, part) for part in parts} for one in known.broken]})
        return
    width = max((len(one["game"]) for one in found), default=0)
    for one in found:
        more = f" + {', '.join(one['extensions'])}" if one["extensions"] else ""
        click.echo(f"{one['game']:<{width}}  {one['title']} ({one['version']}){more}")
    if not found:
        click.echo("no games are installed", err=True)


def _game_data(name: str) -> dict[str, Any]:
    from ..plugins import registry

    listed, plugin = registry().rulesets[name], registry().plugin_of(name)
    return {
        "game": name,
        "title": listed.title,
        "version": listed.version,
        "plugin": plugin.module if plugin else "",
        "distribution": plugin.distribution if plugin else "",
        "extensions": [extension.id for extension in registry().extensions(name)],
    }


@main.command()
@click.argument("game")
@own_content
@click.option("--internals", is_flag=True, help="Also flow, windows, timing, numbers, effects, verbs and tables.")
@as_json
def describe(game: str, content: Sequence[Path], internals: bool, as_json: bool) -> None:
    """Show what GAME is set up from, and what it registered."""
    from ..describe import describe as describe_rules

    data = describe_rules(_rules(game, content))
    if as_json:
        emit(data)
        return
    from .describing import show_description
    from .terminal import new_console

    show_description(new_console(), data, internals=internals)


@main.command()
@click.argument("game")
@click.argument("id", required=False)
@click.option("--search", metavar="TEXT", help="Only rules that have all these words.")
@language
@as_json
def rules(game: str, id: str | None, search: str | None, lang: str, as_json: bool) -> None:
    """Show the rules of GAME, or the rule of an ID.

    A rule comes with what it asserts and where code carries it.
    """
    from .ledger import chosen, rule_data, rule_lines, ruled

    if id is not None and search is not None:
        raise click.UsageError("give an ID or --search, not both")
    found = ruled(game)
    wanted = chosen(found.ledger, id, search, None)
    if as_json:
        cited = found.cited()
        emit({"game": game, "rules": [rule_data(rule, cited.get(rule.id, ())) for rule in wanted]})
    elif id is not None:
        print_lines(rule_lines(wanted[0], lang, found.cited().get(wanted[0].id, ())))
    else:
        width = max((len(rule.id) for rule in wanted), default=0)
        print_lines(f"{rule.id:<{width}}  {rule.title(lang)}" for rule in wanted)
        if not wanted:
            click.echo("no rule has these words", err=True)


@main.command()
@click.argument("game")
@click.option("--report", type=FILE, metavar="FILE", help="What pytest --rule-report FILE wrote.")
@click.option("--proofs", type=FILE, metavar="FILE", help="What rulewright prove GAME --json printed.")
@as_json
def coverage(game: str, report: Path | None, proofs: Path | None, as_json: bool) -> None:
    """Show how many rules of GAME are cited, claimed and proven.

    Cited by code, claimed by tests, and proven by changes of the code that these tests notice.

    With a report: exit status 1 if a rule is open and the ledger does not say what is missing.
    """
    from .ledger import coverage as measure
    from .ledger import coverage_lines, with_proofs

    data = measure(game, report)
    if proofs is not None:
        data = with_proofs(data, proofs)
    if as_json:
        emit(data)
    else:
        print_lines(coverage_lines(data, claimed=report is not None))
    if report is not None and data["unexplained"]:
        raise click.exceptions.Exit(1)


@main.command()
@click.argument("game")
@click.argument("rules", nargs=-1)
@click.option("--tests", default="tests", metavar="PATH", help="Where the tests are.", show_default=True)
@click.option("--most", default=6, type=click.IntRange(1, 1000), help="Changes of a rule, at most.", show_default=True)
@click.option("--first", is_flag=True, help="Of each rule, no more changes once one is noticed.")
@click.option("--sample", type=click.IntRange(1), help="So many rules, drawn at random.")
@click.option("--seed", default=0, help="Draws rules and changes.", show_default=True)
@as_json
def prove(
    game: str, rules: tuple[str, ...], tests: str, most: int, first: bool, sample: int | None, seed: int, as_json: bool
) -> None:
    """Try which rules of GAME its tests prove.

    All RULES that tests claim are tried, unless some are named. The code that cites a rule is changed a little, again
    and again, and the tests that claim it are run: a rule none of whose changes is noticed is claimed, and not proven.
    Exit status 1 if there is one.
    """
    from .ledger import proofs

    if not proofs(game, rules, tests, most, first, sample, seed, as_json=as_json):
        raise click.exceptions.Exit(1)


@main.command()
@click.argument("game")
@click.argument("name", required=False)
@click.option("--out", type=FILE, metavar="DIR", help="Write each schema to DIR/NAME.schema.json.")
@force
@as_json
def schema(game: str, name: str | None, out: Path | None, force: bool, as_json: bool) -> None:
    """Print JSON Schemas of the setup and content of GAME.

    They help editors. NAME asks for one of them: "setup", "content" (a file with entries under the names of their
    kinds), or a kind of content.
    """
    from .schemas import schemas, write_schemas

    found = schemas(game, name)
    if out is not None:
        paths = [str(path) for path in write_schemas(found, out, force=force)]
        if as_json:
            emit({"game": game, "files": paths})
        else:
            print_lines(paths)
    else:
        emit(found if name is None else found[name])


# New projects ------------------------------------------------------------------------


@main.command()
@click.argument("name")
@click.option("--into", type=FILE, default=Path(), metavar="DIR", help="Where the folder is made.  [default: here]")
@click.option("--squares", is_flag=True, help="A skirmish on a map of squares instead of a game of cards and dice.")
@click.option("--inches", is_flag=True, help="A battle on a table in inches instead of a game of cards and dice.")
@click.option("--extension", metavar="GAME", help="An extension of this installed game instead of a game.")
@as_json
def new(name: str, into: Path, extension: str | None, as_json: bool, **boards: bool) -> None:
    """Make the project of a new game, or of an extension.

    It stands in a folder rulewright-NAME, and is a small game that plays, to be changed.
    """
    import shlex

    from .creating import CannotCreate, create_extension, create_game

    board, *more = [board for board, wanted in boards.items() if wanted] or [""]
    if more or (board and extension is not None):
        flags = ", ".join(f"--{board}" for board in boards)
        raise click.UsageError(f"{flags} and --extension make different projects; give one of them")
    try:
        if extension is None:
            folder = create_game(name, into, board)
        else:
            folder = create_extension(name, extension, into)
    except CannotCreate as error:
        raise Failed(str(error)) from None
    if as_json:
        emit({"folder": str(folder), "files": sorted(str(path) for path in folder.rglob("*") if path.is_file())})
    else:
        play = f"  rulewright play {extension or folder.name.removeprefix('rulewright-').replace('-', '_')}"
        steps = [f"  cd {shlex.quote(str(folder))}", "  pip install -e '.[test]'", "  pytest", play]
        print_lines([f"made {folder}", "", "What to do next:", *steps])


# Playing -----------------------------------------------------------------------------


@main.command()
@click.argument("game", required=False)
@click.option("--seats", metavar="A,B", help="Who plays: human, or a bot: easy, normal, hard, ...; a name for each "
              "seat, or one for all.  [default: human,normal]")  # fmt: skip
@click.option("--setup", type=FILE, metavar="FILE", help="The setup, JSON or TOML.")
@settings
@own_content
@click.option("--seed", type=int, metavar="N", help="The seed of dice, shuffles and bots.")
@click.option("--dice", type=click.Choice(["seeded", "manual"]), default="seeded", show_default=True,
              help="manual: dice fall on a real table and are typed in.")  # fmt: skip
@click.option("--stops", type=click.Choice(["smart", "all"]), default="smart", show_default=True,
              help="smart: people are asked about each reaction at its best moment; all: in every window.")  # fmt: skip
@click.option("--scroll", is_flag=True, help="Let what was shown scroll away; else a question is drawn over it.")
@click.option("--save", type=FILE, metavar="FILE", help="Where the game is saved.  [default: GAME-SEED.save.json]")
@click.option("--load", type=FILE, metavar="FILE", help="Go on with a saved game, and save it there again.")
@signing_key
@force
@language
def play(game: str | None, **wishes: Any) -> None:
    """Play GAME at this terminal, against bots or people, or watch.

    Without GAME you are asked which. At any prompt: help, odds, hint, auto, look, why, stops, undo, save, log, table,
    rule, quit. The game is saved when you leave.
    """
    from .start import Wishes, start

    if wishes["load"] is not None and (wishes["setup"] or wishes["settings"] or wishes["seed"] is not None):
        raise click.UsageError("a saved game has its setup and seed; --load goes without --setup, --set and --seed")
    if game is None:
        from .given import TUTORIAL
        from .start import choose_level, choose_seat

        game = _chosen_game(wishes["lang"])
        if (level := _asked(wishes["lang"], choose_level, game)) == TUTORIAL:
            _teach(game, wishes["lang"], scroll=wishes["scroll"])
            return
        wishes["seats"] = wishes["seats"] or _asked(wishes["lang"], choose_seat, game, level)
    start(Wishes(_rules(game, wishes["content"]), **wishes))


@main.command()
@click.argument("game", required=False)
@click.option("--scroll", is_flag=True, help="Let what was shown scroll away; else a question is drawn over it.")
@language
def tutorial(game: str | None, scroll: bool, lang: str) -> None:
    """Play the first turns of GAME with explanations.

    The opponent is an easy bot, and another one tells what you could answer.

    Without GAME you are asked which.
    """
    _teach(game or _chosen_game(lang), lang, scroll=scroll)


def _teach(game: str, lang: str, *, scroll: bool) -> None:
    """Play the tutorial of a game. Raises Failed where it has none."""
    from ..tutorial import read_tutorial
    from .start import Wishes, start

    rules = _rules(game, ())
    if rules.ruleset.tutorial is None:
        raise Failed(f"{game} has no tutorial")
    told = read_tutorial(rules.ruleset.tutorial)
    wishes = Wishes(
        rules, seats="human,easy", setup=None, settings=(), seed=told.seed, dice="seeded", stops="smart",
        scroll=scroll, save=None, load=None, force=False, lang=lang, content=(), key=None, tutorial=told,
    )  # fmt: skip
    start(wishes)


def _chosen_game(lang: str) -> str:
    """The game that a person at the terminal chooses. Raises UsageError where nobody types."""
    from ..plugins import registry
    from .start import choose_game

    if sys.stdin is None or not sys.stdin.isatty():
        raise click.UsageError(f"which game? One of: {', '.join(sorted(registry().rulesets))}")
    return _asked(lang, choose_game)


def _asked(lang: str, ask: Callable[..., str], *about: Any) -> str:
    """What a person at the terminal answers before a game. Raises Abort where they leave."""
    from .terminal import Closed, Terminal

    try:
        return ask(Terminal(lang), *about)
    except Closed:
        raise click.Abort from None


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True, metavar="ADDRESS", help="Where it listens; anything "
              "but this machine lets others in.")  # fmt: skip
@click.option("--port", type=click.IntRange(0, 65535), default=8500, show_default=True, metavar="N")
@click.option("--file", type=FILE, default=Path("rulewright-tables.db"), show_default=True, metavar="FILE",
              help="Where tables and answers are kept.")  # fmt: skip
@click.option("--name", "names", multiple=True, metavar="NAME", help="A name under which it is reached, such as "
              "games.example.org; it answers to no others. May be given several times.")  # fmt: skip
@click.option("--begin-within", type=click.FloatRange(0, min_open=True), default=1, show_default=True, metavar="HOURS",
              help="Tables that nobody has begun by then end.")  # fmt: skip
@click.option("--keep-finished", type=click.FloatRange(0), default=7, show_default=True, metavar="DAYS",
              help="How long tables stay whose game is over.")  # fmt: skip
def serve(host: str, port: int, file: Path, **wishes: Any) -> None:
    """Open a table in the browser.

    All installed games can be played there, by people with the links of their seats, and by bots. Tables outlive the
    server: start it again with the same file.
    """
    from .serving import serve

    serve(host, port, file, **wishes)


@main.command()
@click.argument("game")
@click.option("--games", type=click.IntRange(1), required=True, metavar="N", help="How many games.")
@click.option("--seed", type=int, metavar="S", help="The seed from which every game gets its own.")
@click.option("--seats", metavar="A,B", help="One bot for all seats, or one each.  [default: random]")
@click.option("--compare", "versus", metavar="A,B", help="Two bots instead of --seats: each seed is played twice, the "
              "second time with the seats changed.")  # fmt: skip
@click.option("--matchups", type=FILE, metavar="FILE", help="Every pair of heroes (or whatever meets in GAME), --games "
              "games each with the seats changed between; the matrix is written as .csv.")  # fmt: skip
@click.option("--among", metavar="A,B,...", help="With --matchups: only these.")
@click.option("--setup", type=FILE, metavar="FILE", help="The setup, JSON or TOML.")
@settings
@own_content
@click.option("--jobs", type=click.IntRange(1), metavar="J", help="Processes; the results do not depend on it.  "
              "[default: one for each processor]")  # fmt: skip
@click.option("--cluster", metavar="ADDRESS", help="Play on a Dask cluster, such as tcp://host:8786.")
@click.option("--records", type=FILE, metavar="FILE", help="A row for each game, .csv or .parquet; games that are "
              "there are not played again.")  # fmt: skip
@click.option("--plot", type=FILE, metavar="FILE", help="A picture of the summary: .svg, .png or .pdf.")
@click.option("--failures", type=FILE, metavar="DIR", help="Where failed games are kept.  [default: failed-games]")
@click.option("--out", type=FILE, metavar="FILE", help="Write the JSON document to a file.")
@force
@as_json
def simulate(
    game: str, seats: str | None, versus: str | None, matchups: Path | None, among: str | None,
    content: Sequence[Path], out: Path | None, as_json: bool, **wishes: Any,
) -> None:  # fmt: skip
    """Let bots play many games of GAME.

    Each is reproducible from its own seed. Rates come with their 95 % intervals. With --records a run that was stopped
    goes on when the same command is given again; without --seed it takes the seed of the file. With --compare half of
    the games have A in the first seat; the interval is that of the differences between A and B in pairs of games with
    the same seed. With --matchups bots are alike, and what they play with is compared, in the same way.
    """
    from ..files import write
    from .given import split
    from .simulating import run, summary_lines

    if versus is not None and seats is not None:
        raise click.UsageError("--compare says who plays; it goes without --seats")
    if versus is not None and matchups is not None:
        raise click.UsageError("--compare compares bots, --matchups what they play with; give one of them")
    if among is not None and matchups is None:
        raise click.UsageError("--among says who meets in --matchups, and goes with it")
    if wishes["jobs"] is not None and wishes["cluster"] is not None:
        raise click.UsageError("a cluster plays on all its workers; --cluster goes without --jobs")
    pair = split(versus, "--compare") if versus is not None else []
    if len(pair) not in (0, 2):
        raise click.UsageError(f"--compare: two bots are compared, and {versus!r} names {len(pair)}")
    for option, wanted in (("--compare", pair), ("--matchups", matchups)):
        if wanted and wishes["games"] % 2:
            raise click.UsageError(f"{option}: games are played in pairs, and {wishes['games']} is an odd number")
    names = split(among, "--among") if among is not None else []
    refuse_to_overwrite(out, force=wishes["force"])
    data = run(_rules(game, content), split(seats or "random"), pair, matchups, names, **wishes)
    text = json_of(data)
    if out is not None:
        write(out, text + "\n")
    if as_json:
        click.echo(text)
    else:
        print_lines(summary_lines(data, (wishes["records"], matchups, wishes["plot"], out)))
    if data["failed"]:
        raise click.exceptions.Exit(1)


# Odds --------------------------------------------------------------------------------


class _Games(click.Group):
    """A command for each game that can be asked for odds; its options are those of the game."""

    def list_commands(self, context: click.Context) -> list[str]:
        from .odds import games_with_odds

        return games_with_odds()

    def get_command(self, context: click.Context, name: str) -> click.Command:
        from .odds import command

        files = [
            click.option("--table", type=FILE, metavar="FILE", help="Write the tables as .csv."),
            click.option("--picture", type=FILE, metavar="FILE", help="Draw the first table: .svg, .png or .pdf."),
        ]
        return command(name, own_content, *files, force, as_json, language)


@main.group(cls=_Games)
def odds() -> None:
    """Compute exact odds in GAME, and the best way to improve them.

    Each game has its own options.
    """


# Files -------------------------------------------------------------------------------


@main.command()
@click.argument("file", type=FILE)
@click.option("--verify", is_flag=True, help="Say whether the file is as it was saved and every digest agrees.")
@signing_key
@click.option("--to", type=click.IntRange(0), metavar="N", help="Only the first N answers, dice among them.")
@click.option("--why", type=int, metavar="N", help="Why event number N happened.")
@own_content
@language
@as_json
def replay(
    file: Path, verify: bool, key: bytes | None, to: int | None, why: int | None, content: Sequence[Path], lang: str,
    as_json: bool,
) -> None:  # fmt: skip
    """Rebuild a saved game from FILE and print its log.

    A game that goes another way than recorded is refused.
    """
    from .replaying import Replay, show_log, why_data, why_lines
    from .terminal import Terminal

    found = Replay(file, to, content, key)
    if as_json:
        explained = {"why": why_data(_explained(found.game, why))} if found.game is not None and why is not None else {}
        emit({**found.data(), **explained})
    elif found.game is not None and why is not None:
        print_lines(why_lines(found.game, _explained(found.game, why), lang))
    elif found.game is not None and not verify:
        show_log(found.game, Terminal(lang))
    if found.game is None:
        raise Failed(found.drift)
    if verify and not found.verified:
        raise Failed(found.verdict())
    if verify and not as_json:
        click.echo(found.verdict())


@main.command()
@click.argument("file", type=FILE)
@click.option("--seal", default="", metavar="DIGEST", help="The seal that the table showed before the game.")
@as_json
def unseal(file: Path, seal: str, as_json: bool) -> None:
    """Check that the dice of a game in the browser follow from its seal.

    FILE is the journal that a table gives when its game is over. With --seal it must have the seal that you noted
    before the first die fell.
    """
    from ..web.sealed import Unsealed, read

    found = Unsealed(read(file), str(file), seal)
    if as_json:
        emit(found.data())
    if found.doubt:
        raise Failed(found.verdict())
    if not as_json:
        click.echo(found.verdict())


def _explained(game: Game, number: int) -> Any:
    try:
        return game.why(number)
    except LookupError as error:
        raise Failed(str(error)) from None


def _list_queries(context: click.Context, option: click.Parameter, wanted: bool) -> None:
    if wanted:
        from .rendering import listed

        print_lines(listed())
        context.exit()


@main.command()
@click.argument("file", type=FILE)
@click.option("-o", "--out", type=FILE, required=True, metavar="OUT", help="The picture: .svg, .png or .pdf.")
@click.option("--show", "shows", multiple=True, metavar="QUERY", help="What to show besides what the file asks for, "
              "such as 'sight scout tank' or 'reach A2 8'. May be given several times.")  # fmt: skip
@click.option("--queries", is_flag=True, is_eager=True, expose_value=False, callback=_list_queries,
              help="List what --show takes, and stop.")  # fmt: skip
@click.option("--game", metavar="GAME", help="FILE is the id of a map or a table in the content of this game.")
@own_content
@force
@as_json
def render(
    file: Path,
    out: Path,
    shows: Sequence[str],
    game: str | None,
    content: Sequence[Path],
    force: bool,
    as_json: bool,
) -> None:
    """Draw a table or a board, with lines of sight and paths.

    FILE is a scene, or a map of another program that an installed game reads; with --game it names what is drawn of the
    content of that game, such as a map that its package brings.
    """
    from .rendering import render_content, render_file

    if content and game is None:
        raise click.UsageError("--content: --game says whose content it is")
    refuse_to_overwrite(out, force=force)
    rules = None if game is None else _rules(game, content)
    found = render_file(file, out, shows) if rules is None else render_content(rules, file.as_posix(), out, shows)
    if as_json:
        emit({"file": str(file), "out": str(out), "found": found.found, "notes": found.notes})
    else:
        for note in some(found.notes):
            click.echo(f"rulewright: {file}: {note}", err=True)
        print_lines(found.found)


@main.command("import")
@click.argument("file", type=FILE)
@click.option("-o", "--out", type=FILE, metavar="OUT", help="Where it is written, as JSON; FILE.json without.")
@click.option("--game", metavar="GAME", help="For which game, where several read such files.")
@click.option("--id", metavar="ID", help="Its id, instead of the one that is made from its name.")
@click.option("--phrases", type=FILE, metavar="FILE", help="Phrases of your own for texts of cards, as TOML.")
@click.option("--answer", "answers", multiple=True, metavar="NAME=ANSWER", help="What the file does not say, such as "
              "'War Dog=without'. May be given several times; at a terminal you are asked.")  # fmt: skip
@own_content
@force
@as_json
def import_(
    file: Path, out: Path | None, game: str | None, id: str | None, phrases: Path | None, content: Sequence[Path],
    answers: Sequence[str], force: bool, as_json: bool,
) -> None:  # fmt: skip
    """Convert a file from another program.

    FILE is - for standard input. It becomes a setup, content or a scene. What could not be carried over is named, and
    nothing is written that the game would refuse. Use the result with --setup or --content, or render a scene.
    """
    from .converting import id_of, import_file
    from .importing import STANDARD_INPUT

    if out is None:
        if file == STANDARD_INPUT:
            raise click.UsageError("-o says where that is written which stands on standard input")
        out = Path(file.with_suffix(".json").name)
    refuse_to_overwrite(out, force=force)
    given = dict(one.partition("=")[::2] for one in answers)
    ask = sys.stdin.isatty() and file != STANDARD_INPUT and not as_json
    form, found = import_file(file, out, game, phrases, id, content, given, ask=ask)
    if as_json:
        parts = {"format": form.name, "game": form.ruleset, "kind": found.kind, "id": id_of(found)}
        emit({"file": str(file), "out": str(out), **parts, "left_out": found.left_out, "notes": found.notes})
    else:
        name = f" as {own}" if (own := id_of(found)) else ""
        print_lines([f"{file}: {form.name}; written to {out} ({found.kind} of {form.ruleset}){name}"])
        print_lines(f"  {note}" for note in found.notes)
        print_lines(f"  left out: {what}" for what in some(found.left_out))


@main.command()
@click.argument("files", type=FILE, nargs=-1, required=True, metavar="FILE...")
@click.option("--game", metavar="GAME", help="Whose setup or content it is, where the file does not say so.")
@click.option("--say", is_flag=True, help="Say each text of sound content back, as the program will play it.")
@language
@as_json
def check(files: Sequence[Path], game: str | None, say: bool, lang: str, as_json: bool) -> None:
    """Check saved games, setups and content.

    Every problem is named with its place. With --say each text is printed beside what was understood of it.
    """
    import msgspec

    from .checking import check as check_file
    from .checking import lines
    from .saying import lines as lines_said
    from .saying import said_back

    checked = [check_file(file, game) for file in files]
    sound = [one.kind == "content" and not one.problems for one in checked]
    said = [
        said_back(Path(one.file), one.game, lang) if say and fine else []
        for one, fine in zip(checked, sound, strict=True)
    ]
    if as_json:
        wrong = sum(len(one.problems) for one in checked)
        told = {one.file: msgspec.to_builtins(texts) for one, texts in zip(checked, said, strict=True)}
        emit({"files": msgspec.to_builtins(checked), "problems": wrong, **({"said": told} if say else {})})
    else:
        for one, texts in zip(checked, said, strict=True):
            print_lines(lines([one]))
            print_lines(lines_said(texts))
    if any(one.problems for one in checked):
        raise click.exceptions.Exit(1)
