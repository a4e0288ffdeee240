# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""ReFrame tests that run `kitt` and read its record. README.md explains how to use them."""

import os
import pathlib
import sys

import reframe as rfm
import reframe.core.builtins as builtins
import reframe.utility.sanity as sn
import reframe.utility.typecheck as typ

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "perf" / "acceptance"))

import kitt_record  # noqa: E402

RECORD = "kitt.json"


class KittTest(rfm.RunOnlyRegressionTest):
    """Runs `kitt` once. The test passes if the run ended well and every cell was verified. Figures come from the
    record, and from the lines "KITT FOM" of the output."""

    command = builtins.variable(str)
    program = builtins.variable(str, value="kitt")
    options = builtins.variable(typ.List[str], value=[])
    nodes = builtins.variable(int, value=1)
    ranks_per_node = builtins.variable(int, value=0)  # 0 means one rank for each NUMA domain
    references = builtins.variable(str, value=str(HERE / "references"))

    valid_systems = ["*"]
    valid_prog_environs = ["*"]
    sourcesdir = None
    keep_files = [RECORD]
    exclusive_access = True  # with another job on the node, figures are useless
    tags = {"kitt", "performance"}

    @builtins.run_after("init")
    def describe(self):
        self.descr = f"kitt {self.command}, verified, per node"

    @builtins.run_after("setup")
    def place(self):
        """Places one rank on each NUMA domain, with threads on the domain's cores, if ReFrame knows them."""
        processor = self.current_partition.processor
        ranks = self.ranks_per_node or processor.num_numa_nodes or 1
        self.num_tasks = self.nodes * ranks
        self.num_tasks_per_node = ranks
        if processor.num_cores:
            self.num_cpus_per_task = max(1, processor.num_cores // ranks)
        self.use_multithreading = False
        self.job.launcher.options += self.current_partition.extras.get("launcher_options", [])

    @builtins.run_before("run")
    def command_line(self):
        self.executable = self.program
        self.executable_opts = [self.command, *self.options, "--json", RECORD, "--force"]

    @builtins.run_before("performance")
    def read_figures(self):
        if self.is_dry_run():
            return
        record = kitt_record.load(os.path.join(self.stagedir, RECORD))
        output = pathlib.Path(self.stagedir, self.stdout.evaluate()).read_text()
        figures = {**kitt_record.merits(output), **kitt_record.figures(record)}
        self.perf_variables = {name: sn.make_performance_function(sn.defer(value), unit)
                               for name, (value, unit) in figures.items()}
        self.reference = kitt_record.references(self.references, type(self).__name__, record)

    @builtins.sanity_function
    def every_cell_verified(self):
        return sn.all([
            sn.assert_true(self.job.exitcode in (0, None),  # None if the scheduler does not tell
                           msg=f"exit status {self.job.exitcode}: {what_went_wrong(self.stderr)}"),
            self.record_is_right(),
        ])

    @builtins.deferrable
    def record_is_right(self):
        try:
            record = kitt_record.load(RECORD)
            found = kitt_record.problems(record, self.num_tasks, self.nodes)
            found += kitt_record.implausible(record)
        except kitt_record.RecordError as error:
            found = [str(error)]
        return sn.assert_false(found, msg="; ".join(found))


def what_went_wrong(path):
    """Returns KITT's own line from a job's standard error, otherwise the first line of the launcher."""
    lines = [line for line in pathlib.Path(str(path)).read_text().splitlines() if line.strip("- ")]
    ours = [line for line in lines if line.startswith("kitt: ")]
    return (ours + lines + ["nothing on standard error"])[0]


@rfm.simple_test
class KittItt(KittTest):
    """The whole benchmark: kernels, memory, halo. Its figures include the comparison point and robustness."""

    command = "itt"
    time_limit = "2h"


@rfm.simple_test
class KittQuick(KittTest):
    """KittItt with fewer sizes. It takes minutes and is meant for every maintenance."""

    command = "itt"
    options = ["--quick"]
    tags = {"kitt", "performance", "quick"}
    time_limit = "30m"


@rfm.simple_test
class KittDslash(KittTest):
    """One kernel at L = 16, for runs on many nodes or during tuning."""

    kernel = builtins.parameter(["Wilson", "DWF4", "DWF5"])
    command = "dslash"
    time_limit = "30m"

    @builtins.run_before("run")
    def choose_kernel(self):
        self.executable_opts += ["--L", "16", "--kernels", self.kernel]


@rfm.simple_test
class KittContainer(KittQuick):
    """KittQuick with the program of a container image, on the container platform of the partition."""

    image = builtins.variable(str, value="")
    tags = {"kitt", "performance", "container"}

    @builtins.run_before("run")
    def enter(self):
        """ReFrame mounts the stage directory and works in it."""
        self.skip_if(not self.image, "no image: -S KittContainer.image=kitt-openmpi.sif, say")
        self.container_platform.image = self.image
        self.container_platform.pull_image = False
        self.container_platform.command = " ".join([self.executable, *self.executable_opts])


class BuildKitt(rfm.CompileOnlyRegressionTest):
    """Builds KITT from this clone for the CPU of the partition, unless `cpu` names a family."""

    cpu = builtins.variable(str, value="native")
    descr = "kitt, built from source"
    build_system = "CMake"
    sourcesdir = None

    @builtins.run_before("compile")
    def configure(self):
        self.build_system.configuredir = str(HERE.parents[1])
        self.build_system.builddir = "build"
        self.build_system.config_opts = ["-DCMAKE_BUILD_TYPE=Release", "-DBUILD_TESTING=OFF",
                                         f"-DKITT_CPU={self.cpu}"]
        self.build_system.max_concurrency = 4

    @builtins.sanity_function
    def there_is_a_program(self):
        return sn.assert_true(os.path.exists(os.path.join(self.stagedir, "build/bin/kitt")))


@rfm.simple_test
class KittFromSource(KittQuick):
    """KittQuick with a program that ReFrame builds once for each environment."""

    built = builtins.fixture(BuildKitt, scope="environment")
    tags = {"kitt", "performance", "build"}

    @builtins.run_after("setup")
    def take_program(self):
        self.program = os.path.join(self.built.stagedir, "build/bin/kitt")
