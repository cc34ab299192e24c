"""Solutions: the same answers as the program's, in Python's terms."""

from __future__ import annotations

import re

import keymove
import pytest
from conftest import HELP, MADRASI, ROOT, SHORT, collections


def test_published_problems_have_their_recorded_verdicts() -> None:
    """The recorded answers are those of the program; the problems' sources are in the files."""
    compared = 0
    for path in collections():
        answers = path.with_name(path.name + ".answers")
        if not answers.exists():
            continue
        recorded = dict(re.findall(r"^== (\S+)\n(\w+)$", answers.read_text(), re.MULTILINE))
        for problem in keymove.Problem.parse_each(path.read_text()):
            assert isinstance(problem, keymove.Problem) and problem.id
            checked = keymove.check(problem, time=1)
            # A slow machine may leave some undecided.
            if checked.verdict != "undecided":
                assert checked.verdict == recorded[problem.id], f"{path}: {problem.id}"
                compared += 1
    assert compared > 60


def test_phases_and_twins() -> None:
    line = '7k/8/5K2/8/8/8/8/6R1 w - - stip "#2"; opt "SetPlay Try"; twin "b) move g1 a1";'
    solution = keymove.solve(line)
    assert [twin.label for twin in solution.twins] == ["a)", "b)"]
    assert [phase.kind for phase in solution.phases] == ["set play", "play"] * 2
    for phase in solution.phases:
        assert all(move.part == "key" for move in phase.keys)
        assert all(len(move.refutations) == 1 for move in phase.tries)
    assert solution.keys == [key for phase in solution.phases for key in phase.keys]
    twin = solution.twins[1].problem
    assert twin is not None and twin.placement == "7k/8/5K2/8/8/8/8/R7"
    assert keymove.solve(twin).phases[1].keys == solution.phases[3].keys
    assert solution.twins[0].cut is None and solution.twins[0].notes == []


def test_lines_of_help_play() -> None:
    [first, second] = keymove.solve(HELP).lines
    assert [move.text("long") for move in first] == ["h7-h5", "Rh1xh5#"]
    assert [(move.uci, move.piece, move.captured, move.side) for move in second] == [
        ("h7h6", "P", None, "black"),
        ("h1h6", "R", "h6", "white"),
    ]
    assert second[1].reaches_goal and second[1].gives_check and second[0].moves == [second[1]]


def test_moves_of_promotion_and_of_fairy_men() -> None:
    keys = keymove.solve('6k1/P7/6K1/8/8/8/8/8 w - - stip "#1";').keys
    assert sorted((key.uci, key.promotion) for key in keys) == [("a7a8q", "Q"), ("a7a8r", "R")]
    [key] = keymove.solve('7k/5K2/7p/8/8/8/8/7R w - - stip "x1"; cond "Circe";').keys
    assert key.uci is None and "[" in str(key)
    with pytest.raises(keymove.ConversionError, match="UCI"):
        key.to_chess()


def test_findings() -> None:
    checked = keymove.check('7k/5K2/8/8/8/8/R7/R7 w - - stip "#1"; sol "1.Rh2#";')
    assert checked.verdict == "unsound"
    assert [finding.kind for finding in checked.findings] == ["cook"]
    assert keymove.solve(SHORT).verdict is None and keymove.solve(SHORT).findings == []


def test_duals_are_noted_if_they_are_allowed() -> None:
    # B. Globel, Aftonbladet 1927.
    text = 'rk6/p1qQ4/P1Pp3p/P2P1p1P/5p1K/5P2/7P/8 w - - stip "s#=2"; opt "Quodlibet"; sol "1.h3!";'
    assert keymove.check(text).verdict == "unsound"
    allowed = keymove.check(text, allow_duals=True)
    assert allowed.verdict == "sound" and "note" in {finding.severity for finding in allowed.findings}


def test_limits_leave_problems_undecided() -> None:
    cut = keymove.check(HELP, max_solutions=1)
    assert not cut.is_complete and cut.verdict != "sound"
    assert cut.twins[0].cut == "max-solutions" and cut.phases[0].is_cut
    assert keymove.check(SHORT, time=0).verdict == "undecided"


def test_variations_are_a_choice() -> None:
    assert keymove.solve(MADRASI).keys[0].defences
    assert not keymove.solve(MADRASI, variations=False).keys[0].defences


def test_results_are_compared_and_shown() -> None:
    solution = keymove.check(SHORT)
    assert solution == keymove.check(SHORT, threads=1)
    assert solution != keymove.solve(SHORT)
    assert repr(solution) == "<Solution of #2: sound, 1 key>"
    assert str(solution) == solution.text()
    page = keymove.check(SHORT.replace(";", '; author "A. Author";'))._repr_html_()
    assert "+-a-" not in page
    assert page.startswith("<div><svg") and "1.Kf7!" in page and "sound" in page and "<pre>" in page
    assert solution.to_dict()["format"] == "keymove-1"
    assert keymove.solve(SHORT).to_dict()["verdict"] is None


def test_refusals_have_places() -> None:
    line = '7k/8/5K2/8/8/8/8/6R1 w - - stip "#2"; cond "Volage" "SingleBox Type1";'
    with pytest.raises(keymove.SolveError) as caught:
        keymove.solve(line)
    assert caught.value.line == 1 and caught.value.column == line.index("SingleBox") + 1
    with pytest.raises(keymove.SolveError):
        list(keymove.search(line))


def test_the_version_is_that_of_the_library() -> None:
    manifest = (ROOT / "Cargo.toml").read_text()
    assert f'\nversion = "{keymove.__version__}"\n' in manifest
