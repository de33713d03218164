"""Write `commands.md`, the reference of all commands and options, from the commands themselves.

python docs/make_commands.py
"""

from __future__ import annotations

import inspect
from pathlib import Path

import click

from coversat.cli import commands, groups, program
from coversat.cli.signatures import Command

PAGE = Path(__file__).parent / "commands.md"
HEAD = """# Commands

`coversat COMMAND --help` prints the same. This page is written by `python docs/make_commands.py`.

For completion of commands and options, add one of these lines to the settings of your shell:

```sh
eval "$(_COVERSAT_COMPLETE=bash_source coversat)"           # ~/.bashrc
eval "$(_COVERSAT_COMPLETE=zsh_source coversat)"            # ~/.zshrc
_COVERSAT_COMPLETE=fish_source coversat | source            # ~/.config/fish/completions/coversat.fish
```
"""


def page() -> str:
    """The text of the page: a section for each command, in the order of the help."""
    context = click.Context(program, info_name="coversat")
    sections = []
    for name in commands():
        command = program.get_command(context, name)
        assert command is not None
        sections.append(_section(name, command, click.Context(command, info_name=name, parent=context)))
    titles = [
        f"* {title}: {', '.join(f'[{name}](#{name})' for name in group)}" for title, group in groups().items()
    ]
    return "\n".join([HEAD, *titles, "", *sections])


def _section(name: str, command: click.Command, context: click.Context) -> str:
    lines = [
        f"## {name}",
        "",
        "```text",
        f"coversat {name} {' '.join(command.collect_usage_pieces(context))}",
        "```",
        "",
    ]
    lines += [_paragraphs(command.help or ""), "", "| option | meaning |", "|---|---|"]
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record is not None and record[1] and parameter.name != "help":
            spelled, meaning = (" ".join(part.split()).replace("|", "\\|") for part in record)
            lines.append(f"| `{spelled}` | {meaning} |")
    assert isinstance(command, Command)
    lines += ["", "```sh", *command.examples, "```"]
    return "\n".join([*lines, ""])


def _paragraphs(help_text: str) -> str:
    """The help with each paragraph on one line."""
    parts = inspect.cleandoc(help_text).replace("\b", "").split("\n\n")
    return "\n\n".join(" ".join(part.split()) for part in parts)


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
