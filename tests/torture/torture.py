#!/usr/bin/env python3
"""The hostile test: bad files, bad options, signals, kills and failures at random system calls, full
disks, no memory, no file handles, folders that cannot be written. After each attack the same questions:

- Did it end by itself, with an exit code that the manual names, and without an internal error?
- Is every input as it was? Is every output the old one, a complete new one, or not there?
- Does the independent checker accept each answer?

    ./run torture --minutes 20          python3 tests/torture/torture.py --bin build/release/bin
"""

import argparse
import collections
import hashlib
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HANG = 120  # seconds; generous, since the machine may be busy
SYSCALLS = ("openat", "write", "fsync", "rename", "mmap", "read", "close", "fchmod", "newfstatat",
            "mprotect", "clone3")
# The first thing that main does, and that nothing before it does: it ignores this signal.
MAIN_BEGINS = "rt_sigaction(SIGXFSZ"


class Finding(Exception):
    """Something that must not happen."""


class Outcome:
    def __init__(self, command, process, output, errors):
        self.command, self.code = command, process.returncode
        self.output, self.errors = output, errors

    def require(self, condition, what):
        if not condition:
            raise Finding(f"{what}\n    command: {' '.join(map(str, self.command))}\n"
                          f"    exit {self.code}, stderr: {self.errors[-400:].strip()!r}")

    def require_orderly(self, codes=(0, 2, 3)):
        """A documented exit code, no internal error, no control characters for a terminal."""
        self.require("internal error" not in self.errors, "internal error")
        self.require(self.code in codes, f"exit code {self.code}")
        plain = re.sub(r"[\t\n]", "", self.errors)
        self.require(not re.search(r"[\x00-\x1f\x7f]", plain), "control characters on standard error")
        if self.code in (2, 3):
            self.require(self.errors.strip() != "", "refused without a word")


