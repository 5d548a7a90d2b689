"""The installed tree: complete, free of paths into the source, usable through CMake and pkg-config."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

BUILD = pathlib.Path(os.environ["ODGEAR_BUILD"])
SOURCE = pathlib.Path(os.environ["ODGEAR_SOURCE"])


def run(*command, **options):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, **options)
    if done.returncode != 0:
        raise AssertionError(f"{command} exited {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


class InstalledPackage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="odgear-install-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        installed = cls.folder / "first"
        run("cmake", "--install", BUILD, "--prefix", installed, "--component", "odgear")
        # Moved: nothing may depend on where it was installed first.
        cls.prefix = cls.folder / "prefix"
        installed.rename(cls.prefix)
        cls.example = cls.folder / "example"
        shutil.copytree(SOURCE / "examples" / "library", cls.example)

    def expect_plan(self, output):
        lines = output.splitlines()
        self.assertTrue(lines[0].startswith("cost 23.7"), output)
        self.assertEqual(sorted(int(c) for line in lines[1:] for c in line.split()), [1, 2, 3, 4])

    def library_folder(self):
        return next(self.prefix.glob("lib*/**/libodgear.so")).parent

    def test_everything_is_there(self):
        for path in ["bin/odgear", "include/odgear/odgear.hpp", "share/man/man1/odgear.1",
                     "share/bash-completion/completions/odgear", "share/odgear/recipes/paper.toml",
                     "share/odgear/models/odgear-200.safetensors"]:
            self.assertTrue((self.prefix / path).is_file(), path)

    def test_nothing_points_into_the_source_or_the_build(self):
        for path in self.prefix.rglob("*"):
            if path.is_file():
                content = path.read_bytes()
                self.assertNotIn(str(SOURCE / "src").encode(), content, path)
                self.assertNotIn(str(BUILD).encode(), content, path)

    def test_program_solves(self):
        town = self.prefix / "share/odgear/examples/town-400.vrp"
        output = run(self.prefix / "bin/odgear", "solve", town, "--mode", "policy", "--quiet")
        self.assertIn("Route #1", output)

    def test_cmake_package(self):
        build = self.folder / "by-cmake"
        run("cmake", "-G", "Ninja", "-S", self.example, "-B", build,
            f"-DCMAKE_PREFIX_PATH={self.prefix}")
        run("cmake", "--build", build)
        self.expect_plan(run(build / "solve_town"))

    def test_pkg_config(self):
        environment = {**os.environ, "PKG_CONFIG_PATH": str(self.library_folder() / "pkgconfig")}
        flags = run("pkg-config", "--cflags", "--libs", "odgear", env=environment).split()
        program = self.folder / "by-pkg-config"
        run(os.environ.get("CXX", "c++"), "-std=c++20", "-o", program, self.example / "main.cpp",
            *flags)
        environment["LD_LIBRARY_PATH"] = str(self.library_folder())
        self.expect_plan(run(program, env=environment))
        town = self.prefix / "share/odgear/examples/town-400.vrp"
        self.assertIn("cost ", run(program, town, env=environment))

    def test_completion_offers_commands_and_options(self):
        script = self.prefix / "share/bash-completion/completions/odgear"
        program = self.prefix / "bin/odgear"

        def complete(*words):
            line = " ".join(f"'{w}'" for w in ("odgear",) + words)
            return run("bash", "-c", f"source {script}; COMP_WORDS=({line}); COMP_CWORD={len(words)};"
                       f"_odgear {program}; echo ${{COMPREPLY[@]}}").split()

        self.assertIn("solve", complete("so"))
        self.assertEqual(complete("solve", "--time-l"), ["--time-limit"])
        self.assertIn("odgear-200", complete("solve", "--model", "odgear-2"))


if __name__ == "__main__":
    unittest.main()
