"""JSON Schemas of a game's setup and content, for editors that complete and check while someone types."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ..describe import DRAFT, content_schemas, setup_schema
from ..files import write
from ..plugins import PluginError, registry
from ..problems import ContentError, did_you_mean, nearest
from .failing import Failed
from .writing import refuse_to_overwrite


def schemas(game: str, name: str | None = None) -> dict[str, dict[str, Any]]:
    """The schemas of a game by name, or the one of that name. Raises Failed naming what there is."""
    found: dict[str, dict[str, Any]] = {}
    setup = setup_schema(registry().get(game))
    if setup is not None:
        found["setup"] = _for_files(setup)
    found.update(content_schemas(content_of(game)))
    if name is None:
        return found
    if name not in found:
        there = f"; there are: {', '.join(found)}" if found else "; it has neither a setup nor content with models"
        raise Failed(f"{game} has no schema {name!r}{did_you_mean(nearest(name, found)) or there}")
    return {name: found[name]}


def content_of(game: str) -> Any:
    """The content of a game; where it is broken, what says of which models it should be: then schemas help most."""
    try:
        return registry().rules(game).content
    except PluginError as error:
        if isinstance(error.__cause__, ContentError):
            return error.__cause__
        raise


def _for_files(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema of a file, which may name its own schema as editors want it."""
    top = schema["$defs"][schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
    top.setdefault("properties", {})["$schema"] = {"type": "string"}
    return {"$schema": DRAFT, **schema}


def write_schemas(found: dict[str, dict[str, Any]], folder: Path, *, force: bool = False) -> list[Path]:
    """Write each schema to ``NAME.schema.json`` in a folder, which is made where it is not there.

    Raises Failed where one of them already exists and is not to be overwritten.
    """
    paths = {folder / f"{name}.schema.json": schema for name, schema in found.items()}
    refuse_to_overwrite(*paths, force=force)
    folder.mkdir(parents=True, exist_ok=True)
    for path, schema in paths.items():
        write(path, json.dumps(schema, ensure_ascii=False, indent=2) + "\n")
    return [*paths]
