"""The proofs stay small: a ruleset that a reader can take in at one sitting, through the public face alone."""

import ast
from pathlib import Path

import pytest

PROOFS = Path(__file__).parent
VOCABULARY = ("dice", "effects", "field", "geometry", "powers", "requests", "zones")
RULESETS = sorted(path for path in PROOFS.glob("*/*.py") if not path.name.startswith("test_"))


@pytest.mark.parametrize("path", RULESETS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_proof_has_less_than_250_lines(path: Path) -> None:
    """
    Every file of a proof's rulesets, all lines counted.
    """
    assert len(path.read_text(encoding="utf-8").splitlines()) < 250


def test_there_are_five_proofs() -> None:
    """
    Grid attack, Crisis Protocol, shooting, a game on squares, a battle in inches.
    """
    assert len({path.parent for path in RULESETS}) == 5


def rooms_of(path: Path) -> set[str]:
    """The rooms of the kernel that a file imports from."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    modules = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    return {".".join(module.split(".")[:2]) for module in modules if module.startswith("rulewright")}


@pytest.mark.parametrize("path", RULESETS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_ruleset_uses_the_public_face_only(path: Path) -> None:
    """
    What plays takes the public names and the rooms of the vocabulary; helpers of tests may look deeper.
    """
    if "Ruleset(" not in path.read_text(encoding="utf-8"):
        pytest.skip("no ruleset, but what some share")
    assert rooms_of(path) <= {"rulewright"} | {f"rulewright.{room}" for room in VOCABULARY}
