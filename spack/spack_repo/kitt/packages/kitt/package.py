# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
import os

from spack_repo.builtin.build_systems.cmake import CMakePackage
from spack_repo.builtin.build_systems.cuda import CudaPackage

from spack.package import *


class Kitt(CMakePackage, CudaPackage):
    """The Kokkos ITT benchmark: a lattice-QCD mini-app that measures Mflop/s per node of verified
    Wilson and domain-wall hopping terms, memory bandwidth and the exchange of faces."""

    # KITT has no public address yet: these stand for it, spack/README.md says how a clone is named.
    homepage = "https://kitt.invalid"
    url = "https://kitt.invalid/archive/kitt-0.1.0.tar.gz"
    git = "https://kitt.invalid/kitt.git"

    test_requires_compiler = True

    maintainers("kitt_authors")  # so, too: the GitHub name of whoever brings this recipe upstream

    license("BSD-3-Clause", checked_by="kitt_authors")

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

    with default_args(type="build"):
        depends_on("cxx")
        depends_on("cmake@3.25:")  # Debian 12's; presets of version 6

    with default_args(type=("build", "link")):
        # Kokkos decides for which CPU: its recipe derives Kokkos_ARCH_* from Spack's target. 4.7 is
        # the first whose SIMD types KITT compiles with; with Kokkos 5 nobody has built it yet.
        depends_on("kokkos@4.7:4 cxxstd=20")
        depends_on("kokkos+openmp", when="+openmp")
        depends_on("kokkos~openmp+serial", when="~openmp")
        # With g++ nvcc_wrapper is Kokkos' compiler, of Kokkos' own version as near as can be.
        depends_on("kokkos+wrapper+cuda_lambda+cuda_constexpr", when="+cuda")
        depends_on("kokkos-nvcc-wrapper@4.7:4", when="+cuda")
        for arch in CudaPackage.cuda_arch_values:
            depends_on(f"kokkos+cuda cuda_arch={arch}", when=f"+cuda cuda_arch={arch}")

        depends_on("expat@2.2:")  # XML in gauge files
        with when("+program"):
            depends_on("kokkos-kernels@4.7:4")  # of Kokkos' own version
            depends_on("hwloc@2:")  # 2.0 changed the interface: memory beside cores
            depends_on("fmt@9:")  # Debian 12's, the oldest that was tried, as the next two
            depends_on("fftw@3: ~mpi")  # Spack has no pocketfft, which is the default elsewhere
            depends_on("nlohmann-json@3.9:")  # headers that those of kitt::perf include
            depends_on("mpi@3:", when="+mpi", type=("build", "link", "run"))  # windows; mpiexec
            depends_on("cli11@2.1:", type="build")  # headers, of the program alone

    with default_args(when="+program+report", type="run"):
        depends_on("python@3.9:")  # Enterprise Linux 9's
        depends_on("py-matplotlib")
        depends_on("py-jinja2")

    with default_args(when="+tests", type="build"):
        depends_on("catch2@2.13:")  # 2 and 3 both
        depends_on("python@3.9:")

    conflicts("%gcc@:11", msg="KITT is C++20 as gcc 12 and clang 16 have it")
    conflicts("%llvm@:15", msg="KITT is C++20 as gcc 12 and clang 16 have it")
    conflicts("cuda_arch=none", when="+cuda", msg="say which GPU: cuda_arch=90, say")
    conflicts("~openmp", when="+cuda", msg="the host's part of KITT computes by OpenMP")
    requires("%gcc", when="+cuda", msg="KITT goes through nvcc_wrapper, whose host compiler is g++")

    def cmake_args(self):
        spec = self.spec
        args = [
            # One from outside Spack need not be built for `target=`: refused where it needs more.
            self.define("KITT_CPU", "kokkos"),
            self.define("KITT_CPU_FLAGS", microarchitecture_flags(spec, "cxx")),
            self.define("KITT_KOKKOS_POLICY", "SYSTEM"),
            self.define("KITT_SERIAL_ONLY", spec.satisfies("~openmp")),
            self.define("KITT_CORE_ONLY", spec.satisfies("~program")),
            self.define("KITT_GPU", "cuda" if spec.satisfies("+cuda") else "none"),
            self.define_from_variant("BUILD_TESTING", "tests"),
        ]
        if spec.satisfies("+program"):
            args += [
                self.define("KITT_KOKKOSKERNELS_POLICY", "SYSTEM"),
                self.define_from_variant("KITT_MPI", "mpi"),
                self.define_from_variant("KITT_REPORT", "report"),
                self.define_from_variant("KITT_PRECISIONS", "precision"),
                self.define("KITT_FFT", "fftw"),
            ]
        if spec.satisfies("+cuda"):
            args.append(self.define("CMAKE_CXX_COMPILER", self["kokkos"].kokkos_cxx))
        if spec.satisfies("+mpi"):
            args += self.mpi_args()
        return args

    def mpi_args(self):
        """The spec's MPI and no other: where several lie in one folder, as in Debian's /usr/bin, the
        name of each is behind a dot (mpicxx.mpich), and mpicxx is one of them."""
        mpi = self.spec["mpi"]
        mpiexec = join_path(mpi.prefix.bin, "mpiexec")
        for variable, program, plain in (
            ("MPI_CXX_COMPILER", "mpicxx", mpi.mpicxx),
            ("MPIEXEC_EXECUTABLE", "mpiexec", mpiexec),
        ):
            own = join_path(os.path.dirname(plain), f"{program}.{mpi.name}")
            found = [path for path in (own, plain) if os.path.exists(path)]
            if found:
                yield self.define(variable, found[0])

    def setup_run_environment(self, env):
        if self.spec.satisfies("+report"):
            env.set("KITT_PYTHON", self.spec["python"].command.path)

    @run_after("install")
    def keep_example(self):
        """keep the outside project that test_core builds"""
        cache_extra_test_sources(self, "docs/examples/apply_operator")

    def test_core(self):
        """apply a Wilson operator in a project of its own"""
        source = self.test_suite.current_test_cache_dir.docs.examples.apply_operator
        cmake = self.spec["cmake"].command
        compiler = self.define("CMAKE_CXX_COMPILER", self.compiler.cxx)
        cmake("-S", source, "-B", "example", self.define("Kitt_ROOT", self.prefix), compiler)
        cmake("--build", "example")
        example = Executable(join_path("example", "apply_operator"))
        assert "naive operator" in example(output=str.split)

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
