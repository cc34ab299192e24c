"""The packages in the binary may be distributed with it, by the list of the library (`deny.toml`)."""

from __future__ import annotations

import importlib.metadata
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import ROOT


def is_allowed(licence: str, allowed: set[str]) -> bool:
    """One choice of each `OR` and every part of an `AND` is allowed."""
    plain = re.sub(r"[()]", " ", licence.replace("/", " OR "))
    return all(any(choice.strip() in allowed for choice in part.split(" OR ")) for part in plain.split(" AND "))


def test_licences_and_origins_of_all_packages() -> None:
    if shutil.which("cargo") is None:
        pytest.skip("there is no cargo")
    command = ["cargo", "metadata", "--locked", "--format-version", "1"]
    done = subprocess.run(command, cwd=ROOT / "bindings" / "python", capture_output=True, text=True, check=True)
    packages = json.loads(done.stdout)["packages"]
    deny = (ROOT / "deny.toml").read_text()
    allowed = set(re.findall(r'"([^"]+)"', deny.split("allow = [")[1].split("]")[0]))
    assert len(packages) > 20 and "MIT" in allowed
    names = []
    for package in packages:
        assert is_allowed(package["license"] or "", allowed), (package["name"], package["license"])
        registry = "registry+https://github.com/rust-lang/crates.io-index"
        ours = package["source"] is None and package["name"] in ("keymove", "keymove-python")
        assert ours or package["source"] == registry, package["name"]
        names.append(package["name"])
    doubled = {name for name in names if names.count(name) > 1}
    # It parses what macros are given while the package is built, and is not in it.
    assert doubled <= {"syn"}, doubled


def test_choices_of_licences_are_understood() -> None:
    allowed = {"MIT", "Unicode-3.0"}
    assert is_allowed("MIT", allowed) and is_allowed("GPL-3.0 OR MIT", allowed) and is_allowed("MIT/GPL-3.0", allowed)
    assert is_allowed("(MIT OR GPL-3.0) AND Unicode-3.0", allowed)
    assert not is_allowed("MIT AND GPL-3.0", allowed) and not is_allowed("", allowed)


def test_the_wheel_contains_the_licences() -> None:
    here = ROOT / "bindings" / "python" / "licences"
    originals = [ROOT / "LICENSE-MIT", ROOT / "LICENSE-APACHE", ROOT / "src" / "report" / "picture" / "noto" / "OFL.txt"]
    files = {Path(str(file)).name: file for file in importlib.metadata.files("keymove") or []}
    for original in originals:
        text = original.read_text()
        assert (here / original.name).read_text() == text
        assert files[original.name].read_text() == text
