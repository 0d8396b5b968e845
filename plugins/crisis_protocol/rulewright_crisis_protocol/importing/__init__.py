"""What players own: catalogues of BSData, and rosters of BattleScribe and New Recruit.

`cards` has stat cards as profiles say them; `texts` puts understood clauses together, with
the phrases in ``phrases.toml``; `rules` makes special rules, superpowers and cards of them, each with its grade;
`catalogue` and `roster` are the two kinds of files.
"""

from __future__ import annotations

from .formats import CatalogueFile as CatalogueFile
