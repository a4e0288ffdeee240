# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Is the hopping term of a CPU family compiled as it should be? Checked on the object file: the
inner loop holds multiply-adds in full registers, nowhere is there floating-point arithmetic in
narrower ones or on single numbers, or a call; with Prefetch::yes it asks for what the next pack
reads, and can write past the caches. Exit status 77: cannot be told here, and why.
"""

import argparse
import collections
import sys
import tempfile

import site_code
from site_code import FAMILIES, FUNCTIONS, PREFETCH_FUNCTIONS, SCALAR, SPINOR_NUMBERS


# Where a function that prefetches keeps this much more on the stack than the plain one, the
# prefetches cost more than they can bring (clang 19, around a branch in each leg: 3.3 times).
MOST_SPILLED = 2.0


def problems_of(code, family):
    """What is wrong with one function, and a line that says what there is."""
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
    # Without a SIMD type the compiler may still gather numbers into registers; that is welcome.
    if narrow and family.bits != SCALAR:
        found.append(f"{len(narrow)} instructions that are not {family.bits} bits wide, the first: "
                     f"{narrow[0].name} {narrow[0].operands}")
    return found, stated


def prefetching_problems_of(code, plain_code, family, with_links=False):
    """What else is wrong with a function with Prefetch::yes; `plain_code`: that without. The loop
    has branches for stores, and `with_links` for links or spinors to prefetch: all of it is looked
    for in the whole function."""
    least = family.lines_to_prefetch(with_links)
    prefetches = sum(i.is_prefetch() for i in code)
    stores = [i for i in code if i.is_streaming_store()]
    narrow = [i for i in stores if i.bits(family.bits) != family.bits]
    spilled, plain_spilled = (sum(i.is_on_stack() for i in site_code.inner_loop(c))
                              for c in (code, plain_code))
    stated = (f"{prefetches} prefetches, {len(stores)} streaming stores, {spilled} on the stack "
              f"({plain_spilled} if plain)")
    found = []
    # gcc 12 once took the function that prefetches for one without effect, and removed it.
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
    """What the Kokkos of this build gives, unchanged."""
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
    parser.add_argument("--compiler", required=True, help="for this machine's own architecture")
    parser.add_argument("--includes", required=True, help="folders of headers, by colons")
    parser.add_argument("--flag", action="append", default=[], help="this-build: of Kokkos")
    parser.add_argument("--define", action="append", default=[], help="this-build: macros")
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
