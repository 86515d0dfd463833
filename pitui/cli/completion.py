"""`pitui completion`: a script that lets a shell complete pitui's commands, their options and file names."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from shlex import quote

from pitui.cli.output import print_lines

_BASH = """\
_pitui() {
    local word="${COMP_WORDS[COMP_CWORD]}" item options=@OPEN@
    for item in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        case "$item" in
@CASES@
        *) continue ;;
        esac
        break
    done
    COMPREPLY=()
    while IFS= read -r item; do
        COMPREPLY+=("$item")
    done < <(compgen -W "$options" -- "$word"; compgen -f -- "$word")
}
complete -o filenames -F _pitui pitui"""

_ZSH = """\
#compdef pitui
_pitui() {
    local -a commands=(@COMMANDS@)
    case ${words[(r)(@NAMES@)]} in
@CASES@
    *) _describe command commands; _arguments @OPEN@ '*:session:_files' ;;
    esac
}
compdef _pitui pitui"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("shell", choices=("bash", "zsh", "fish"), help="the shell to complete in")


def run(arguments: argparse.Namespace) -> int:
    """Print the script, to be read by the shell when it starts."""
    from pitui.cli.commands import COMMANDS, OPEN

    parsers = {name: command.parser() for name, command in COMMANDS.items()}
    sentences = {name: command.sentence for name, command in COMMANDS.items()}
    match arguments.shell:
        case "bash":
            print_lines(_bash(parsers, OPEN.parser()).split("\n"))
        case "zsh":
            print_lines(_zsh(parsers, sentences, OPEN.parser()).split("\n"))
        case _:
            print_lines(_fish(parsers, sentences, OPEN.parser()))
    return 0


def _bash(parsers: dict[str, argparse.ArgumentParser], screen: argparse.ArgumentParser) -> str:
    cases = [f"        {name}) options={quote(' '.join(_words(parser)))} ;;" for name, parser in parsers.items()]
    start = quote(" ".join([*parsers, *_words(screen)]))
    return _BASH.replace("@OPEN@", start).replace("@CASES@", "\n".join(cases))


def _zsh(
    parsers: dict[str, argparse.ArgumentParser], sentences: dict[str, str], screen: argparse.ArgumentParser
) -> str:
    cases = [f"    {name}) _arguments {_zsh_options(parser)} '*:file:_files' ;;" for name, parser in parsers.items()]
    commands = " ".join(quote(f"{name}:{sentence}") for name, sentence in sentences.items())
    script = _ZSH.replace("@COMMANDS@", commands).replace("@NAMES@", "|".join(parsers))
    return script.replace("@CASES@", "\n".join(cases)).replace("@OPEN@", _zsh_options(screen))


def _zsh_options(parser: argparse.ArgumentParser) -> str:
    specs: list[str] = []
    for option in _options(parser):
        told = re.sub(r"([\[\]:\\])", r"\\\1", option.help or "")
        values = f"({' '.join(option.choices)})" if option.choices else "_files"
        value = f":{(option.metavar or 'value')}:{values}" if option.nargs != 0 else ""
        specs += [quote(f"{name}[{told}]{value}") for name in option.option_strings]
    return " ".join(specs)


def _fish(
    parsers: dict[str, argparse.ArgumentParser], sentences: dict[str, str], screen: argparse.ArgumentParser
) -> Iterator[str]:
    for name, sentence in sentences.items():
        yield f"complete -c pitui -n __fish_use_subcommand -a {name} -d {quote(sentence)}"
    for command, parser in {"": screen, **parsers}.items():
        place = f"'__fish_seen_subcommand_from {command}'" if command else "__fish_use_subcommand"
        for option in _options(parser):
            words = " ".join(
                f"-l {word[2:]}" if word.startswith("--") else f"-s {word[1:]}" for word in option.option_strings
            )
            value = f" -xa {quote(' '.join(option.choices))}" if option.choices else " -r" if option.nargs != 0 else ""
            yield f"complete -c pitui -n {place} {words}{value} -d {quote(option.help or '')}"


def _options(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    return [action for action in parser._actions if action.option_strings]


def _words(parser: argparse.ArgumentParser) -> list[str]:
    """Every option's names, and the words that an argument may be."""
    names = [name for option in _options(parser) for name in option.option_strings]
    return names + [str(word) for action in parser._actions for word in action.choices or ()]
