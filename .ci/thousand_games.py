"""Play random games of all modes in one process and replay their journals in another, comparing digests.

python thousand_games.py play GAME GAMES FOLDER     plays and writes one journal a game
python thousand_games.py replay GAME GAMES FOLDER   rebuilds every one; its digest and result must agree
"""

import random
import sys
from pathlib import Path

import msgspec

import rulewright
from rulewright.api import from_journal, rules_for
from rulewright.journal import journal_of, parse


def play(game_name: str, games: int, folder: Path) -> None:
    """Random games to their end, a journal each."""
    rules = rules_for(game_name)
    sample = rules.ruleset.sample_setup
    for number in range(games):
        rng = random.Random(number)
        setup = None if sample is None else sample(rules.content, rng)
        game = rulewright.new_game(rules, setup, seed=number)
        while (request := game.request) is not None:
            game.answer(request.space.sample(rng), request.player)
        (folder / f"{number}.json").write_bytes(msgspec.json.encode(journal_of(game)))
    print(f"{games} games of {game_name} played to their end")


def replay(game_name: str, games: int, folder: Path) -> None:
    """Every journal again; `from_journal` raises when a checksum on the way or the digest at the end differs."""
    rules = rules_for(game_name)
    for number in range(games):
        journal = parse((folder / f"{number}.json").read_bytes(), f"game {number}")
        game = from_journal(journal, game=rules, name=f"game {number}")
        if not journal.digest or game.digest() != journal.digest or game.result is None:
            sys.exit(f"game {number} does not replay to its recorded end")
    print(f"{games} games of {game_name} replayed to identical digests")


if __name__ == "__main__":
    what, name, count, where = sys.argv[1:]
    {"play": play, "replay": replay}[what](name, int(count), Path(where))
