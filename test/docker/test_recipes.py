# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests that the recipes in docker/ are well formed and agree with each other. Also tests docker/image with a
stand-in for a container engine. The stand-in writes down its arguments and gives the answers that a test sets."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCKER = ROOT / "docker"
INSTRUCTIONS = {"ARG", "CMD", "COPY", "ENTRYPOINT", "FROM", "LABEL", "RUN", "USER", "WORKDIR"}
SECTIONS = {"arguments", "files", "help", "labels", "post", "runscript", "test"}
RECORD = {
    "configuration": {"ranks": 2},
    "provenance": {"git_commit": "0123456789ab"},
    "cells": [{"benchmark": "hopping", "status": "measured", "kernel": "DWF4", "l": 8, "variant": "tuned",
               "verification_error": 1e-7, "verification_tolerance": 2e-6}],
    "summary": {"complete": True, "cells_measured": 1, "cells_skipped": 0, "cells_failed": 0},
}
ENGINE = """#!/bin/bash
printf '%s\\n' "$*" >>"$0.calls"
case "$1 $*" in
  info*) ;;
  image*Size*) cat "$0.size" ;;
  run*" id -un") cat "$0.user" ;;
  run*" mpirun "*)
    all=$*
    volume=${all##*--volume }
    cp "$0.record" "${volume%%:*}/record.json" ;;
esac
"""


def dockerfile():
    """Returns [(instruction, its arguments)], with continued lines joined and without comments."""
    text = re.sub(r"^\s*#.*\n", "", (DOCKER / "Dockerfile").read_text(), flags=re.M)
    lines = re.sub(r"\\\n\s*", " ", text).splitlines()
    return [tuple(line.split(maxsplit=1)) for line in lines if line.strip()]


def definition():
    """Returns the stages of kitt.def as [{section: its lines}]. The header has the key ""."""
    stages = []
    section = ""
    for line in (DOCKER / "kitt.def").read_text().splitlines():
        if line.startswith("Bootstrap:"):
            stages.append({"": []})
            section = ""
        elif line.startswith("%"):
            section = line[1:]
            stages[-1][section] = []
        if stages and line.strip() and not line.startswith("%"):
            stages[-1][section].append(line.strip())
    return stages


def defaults(stage):
    return dict(line.split("=", 1) for line in stage["arguments"])


def steps(text):
    return re.findall(r"/(\w+\.sh)", text)


class Recipes(unittest.TestCase):
    def test_dockerfile_is_well_formed(self):
        lines = dockerfile()
        self.assertLessEqual({word for word, _ in lines}, INSTRUCTIONS)
        words = [word for word, _ in lines]
        self.assertEqual(set(words[:words.index("FROM")]), {"ARG"})
        for word, rest in lines:
            if word in ("ENTRYPOINT", "CMD"):
                self.assertIsInstance(json.loads(rest), list)

    def test_nothing_runs_as_root(self):
        users = [rest for word, rest in dockerfile() if word == "USER"]
        number = re.search(r"useradd --uid (\d+) .*\bkitt$", (DOCKER / "runtime.sh").read_text(), re.M)[1]
        self.assertEqual(users[-1:], [number])  # a number, because Kubernetes' runAsNonRoot accepts no name

    def test_definition_is_well_formed(self):
        stages = definition()
        self.assertEqual(len(stages), 2)
        for stage in stages:
            self.assertEqual([line.split(":")[0] for line in stage[""]], ["Bootstrap", "From", "Stage"])
            sections = {name.split()[0] for name in stage if name}
            self.assertLessEqual(sections, SECTIONS)
            used = set(re.findall(r"{{ (\w+) }}", json.dumps(stage)))
            self.assertEqual(used, set(defaults(stage)))

    def test_definition_copies_existing_files(self):
        for line in definition()[0]["files"]:
            self.assertTrue((ROOT / line.split()[0]).exists(), line)
        copied = {line.split()[0] for line in definition()[0]["files"]}
        built = {path.parent.name for path in ROOT.glob("*/CMakeLists.txt")} - {"test"}
        self.assertLessEqual(built | {"cmake"}, copied)

    def test_both_take_the_same_steps(self):
        runs = [steps(rest) for word, rest in dockerfile() if word == "RUN"]
        posts = [steps("\n".join(stage["post"])) for stage in definition()]
        self.assertEqual(sum(runs, []), ["build_packages.sh", "build.sh", "runtime.sh"])
        self.assertEqual(sum(runs, []), sum(posts, []))

    def test_both_take_the_same_arguments_with_the_same_defaults(self):
        arguments = {}
        for word, rest in dockerfile():
            if word == "ARG" and not rest.startswith(("TARGET", "BUILD")):
                name, value = rest.split("=", 1)
                self.assertEqual(arguments.setdefault(name, value.strip('"')), value.strip('"'))
        build = defaults(definition()[0])
        self.assertEqual(build.pop("BOOTSTRAP"), "docker")
        self.assertEqual(arguments, build)
        for name, value in defaults(definition()[1]).items():
            self.assertEqual(value, defaults(definition()[0])[name])
        readme = dict(re.findall(r"^\| `([A-Z_]+)` \| (\S+) \|", (DOCKER / "README.md").read_text(), re.M))
        self.assertEqual({name: value or "empty" for name, value in arguments.items()},
                         {name: value.strip("`") for name, value in readme.items()})

    def test_packages_are_installed_without_recommended_packages(self):
        for script in DOCKER.glob("*.sh"):
            for line in script.read_text().splitlines():
                if re.search(r"apt-get\b.* install ", line):
                    self.assertIn("--no-install-recommends", line)

    def test_scripts_are_executable_and_parse(self):
        for script in [*DOCKER.glob("*.sh"), DOCKER / "image", ROOT / "dev"]:
            self.assertTrue(os.access(script, os.X_OK), script)
            shell = "sh" if script.read_text().startswith("#!/bin/sh") else "bash"
            subprocess.run([shell, "-n", script], check=True)
        if shutil.which("shellcheck"):
            subprocess.run(["shellcheck", *DOCKER.glob("*.sh"), DOCKER / "image"], check=True)
        else:
            print("skipped: no shellcheck here, scripts of docker/ are but parsed")


