# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Checks that the hopping term is compiled well for a CPU family. The check reads the object file. The inner loop must
contain multiply-adds in full registers. Nowhere may there be calls, or floating-point arithmetic in narrower registers
or on single numbers. With Prefetch::yes the function must prefetch the data of the next pack and must be able to write
past the caches. Exit status 77 means that the check is not possible here. Then the reason is printed.
"""

import argparse
import collections
import sys
import tempfile

import site_code
from site_code import FAMILIES, FUNCTIONS, PREFETCH_FUNCTIONS, SCALAR, SPINOR_NUMBERS


# Limit of the stack use of a prefetching function, relative to the plain function. Above this limit prefetching costs
# more than it can gain. With clang 19 and a branch in each hop, the factor was 3.3.
MOST_SPILLED = 2.0


def problems_of(code, family):
    """Returns the problems of one function, and a line that describes its code."""
    loop = site_code.inner_loop(code)
    kinds = collections.Counter(i.arithmetic() for i in loop)
    calls = [i for i in code if i.is_call()]
    narrow = [i for i in code if i.arithmetic() and i.bits(family.bits) != family.bits]
    on_stack = sum(i.is_on_stack() for i in loop)
    stated = (f"{len(loop)} instructions in a pass of the inner loop, {on_stack} of them on the "
              f"stack, {kinds['multiply-add']} "
              f"multiply-adds, {kinds['multiply']} multiplies, {kinds['add']} other arithmetic")
    found = []
    if kinds["multiply-add"] < family.multiply_adds:
        found.append(f"fewer than {family.multiply_adds} multiply-adds")
    if kinds["multiply-add"] + kinds["multiply"] + kinds["add"] == 0:
        found.append("no arithmetic at all")
    if calls:
        found.append(f"{len(calls)} calls, the first: {calls[0].name} {calls[0].operands}")
    # Without a SIMD type the compiler may still gather numbers into registers, which is welcome.
    if narrow and family.bits != SCALAR:
        found.append(f"{len(narrow)} instructions that are not {family.bits} bits wide, the first: "
                     f"{narrow[0].name} {narrow[0].operands}")
    return found, stated


def prefetching_problems_of(code, plain_code, family, with_links=False):
    """Returns the further problems of a function with Prefetch::yes. `plain_code` is the same function without
    prefetching. `with_links` means that links are prefetched too. Because the loop has branches, the whole function
    is searched."""
    least = family.lines_to_prefetch(with_links)
    prefetches = sum(i.is_prefetch() for i in code)
    stores = [i for i in code if i.is_streaming_store()]
    narrow = [i for i in stores if i.bits(family.bits) != family.bits]
    spilled, plain_spilled = (sum(i.is_on_stack() for i in site_code.inner_loop(c))
                              for c in (code, plain_code))
    stated = (f"{prefetches} prefetches, {len(stores)} streaming stores, {spilled} on the stack "
              f"({plain_spilled} if plain)")
    found = []
    # gcc 12 once removed the prefetching function, because it seemed to have no effect.
    if prefetches < least:
        found.append(f"fewer than {least} prefetches")
    if family.has_streaming_stores() and len(stores) < SPINOR_NUMBERS:
        found.append(f"fewer than {SPINOR_NUMBERS} streaming stores")
    if family.has_streaming_stores() and narrow:
        found.append(f"{len(narrow)} streaming stores that are not {family.bits} bits wide, the "
                     f"first: {narrow[0].name} {narrow[0].operands}")
    if spilled > MOST_SPILLED * max(plain_spilled, SPINOR_NUMBERS):
        found.append(f"more than {MOST_SPILLED} times as much on the stack as if plain")
    return found, stated


def report(name, found, stated):
    print(f"{name}: {stated}")
    for problem in found:
        print(f"{name}: WRONG: {problem}")
    return not found


def family_of_this_build(includes, defined):
    """Returns the family of this build's Kokkos, unchanged."""
    macros = set(site_code.simd_macros(site_code.kokkos_config(includes)))
    macros |= {d.removeprefix("KOKKOS_ARCH_") for d in defined}
    for macro, name in (("AVX512XEON", "skylake"), ("AVX2", "epyc-zen3"),
                        ("ARM_SVE", "neoverse-sve"), ("ARM_NEON", "arm-neon")):
        if macro in macros:
            return FAMILIES[name]
    return FAMILIES["generic"]


def check(arguments, folder):
    if arguments.family == "this-build":
        family = family_of_this_build(arguments.includes, arguments.define)
        flags = arguments.flag + [f"-D{d}" for d in arguments.define]
        path = site_code.compile_site(arguments.compiler, flags, arguments.includes, folder)
    else:
        family = FAMILIES[arguments.family]
        path = site_code.compile_family(arguments.family, arguments.compiler, arguments.includes,
                                        folder)
    functions = site_code.disassemble(path, site_code.objdump_for(family.arch))
    print(f"{arguments.family}: {family.bits or 'no'} bits{' (' if family.note else ''}"
          f"{family.note}{')' if family.note else ''}")
    good = True
    for name in FUNCTIONS + PREFETCH_FUNCTIONS:
        good &= report(name, *problems_of(site_code.code_of(functions, name), family))
    for name in PREFETCH_FUNCTIONS:
        prefetching, plain = (site_code.code_of(functions, n)
                              for n in (name, name.removesuffix("_prefetch")))
        good &= report(name, *prefetching_problems_of(prefetching, plain, family,
                                                      with_links="_in_space_" in name))
    return good


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("family", choices=["this-build", *FAMILIES])
    parser.add_argument("--compiler", required=True, help="compiler for this machine's architecture")
    parser.add_argument("--includes", required=True, help="folders of headers, separated by colons")
    parser.add_argument("--flag", action="append", default=[], help="this-build: flag of Kokkos; may be repeated")
    parser.add_argument("--define", action="append", default=[], help="this-build: macro; may be repeated")
    arguments = parser.parse_args()
    arguments.includes = site_code.kokkos_folders(arguments.includes.split(":"))
    if not arguments.includes:
        parser.error("none of the folders holds Kokkos")
    with tempfile.TemporaryDirectory(prefix="kitt-test-") as folder:
        try:
            return 0 if check(arguments, folder) else 1
        except site_code.Unavailable as reason:
            print(f"skipped: code of {arguments.family}: {reason}")
            return 77
        except site_code.Broken as problem:
            print(f"{arguments.family}: {problem}")
            return 1


if __name__ == "__main__":
    sys.exit(main())
