"""Keymove solves chess problems and checks whether they are sound: exhaustively, in parallel, exactly.

>>> import keymove
>>> problem = keymove.Problem.parse('2kn4/1p1p1N2/8/2R3r1/7r/1P1p4/2P2NR1/B2b1K2 w - - stip "#2"; cond "Madrasi";')
>>> solution = keymove.check(problem)
>>> solution.verdict, solution.keys
('sound', [Move('Be5+')])

`solve`, `check` and `search` take a problem or its text. Problems are read by `Problem.parse`, built by
`Problem.build`, and made of positions by `Problem.from_fen` and `Problem.from_board`.
"""

from ._errors import ConversionError, InternalError, ParseError, SolveError
from ._keymove import (
    Converted,
    Diagnostic,
    Entry,
    Finding,
    Found,
    Move,
    Phase,
    Problem,
    Progress,
    Search,
    Solution,
    Twin,
    __version__,
    check,
    conditions,
    explain,
    games,
    options,
    pieces,
    search,
    solve,
    stipulations,
)

__all__ = [
    "ConversionError",
    "Converted",
    "Diagnostic",
    "Entry",
    "Finding",
    "Found",
    "InternalError",
    "Move",
    "ParseError",
    "Phase",
    "Problem",
    "Progress",
    "Search",
    "Solution",
    "SolveError",
    "Twin",
    "__version__",
    "check",
    "conditions",
    "explain",
    "games",
    "options",
    "pieces",
    "search",
    "solve",
    "stipulations",
]
