"""Only io/output_file.cpp opens files for writing, so one place ensures that files are complete."""

import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
WRITER = ROOT / "src/odgear/io/output_file.cpp"
WRITING = re.compile(
    r"ofstream|std::fstream|basic_fstream|fopen|freopen|O_WRONLY|O_RDWR|O_CREAT|mkstemp|tmpfile|"
    r"\bcreat\(|resize_file|copy_file|ftruncate|[^_]truncate\(|filesystem::rename|fs::rename|"
    r"::rename\(|torch::save|output_file\(")


def code_of(path):
    """The text without comments."""
    return re.sub(r"//[^\n]*|/\*.*?\*/", "", path.read_text(), flags=re.S)


class OneWriter(unittest.TestCase):
    def sources(self):
        files = [path for folder in ("src", "apps") for path in (ROOT / folder).rglob("*")
                 if path.suffix in (".cpp", ".hpp", ".h")]
        self.assertGreater(len(files), 100)
        return files

    def test_nothing_else_opens_a_file_for_writing(self):
        found = [f"{path.relative_to(ROOT)}: {match.group(0)}"
                 for path in self.sources() if path != WRITER
                 for match in WRITING.finditer(code_of(path))]
        self.assertEqual(found, [])

    def test_the_search_finds_what_it_looks_for(self):
        self.assertTrue(WRITING.search(code_of(WRITER)))


if __name__ == "__main__":
    unittest.main()
