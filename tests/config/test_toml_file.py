"""Reading TOML text, and the line on which a key stands.

Not covered: lines of keys inside inline tables and multi-line values (their table's is given).
"""

import pytest

from config.toml_file import ConfigError, line_of, read_toml

TEXT = """\
name = "x"  # line 1
[ body ]
mass = 1.0
"quoted" = 2
inline = { deep = 1 }

[[joints]]
name = "a"
[[joints]]
name = "b"

[mounting.left_wheel]
sign = 1
"""


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("name",), 1),
        (("body",), 2),
        (("body", "mass"), 3),
        (("body", "quoted"), 4),
        (("body", "inline", "deep"), 5),
        (("body", "absent"), 2),
        (("joints",), 7),
        (("joints", 0, "name"), 8),
        (("joints", 1, "name"), 10),
        (("joints", 1, "absent"), 9),
        (("mounting", "left_wheel", "sign"), 13),
        (("nowhere",), None),
        ((), None),
    ],
    ids=str,
)
def test_line_of_a_key_or_of_the_deepest_table_found(path, line):
    assert line_of(TEXT, path) == line


@pytest.mark.parametrize(
    "text",
    ["a = ", "[a", "a = 1\na = 2", "[t]\n[t]", "x = " + "1" * 5000, "x = " + "[" * 5000, "\0"],
    ids=["no value", "open header", "key twice", "table twice", "digits", "depth", "zero byte"],
)
def test_text_that_is_no_toml_is_one_readable_problem(tmp_path, text):
    file = tmp_path / "bad.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        read_toml(file)
    assert len(caught.value.problems) == 1
    assert str(file) in str(caught.value)
    assert len(str(caught.value)) < 500


def test_table_and_text_are_given_back(tmp_path):
    file = tmp_path / "good.toml"
    file.write_text("a = 1\n", encoding="utf-8")
    assert read_toml(file) == ({"a": 1}, "a = 1\n")
