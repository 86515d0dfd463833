"""What pi keeps beside its sessions: every file missing, broken, trusted, not trusted."""

import os
from pathlib import Path

import pytest

from pitui.core.errors import SettingsError
from pitui.core.settings import session_dir
from pitui.pi_home import load


@pytest.fixture
def agent(tmp_path: Path) -> Path:
    folder = tmp_path / "agent"
    folder.mkdir()
    return folder


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "work" / "shop"
    (folder / ".pi").mkdir(parents=True)
    return folder


RESERVES = '{"compaction": {"reserveTokens": %d}}'


def write(path: Path, text: str) -> Path:
    path.write_text(text, "utf-8")
    return path


class TestNothingThere:
    def test_defaults_and_no_problems(self, agent: Path, project: Path) -> None:
        home = load(agent, str(project))
        assert (home.problems, home.trust, home.project) == ((), None, project)
        assert home.compaction().reserve_tokens == 16384
        assert home.model("p", "m").context_window == 128000

    def test_not_even_an_agent_dir(self, tmp_path: Path) -> None:
        assert load(tmp_path / "none").problems == ()

    def test_reading_writes_nothing(self, agent: Path, project: Path) -> None:
        load(agent, project).model("p", "m")
        assert list(agent.iterdir()) == []
        assert list((project / ".pi").iterdir()) == []

    @pytest.mark.parametrize("cwd", [None, "", "relative", ".", "/no/such/folder", "/with\0null", "/lone\ud800half"])
    def test_a_cwd_that_is_no_folder_here_has_no_settings(self, agent: Path, cwd: str | None) -> None:
        home = load(agent, cwd)
        assert (home.project, home.problems) == (None, ())


