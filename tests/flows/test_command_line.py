"""The command line as a person uses it: alone, and while a server runs, with the same answers."""

from __future__ import annotations

import json
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support.files import markdown, pdf
from tests.support.server import MODELS, Server, clean_environment, mokuji, start_server, until

ALONE, SERVED = "alone", "served"


@dataclass
class Desk:
    """A data folder, the files that were added to it, and the server that may run on it."""

    data: Path
    files: Path
    added: subprocess.CompletedProcess[str]
    server: Server | None


def write_files(folder: Path) -> None:
    folder.mkdir()
    (folder / "tides.md").write_text(
        markdown("Tides", ("Causes", "The moon pulls the water. " * 60), ("Tables", "For harbours. " * 200))
    )
    (folder / "winds.pdf").write_bytes(pdf("Winds", ("Trade winds", "They blow from the east. " * 60)))
    (folder / "潮汐.txt").write_text("潮汐\n\n潮の満ち引きは月の引力で起こる。\n", "utf-8")
    (folder / "empty.pdf").write_bytes(b"")
    (folder / ".hidden.md").write_text("# Not for anybody")


@pytest.fixture(scope="module", params=[ALONE, SERVED])
def desk(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    root = tmp_path_factory.mktemp("desk")
    data, files = root / "data", root / "files"
    write_files(files)
    data.mkdir()
    MODELS.mkdir(exist_ok=True)
    (data / "models").symlink_to(MODELS, target_is_directory=True)
    server = start_server(data) if request.param == SERVED else None
    try:
        yield Desk(data, files, mokuji(data, "add", str(files), check=False), server)
    finally:
        if server:
            server.stop()


def test_adding_counts_each_file_once_and_names_the_one_that_failed(desk: Desk) -> None:
    assert desk.added.stdout.splitlines()[-1] == "3 added, 0 updated, 0 skipped, 1 failed."
    assert "empty.pdf: " in desk.added.stderr
    assert "1 hidden files were passed over. Name a file to add it." in desk.added.stderr
    assert "Traceback" not in desk.added.stderr
    assert desk.added.returncode == 2


def test_the_same_bytes_are_skipped_and_changed_ones_update(desk: Desk, tmp_path: Path) -> None:
    file = tmp_path / "notes.md"
    file.write_text("# Notes\n\nFirst words.\n")
    assert mokuji(desk.data, "add", str(file)).stdout.strip() == "1 added, 0 updated, 0 skipped, 0 failed."
    assert mokuji(desk.data, "add", str(file)).stdout.strip() == "0 added, 0 updated, 1 skipped, 0 failed."
    file.write_text("# Notes\n\nQuite other words.\n")
    assert mokuji(desk.data, "add", str(file)).stdout.strip() == "0 added, 1 updated, 0 skipped, 0 failed."


def test_a_path_that_is_not_there_is_a_failure(desk: Desk) -> None:
    ended = mokuji(desk.data, "add", "/nowhere/at/all.pdf", check=False)
    assert (ended.returncode, ended.stdout.strip()) == (2, "0 added, 0 updated, 0 skipped, 1 failed.")
    assert ended.stderr.strip().endswith("/nowhere/at/all.pdf: no such file or folder.")


def test_an_empty_folder_is_nothing(desk: Desk, tmp_path: Path) -> None:
    ended = mokuji(desk.data, "add", str(tmp_path), check=False)
    assert (ended.returncode, ended.stdout.strip()) == (1, "No files found.")


def test_search_outline_and_read_are_a_walk(desk: Desk) -> None:
    found = json.loads(mokuji(desk.data, "search", "moon water", "--json").stdout)["results"][0]
    assert found["title"] == "Tides"
    tree = mokuji(desk.data, "outline", str(found["document_id"])).stdout
    assert "[1.1] Causes [L5-8, 4 lines]" in tree
    said = mokuji(desk.data, "read", str(found["document_id"]), "--section", "1.2", "--limit", "1").stdout
    assert "| ## Tables" in said


def test_japanese_is_found_by_its_words(desk: Desk) -> None:
    assert "潮汐" in mokuji(desk.data, "search", "月の引力").stdout


def test_filters_narrow_what_is_found(desk: Desk) -> None:
    said = json.loads(mokuji(desk.data, "search", "winds tides", "--type", "pdf", "--json").stdout)
    assert [result["file_type"] for result in said["results"]] == ["pdf"]


def test_finding_nothing_is_exit_code_one(desk: Desk) -> None:
    ended = mokuji(
        desk.data, "search", "zzyzx", "--type", "txt", "--modified-before", "1980-01-01", check=False
    )
    assert (ended.returncode, ended.stderr) == (1, "")
    assert ended.stdout.startswith("Found 0 results")


def test_bytes_that_are_no_text_end_in_words(desk: Desk) -> None:
    ended = mokuji(desk.data, "search", "moon \udced\udca0\udc80", check=False)
    assert "Traceback" not in ended.stderr
    assert ended.returncode in ({2} if desk.server else {0})


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("read", "999999"), "No document has the id 999999."),
        (("read", "2", "--offset", "99999"), "offset is 99999, but document 2 has lines 1 to "),
        (("outline", "1", "--budget", "3"), "budget is 3, but must be from "),
        (("search", " "), "The query is empty."),
        (("search", "x", "--user", "nobody"), "There is no user 'nobody'. Users: "),
        (("search", "x", "--limit", "0"), "0 is not in the range 1<=x<=50"),
        (("token", "revoke", "none"), "There is no token 'none'."),
        (("sing",), "No such command 'sing'"),
    ],
)
def test_a_mistake_is_a_sentence_and_exit_code_two(
    desk: Desk, arguments: tuple[str, ...], sentence: str
) -> None:
    ended = mokuji(desk.data, *arguments, check=False)
    assert ended.returncode == 2
    assert sentence in ended.stderr
    assert "Traceback" not in ended.stderr
    assert ended.stdout == ""


