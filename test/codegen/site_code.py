# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Compiles the hopping term (hopping_site.cpp) for each CPU family, disassembles it and cuts out its inner loop. The
code is never linked or run. check_site_code.py and perf/tools/analyse_inner_loop use this module.
"""

import collections
import dataclasses
import math
import pathlib
import platform
import re
import shutil
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SOURCE = HERE / "hopping_site.cpp"
FUNCTIONS = [f"kitt_{precision}_lanes_in_{where}" for precision in ("single", "double")
             for where in ("s", "space")]
FUNCTIONS += ["kitt_single_lanes_in_both", "kitt_single_staggered", "kitt_double_staggered"]
PREFETCH_FUNCTIONS = [f"kitt_single_lanes_in_{where}_prefetch" for where in ("s", "space")]
SCALAR = 0  # register width that stands for arithmetic on single numbers
SPINOR_NUMBERS, LINK_NUMBERS, LINE_BYTES = 24, 18, 64
SPINORS_TO_PREFETCH, LINKS_TO_PREFETCH = 6, 8  # spinors along x are not prefetched


class Unavailable(Exception):
    """A check that this machine or this Kokkos cannot make, and the reason."""


class Broken(Exception):
    """Code that does not compile, or that lacks the expected loop."""


@dataclasses.dataclass
class Family:
    """Flags with which a CPU family (KITT_CPU) is compiled, and what its code must contain."""

    arch: str  # architecture, as platform.machine() names it
    macros: list  # KOKKOS_ARCH_<...> macros, which choose the SIMD type
    bits: int  # bits of a full register; SCALAR if Kokkos has no SIMD type
    multiply_adds: int = 480  # least number in one pass of the inner loop
    note: str = ""  # why the number is lower than one would like
    extra_flags: list = dataclasses.field(default_factory=list)

    def lines_to_prefetch(self, with_links):
        """Returns the least number of cache lines to prefetch for the next pack in single precision."""
        def lines_of(numbers):
            return math.ceil(numbers * max(self.bits, 32) // 8 / LINE_BYTES)
        spinors, links = SPINORS_TO_PREFETCH, LINKS_TO_PREFETCH if with_links else 0
        return spinors * lines_of(SPINOR_NUMBERS) + links * lines_of(LINK_NUMBERS)

    def has_streaming_stores(self):
        return self.arch == "x86_64" and self.bits != SCALAR


# A pack has 576 products: 480 multiply-adds, and 96 multiplications that start a sum. Staggered has 570 and 6.
FAMILIES = {
    "generic": Family(platform.machine(), [], SCALAR, 0, "Kokkos has no SIMD type for it"),
    "knl": Family("x86_64", ["AVX512MIC", "AVX512XEON"], 512),  # KittCpu.cmake explains the second macro
    "haswell": Family("x86_64", ["AVX2"], 256),
    "skylake": Family("x86_64", ["AVX512XEON"], 512),
    "icelake": Family("x86_64", ["AVX512XEON"], 512),
    "epyc-zen2": Family("x86_64", ["AVX2"], 256),
    "epyc-zen3": Family("x86_64", ["AVX2"], 256),
    "epyc-zen4": Family("x86_64", ["AVX512XEON"], 512),
    "epyc-zen5": Family("x86_64", ["AVX512XEON"], 512),
    "arm-neon": Family("aarch64", ["ARM_NEON"], 128),
    "neoverse-sve": Family("aarch64", ["ARM_NEON", "ARM_SVE"], 256,
                           extra_flags=["-msve-vector-bits=256"]),
    "a64fx": Family("aarch64", ["ARM_NEON"], 512, note="a pack of our own: Kokkos has none",
                    extra_flags=["-msve-vector-bits=512"]),
}


def family_flags():
    """Returns {family: its compiler flags}, read from the table in cmake/KittCpu.cmake."""
    table = (ROOT / "cmake" / "KittCpu.cmake").read_text()
    return {name: flag.split() for name, flag in re.findall(r'"([\w-]+)\|\w*\|([^"]*)"', table)}


def version_of(compiler):
    answer = subprocess.run([compiler, "--version"], capture_output=True, text=True)
    return answer.stdout.splitlines()[0] if answer.stdout else compiler


def compiler_for(arch, native):
    """Returns the native compiler, or a cross g++."""
    if arch == platform.machine():
        return native
    cross = f"{arch}-linux-gnu-g++"
    if shutil.which(cross) is None:
        raise Unavailable(f"no compiler for {arch} ({cross})")
    return cross


def objdump_for(arch):
    name = "objdump" if arch == platform.machine() else f"{arch}-linux-gnu-objdump"
    if shutil.which(name) is None:
        raise Unavailable(f"no {name} (Debian's binutils)")
    return name


def kokkos_folders(folders):
    """Returns the folders with Kokkos' headers, each once."""
    return [f for f in dict.fromkeys(folders) if pathlib.Path(f, "KokkosCore_config.h").is_file()]


