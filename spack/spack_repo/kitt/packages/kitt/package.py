# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
import os

from spack_repo.builtin.build_systems.cmake import CMakePackage
from spack_repo.builtin.build_systems.cuda import CudaPackage

from spack.package import *


class Kitt(CMakePackage, CudaPackage):
    """Lattice-QCD benchmark with Kokkos. It measures Mflop/s per node of verified Wilson and domain-wall
    hopping terms, memory bandwidth and halo exchange."""

    # Placeholders, because KITT has no public address yet. spack/README.md explains how to use a clone.
    homepage = "https://kitt.invalid"
    url = "https://kitt.invalid/archive/kitt-0.1.0.tar.gz"
    git = "https://kitt.invalid/kitt.git"

    test_requires_compiler = True

    maintainers("kitt_authors")  # placeholder for the GitHub name of the person who submits this recipe upstream

    license("BSD-3-Clause", checked_by="kitt_authors")

    version("main", branch="main")

    variant("openmp", default=True, description="OpenMP threads; otherwise one thread per rank")
    variant("tests", default=False, description="Build the tests, for `spack install --test=root`")
    variant("program", default=True, description="The program kitt; otherwise only kitt::core")
    with when("+program"):
        variant("mpi", default=True, description="Many ranks; otherwise one rank")
        variant("kernels", default=True, description="Kokkos Kernels, for parts of memory, numa and fft")
        variant("report", default=True, description="`kitt report`, which writes HTML pages with plots")
        variant(
            "precision",
            default="single,double",
            values=("single", "double"),
            multi=True,
            description="Precisions of the hopping kernels",
        )

    with default_args(type="build"):
        depends_on("cxx")
        depends_on("cmake@3.25:")  # version in Debian 12; presets have version 6

    with default_args(type=("build", "link")):
        # Kokkos determines the CPU: its recipe derives Kokkos_ARCH_* from Spack's target. KITT needs the
        # SIMD types of 4.7 or newer. It was never built with Kokkos 5.
        depends_on("kokkos@4.7:4 cxxstd=20")
        depends_on("kokkos+openmp", when="+openmp")
        depends_on("kokkos~openmp+serial", when="~openmp")
        # With g++, nvcc_wrapper compiles Kokkos. Its version should be close to the version of Kokkos.
        depends_on("kokkos+wrapper+cuda_lambda+cuda_constexpr", when="+cuda")
        depends_on("kokkos-nvcc-wrapper@4.7:4", when="+cuda")
        for arch in CudaPackage.cuda_arch_values:
            depends_on(f"kokkos+cuda cuda_arch={arch}", when=f"+cuda cuda_arch={arch}")

        depends_on("expat@2.2:")  # XML in gauge files
        with when("+program"):
            depends_on("kokkos-kernels@4.7:4", when="+kernels")  # should have the version of Kokkos
            depends_on("hwloc@2:")  # 2.0 changed the interface: memory objects are attached to cores
            depends_on("fmt@9:")  # version in Debian 12, the oldest tested; also true for the next two
            depends_on("fftw@3: ~mpi")  # Spack has no pocketfft, the default outside Spack
            depends_on("nlohmann-json@3.9:")  # included by headers of kitt::perf
            depends_on("mpi@3:", when="+mpi", type=("build", "link", "run"))  # windows; mpiexec
            depends_on("cli11@2.1:", type="build")  # headers for the program only

    with default_args(when="+program+report", type="run"):
        depends_on("python@3.9:")  # version in Enterprise Linux 9
        depends_on("py-matplotlib")
        depends_on("py-jinja2")
        depends_on("py-jsonschema@3:")

    with default_args(when="+tests", type="build"):
        depends_on("catch2@2.13:")  # versions 2 and 3 both work
        depends_on("python@3.9:")

    conflicts("%gcc@:11", msg="KITT needs C++20 of gcc 12, clang 16 or newer")
    conflicts("%llvm@:15", msg="KITT needs C++20 of gcc 12, clang 16 or newer")
    conflicts("cuda_arch=none", when="+cuda", msg="+cuda needs a GPU architecture: give for example "
                                                  "cuda_arch=90")
    conflicts("~openmp", when="+cuda", msg="the host code of KITT needs OpenMP: leave ~openmp out")
    requires("%gcc", when="+cuda", msg="KITT is compiled by nvcc_wrapper, whose host compiler is g++: "
                                       "use %gcc")

    def cmake_args(self):
        spec = self.spec
        args = [
            # A Kokkos from outside Spack may need more than the CPU of `target=` has. KITT then refuses it.
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
                self.define_from_variant("KITT_KOKKOS_KERNELS", "kernels"),
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
        """Yields options that select exactly the MPI of the spec. A folder may hold several MPIs, such as Debian's
        /usr/bin. Then each has its name as suffix (mpicxx.mpich), and mpicxx is one of them."""
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
        """keep the example project that test_core builds"""
        cache_extra_test_sources(self, "docs/examples/apply_operator")

    def test_core(self):
        """apply a Wilson operator in a separate project"""
        source = self.test_suite.current_test_cache_dir.docs.examples.apply_operator
        cmake = self.spec["cmake"].command
        compiler = self.define("CMAKE_CXX_COMPILER", self.compiler.cxx)
        cmake("-S", source, "-B", "example", self.define("Kitt_ROOT", self.prefix), compiler)
        cmake("--build", "example")
        example = Executable(join_path("example", "apply_operator"))
        assert "naive operator" in example(output=str.split)

    def run_kitt(self, *args):
        """Returns the output of `kitt ARGS`."""
        if self.spec.satisfies("~program"):
            raise SkipTest("built without the program")
        return Executable(self.prefix.bin.kitt)(*args, output=str.split)

    def test_published(self):
        """find the published tables of the installation"""
        text = self.run_kitt("compare", "published:knl-7230", "published:skylake-8170")
        assert "DWF4" in text

    def test_dslash(self):
        """verify and time one hopping kernel"""
        options = "--L 8 --Ls 8 --kernels DWF4 --variants lexicographic --quick --threads 1"
        text = self.run_kitt("dslash", *options.split(), "--tune=off", "--json=dslash.json")
        assert "Mflop/s" in text