class Stand(unittest.TestCase):
    """A folder of stand-in programs at the front of the path."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="kitt-test-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def program(self, name, text):
        path = self.folder / name
        path.write_text(text)
        path.chmod(0o755)
        return path

    def call(self, *command, **environment):
        path = {"PATH": f"{self.folder}:{os.environ['PATH']}"}
        return subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL,
                              env={**os.environ, **path, **environment})

    def assert_refused(self, says, *command, **environment):
        result = self.call(*command, **environment)
        self.assertEqual(result.returncode, 2, result.stdout + result.stderr)
        self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
        self.assertIn(says, result.stderr)


class Entrypoint(Stand):
    def test_entrypoint_runs_kitt_or_another_program(self):
        self.program("kitt", '#!/bin/sh\necho "kitt <$*>"\n')
        for arguments, answer in [([], "kitt <>"), (["itt", "--L", "8"], "kitt <itt --L 8>"),
                                  (["--version"], "kitt <--version>"), (["echo", "a", "b"], "a b")]:
            result = self.call(DOCKER / "entrypoint.sh", *arguments)
            self.assertEqual(result.stdout.strip(), answer, result.stderr)


class Packages(Stand):
    def test_each_mpi_has_its_packages(self):
        openmpi = self.call(ROOT / "dev", "packages", "openmpi").stdout.split()
        mpich = self.call(ROOT / "dev", "packages", "mpich").stdout.split()
        self.assertEqual(set(openmpi) - set(mpich), {"libopenmpi-dev", "openmpi-bin"})
        self.assertEqual(set(mpich) - set(openmpi), {"libmpich-dev", "mpich"})
        self.assert_refused("lam", ROOT / "dev", "packages", "lam")


class Image(Stand):
    """Tests docker/image with a stand-in for docker."""

    def setUp(self):
        super().setUp()
        self.engine = self.program("docker", ENGINE)
        self.answers(size="150000000", user="kitt", record=json.dumps(RECORD))

    def answers(self, **answers):
        for name, text in answers.items():
            self.engine.with_suffix(f".{name}").write_text(text)

    def image(self, *arguments, **environment):
        return self.call(DOCKER / "image", *arguments, **{"KITT_ENGINE": "docker", **environment})

    def calls(self):
        return self.engine.with_suffix(".calls").read_text()

    def test_bad_command_lines_are_refused(self):
        for says, *arguments in [("ship", "ship"), ("--mpich", "build", "--mpich"), ("lam", "test", "--mpi", "lam"),
                                 ("--cpu", "build", "--cpu"), ("haswell", "build", "--cpu", "i486"), ("sparc", "build", "--arch", "sparc"),
                                 ("512", "build", "--cpu", "neoverse-sve", "--sve-bits", "512"),
                                 ("needs --cpu neoverse-sve", "build", "--cpu", "skylake", "--sve-bits", "256")]:
            self.assert_refused(says, DOCKER / "image", *arguments)

    def test_a_missing_engine_is_reported(self):
        self.engine.write_text("#!/bin/sh\nexit 1\n")
        for name in ("podman", "buildah"):
            self.program(name, "#!/bin/sh\nexit 1\n")
        self.assert_refused("none of docker, podman and buildah", DOCKER / "image", "build", KITT_ENGINE="")
        self.assert_refused("docker does not work", DOCKER / "image", "build", KITT_ENGINE="docker")
        self.assert_refused("lxc", DOCKER / "image", "build", KITT_ENGINE="lxc")

    def test_an_engine_that_is_not_installed_is_skipped(self):
        """The path holds the commands that the script needs and a working buildah, but neither docker nor podman."""
        for name in ("bash", "dirname", "git", "grep", "mkdir", "mktemp", "python3", "rm", "sed", "tr", "uname"):
            (self.folder / name).symlink_to(shutil.which(name))
        self.engine.unlink()
        self.program("buildah", "#!/bin/bash\nexit 0\n")
        result = self.call(DOCKER / "image", "build", KITT_ENGINE="", PATH=str(self.folder),
                           KITT_CACHE_DIR=str(self.folder / "cache"))
        if os.geteuid() == 0:
            self.assertIn("made kitt:mpich with buildah", result.stdout, result.stderr)
        else:  # only root can run buildah
            self.assertIn("none of docker, podman and buildah", result.stderr)

    def test_build_passes_its_options_to_the_engine(self):
        result = self.image("build", "--mpi", "openmpi", "--cpu", "skylake", "--debian", "trixie", "--report",
                            http_proxy="http://proxy.example:8080")
        self.assertEqual(result.returncode, 0, result.stderr)
        for wanted in [" BASE=debian:trixie-slim", "IMAGE_MPI=openmpi", "KITT_CPU=skylake", "IMAGE_REPORT=yes",
                       "http_proxy=http://proxy.example:8080", "--tag kitt:openmpi", "--secret id=pip,src="]:
            self.assertIn(wanted, self.calls())
        self.assertRegex(self.calls(), r"KITT_GIT_COMMIT=(unknown|[0-9a-f]{12}(-dirty)?) ")

    def test_an_image_for_graviton_has_its_options(self):
        result = self.image("build", "--arch", "arm64", "--mpi", "openmpi", "--cpu", "neoverse-sve", "--sve-bits", "256")
        self.assertEqual(result.returncode, 0, result.stderr)
        for wanted in ["--platform linux/arm64", "KITT_CPU=neoverse-sve", "KITT_SVE_BITS=256"]:
            self.assertIn(wanted, self.calls())
        self.assertIn("-DKITT_SVE_BITS=", (DOCKER / "build.sh").read_text())

    def test_a_good_image_passes(self):
        result = self.image("test", "--", "--L", "8")
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertIn("150 MB", result.stdout)
        self.assertRegex(self.calls(), r"mpirun -np 2 kitt itt --quick --json /results/record.json --L 8\n")

    def test_bad_images_fail(self):
        wrong = json.loads(json.dumps(RECORD))
        wrong["cells"][0]["verification_error"] = 1.0
        killed = {**RECORD, "summary": {**RECORD["summary"], "complete": False}}
        alone = {**RECORD, "configuration": {"ranks": 1}}
        for says, answers in [("larger than 200 MB", {"size": "200000001"}), ("as user root", {"user": "root"}),
                              ("not verified: DWF4", {"record": json.dumps(wrong)}),
                              ("did not finish", {"record": json.dumps(killed)}), ("1 ranks", {"record": json.dumps(alone)}),
                              ("not a record", {"record": "{"})]:
            self.setUp()
            self.answers(**answers)
            result = self.image("test")
            self.assertEqual(result.returncode, 1, f"{says}: {result.stdout}{result.stderr}")
            self.assertIn(says, result.stderr)


if __name__ == "__main__":
    unittest.main()