def kokkos_config(includes):
    return pathlib.Path(includes[0], "KokkosCore_config.h").read_text()


def simd_macros(config):
    return re.findall(r"^#define KOKKOS_ARCH_(AVX2|AVX512XEON|ARM_NEON|ARM_SVE)$", config, re.M)


def check_flags(compiler, flags):
    probe = subprocess.run([compiler, *flags, "-x", "c++", "-fsyntax-only", "/dev/null"],
                           capture_output=True, text=True)
    if probe.returncode != 0:
        raise Unavailable(f"{version_of(compiler)} does not know {' '.join(flags)}")


def compile_site(compiler, flags, includes, folder, macros=None):
    """Compiles hopping_site.cpp and returns the object file. `macros` replace the KOKKOS_ARCH_<...> macros of the
    Kokkos in `includes`. Kokkos' SIMD types are all in headers, so one Kokkos serves every family."""
    check_flags(compiler, flags)
    config = kokkos_config(includes)
    if re.search(r"^#define KOKKOS_ENABLE_(CUDA|HIP|SYCL)$", config, re.M):
        raise Unavailable("this Kokkos computes on a GPU")
    folder = pathlib.Path(folder)
    if macros is not None:
        config = re.sub(r"^#define KOKKOS_ARCH_\w+\n", "", config, flags=re.M)
        config += "".join(f"#define KOKKOS_ARCH_{macro}\n" for macro in macros)
        (folder / "KokkosCore_config.h").write_text(config)
    flags = ["-std=c++20", "-O3", "-DNDEBUG", "-w", *flags]
    if "#define KOKKOS_ENABLE_OPENMP\n" in config:
        flags.append("-fopenmp")
    if "clang" not in compiler:
        flags.append("--param=sccvn-max-alias-queries-per-access=200")  # KittTarget.cmake gives the reasons
    if "aarch64" in compiler or (platform.machine() == "aarch64" and "clang" not in compiler):
        flags.append("-fno-schedule-insns")
    output = folder / "hopping_site.o"
    # The overlay comes first. Kokkos comes last, because its folder may be /usr/include.
    where = [f"-I{folder}", f"-I{ROOT}"]
    for include in includes:
        where += ["-idirafter", include]
    command = [str(w) for w in (compiler, *flags, *where, "-c", SOURCE, "-o", output)]
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode != 0:
        raise Broken(f"{' '.join(command)}\n{result.stderr}")
    return output


def compile_family(name, native, includes, folder):
    family = FAMILIES[name]
    compiler = compiler_for(family.arch, native)
    flags = family_flags()[name] + family.extra_flags
    return compile_site(compiler, flags, includes, folder, family.macros)


# Reading the disassembly


