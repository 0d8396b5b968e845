#!/usr/bin/env bash
# A stranger's way: install Rulewright into a fresh environment, make a game and an extension of it, install them beside
# it as a stranger would, run their tests and checks, and play the game.
# Usage: new_project.sh WHEEL, in a shell where python3 is the Python to use. Leaves nothing behind.
set -euo pipefail

wheel=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
room=$(mktemp -d "${TMPDIR:-/tmp}/rulewright-new.XXXXXX")
trap 'rm -rf "$room"' EXIT
cd "$room"

python3 -m venv venv
tools="$room/venv/bin"
"$tools/pip" install "$wheel"

tidy_and_sound() {
  "$tools/ruff" check --no-cache .
  "$tools/ruff" format --no-cache --check .
  "$tools/mypy"
  "$tools/pytest" -q --rule-report rules.json
}

"$tools/rulewright" new my-game
cd "$room/rulewright-my-game"
"$tools/pip" install -e '.[test]'
tidy_and_sound
"$tools/rulewright" games
"$tools/rulewright" describe my_game >/dev/null
"$tools/rulewright" schema my_game --out schemas
"$tools/rulewright" check rulewright_my_game/content --game my_game
"$tools/rulewright" coverage my_game --report rules.json
"$tools/rulewright" play my_game --seats random,random --seed 1 | tail -n 3

cd "$room"
"$tools/rulewright" new more-of-it --extension my_game
cd "$room/rulewright-more-of-it"
"$tools/pip" install -e '.[test]'
tidy_and_sound
"$tools/rulewright" games
"$tools/rulewright" play my_game --seats random,random --seed 1 | grep -c 'The guests cheer' >/dev/null
"$tools/rulewright" play my_game --seats random,random --seed 1 | tail -n 1

# As it would be published: content and texts lie in the wheel.
"$tools/pip" wheel --no-deps --wheel-dir "$room/published" "$room/rulewright-my-game"
"$tools/pip" uninstall --yes rulewright-more-of-it rulewright-my-game
"$tools/pip" install "$room"/published/*.whl
cd "$room"
"$tools/rulewright" play my_game --seats random,random --seed 2 | tail -n 1

# And an extension of a game that has nothing to do with the template.
"$tools/rulewright" new more-dice --extension dice_throne
"$tools/pip" install -e './rulewright-more-dice[test]'
cd "$room/rulewright-more-dice"
tidy_and_sound
