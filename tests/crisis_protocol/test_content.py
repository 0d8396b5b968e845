"""The content that comes with the game keeps the usual shapes."""

from .table import rule, rules


@rule("field.crisis-data", 2, 3)
def test_crises_favour_no_edge() -> None:
    for crisis in rules().content["crises"].values():
        turned = {(36 - x, 36 - y) for x, y in crisis.spots}
        assert turned == set(crisis.spots), crisis.id
        assert 1 <= len(crisis.spots) <= 6, crisis.id
        assert 14 <= crisis.threat <= 20, crisis.id
