"""Read the JSON of `rulewright simulate` from standard input; fail unless every game was played to its end.

Usage: check_simulation.py GAMES, the number of games asked for.
"""

import json
import sys
from typing import Any


def faults(summary: dict[str, Any], games: int) -> list[str]:
    """What is wrong with a summary, in words."""
    wanted = {"games": games, "finished": games, "failed": 0}
    found = [
        f"{name} is {summary.get(name)!r}, not {value}" for name, value in wanted.items() if summary.get(name) != value
    ]
    if sum(summary.get("wins", {}).values()) != games:
        found.append(f"wins is {summary.get('wins')!r}, {games} in all are wanted")
    return found


def main(games: int) -> int:
    """Print the summary in one line and its faults; 0 if there are none."""
    summary = json.load(sys.stdin)
    print(json.dumps(summary, sort_keys=True))
    found = faults(summary, games)
    for fault in found:
        print(f"simulate: {fault}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