@dataclasses.dataclass
class Instruction:
    address: int
    name: str
    operands: str

    def target(self):
        """Returns the address that this instruction jumps to. None if it does not jump within the function."""
        if not self.is_jump():
            return None
        found = re.search(r"([0-9a-f]+) <", self.operands)
        return int(found[1], 16) if found else None

    def is_jump(self):
        return bool(re.fullmatch(r"j\w+|b|b\.\w+|cbn?z|tbn?z", self.name))

    def is_conditional(self):
        return self.is_jump() and self.name not in ("jmp", "b")

    def is_call(self):
        return self.name in ("call", "callq", "bl", "blr")

    def is_return(self):
        return self.name in ("ret", "retq", "br", "ud2", "udf")

    def is_prefetch(self):
        return bool(re.fullmatch(r"prefetch\w*|prfu?m", self.name))

    def is_streaming_store(self):
        return bool(re.fullmatch(r"v?movnt(ps|pd|dq)|movnti", self.name))

    def is_on_stack(self):
        return bool(re.search(r"\(%rsp|\[sp", self.operands))

    def arithmetic(self):
        """Returns "multiply-add", "multiply", or "add" for all other floating-point arithmetic."""
        if re.fullmatch(r"vfn?m(add|sub)\d+[ps][sd]|fn?m(ad|sb|la|ls|add|sub)", self.name):
            return "multiply-add"
        if re.fullmatch(r"v?mul[ps][sd]|fmulx?|fnmul", self.name):
            return "multiply"
        if re.fullmatch(r"v?(add|sub|addsub|div|sqrt|min|max|hadd|hsub)[ps][sd]"
                        r"|vfm(addsub|subadd)\d+p[sd]|f(add|sub|subr|div|sqrt|min|max|addp)",
                        self.name):
            return "add"
        return None

    def bits(self, sve_bits):
        """Returns the width of the registers that an instruction computes with or stores."""
        if re.search(r"%[xyz]mm", self.operands):
            if self.name.endswith(("ss", "sd")):
                return SCALAR
            return 512 if "%zmm" in self.operands else 256 if "%ymm" in self.operands else 128
        first = self.operands.split(",")[0]
        if re.fullmatch(r"z\d+\.[sd]", first):
            return sve_bits
        return {"4s": 128, "2d": 128, "2s": 64}.get(first.partition(".")[2], SCALAR)


def disassemble(path, objdump):
    """Returns {function: [Instruction]} of an object file."""
    command = [objdump, "-d", "--no-show-raw-insn", "--wide", str(path)]
    return parse(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def parse(text):
    functions, current = {}, None
    for line in text.splitlines():
        head = re.match(r"[0-9a-f]+ <(.+)>:$", line)
        if head:
            current = functions.setdefault(head[1], [])
            continue
        found = re.match(r"\s*([0-9a-f]+):\t(?:(?:notrack|rep|repz|bnd) )?(\S+)\s*(.*)$", line)
        if found and current is not None:
            operands = re.sub(r"\s*(# |//).*$", "", found[3])
            current.append(Instruction(int(found[1], 16), found[2], operands))
    return functions


def code_of(functions, name):
    """Returns the code of a function. If two functions are equal, the second is only a jump, and the code of the
    first is returned."""
    code = functions[name]
    other = re.search(r"<([^+>]+)>", code[0].operands)
    return functions[other[1]] if code[0].is_jump() and other else code


def successors(code, index):
    """Returns a function of i that gives the indices of the instructions that may follow code[i]."""

    def of(i):
        following = []
        instruction = code[i]
        target = instruction.target()
        if target in index:
            following.append(index[target])
        if (instruction.is_conditional() or not instruction.is_jump()) \
                and not instruction.is_return() and i + 1 < len(code):
            following.append(i + 1)
        return following

    return of


def shortest_path(following, begin, end):
    """Returns the indices on the shortest path from begin to end. None if there is no path."""
    before, queue = {begin: None}, collections.deque([begin])
    while queue and end not in before:
        i = queue.popleft()
        for j in following(i):
            if j not in before:
                before[j] = i
                queue.append(j)
    if end not in before:
        return None
    path = [end]
    while before[path[-1]] is not None:
        path.append(before[path[-1]])
    return path[::-1]


def inner_loop(code):
    """Returns the instructions of one pass of the computing loop. Each candidate takes the shortest path through its
    branches, without exchanged lanes or prefetches. The loop with the most multiply-adds wins. If no loop has any,
    the one with the most arithmetic wins. Of equal loops, the shortest wins."""
    following = successors(code, {ins.address: i for i, ins in enumerate(code)})
    best = None
    for i, instruction in enumerate(code):
        for begin in following(i):
            if begin > i or not instruction.is_jump():
                continue
            path = shortest_path(following, begin, i)
            if path is None:
                continue
            loop = [code[j] for j in path]
            kinds = [ins.arithmetic() for ins in loop]
            worth = (kinds.count("multiply-add") or len(kinds) - kinds.count(None), -len(loop))
            if best is None or worth > best[0]:
                best = (worth, loop)
    if best is None:
        raise Broken("no loop found")
    return best[1]
