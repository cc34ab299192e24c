"""Problems: read, built, compared, pickled, converted, shown."""

from __future__ import annotations

import pickle
import xml.etree.ElementTree as ElementTree

import keymove
import pytest
from conftest import SHORT


def test_published_problems_survive_pickling_and_printing(published: list[keymove.Problem]) -> None:
    for problem in published:
        copy = pickle.loads(pickle.dumps(problem))
        assert copy == problem and hash(copy) == hash(problem)
        assert keymove.Problem.parse(str(problem)) == problem
        assert eval(repr(problem).replace("Problem(", "keymove.Problem.parse(", 1)) == problem
    assert len(set(published)) == len({str(problem) for problem in published})


def test_problems_differ() -> None:
    problem = keymove.Problem.parse(SHORT)
    assert problem != keymove.Problem.parse(SHORT.replace("#2", "#3"))
    assert problem != SHORT and not problem == 1


def test_parts_of_a_problem() -> None:
    problem = keymove.Problem.build(
        "h#2",
        white=["Ka1", "Rh8"],
        black="Kc1 Pc2",
        side_to_move="black",
        castling="-",
        conditions=["Circe", "Madrasi"],
        options="SetPlay",
        author=["A. One", "B. Two"],
        title="T",
        source="S 1900",
        award="1st Prize",
        remark="R",
        id="x",
        solutions=2,
        solution="1.c2-b1",
    )
    assert problem.placement == "7R/8/8/8/8/8/2p5/K1k5"
    assert (problem.side_to_move, problem.stipulation, problem.game) == ("black", "h#2", None)
    assert (problem.conditions, problem.options) == (["Circe", "Madrasi"], ["SetPlay"])
    assert (problem.authors, problem.remarks) == (["A. One", "B. Two"], ["R"])
    assert (problem.id, problem.title, problem.source, problem.award) == ("x", "T", "S 1900", "1st Prize")
    assert problem.solution == "1.c2-b1"
    assert 'nsol "2"' in str(problem)


@pytest.mark.parametrize(
    ("text", "place", "message", "hint"),
    [
        ('7k/5K2/8/8/8/8/8/R7 w - - stip "#1"; cond "Madrassi";', (1, 44), "Madrassi", "did you mean `Madrasi`?"),
        ("BeginProblem\nPieces White Kf7 Ra1 Black Kh8\nStipulation #1x\nEndProblem", (3, 15), "x", None),
        ("", (1, 1), "no problem", None),
    ],
)
def test_errors_have_places(text: str, place: tuple[int, int], message: str, hint: str | None) -> None:
    with pytest.raises(keymove.ParseError) as caught:
        keymove.Problem.parse(text)
    error = caught.value
    assert (error.line, error.column) == place
    assert message in error.message and error.expected
    if hint is not None:
        assert error.hint == hint
    assert isinstance(error, ValueError)
    copy = pickle.loads(pickle.dumps(error))
    assert (str(copy), copy.diagnostics) == (str(error), error.diagnostics)


@pytest.mark.parametrize("fen", ["7k/5K2/8/8/8/8/8/R7", "7k/5K2/8/8/8/8/8/R7 w", "7k/5K2/8/8/8/8/8/R7 w - - 0 1"])
def test_a_fen_and_a_stipulation_are_a_problem(fen: str) -> None:
    problem = keymove.Problem.parse(f"{fen} #1")
    assert (problem.placement, problem.stipulation) == ("7k/5K2/8/8/8/8/8/R7", "#1")
    assert [str(key) for key in keymove.solve(f"{fen} #1").keys] == ["Rh1#"]


@pytest.mark.parametrize(
    "text", ["7k/5K2/8/8/8/8/8/R7 w - -", "7k/5K2/8/8/8/8/8/R7 x - - #1", "7k/5K2/8/x w - - #1", "#1"]
)
def test_other_texts_are_no_problems(text: str) -> None:
    with pytest.raises(keymove.ParseError):
        keymove.Problem.parse(text)


def test_a_text_beside_a_part_is_an_error() -> None:
    for wrong in ['#2"; cond "Circe', "#2\nstip #3"]:
        with pytest.raises(keymove.ParseError):
            keymove.Problem.build(wrong, white="Ka1", black="Kc1")
    with pytest.raises(keymove.ParseError):
        keymove.Problem.from_fen('7k/8/5K2/8/8/8/8/6R1 w - - cond "Circe"', "#2")
    with pytest.raises(keymove.ParseError):
        keymove.Problem.from_fen("", "#2")


def test_wrong_arguments() -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument `whites`"):
        keymove.Problem.build("#2", whites="Ka1")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="white"):
        keymove.Problem.from_fen("8/8/8/8/8/8/8/8", "#2", white="Ka1")  # type: ignore[call-arg]
    with pytest.raises(ValueError, match="side_to_move: `green`"):
        keymove.Problem.build("#2", side_to_move="green")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="format: `docx`"):
        keymove.Problem.parse(SHORT, "docx")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        keymove.Problem.parse(3)  # type: ignore[arg-type]


def test_fields_that_a_fen_lacks_follow_from_the_stipulation() -> None:
    assert keymove.Problem.from_fen("4k3/8/8/8/8/8/8/4K2R", "h#2").fen == "4k3/8/8/8/8/8/8/4K2R b K - 0 1"
    assert keymove.Problem.from_fen("4k3/8/8/8/8/8/8/4K2R w - -", "#2").fen == "4k3/8/8/8/8/8/8/4K2R w - - 0 1"


def test_formats(published: list[keymove.Problem]) -> None:
    read = 0
    for problem in published:
        for format in ("popeye", "yaml"):
            try:
                text = problem.convert(format).text
            except keymove.ConversionError as error:
                assert error.reasons
                continue
            copy = keymove.Problem.parse(text, format)
            assert (copy.placement, copy.stipulation) == (problem.placement, problem.stipulation)
            read += 1
    assert read > 150


def test_pictures(published: list[keymove.Problem]) -> None:
    for problem in published[:20]:
        picture = ElementTree.fromstring(problem.diagram())
        assert picture.tag.endswith("svg")
        assert problem._repr_svg_() == problem.diagram()
