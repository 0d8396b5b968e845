"""A card that takes tokens off is asked about only where it can help its player."""

from __future__ import annotations

from random import Random

from rulewright import Timely, new_game
from rulewright_dice_throne.faces.stops import stops

CARD = ("play", "buh-bye")


def test_a_card_that_could_only_help_opponents_is_never_asked_about_and_any_other_is() -> None:
    """It serves opponents where all that can come off is good for its own side, or bad for theirs."""
    seen: dict[bool, set[Timely]] = {True: set(), False: set()}
    for seed in range(30):
        game, rng = new_game("dice_throne", seed=seed), Random(seed)
        while (request := game.request) is not None and len(game.answers) < 300:
            if request.ask == "react" and CARD in (request.options() or ()):
                view, own = game.view(request.player), game.state.heroes[request.player].side
                removable = [
                    (sheet.positive, hero.side == own)
                    for hero in game.state.heroes.values()
                    for sheet in (game.content.statuses[token.status] for token in hero.tokens)
                    if sheet.removable
                ]
                useless = all(positive is ours for positive, ours in removable)
                seen[useless].add(stops(view, request, CARD))
            game.answer(request.space.for_program(rng), request.player)
    assert seen[True] == {Timely.NEVER}
    assert Timely.NOW in seen[False] and Timely.NEVER not in seen[False]
