"""What several tests use."""

from __future__ import annotations

from pathlib import Path

import keymove
import pytest

ROOT = Path(__file__).parents[3]

SHORT = '7k/8/5K2/8/8/8/8/6R1 w - - stip "#2";'
HELP = '7k/5K1p/8/8/8/8/8/7R b - - stip "h#1";'
# Wikipedia's example of Madrasi.
MADRASI = '2kn4/1p1p1N2/8/2R3r1/7r/1P1p4/2P2NR1/B2b1K2 w - - stip "#2"; cond "Madrasi";'
# It takes far longer than any test waits.
LONG = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - stip "#9";'


def collections() -> list[Path]:
    return sorted((ROOT / "problems").rglob("*.epd"))


@pytest.fixture(scope="session")
def published() -> list[keymove.Problem]:
    """All problems of the folder `problems`."""
    read = [problem for path in collections() for problem in keymove.Problem.parse_each(path.read_text())]
    problems = [problem for problem in read if isinstance(problem, keymove.Problem)]
    assert len(problems) == len(read) > 90
    return problems
