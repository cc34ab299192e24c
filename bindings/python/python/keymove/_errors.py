"""The exceptions of Keymove."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._keymove import Diagnostic


class _Located(ValueError):
    """An error with places in the text of a problem. `str()` shows the text with marks below the places."""

    diagnostics: list[Diagnostic]
    """All errors and warnings, in the order of the text."""

    def __init__(self, text: str, diagnostics: list[Diagnostic]) -> None:
        super().__init__(text)
        self.diagnostics = diagnostics

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.args[0], self.diagnostics)

    @property
    def _first(self) -> Diagnostic | None:
        errors = [found for found in self.diagnostics if found.severity == "error"]
        return next(iter(errors + self.diagnostics), None)

    @property
    def line(self) -> int | None:
        """The line of the first error, counted from 1."""
        return self._first.line if self._first else None

    @property
    def column(self) -> int | None:
        """The column of the first error, counted from 1 in characters."""
        return self._first.column if self._first else None

    @property
    def message(self) -> str:
        """The first error in one line."""
        return self._first.message if self._first else str(self)

    @property
    def expected(self) -> str | None:
        """What was expected at the place of the first error."""
        return self._first.expected if self._first else None

    @property
    def hint(self) -> str | None:
        """How to correct the first error, or `None`."""
        return self._first.hint if self._first else None


class ParseError(_Located):
    """The text cannot be read as a problem.

    >>> import keymove
    >>> try:
    ...     keymove.Problem.parse('7k/5K2/8/8/8/8/8/R7 w - - stip "#1"; cond "Madrassi";')
    ... except keymove.ParseError as error:
    ...     print(error.line, error.column, error.message)
    ...     print(error.expected, "-", error.hint)
    1 44 unknown condition `Madrassi`
    expected a condition - did you mean `Madrasi`?
    """


class SolveError(_Located):
    """The problem cannot be solved at all: its conditions, pieces and options cannot be combined.

    >>> import keymove
    >>> try:
    ...     keymove.solve('7k/8/5K2/8/8/8/8/6R1 w - - stip "#2"; cond "Volage" "SingleBox Type1";')
    ... except keymove.SolveError as error:
    ...     print(error.message.partition(": ")[0])
    `Volage` cannot be combined with `SingleBox Type1`
    """


class ConversionError(ValueError):
    """The format cannot express the position or the play of the problem.

    >>> import keymove
    >>> fairy = keymove.Problem.parse('7k/5K2/8/8/8/8/8/{w:G}R6 w - - stip "#1";')
    >>> fairy.to_board()
    Traceback (most recent call last):
    ...
    keymove.ConversionError: no FEN can express the position in which play begins
    """

    reasons: list[str]
    """The parts of the problem that the format cannot express."""

    def __init__(self, text: str, reasons: list[str]) -> None:
        super().__init__(text)
        self.reasons = reasons

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.args[0], self.reasons)


class InternalError(RuntimeError):
    """Keymove itself failed over a problem. Please report the problem."""


for _class in (ParseError, SolveError, ConversionError, InternalError):
    _class.__module__ = "keymove"