class TestSettings:
    def test_the_agents_settings(self, agent: Path) -> None:
        file = write(agent / "settings.json", RESERVES % 500)
        found = load(agent).compaction()
        assert (found.reserve_tokens, found.reserve_tokens_origin.file) == (500, str(file))
        assert str(found.reserve_tokens_origin) == "agent settings"

    def test_a_byte_order_mark_and_an_empty_file_are_no_matter(self, agent: Path) -> None:
        write(agent / "settings.json", "\ufeff" + RESERVES % 500)
        assert load(agent).compaction().reserve_tokens == 500
        write(agent / "settings.json", "")
        assert load(agent).problems == ()

    @pytest.mark.parametrize(
        ("text", "fault"),
        [
            ("{", "is not JSON"),
            (" ", "is not JSON"),
            ('{"a": 1,}', "is not JSON"),
            ("// comment\n{}", "is not JSON"),
            ("[]", "holds no JSON object"),
            ("null", "holds no JSON object"),
        ],
    )
    def test_a_file_that_is_no_json_object_is_seen(self, agent: Path, text: str, fault: str) -> None:
        file = write(agent / "settings.json", text)
        home = load(agent)
        assert [problem.file for problem in home.problems] == [file]
        assert str(home.problems[0]).startswith(f"{file} {fault}")
        assert home.compaction().reserve_tokens == 16384

    def test_a_folder_or_a_pipe_in_its_place_is_seen(self, agent: Path) -> None:
        (agent / "settings.json").mkdir()
        os.mkfifo(agent / "models.json")
        assert [problem.fault for problem in load(agent).problems] == ["is not a regular file."] * 2

    def test_a_file_that_may_not_be_read_is_seen(self, agent: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        write(agent / "settings.json", "{}")

        def refuse(path: Path) -> bytes:
            raise PermissionError(13, "Permission denied", str(path))

        monkeypatch.setattr(Path, "read_bytes", refuse)
        assert [problem.fault for problem in load(agent).problems] == ["cannot be read: Permission denied."]

    def test_a_wrong_value_is_an_error_only_when_it_is_read(self, agent: Path) -> None:
        write(agent / "settings.json", '{"compaction": {"modelOverrides": {"a/b": {"reserveTokens": -1}}}}')
        home = load(agent)
        assert home.problems == ()
        assert home.compaction("a", "c").reserve_tokens == 16384
        with pytest.raises(SettingsError, match=str(agent)):
            home.compaction("a", "b")


class TestTrust:
    @pytest.fixture(autouse=True)
    def own_settings(self, agent: Path, project: Path) -> None:
        write(agent / "settings.json", RESERVES % 500)
        write(project / ".pi" / "settings.json", RESERVES % 900)

    def test_without_a_decision_the_project_does_not_count(self, agent: Path, project: Path) -> None:
        home = load(agent, project)
        found = home.compaction()
        assert found.reserve_tokens == 500
        assert str(found.reserve_tokens_origin) == "agent settings (project settings not used: not trusted in pi)"
        assert home.trust is not None
        assert not home.trust.trusted

    def test_a_trusted_project_counts_and_says_why(self, agent: Path, project: Path) -> None:
        write(agent / "trust.json", f'{{"{project}": true}}')
        found = load(agent, project).compaction()
        assert found.reserve_tokens == 900
        assert str(found.reserve_tokens_origin) == f"project settings (project trusted: decided in pi for {project})"
        assert str(found.keep_recent_tokens_origin) == "default"

    @pytest.mark.parametrize(
        ("here", "above", "top", "reserve"),
        [
            ("null", "true", "false", 900),
            ("null", "false", "true", 500),
            ("false", "true", "true", 500),
            ("true", "false", "false", 900),
            ("null", "null", "true", 900),
        ],
    )
    def test_the_closest_decision_counts(
        self, agent: Path, project: Path, here: str, above: str, top: str, reserve: int
    ) -> None:
        write(agent / "trust.json", f'{{"/": {top}, "{project.parent}": {above}, "{project}": {here}}}')
        assert load(agent, project).compaction().reserve_tokens == reserve

    def test_a_neighbour_with_the_same_beginning_is_another_folder(self, agent: Path, project: Path) -> None:
        write(agent / "trust.json", f'{{"{project.parent}/sho": true, "{project}s": true}}')
        assert load(agent, project).compaction().reserve_tokens == 500

    def test_decisions_are_for_the_real_folder(self, agent: Path, project: Path, tmp_path: Path) -> None:
        link = tmp_path / "link"
        link.symlink_to(project)
        write(agent / "trust.json", f'{{"{project}/": true}}')
        assert load(agent, link).compaction().reserve_tokens == 900
        write(agent / "trust.json", f'{{"{link}": true}}')
        assert load(agent, link).compaction().reserve_tokens == 500

    @pytest.mark.parametrize("default", ["always", "never", "ask", "sometimes"])
    def test_the_agents_default_speaks_where_nobody_decided(self, agent: Path, project: Path, default: str) -> None:
        write(agent / "settings.json", f'{{"defaultProjectTrust": "{default}"}}')
        write(project / ".pi" / "settings.json", '{"defaultProjectTrust": "always", "compaction": {"enabled": false}}')
        assert load(agent, project).compaction().enabled is (default != "always")

    @pytest.mark.parametrize("text", ["{", "[]", '{"/": "yes"}', '{"/": 1}'])
    def test_a_broken_trust_file_trusts_nothing_and_is_seen(self, agent: Path, project: Path, text: str) -> None:
        file = write(agent / "trust.json", text)
        write(agent / "settings.json", '{"defaultProjectTrust": "always"}')
        home = load(agent, project)
        assert home.compaction().reserve_tokens == 16384
        assert [problem.file for problem in home.problems] == [file]

    def test_a_broken_project_file_is_seen_where_it_would_count(self, agent: Path, project: Path) -> None:
        file = write(project / ".pi" / "settings.json", "{")
        assert load(agent, project).problems == ()
        write(agent / "trust.json", '{"/": true}')
        assert [problem.file for problem in load(agent, project).problems] == [file]

    def test_the_session_dir_is_read_before_trust(self, agent: Path, project: Path) -> None:
        write(project / ".pi" / "settings.json", '{"sessionDir": "/elsewhere", "compaction": {"reserveTokens": 1}}')
        home = load(agent, project)
        assert session_dir(home.settings) == "/elsewhere"
        assert home.compaction().reserve_tokens == 500


class TestModels:
    def test_comments_and_trailing_commas_are_allowed_in_models_json_alone(self, agent: Path) -> None:
        write(
            agent / "models.json",
            """{ // mine
                "providers": {
                    "local": {"baseUrl": "http://localhost:1/v1,]", "models": [
                        {"id": "a//b", "contextWindow": 1000, }, // small, ]
                        {"id": "q\\"//", "contextWindow": 2000}, // ]
                        // the end
                    ],},
                },
            }""",
        )
        home = load(agent)
        assert home.problems == ()
        assert home.model("local", "a//b").context_window == 1000
        assert home.model("local", "a//b").base_url == "http://localhost:1/v1,]"
        assert home.model("local", 'q"//').context_window == 2000

    def test_a_wrong_models_json_is_set_aside_whole(self, agent: Path) -> None:
        file = write(
            agent / "models.json",
            '{"providers": {"p": {"models": [{"id": "m", "contextWindow": 5}, {"id": "n", "contextWindow": "5"}]}}}',
        )
        home = load(agent)
        assert home.model("p", "m").context_window == 128000
        assert [str(problem) for problem in home.problems] == [
            f"{file} is not used, as pi would not use it: providers.p.models.1.contextWindow must be a number above 0."
        ]

    def test_fetched_models(self, agent: Path) -> None:
        write(agent / "models-store.json", '{"p": {"models": [{"id": "m", "contextWindow": 5}], "checkedAt": 1}}')
        assert load(agent).model("p", "m").context_window == 5

    def test_both_files_broken_are_both_seen(self, agent: Path) -> None:
        files = [write(agent / name, "{") for name in ("models.json", "models-store.json")]
        assert [problem.file for problem in load(agent).problems] == files