class Torture:
    def __init__(self, folder, programs, seed):
        self.chance = random.Random(seed)
        self.folder, self.odgear = folder, str(programs / "odgear")
        self.strace = shutil.which("strace")
        self.instances, self.solutions = [], {}
        self.counts = collections.Counter()
        self.skipped = {}
        self.findings = []

    # --- material ---

    def prepare(self):
        for number, options in enumerate((("-n", "12"), ("-n", "60"), ("-n", "250"),
                                          ("-n", "80", "--kind", "uchoa"), ("-n", "40", "--kind", "tsp"))):
            made = self.folder / f"made{number}"
            self.run(["generate", "--seed", "5", "--out", made, *options]).require_orderly((0,))
            self.instances.append(next(made.iterdir()))
        request = {"vehicles": [{"id": 1, "start_index": 0, "end_index": 0, "capacity": [4]},
                                {"id": 2, "start_index": 0, "end_index": 0, "capacity": [4]}],
                   "jobs": [{"id": 10 + i, "location_index": i, "delivery": [1]} for i in range(1, 7)],
                   "matrices": {"car": {"durations": [[abs(i - j) * 7 for j in range(7)]
                                                      for i in range(7)]}}}
        path = self.folder / "request.json"
        path.write_text(json.dumps(request))
        self.instances.append(path)
        for instance in self.instances:
            out = self.folder / (instance.stem + ".first.sol")
            self.solve(instance, "-o", out).require_orderly((0,))
            self.solutions[instance] = out
        if self.strace:
            self.count_calls()
        self.sums = {path: self.sum(path) for path in [*self.instances, *self.solutions.values()]}

    def count_calls(self):
        """How often a solve makes each system call, and how often before main begins."""
        _, trace = self.traced(self.instances[1], "-o", self.folder / "traced.sol", threads=2,
                               calls=",".join(SYSCALLS))
        early = trace[:trace.index(MAIN_BEGINS)]
        self.calls = {call: tuple(len(re.findall(rf"\b{call}\(", part)) for part in (early, trace))
                      for call in SYSCALLS}

    @staticmethod
    def sum(path):
        return hashlib.sha256(path.read_bytes()).hexdigest()

    def require_inputs(self):
        for path, expected in self.sums.items():
            if not path.exists() or self.sum(path) != expected:
                raise Finding(f"input {path} was changed")

    # --- running ---

    def run(self, arguments, prefix=(), before=None, env=None, stdin=None, after=None):
        """Runs odgear to its end. `after` is called with the process once it has started."""
        command = [*prefix, self.odgear, *map(str, arguments)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   stdin=subprocess.PIPE if stdin else subprocess.DEVNULL,
                                   preexec_fn=before, env={**os.environ, **(env or {})},
                                   start_new_session=True, cwd=self.folder)
        try:
            if after:
                after(process)
            output, errors = process.communicate(stdin, timeout=HANG)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            raise Finding(f"hangs\n    command: {' '.join(command)}") from None
        return Outcome(command, process, output.decode(errors="replace"),
                       errors.decode(errors="replace"))

    def solve(self, instance, *arguments, threads=1, **how):
        mode = ("--mode", "expert") if not any(a == "--mode" for a in arguments) else ()
        return self.run(["solve", instance, *mode, "--max-iterations", "30", "--threads", threads,
                         "--quiet", *arguments], **how)

    def pick(self, plain=False):
        """An instance; `plain`: one that every mode and format takes."""
        return self.chance.choice(self.instances[:4] if plain else self.instances)

    def require_answer(self, instance, text, outcome, *, name="answer.sol"):
        answer = self.folder / name
        answer.write_text(text)
        checked = self.run(["check", instance, answer])
        outcome.require(checked.code == 0, f"the checker refuses the answer: {checked.output[-300:]}")

    def require_output(self, instance, out, old, outcome):
        """The old file, a complete new one, or none. Nothing else is left in the folder but what a
        killed process could not remove."""
        if not out.exists():
            return "none"
        text = out.read_text(errors="replace")
        if text == old:
            return "old"
        self.require_answer(instance, text, outcome)
        return "new"

    def fresh(self):
        folder = self.folder / f"out{self.counts.total()}"
        folder.mkdir()
        return folder

    # --- attacks; each says in a word how it ended ---

    def mutated(self, data):
        data = bytearray(data)
        for _ in range(self.chance.choice((1, 1, 2, 5, 30))):
            if not data:
                break
            at = self.chance.randrange(len(data))
            kind = self.chance.randrange(6)
            if kind == 0:
                data[at] = self.chance.randrange(256)
            elif kind == 1:
                del data[at:at + self.chance.choice((1, 5, 200))]
            elif kind == 2:
                data[at:at] = data[at:at + self.chance.choice((3, 40))]
            elif kind == 3:
                word = self.chance.choice((b"nan", b"inf", b"-1", b"0", b"1e308", b"1e999", b"4294967297",
                                           b"99999999999999999999", b"\x1b[2J", b"\n", b" ", b"\xff",
                                           b"EOF\n", b"{", b"]", b'"', b"0x1f", b"1,5"))
                data[at:at] = word
            elif kind == 4:
                del data[at:]
            else:
                digits = [i for i, c in enumerate(data) if chr(c).isdigit()]
                if digits:
                    data[self.chance.choice(digits)] = ord(self.chance.choice("0123456789"))
        return bytes(data)

    def bad_instance(self):
        original = self.pick()
        path = self.folder / ("bad" + original.suffix)
        path.write_bytes(self.mutated(original.read_bytes()))
        mode = self.chance.choice(("expert", "hybrid", "policy"))
        outcome = self.solve(path, "--mode", mode, "--rollouts", "4")
        outcome.require_orderly()
        if outcome.code == 0:
            self.require_answer(path, outcome.output, outcome)
        return f"exit {outcome.code}"

    def bad_solution(self):
        instance = self.pick()
        path = self.folder / "bad.sol"
        path.write_bytes(self.mutated(self.solutions[instance].read_bytes()))
        if self.chance.random() < 0.5:
            outcome = self.run(["check", instance, path])
            outcome.require_orderly()
        else:
            outcome = self.solve(instance, "--warm-start", path)
            outcome.require_orderly()
            if outcome.code == 0:
                self.require_answer(instance, outcome.output, outcome)
        return f"exit {outcome.code}"

    def bad_option(self):
        option = self.chance.choice(("--time-limit", "--max-iterations", "--threads", "--seed", "--rho",
                                     "--rollouts", "--neighbors", "--max-vehicles", "--target", "--bks",
                                     "--format", "--mode", "--round", "--model", "--warm-start", "-o",
                                     "--plot", "--trace", "--rerolls"))
        value = self.chance.choice(("", "nan", "inf", "-1", "0", "1e999", "18446744073709551616", "x",
                                    "1,5", "9" * 400, "/dev/full", "/dev/zero", "/", "\x1b[31m",
                                    str(self.folder), "auto", "0x10", "a" * 300, "../" * 2000))
        outcome = self.run(["solve", self.pick(), f"{option}={value}" if option != "-o" else f"-o{value}",
                            *(() if option == "--max-iterations" else ("--max-iterations=10",)),
                            *(() if option == "--time-limit" else ("--time-limit=2",))])
        outcome.require_orderly()
        return f"exit {outcome.code}"

    def signalled(self):
        instance, out = self.pick(plain=True), self.fresh() / "out.sol"
        number = self.chance.choice((signal.SIGINT, signal.SIGTERM))
        delay = self.chance.uniform(0, 0.4)

        def strike(process):
            time.sleep(delay)
            process.send_signal(number)
            if self.chance.random() < 0.2:
                time.sleep(self.chance.uniform(0, 0.02))
                process.send_signal(number)

        outcome = self.run(["solve", instance, "--time-limit", "60", "--quiet", "-o", out],
                           after=strike)
        # Before the handlers are there, and for the second signal, the process just ends.
        outcome.require(outcome.code in (0, -number, 128 + number), f"exit code {outcome.code}")
        state = self.require_output(instance, out, None, outcome)
        outcome.require(outcome.code != 0 or state == "new", "exit 0 without a solution")
        return f"exit {outcome.code}"

    def injected(self, what):
        """A solve that replaces an old solution, with one system call killed or failing."""
        instance, out = self.pick(), self.fresh() / "out.sol"
        old = self.solutions[instance].read_text() + "\n"
        out.write_text(old)
        call = self.chance.choice(SYSCALLS[:5] if what == "signal=KILL" else SYSCALLS)
        early, all_calls = self.calls[call]
        # Mostly after main has begun: the loader makes most calls, and is not what is tested.
        first = 1 if self.chance.random() < 0.2 else early + 1
        rule = f"inject={call}:{what}:when={self.chance.randint(first, max(first, all_calls))}"
        outcome, trace = self.traced(instance, "-o", out, calls=call, rules=("-e", rule),
                                     threads=self.chance.choice((1, 2)))
        outcome.command.append(f"[{rule}]")
        return outcome, self.require_output(instance, out, old, outcome), out, trace

    def traced(self, instance, *arguments, calls="", rules=(), limits=(), threads=1):
        """A solve and the log of its system calls: those named, and the one by which main begins."""
        log = self.folder / "trace"
        log.unlink(missing_ok=True)
        outcome = self.solve(instance, *arguments, prefix=(
            self.strace, "-f", "-qq", "-o", log, "-e", f"trace=rt_sigaction,{calls}".rstrip(","),
            *rules, *limits), threads=threads)
        return outcome, log.read_text(errors="replace")

    def killed_at_a_system_call(self):
        if not self.strace:
            return self.skip("needs strace")
        outcome, state, _, _ = self.injected("signal=KILL")
        return f"{'ended' if outcome.code == 0 else 'killed'}, {state} file"

    def failing_system_call(self):
        if not self.strace:
            return self.skip("needs strace")
        error = self.chance.choice(("ENOSPC", "EIO", "EMFILE", "EACCES", "ENOMEM", "EINTR"))
        outcome, state, out, trace = self.injected(f"error={error}")
        if MAIN_BEGINS not in trace:
            return self.before_main(outcome, state)
        # Where the message itself was the call that failed, there is none.
        if not re.search(r"write\(2, .*\(INJECTED\)", trace):
            outcome.require_orderly((0, 1, 2, 3))
            outcome.require(outcome.code != 1 or "memory" in outcome.errors, "exit 1")
        outcome.require(outcome.code in (0, 1, 2, 3), f"exit code {outcome.code}")
        outcome.require(outcome.code != 0 or state == "new", "exit 0 without a solution")
        leftover = [p.name for p in out.parent.iterdir() if p != out]
        kept = "the new content is in" in outcome.errors
        outcome.require(not leftover or kept or error == "EIO", f"left behind: {leftover}")
        return f"exit {outcome.code}, {state} file"

    def before_main(self, outcome, state):
        """The loader ends in its own ways, also by a signal; it only must not look like success."""
        outcome.require("strace:" not in outcome.errors, "not run at all")
        outcome.require(outcome.code != 0 and state != "new", "success without main")
        return f"exit {outcome.code} before main"

    def full_disk(self):
        disk = self.folder / "disk"
        disk.mkdir(exist_ok=True)
        size = self.chance.choice((4, 8, 16))
        if subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}k,nr_inodes=20", "tmpfs", disk],
                          capture_output=True).returncode != 0:
            return self.skip("needs the right to mount")
        try:
            (disk / "filler").write_bytes(b"x" * self.chance.randint(0, size * 1024))
        except OSError:
            pass
        try:
            instance, out = self.pick(plain=True), disk / "out.sol"
            outcome = self.solve(instance, "-o", out, "--plot", disk / "p.svg", "--trace", disk / "t.csv",
                                 env={"TMPDIR": str(disk)})
            outcome.require_orderly((0, 2))
            if not out.exists():
                outcome.require("standard output" in outcome.errors, "the solution is lost")
                self.require_answer(instance, outcome.output, outcome)
            else:
                self.require_answer(instance, out.read_text(), outcome)
            names = {path.name for path in disk.iterdir()}
            outcome.require(names <= {"filler", "out.sol", "p.svg", "t.csv"}, f"left behind: {names}")
            return f"exit {outcome.code}"
        finally:
            subprocess.run(["umount", disk], check=True)

    def limited(self, limit, codes):
        """A solve under a limit of the system, given as an option of prlimit."""
        instance, out = self.pick(plain=True), self.fresh() / "out.sol"
        outcome, trace = self.traced(instance, "-o", out, "--mode",
                                     self.chance.choice(("expert", "policy")),
                                     limits=(shutil.which("prlimit"), limit))
        state = self.require_output(instance, out, None, outcome)
        if MAIN_BEGINS not in trace:
            return outcome, state, self.before_main(outcome, state)
        outcome.require_orderly(codes)
        outcome.require(outcome.code != 0 or state == "new", "exit 0 without a solution")
        return outcome, state, f"exit {outcome.code}, {state} file"

    def no_memory(self):
        if not self.strace:
            return self.skip("needs strace")
        # Main begins with some 24 MB, and small instances need little more.
        most = self.chance.choice((26, 30, 300))
        outcome, _, ending = self.limited(f"--as={self.chance.randint(20 << 10, most << 10) << 10}", (0, 1))
        if outcome.code == 1:
            outcome.require("out of memory" in outcome.errors, "exit 1 without a reason")
        return ending

    def no_file_handles(self):
        if not self.strace:
            return self.skip("needs strace")
        return self.limited(f"--nofile={self.chance.randint(3, 12)}", (0, 2))[2]

    def small_files(self):
        if not self.strace:
            return self.skip("needs strace")
        outcome, state, ending = self.limited(f"--fsize={self.chance.choice((0, 1, 100, 4096))}",
                                              (0, 2))
        if state == "none" and outcome.code == 2:
            outcome.require("standard output" in outcome.errors, "the solution is lost")
        return ending

    def read_only_folder(self):
        folder, instance = self.fresh(), self.pick(plain=True)
        folder.chmod(0o555)
        self.folder.chmod(0o755)
        shared = self.folder / "shared"
        shared.mkdir(exist_ok=True)
        visible = shared / instance.name
        shutil.copy(instance, visible)

        def become_nobody():
            if os.geteuid() == 0:
                os.setgid(65534)
                os.setuid(65534)

        try:
            outcome = self.solve(visible, "-o", folder / "out.sol", before=become_nobody)
        except PermissionError:
            return self.skip("needs a program that everybody may run")
        outcome.require_orderly((2,))
        outcome.require(not any(folder.iterdir()), "wrote into a folder that cannot be written")
        return "refused"

    def odd_targets(self):
        instance = self.pick(plain=True)
        folder = self.fresh()
        pipe, link = folder / "pipe", folder / "link"
        os.mkfifo(pipe)
        link.symlink_to(instance)
        target = self.chance.choice((pipe, link, instance, folder, "/dev/full", "/dev/null",
                                     folder / "none" / "x", folder / ("n" * 300)))
        option = self.chance.choice(("-o", "--plot", "--trace"))
        outcome = self.solve(instance, option, target)
        outcome.require_orderly((2,))
        return "refused"

    def skip(self, why):
        return f"skipped: {why}"

    ATTACKS = (bad_instance, bad_solution, bad_option, signalled, killed_at_a_system_call,
               failing_system_call, full_disk, no_memory, no_file_handles, small_files,
               read_only_folder, odd_targets)

    def go(self, seconds):
        end = time.monotonic() + seconds
        turn = 0
        while time.monotonic() < end:
            attack = self.ATTACKS[turn % len(self.ATTACKS)]
            turn += 1
            try:
                ending = attack(self)
                self.require_inputs()
            except Finding as finding:
                self.findings.append(f"{attack.__name__}: {finding}")
                ending = "FINDING"
                print(self.findings[-1], flush=True)
            self.counts[attack.__name__, ending] += 1

    def summary(self):
        lines = []
        for attack in self.ATTACKS:
            name = attack.__name__
            endings = {ending: n for (key, ending), n in self.counts.items() if key == name}
            text = ", ".join(f"{n} x {ending}" for ending, n in sorted(endings.items()))
            lines.append(f"{name.replace('_', ' '):24} {sum(endings.values()):6}  {text}")
        kinds = collections.Counter("hang" if "hangs" in f else "loss" if "lost" in f or "changed" in f
                                    else "other" for f in self.findings)
        lines.append(f"{self.counts.total()} attacks, {kinds['loss']} losses, {kinds['hang']} hangs, "
                     f"{kinds['other']} other findings")
        return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", type=pathlib.Path, default=pathlib.Path("build/release/bin"))
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--seed", type=int, default=None, help="default: a new one each time")
    arguments = parser.parse_args()
    seed = arguments.seed if arguments.seed is not None else random.SystemRandom().randrange(10**6)
    print(f"seed {seed}", flush=True)
    with tempfile.TemporaryDirectory(prefix="odgear-torture-") as name:
        torture = Torture(pathlib.Path(name), arguments.bin.resolve(), seed)
        torture.prepare()
        torture.go(60 * arguments.minutes)
        print(torture.summary())
    return 1 if torture.findings else 0


if __name__ == "__main__":
    sys.exit(main())