def test_a_token_is_printed_alone_listed_by_its_start_and_revoked(desk: Desk) -> None:
    secret = mokuji(desk.data, "token", "create", "reader", "--read-only").stdout
    assert secret.startswith("mok_")
    assert len(secret.split()) == 1
    listed = mokuji(desk.data, "token", "list").stdout
    [row] = [line for line in listed.splitlines() if "\treader\t" in line]
    assert secret.strip() not in listed
    assert "\tread\tnever used" in row
    assert mokuji(desk.data, "token", "revoke", "reader").stdout.startswith("Revoked mok_")
    assert "\trevoked\t" in mokuji(desk.data, "token", "list").stdout


def test_a_user_is_made_with_a_link_or_a_password(desk: Desk) -> None:
    assert "/sign-in/" in mokuji(desk.data, "user", "create", "ami").stdout
    made = mokuji(desk.data, "user", "create", "ben", "--password-stdin", text="a long password 1\n")
    assert made.stdout.strip() == "Made the user ben."
    weak = mokuji(desk.data, "user", "create", "cas", "--password-stdin", text="12345\n", check=False)
    assert weak.returncode == 2
    twice = mokuji(desk.data, "user", "create", "ami", check=False)
    assert "There is a user 'ami' already." in twice.stderr


def test_the_indexes_are_rebuilt_and_found_well(desk: Desk) -> None:
    assert mokuji(desk.data, "rebuild").stdout.strip() == "Both indexes are rebuilt."
    assert "Tides" in mokuji(desk.data, "search", "moon water").stdout
    findings = json.loads(mokuji(desk.data, "doctor", "--json").stdout)
    assert all(finding["well"] for finding in findings)


def test_no_token_of_the_command_line_outlives_it(desk: Desk) -> None:
    assert "\tcommand line\t" not in mokuji(desk.data, "token", "list", check=False).stdout


def test_mcp_ends_with_the_input_of_its_client(desk: Desk) -> None:
    ended = mokuji(desk.data, "mcp", text="")
    assert (ended.returncode, ended.stdout) == (0, "")
    assert "\tcommand line\t" not in mokuji(desk.data, "token", "list", check=False).stdout


