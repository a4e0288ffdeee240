# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
import pathlib

from spack_repo.builtin.build_systems.cmake import CMakePackage

from spack.package import *


class Kitt(CMakePackage):
    """The Kokkos ITT benchmark: a lattice-QCD mini-app that measures Mflop/s per node of verified
    Wilson and domain-wall hopping terms, memory bandwidth and the exchange of faces."""

    # The clone that this recipe lies in: there is no release archive yet.
    git = pathlib.Path(__file__).resolve().parents[5].as_uri()

    test_requires_compiler = True

    license("BSD-3-Clause")

    version("main", branch="main")

    variant("openmp", default=True, description="Threads; without, one per rank")
    variant("tests", default=False, description="Build the tests, for `spack install --test=root`")
    variant("program", default=True, description="The program kitt; without, kitt::core alone")
    with when("+program"):
        variant("mpi", default=True, description="Many ranks; without, one")
        variant("report", default=True, description="`kitt report`, pages of HTML with plots")
        variant(
            "precision",
            default="single,double",
            values=("single", "double"),
            multi=True,
            description="Precisions that the hopping kernels are compiled for",
        )

    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")

    # Kokkos decides for which CPU: its recipe derives Kokkos_ARCH_* from Spack's target.
    depends_on("kokkos@4.7: cxxstd=20")
    depends_on("kokkos+openmp", when="+openmp")
    depends_on("kokkos~openmp+serial", when="~openmp")

    with when("+program"):
        depends_on("kokkos-kernels@4.7:")
        depends_on("hwloc@2:")
        depends_on("cli11@2.1:")
        depends_on("fmt@9:")
        depends_on("nlohmann-json@3.9:")
        depends_on("mpi@3:", when="+mpi")
        with default_args(when="+report", type="run"):
            depends_on("python@3.9:")
            depends_on("py-matplotlib")
            depends_on("py-jinja2")

    with default_args(when="+tests", type="build"):
        depends_on("catch2@2.13:")
        depends_on("python@3.9:")

    conflicts("%gcc@:11", msg="KITT is C++20 as gcc 12 and clang 16 have it")
    conflicts("%llvm@:15", msg="KITT is C++20 as gcc 12 and clang 16 have it")

    def cmake_args(self):
        args = [
            self.define("KITT_CPU", "kokkos"),
            self.define("KITT_KOKKOS_POLICY", "SYSTEM"),
            self.define("KITT_SERIAL_ONLY", self.spec.satisfies("~openmp")),
            self.define("KITT_CORE_ONLY", self.spec.satisfies("~program")),
            self.define_from_variant("BUILD_TESTING", "tests"),
        ]
        if self.spec.satisfies("+program"):
            args += [
                self.define("KITT_KOKKOSKERNELS_POLICY", "SYSTEM"),
                self.define_from_variant("KITT_MPI", "mpi"),
                self.define_from_variant("KITT_REPORT", "report"),
                self.define_from_variant("KITT_PRECISIONS", "precision"),
            ]
        return args

    def setup_run_environment(self, env):
        if self.spec.satisfies("+report"):
            env.set("KITT_PYTHON", self.spec["python"].command.path)

    @run_after("install")
    def keep_consumer(self):
        """keep the outside project that test_core builds"""
        cache_extra_test_sources(self, "test/install/consumer")

    def test_core(self):
        """apply a Wilson operator in a project of its own"""
        source = self.test_suite.current_test_cache_dir.test.install.consumer
        cmake = self.spec["cmake"].command
        cmake("-S", source, "-B", "consumer", self.define("Kitt_ROOT", self.prefix))
        cmake("--build", "consumer")
        consumer = Executable(join_path("consumer", "consumer"))
        assert "naive operator" in consumer(output=str.split)

    def run_kitt(self, *args):
        """What `kitt ARGS` prints."""
        if self.spec.satisfies("~program"):
            raise SkipTest("built without the program")
        return Executable(self.prefix.bin.kitt)(*args, output=str.split)

    def test_published(self):
        """find the published tables beside the program"""
        text = self.run_kitt("compare", "published:knl-7230", "published:skylake-8170")
        assert "DWF4" in text

    def test_dslash(self):
        """verify and time one hopping kernel"""
        options = "--L 8 --Ls 8 --kernels DWF4 --variants lexicographic --quick --threads 1"
        text = self.run_kitt("dslash", *options.split(), "--tune=off", "--json=dslash.json")
        assert "Mflop/s" in text
