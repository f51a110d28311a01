"""The Python blocks of README and the guides run, in order, as one session a page."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GUIDES = sorted((ROOT / "docs" / "guide").glob("*.md"))
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *GUIDES, ROOT / "docs" / "theory" / "algorithms.md"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_blocks_of_a_page_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "Agg")
    text = page.read_text()
    blocks = re.findall(r"^```(?:python|\{code-cell\} ipython3)\n(.*?)^```", text, flags=re.DOTALL | re.MULTILINE)
    assert blocks, f"{page.name} has no Python block"
    session: dict[str, object] = {}
    for block in blocks:
        line = text[: text.index(block)].count("\n")
        exec(compile("\n" * line + block, str(page), "exec"), session)  # noqa: S102
