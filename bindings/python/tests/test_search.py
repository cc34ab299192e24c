"""Running searches: iterators, progress, signals, threads."""

from __future__ import annotations

import _thread
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import keymove
import pytest
from conftest import HELP, LONG, SHORT


def test_solutions_come_while_they_are_found(published: list[keymove.Problem]) -> None:
    compared = 0
    for problem in published:
        if not problem.stipulation or not problem.stipulation.startswith("h#"):
            continue
        with keymove.search(problem, time=20) as search:
            found = [str(line) for part in search for line in part.lines if part.phase.kind == "play"]
            result = search.result()
        if result.is_complete:
            assert found == [str(line) for line in result.lines]
            compared += 1
    assert compared >= 3


def test_a_search_yields_keys_with_their_play() -> None:
    search = keymove.search(SHORT)
    assert iter(search) is search
    [found] = search
    assert found.first_move.part == "key" and found.twin == "" and str(found) == "Kf7 (key)"
    assert search.result().keys == [found.first_move]
    with pytest.raises(StopIteration):
        next(search)


def test_the_first_solution_comes_before_the_search_ends() -> None:
    # A helpmate with very many solutions.
    text = '8/8/8/8/8/8/6q1/k1K4R b - - stip "h#4";'
    with keymove.search(text) as search:
        first = next(search)
        assert first.lines
        progress = search.progress
        search.cancel()
        assert not search.result().is_complete
    assert 0 <= progress.judged <= progress.first_moves


def test_an_abandoned_search_ends() -> None:
    before = threads()
    search = keymove.search(LONG)
    time.sleep(0.2)
    assert threads() > before
    del search
    wait_until(lambda: threads() <= before)


def threads() -> int:
    if not os.path.isdir("/proc/self/task"):
        pytest.skip("the system does not list the threads of a process")
    return len(os.listdir("/proc/self/task"))


def wait_until(condition: object) -> None:
    assert callable(condition)
    end = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_progress_is_shown_and_its_exceptions_end_the_search() -> None:
    seen: list[keymove.Progress] = []

    def show(progress: keymove.Progress) -> None:
        seen.append(progress)
        if len(seen) == 3:
            raise LookupError("enough")

    begun = time.monotonic()
    with pytest.raises(LookupError, match="enough"):
        keymove.solve(LONG, progress=show)
    assert time.monotonic() - begun < 5
    assert seen[-1].first_moves in (0, 20)


def test_progress_is_called_once_at_the_end() -> None:
    seen: list[keymove.Progress] = []
    keymove.solve(SHORT, progress=seen.append)
    assert seen[-1].judged == seen[-1].first_moves > 0


CHILD = f"""
import keymove, time
begun = None
def show(progress):
    global begun
    if begun is None:
        print("searching", flush=True)
        begun = True
try:
    keymove.solve({LONG!r}, progress=show)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.skipif(os.name == "nt", reason="signals of another kind")
def test_ctrl_c_ends_the_search_at_once() -> None:
    child = subprocess.Popen([sys.executable, "-c", CHILD], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    assert child.stdout.readline() == "searching\n"
    time.sleep(0.3)
    begun = time.monotonic()
    child.send_signal(signal.SIGINT)
    assert child.stdout.readline() == "interrupted\n"
    took = time.monotonic() - begun
    child.communicate(timeout=20)
    print(f"KeyboardInterrupt after {took:.3f} s")
    # 0.06 s on a quiet machine.
    assert took < 0.3 or os.getloadavg()[0] > (os.cpu_count() or 1) and took < 3


def test_an_interrupt_ends_an_iteration() -> None:
    timer = threading.Timer(0.3, _thread.interrupt_main)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        for _ in keymove.search(LONG):
            pass
    timer.join()


def test_other_threads_run_while_one_solves() -> None:
    count, stop = 0, threading.Event()

    def work() -> None:
        nonlocal count
        while not stop.is_set():
            count += 1
            time.sleep(0.001)

    thread = threading.Thread(target=work)
    thread.start()
    before = count
    keymove.solve(LONG, time=0.5, threads=1)
    during = count - before
    stop.set()
    thread.join()
    # With the interpreter's lock held, it would be none.
    assert during > 20


def test_threads_solve_at_the_same_time() -> None:
    expected = keymove.solve(HELP)
    with ThreadPoolExecutor(8) as pool:
        assert all(solution == expected for solution in pool.map(keymove.solve, [HELP] * 40))


def solved_keys(problem: keymove.Problem) -> list[str]:
    return [str(key) for key in keymove.solve(problem).keys]


def test_processes_get_problems_and_errors() -> None:
    problems = [keymove.Problem.parse(SHORT)] * 4
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        assert pool.map(solved_keys, problems) == [["Kf7"]] * 4
        with pytest.raises(keymove.ParseError) as caught:
            pool.apply(keymove.Problem.parse, ("nothing",))
    assert caught.value.diagnostics


@pytest.mark.parametrize("wrong", [{"time": -1}, {"time": float("nan")}, {"memory": 0}, {"max_solutions": 0}])
def test_wrong_limits(wrong: dict[str, float]) -> None:
    [name] = wrong
    with pytest.raises(ValueError, match=name):
        keymove.solve(SHORT, **wrong)  # type: ignore[arg-type]


def test_wrong_keywords() -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument `tim`"):
        keymove.solve(SHORT, tim=1)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="progress"):
        keymove.search(SHORT, progress=print)  # type: ignore[call-arg]
    with pytest.raises(ValueError, match="progress"):
        keymove.solve(SHORT, progress=3)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        keymove.solve(3)  # type: ignore[arg-type]
