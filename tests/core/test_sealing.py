"""Seals: a save that was changed is never called verified, whatever was changed; a signature needs its key."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from rulewright import SaveError, load
from rulewright.api import from_journal
from rulewright.cli.main import main
from rulewright.game import Drift
from rulewright.journal import Journal, doubt, journal_of, log_digest, parse, read
from rulewright.sealing import STRETCH, chain_of
from rulewright.testing import playthrough
from rulewright.testing.spoiling import spoilt
from tests.core.test_journal import RULES, played

KEY = b"sixteen bytes it"


def encoded(journal: Journal) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(msgspec.json.encode(journal))
    return data


def refusal_of(data: dict[str, Any]) -> str:
    """What is said of a save when it is rebuilt; empty where it is rebuilt and verified."""
    try:
        journal = parse(json.dumps(data))
        return doubt(journal, from_journal(journal, game=RULES))
    except SaveError as error:
        return str(error)


SAVED = encoded(journal_of(played()))


def test_a_save_as_it_was_written_is_verified() -> None:
    assert refusal_of(SAVED) == ""


@pytest.mark.parametrize(
    ("change", "part"),
    [
        ({"header": {**SAVED["header"], "seed": 6}}, "the header"),
        ({"header": {**SAVED["header"], "setup": {"turns": 41}}}, "the header"),
        ({"header": {**SAVED["header"], "version": "8"}}, "the header"),
        ({"rulewright": 1}, "the header"),
        ({"answers": [*SAVED["answers"][:-1], [1, 3]]}, "answers 0 to 50"),
        ({"answers": SAVED["answers"][:-1]}, "answers 0 to 49"),
        ({"marks": []}, "the marks, the streams or the digests"),
        ({"streams": {**SAVED["streams"], "play": 3}}, "the marks, the streams or the digests"),
        ({"digest": ""}, "the marks, the streams or the digests"),
        ({"log": ""}, "the marks, the streams or the digests"),
        ({"chain": [SAVED["chain"][0], "0" * 32, SAVED["chain"][2]]}, r"chain\[1\]"),
        ({"chain": SAVED["chain"][:-1]}, "51 answers need a chain of 3 links, and this one has 2"),
    ],
)
def test_each_part_that_is_changed_is_named(change: dict[str, Any], part: str) -> None:
    journal = parse(json.dumps({**SAVED, **change}))

    with pytest.raises(SaveError, match=f"changed since the game was saved: {part}"):
        from_journal(journal, game=RULES)


def test_of_a_long_game_the_stretch_that_was_changed_is_named() -> None:
    data = encoded(journal_of(played(150, turns=400)))
    assert len(data["answers"]) > 2 * STRETCH
    data["answers"][STRETCH + 5][1] = [1] if data["answers"][STRETCH + 5][1] != [1] else [2]

    with pytest.raises(SaveError, match=f"answers {STRETCH} to {2 * STRETCH - 1}$"):
        from_journal(parse(json.dumps(data)), game=RULES)


def test_a_save_without_a_chain_is_played_again_and_not_verified() -> None:
    assert "no chain of digests" in refusal_of({**SAVED, "chain": []})
    assert "no chain of digests" in refusal_of({name: SAVED[name] for name in ("rulewright", "header", "answers")})


def test_a_chain_over_a_record_without_digests_does_not_verify_it() -> None:
    journal = parse(json.dumps({**SAVED, "log": "", "chain": []}))
    journal.chain = chain_of(journal.parts())

    assert "no digest of the last position and the log" in refusal_of(encoded(journal))


def test_another_log_is_not_verified_though_the_tables_are_the_same() -> None:
    journal = parse(json.dumps({**SAVED, "log": "0" * 32, "chain": []}))
    journal.chain = chain_of(journal.parts())

    assert "another log" in refusal_of(encoded(journal))


def test_no_die_of_ten_games_can_be_changed() -> None:
    """Every face that chance brought in ten games, one at a time, is another one."""
    tried = 0
    for seed in range(10):
        data = encoded(journal_of(played(30, seed)))
        for player, answer in data["answers"]:
            if player == -1:
                kept, answer[0] = answer[0], 7 - answer[0] if isinstance(answer[0], int) else "z"
                assert refusal_of(data), f"game {seed}: {kept} became {answer[0]}"
                answer[0] = kept
                tried += 1
        assert not refusal_of(data)
    assert tried > 250


def test_nothing_that_is_spoilt_is_verified_with_another_log_or_another_future() -> None:
    game = played()
    data = msgspec.json.encode(journal_of(game))
    tried = 0
    for what, changed in spoilt(data, Random(4), 600):
        try:
            journal = parse(changed)
            again = from_journal(journal, game=RULES)
        except SaveError:
            tried += 1
            continue
        if not doubt(journal, again):
            assert log_digest(again) == log_digest(game) and again.positions() == game.positions(), what
            assert again.header == game.header, what
    assert tried > 300


# ------------------------------------------------------------------------------------------------------- signatures


def test_a_signed_save_is_read_with_its_key_only(tmp_path: Path) -> None:
    path = tmp_path / "signed.json"
    played().save(path, KEY)

    assert load(path, game=RULES, key=KEY).digest() == played().digest()
    assert load(path, game=RULES).digest() == played().digest()
    with pytest.raises(SaveError, match=r"signed.json: not signed with this key, or changed since"):
        load(path, game=RULES, key=b"another sixteen.")


def test_whoever_computes_the_chain_anew_is_stopped_by_the_signature(tmp_path: Path) -> None:
    journal = journal_of(played(), KEY)
    journal.answers[2] = (-1, (7 - journal.answers[2][1][0],))
    (tmp_path / "edited.json").write_bytes(msgspec.json.encode(journal))
    with pytest.raises(SaveError, match="changed since it was signed: answers 0 to 50"):
        read(tmp_path / "edited.json", KEY)

    journal.chain = chain_of(journal.parts())
    (tmp_path / "forged.json").write_bytes(msgspec.json.encode(journal))
    with pytest.raises(SaveError, match="not signed with this key"):
        read(tmp_path / "forged.json", KEY)


def test_an_unsigned_save_is_refused_where_a_signature_is_wanted(tmp_path: Path) -> None:
    played().save(tmp_path / "plain.json")

    with pytest.raises(SaveError, match=r"plain.json: not signed$"):
        read(tmp_path / "plain.json", KEY)


def test_a_key_that_is_too_short_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="a key has at least 16 bytes, and this one has 3"):
        played().save(tmp_path / "short.json", b"abc")
    assert not (tmp_path / "short.json").exists()


# ------------------------------------------------------------------------------------------------ the command line


def run(*words: str) -> Any:
    return CliRunner().invoke(main, words)


def test_replay_verifies_what_was_not_changed_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    playthrough("unmatched_nemesis", ["random"], seed=3).save(path, KEY)
    (tmp_path / "key").write_bytes(KEY)
    (tmp_path / "other").write_bytes(b"another sixteen.")
    assert "verified: " in run("replay", str(path), "--verify", "--key", str(tmp_path / "key")).stdout
    refused = run("replay", str(path), "--verify", "--key", str(tmp_path / "other"))
    assert refused.exit_code == 1 and "not signed with this key" in refused.stderr

    data = json.loads(path.read_bytes())
    path.write_text(json.dumps({**data, "chain": []}))
    unsure = run("replay", str(path), "--verify")
    assert unsure.exit_code == 1 and "not verified: it has no chain of digests" in unsure.stderr
    told = json.loads(run("replay", str(path), "--verify", "--json").stdout)
    assert told["verified"] is False and "no chain" in told["doubt"] and told["events"]
    assert run("replay", str(path)).exit_code == 0

    path.write_text(json.dumps({**data, "streams": {**data["streams"], "play": 10_000}}))
    changed = run("replay", str(path), "--verify", "--to", "5")
    assert changed.exit_code == 1 and "changed since the game was saved" in changed.stderr


def test_a_drift_is_an_error_of_the_record_not_of_the_file() -> None:
    journal = parse(json.dumps({**SAVED, "streams": {}}))

    with pytest.raises(SaveError) as error:
        from_journal(journal, game=RULES)
    assert isinstance(error.value.__cause__, Drift)
