"""The wheel: CMake builds the package, setuptools packs it.

    pip wheel . --no-build-isolation

builds in build/wheel. ODGEAR_BUILD names an existing build folder to use instead.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

root = pathlib.Path(__file__).resolve().parent


class CMakeBuild(build_ext):
    def build_extension(self, ext):
        build = pathlib.Path(os.environ.get("ODGEAR_BUILD", root / "build" / "wheel")).resolve()
        if not (build / "CMakeCache.txt").exists():
            subprocess.check_call([
                "cmake", "-S", str(root), "-B", str(build), "-G", "Ninja",
                "-DCMAKE_BUILD_TYPE=Release", "-DODGEAR_TESTS=OFF", "-DODGEAR_TRAINER=OFF",
                f"-DPython3_EXECUTABLE={sys.executable}"])
        subprocess.check_call(["cmake", "--build", str(build), "--target", "odgear_python"])
        target = pathlib.Path(self.get_ext_fullpath(ext.name)).parent
        target.mkdir(parents=True, exist_ok=True)
        for file in (build / "python" / "odgear").iterdir():
            if file.is_file():
                shutil.copy2(file, target / file.name)


version = re.search(r"project\(odgear VERSION ([\d.]+)", (root / "CMakeLists.txt").read_text()).group(1)
setup(
    version=version,
    packages=["odgear"],
    package_dir={"odgear": "python/odgear"},
    package_data={"odgear": ["py.typed", "*.pyi"]},
    ext_modules=[Extension("odgear._core", sources=[])],
    cmdclass={"build_ext": CMakeBuild},
    zip_safe=False,
)
