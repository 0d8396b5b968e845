"""The words of the game."""

from __future__ import annotations

from typing import Final

from rulewright.text import PackageTexts

PACKAGE: Final = "rulewright_wh40k"
"""Where the texts and the content of the game lie."""

TEXTS: Final = PackageTexts(PACKAGE)
say, both = TEXTS.say, TEXTS.both
