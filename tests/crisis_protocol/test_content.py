"""The content that comes with the game keeps the usual shapes."""

import pytest

from rulewright import ContentError
from rulewright_crisis_protocol.mission import affiliations_of

from .table import card, invent, named, rule, rules


@rule("mission.secure")
@rule("mission.extract")
@rule("objective.asset")
@rule("objective.civilian")
@rule("objective.point-of-interest")
def test_secure_cards_mark_places_and_extract_cards_things_and_people_to_fetch() -> None:
    for crisis in rules().content["crises"].values():
        fetched = (crisis.token in ("asset", "civilian"), crisis.interaction == "take", crisis.score == "held")
        assert fetched == (crisis.type == "extract",) * 3, crisis.id


@rule("field.crisis-data", 1)
@pytest.mark.parametrize("part", ["type", "threat", "token", "spots", "score"])
def test_a_crisis_says_all_that_a_game_needs(part: str) -> None:
    whole = named(
        {"id": "odd", "type": "secure", "threat": 16, "token": "asset", "spots": [[18, 18]], "score": "secured"}
    )
    invent(crises=[whole])
    with pytest.raises(ContentError, match=f"odd: {part}"):
        invent(crises=[{key: value for key, value in whole.items() if key != part}])


@rule("affiliation.condition", 4)
def test_the_characters_of_an_affiliation_are_data_that_new_files_add_to() -> None:
    more = invent(card("recruit", affiliations=["wardens", "newcomers"])).content
    assert "recruit" not in rules().content.characters
    assert affiliations_of(more, ["recruit"]) == ["wardens", "newcomers"]


@rule("field.crisis-data", 2, 3)
def test_crises_favour_no_edge() -> None:
    for crisis in rules().content["crises"].values():
        turned = {(36 - x, 36 - y) for x, y in crisis.spots}
        assert turned == set(crisis.spots), crisis.id
        assert 1 <= len(crisis.spots) <= 6, crisis.id
        assert 14 <= crisis.threat <= 20, crisis.id
