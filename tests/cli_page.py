"""The page of the command line, made of what ``--help`` says: ``python -m tests.cli_page`` writes it."""

from pathlib import Path

import click
from click.testing import CliRunner

from sidelight.cli.app import app

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "cli.md"
HEAD = """# The command line

`pip install 'sidelight[lab]'` brings the command `sidelight`; `python -m sidelight.cli` is the same. What each part is
for is told in [the guide to the lab](../guide/lab.md).

Errors are one line on standard error. Exit codes:

| code | meaning |
|---|---|
| 0 | all went well, and the study is complete |
| 1 | something failed: a chunk raised, or a file is there already |
| 2 | the spec or the command is wrong |
| 3 | the study cannot be written, is written by another run, or is damaged |
| 130 | stopped by Ctrl-C, or by SIGTERM |

`--json` prints one object (for `list` one list) on standard output and nothing else; progress goes to standard error.

Names of commands and options complete in the shell, once it is told to:

```shell
eval "$(_SIDELIGHT_COMPLETE=bash_source sidelight)"    # in ~/.bashrc; zsh_source in ~/.zshrc
_SIDELIGHT_COMPLETE=fish_source sidelight | source     # in config.fish
```
"""


def help_of(*words: str) -> str:
    """What ``--help`` prints."""
    return CliRunner().invoke(app, [*words, "--help"], prog_name="sidelight", terminal_width=100).output


def page() -> str:
    """All of it."""
    parts = [HEAD, f"## sidelight\n\n```text\n{help_of()}```\n"]
    assert isinstance(app, click.Group)
    parts += [f"## sidelight {name}\n\n```text\n{help_of(name)}```\n" for name in app.commands]
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page())
