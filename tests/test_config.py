"""pitui's settings file: tolerant of what it does not know, strict with what it does."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from pitui.config import Config, load, save
from pitui.core.errors import SettingsError


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "config.toml"
    path.write_text(text, "utf-8")
    return path


def test_no_file_means_the_defaults(tmp_path: Path) -> None:
    assert load(tmp_path / "config.toml") == Config()


def test_every_setting_is_read(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        """
        theme = "nord"
        filter = "no-tools"
        summarizer = "openrouter/meta/llama-4"
        encoding = "cl100k_base"
        include_thinking = false
        [keymap]
        compact = "c,f5"
        """,
    )
    assert load(path) == Config(
        theme="nord",
        filter="no-tools",
        summarizer="openrouter/meta/llama-4",
        encoding="cl100k_base",
        include_thinking=False,
        keymap={"compact": "c,f5"},
    )


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("theme = 5", "theme"),
        ('filter = "everything"', "filter"),
        ('summarizer = "somebody"', "summarizer"),
        ('summarizer = "openai/"', "summarizer"),
        ("summarizer = true", "summarizer"),
        ('encoding = "klingon"', "encoding"),
        ("include_thinking = 1", "include_thinking"),
        ('keymap = "c"', "keymap"),
        ("keymap = { compact = 3 }", "keymap"),
    ],
)
def test_a_wrong_value_is_refused_by_name(tmp_path: Path, line: str, key: str) -> None:
    with pytest.raises(SettingsError, match=f"`{key}` in .* must be"):
        load(written(tmp_path, line))


def test_broken_toml_is_refused_with_the_place(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"config\.toml .* line 2"):
        load(written(tmp_path, 'theme = "nord"\nfilter = \n'))


def test_unknown_keys_warn_and_survive_a_save(tmp_path: Path) -> None:
    path = written(tmp_path, 'colour = "red"\ntheme = "nord"\n[panes]\nleft = 60\n')
    config = load(path)
    assert [warning.split()[0] for warning in config.warnings] == ["`colour`", "`panes`"]
    save(replace(config, theme="gruvbox"), path)
    assert tomllib.loads(path.read_text("utf-8")) == {"colour": "red", "panes": {"left": 60}, "theme": "gruvbox"}


def test_what_is_saved_is_what_is_loaded(tmp_path: Path) -> None:
    config = Config(theme="ü [x]", summarizer="outline", keymap={"quit": "q"}, unknown={"later": [1, 2]})
    path = tmp_path / "made" / "config.toml"
    save(config, path)
    assert load(path) == config


def test_defaults_are_not_written_out(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    save(Config(), path)
    assert path.read_text("utf-8") == ""


def test_a_linked_settings_file_stays_a_link(tmp_path: Path) -> None:
    target = tmp_path / "dotfiles.toml"
    target.write_text("", "utf-8")
    link = tmp_path / "config.toml"
    link.symlink_to(target)
    save(Config(theme="nord"), link)
    assert link.is_symlink()
    assert load(target).theme == "nord"