def test_half_a_surrogate_pair_over_standard_input_is_answered(desk: Desk) -> None:
    start = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    sent = [
        json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": start}),
        json.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"}),
        json.dumps(
            {
                "jsonrpc": "2.0",
                "id": 2,
                "method": "tools/call",
                "params": {"name": "search", "arguments": {"query": "\ud800 moon"}},
            }
        ),
    ]
    with subprocess.Popen(
        [sys.executable, "-m", "webapp.cli", "--data", str(desk.data), "mcp"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=clean_environment(),
    ) as command:
        assert command.stdin
        assert command.stdout
        command.stdin.write("\n".join(sent) + "\n")
        command.stdin.flush()
        answers = [json.loads(command.stdout.readline()) for _ in range(2)]
    assert [(answer["id"], "result" in answer) for answer in answers] == [(1, True), (2, True)]


def test_being_asked_to_end_gives_back_what_a_command_holds(tmp_path: Path) -> None:
    data = tmp_path / "data"
    server = start_server(data)
    try:
        with subprocess.Popen(
            [sys.executable, "-m", "webapp.cli", "--data", str(data), "mcp"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=clean_environment(),
        ) as command:
            until(
                lambda: "\tcommand line\t" in mokuji(data, "token", "list").stdout, what="the command's token"
            )
            command.send_signal(signal.SIGTERM)
            try:
                assert command.wait(30) == 128 + signal.SIGTERM
            finally:
                command.kill()
        assert "\tcommand line\t" not in mokuji(data, "token", "list").stdout
    finally:
        server.stop()


def test_a_wrong_setting_ends_with_its_name_and_the_mend(tmp_path: Path) -> None:
    ended = mokuji(tmp_path, "serve", check=False, env={"MOKUJI_SEARCH_TIMEOUT_MS": "soon"})
    assert ended.returncode == 2
    assert "MOKUJI_SEARCH_TIMEOUT_MS" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_folder_that_cannot_be_written_is_a_failure() -> None:
    ended = mokuji(Path("/proc/nowhere"), "doctor", check=False)
    assert ended.returncode == 2
    assert "cannot write to the data folder /proc/nowhere" in ended.stderr


def test_an_index_that_is_gone_is_made_again_before_a_command_asks_it(tmp_path: Path) -> None:
    file = tmp_path / "tides.md"
    file.write_text("# Tides\n\nThe moon pulls the water.\n")
    data = tmp_path / "data"
    env = {"MOKUJI_EMBEDDING": "off"}
    mokuji(data, "add", str(file), env=env)
    shutil.rmtree(data / "index")
    assert "Tides" in mokuji(data, "search", "moon", env=env).stdout


def test_the_greeting_comes_when_the_server_answers_and_one_server_is_enough(tmp_path: Path) -> None:
    server = start_server(tmp_path / "data")
    try:
        said = "".join(server.output)
        assert f"MCP address:           {server.url}/mcp" in said
        assert f"{server.url}/sign-in/" in said
        assert "token create NAME" in said
        second = mokuji(server.data, "serve", "--port", "0", check=False)
        assert second.returncode == 2
        assert f"is running already, at {server.url}." in second.stderr
        started = time.monotonic()
        server.stop()
        assert server.process.returncode == 128 + signal.SIGTERM
        assert time.monotonic() - started < 30
    finally:
        server.stop()


def test_commands_go_on_when_the_first_administrator_was_deactivated(tmp_path: Path) -> None:
    server = start_server(tmp_path / "data")
    try:
        mokuji(server.data, "user", "create", "second", "--admin")
        mokuji(server.data, "user", "deactivate", "admin")
        examined = mokuji(server.data, "doctor", check=False)
        assert (examined.returncode, "unknown" in examined.stderr) == (0, False), examined.stderr
        assert "other accounts of this machine are kept out" in examined.stdout
    finally:
        server.stop()


def test_what_a_server_prints_to_make_a_token_makes_one(tmp_path: Path) -> None:
    """Where the command is on no path, too, as after `make run`."""
    data = tmp_path / "with a blank"
    data.mkdir()
    server = start_server(data)
    try:
        (line,) = [line for line in server.output if line.startswith("Make a token:")]
        command = shlex.split(line.partition(":")[2].replace("NAME", "printed"))
        made = subprocess.run(
            command, capture_output=True, text=True, check=True, env=clean_environment({}), timeout=120
        )
        assert made.stdout.startswith("mok_")
    finally:
        server.stop()
