"""Positions and moves of python-chess: its move generator is the reference for orthodox play."""

from __future__ import annotations

import random

import chess
import chess.variant
import keymove
import pytest
from conftest import HELP


def boards(number: int, seed: int) -> list[chess.Board]:
    """Positions from random games, the same in every run. Games with few men have many checks and promotions."""
    chance = random.Random(seed)
    found: list[chess.Board] = []
    starts = [
        chess.STARTING_FEN,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "k7/8/1K6/8/8/8/7R/5Q2 w - - 0 1",
    ]
    while len(found) < number:
        board = chess.Board(chance.choice(starts))
        for _ in range(chance.randrange(60)):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(chance.choice(moves))
        if not board.is_game_over():
            found.append(board)
    return found


def test_legal_moves_are_those_of_python_chess() -> None:
    special = 0
    for board in boards(150, seed=1):
        problem = keymove.Problem.from_board(board, "~1")
        solution = keymove.solve(problem, threads=1)
        assert solution.is_complete
        found = sorted(str(key.to_chess()) for key in solution.keys)
        assert found == sorted(str(move) for move in board.legal_moves), board.fen()
        special += sum(board.is_castling(m) or board.is_en_passant(m) or bool(m.promotion) for m in board.legal_moves)
    assert special > 50


def mates(board: chess.Board) -> list[str]:
    """The moves that mate, by python-chess alone."""
    found = []
    for move in list(board.legal_moves):
        board.push(move)
        if board.is_checkmate():
            found.append(move.uci())
        board.pop()
    return sorted(found)


def test_mates_in_one() -> None:
    tested = boards(500, seed=2)
    with_mate = [board for board in tested if mates(board)]
    assert len(with_mate) > 5
    for board in with_mate + tested[:40]:
        solution = keymove.solve(keymove.Problem.from_board(board, "#1"), threads=1)
        assert sorted(key.uci or "" for key in solution.keys) == mates(board), board.fen()


def mates_in_two(board: chess.Board) -> list[str]:
    """The keys of mates in two that are no mates in one, by python-chess alone."""

    def solves(key: chess.Move) -> bool:
        board.push(key)
        try:
            answers = list(board.legal_moves)
            if not answers:
                return False
            for answer in answers:
                board.push(answer)
                mate = bool(mates(board))
                board.pop()
                if not mate:
                    return False
            return True
        finally:
            board.pop()

    return sorted(key.uci() for key in list(board.legal_moves) if solves(key))


def test_mates_in_two_and_their_variations() -> None:
    fens = [
        "7k/8/5K2/8/8/8/8/6R1 w - - 0 1",
        "k7/8/1K6/8/8/8/7R/5Q2 w - - 0 1",
        "8/8/8/8/8/1k6/3q4/K7 b - - 0 1",
        "4k3/8/4K3/8/8/8/8/3R3R w - - 0 1",
        # T. R. Dawson, 1913.
        "nk6/brpp2p1/brp4p/1p6/8/8/8/4K2R w - - 0 1",
    ]
    for fen in fens:
        board = chess.Board(fen)
        solution = keymove.solve(keymove.Problem.from_board(board, "#2"))
        keys = [key for key in solution.keys if not key.reaches_goal]
        assert sorted(key.uci or "" for key in keys) == mates_in_two(board), fen
        for key in keys:
            board.push(key.to_chess())
            for defence in key.defences:
                board.push(defence.to_chess())
                assert {m.uci for m in defence.continuations} <= set(mates(board)), fen
                board.pop()
            board.pop()


def test_lines_of_helpmates_are_legal_and_end_in_mate() -> None:
    solution = keymove.solve(HELP)
    for line in solution.lines:
        board = solution.problem.to_board()
        for move in line:
            assert move.to_chess() in board.legal_moves
            board.push(move.to_chess())
        assert board.is_checkmate()


def test_boards_survive_the_way_to_a_problem_and_back() -> None:
    for board in boards(60, seed=3):
        back = keymove.Problem.from_board(board, "#1").to_board()
        # Counters do not belong to a problem.
        assert board.epd() == back.epd()


def test_what_python_chess_cannot_express_is_refused() -> None:
    for line in [
        '4k3/8/8/8/8/8/8/4K2{w:G} w - - stip "#2";',
        '5k4/10/10/10/10/10/10/R4K4 w - - stip "#2";',
    ]:
        with pytest.raises(keymove.ConversionError):
            keymove.Problem.parse(line).to_board()


def test_variants_of_chess_are_refused() -> None:
    with pytest.raises(ValueError, match="atomic"):
        keymove.Problem.from_board(chess.variant.AtomicBoard(), "#2")
