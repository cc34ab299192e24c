"""The statements of docstrings, stubs, documents and the notebook are true."""

from __future__ import annotations

import doctest
import inspect
import os
import re
import subprocess
import sys
import types
from pathlib import Path

import keymove
import nbformat
import pytest
from conftest import ROOT
from nbclient import NotebookClient

HERE = Path(__file__).parents[1]
# Members that pickle and copy need; the names say what they do.
UNTOLD = {"_repr_svg_", "_repr_html_"}


def members() -> dict[str, object]:
    """Everything public, by name."""
    found: dict[str, object] = {}
    for name in keymove.__all__:
        thing = getattr(keymove, name)
        found[name] = thing
        if inspect.isclass(thing):
            for inner, member in vars(thing).items():
                if not inner.startswith("_") and inner not in UNTOLD:
                    found[f"{name}.{inner}"] = member
    del found["__version__"]
    return found


def docstring(thing: object) -> str:
    return getattr(thing, "__doc__", None) or ""


def test_everything_public_is_described() -> None:
    for name, thing in members().items():
        attribute = isinstance(thing, (types.MemberDescriptorType,)) or name in (
            "ParseError.diagnostics",
            "ConversionError.reasons",
        )
        assert attribute or docstring(thing).strip(), name


@pytest.mark.parametrize("name", ["keymove", *members()])
def test_examples(name: str) -> None:
    thing = members().get(name, keymove)
    example = doctest.DocTestParser().get_doctest(docstring(thing), {}, name, None, 0)
    run(example)
    has_own = inspect.isclass(thing) or inspect.isbuiltin(thing)
    assert example.examples or not has_own or name in ("InternalError", "Found"), f"{name}: no example"


def run(example: doctest.DocTest) -> None:
    said: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(example, out=said.append)
    assert not said, "".join(said)


@pytest.mark.parametrize("path", [HERE / "README.md", ROOT / "docs" / "python.md"], ids=lambda path: path.name)
def test_examples_of_documents(path: Path) -> None:
    blocks = re.findall(r"^```python\n(.*?)^```$", path.read_text(), re.DOTALL | re.MULTILINE)
    assert len(blocks) >= 1
    example = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, path.name, str(path), 0)
    assert len(example.examples) >= 3
    before = os.getcwd()
    os.chdir(ROOT)
    try:
        run(example)
    finally:
        os.chdir(before)


def test_stubs_describe_the_module(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mypy.stubtest", "keymove"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_tests_are_typed_correctly(tmp_path: Path) -> None:
    """The tests use the package as programs do, so the stubs suit them."""
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path), "tests"]
    done = subprocess.run(command, cwd=HERE, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_notebook_runs() -> None:
    path = HERE / "examples" / "collection.ipynb"
    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    nbformat.validate(notebook)
    assert not any(cell.get("outputs") for cell in notebook.cells), "the file is kept without outputs"
    NotebookClient(notebook, timeout=300, resources={"metadata": {"path": path.parent}}).execute()
    shown = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    kinds = {kind for output in shown for kind in output.get("data", {})}
    assert {"image/png", "text/html", "image/svg+xml"} <= kinds
    text = "".join(output["data"].get("text/html", "") for output in shown if "data" in output)
    assert "cook" in text and "<svg" in text
