# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests that check_site_code.py finds bad code, on short made-up listings."""

import unittest

import check_site_code
import site_code

# A loop from 10 to 40 inside a loop from 0 to 50. Lanes are exchanged at 60, outside the loops.
X86 = """
0000000000000000 <f>:
   0:\tvmovups (%rdi),%zmm0
   8:\tvmulps %zmm1,%zmm2,%zmm3
  10:\tvfmadd231ps (%rax){1to16},%zmm3,%zmm4
  18:\ttest   %ecx,%ecx
  20:\tje     60 <f+0x60>
  28:\tvaddps %zmm4,%zmm3,%zmm3
  30:\tvfnmadd213ps %zmm3,%zmm4,%zmm5
  38:\tcmp    %rdx,%rax
  40:\tjne    10 <f+0x10>
  48:\tdec    %esi
  50:\tjne    0 <f>
  58:\tret
  60:\tvshufps $0x4e,%zmm4,%zmm4,%zmm4
  68:\tEXTRA
  70:\tjmp    28 <f+0x28>
"""
ARM = """
0000000000000000 <f>:
   0:\tfmla\tv0.4s, v1.4s, v2.s[0]
   4:\tEXTRA
   8:\tcbnz\tx1, 0 <f>
   c:\tret
"""

def prefetching_code(prefetches, stores, spills, store="vmovntps %zmm0,(%rdi)"):
    """Returns a loop that contains the given numbers of prefetches and streaming stores."""
    lines = [*["prefetcht0 (%rax)"] * prefetches, *[store] * stores,
             *["vmovups %zmm0,0x40(%rsp)"] * spills, "vfmadd231ps %zmm1,%zmm3,%zmm4", "jne 0 <f>",
             "ret"]
    return "0000 <f>:\n" + "".join(f"{i:x}:\t{line}\n" for i, line in enumerate(lines))


def check_prefetching(text, arch="x86_64", bits=512, with_links=False):
    plain = site_code.parse(prefetching_code(0, 0, 100))["f"]
    family = site_code.Family(arch, [], bits)
    return check_site_code.prefetching_problems_of(site_code.parse(text)["f"], plain, family,
                                                   with_links)[0]


def check(text, extra, bits, multiply_adds):
    code = site_code.parse(text.replace("EXTRA", extra))["f"]
    family = site_code.Family("any", [], bits, multiply_adds)
    return check_site_code.problems_of(code, family)[0]


class SiteCode(unittest.TestCase):
    def test_inner_loop_takes_the_shortest_path(self):
        loop = site_code.inner_loop(site_code.parse(X86)["f"])
        self.assertEqual([i.address for i in loop], [0x10, 0x18, 0x20, 0x28, 0x30, 0x38, 0x40])
        kinds = [i.arithmetic() for i in loop]
        self.assertEqual(kinds, ["multiply-add", None, None, "add", "multiply-add", None, None])

    def test_good_code_passes(self):
        self.assertEqual(check(X86, "nop", 512, 2), [])
        self.assertEqual(check(ARM, "ldr\tq1, [x0]", 128, 1), [])

    def test_bad_code_is_found(self):
        for text, extra, bits, multiply_adds, says in [
            (X86, "nop", 512, 3, "fewer than 3"),
            (X86, "nop", 256, 2, "not 256 bits wide"),
            (X86, "vaddps %ymm1,%ymm2,%ymm2", 512, 2, "vaddps"),
            (X86, "vmulss (%rax),%xmm1,%xmm1", 512, 2, "vmulss"),
            (X86, "vfmadd132sd (%rax),%xmm1,%xmm1", 512, 2, "vfmadd132sd"),
            (X86, "call   6d <f+0x6d>", 512, 2, "1 calls"),
            (ARM, "fadd\tv0.2s, v1.2s, v1.2s", 128, 1, "fadd"),
            (ARM, "fmadd\ts0, s1, s2, s3", 128, 1, "fmadd"),
            (ARM, "bl\t0 <f>", 128, 1, "1 calls"),
        ]:
            with self.subTest(extra):
                problems = check(text, extra, bits, multiply_adds)
                self.assertTrue(any(says in p for p in problems), problems)

    def test_good_prefetching_passes(self):
        self.assertEqual(check_prefetching(prefetching_code(144, 24, 110)), [])
        ymm = prefetching_code(72, 24, 110, "vmovntdq %ymm0,(%rdi)")
        self.assertEqual(check_prefetching(ymm, bits=256), [])
        arm = prefetching_code(36, 0, 110).replace("prefetcht0 (%rax)", "prfm\tpldl1keep, [x0]")
        self.assertEqual(check_prefetching(arm, "aarch64", 128), [])

    def test_bad_prefetching_is_found(self):
        for text, says in [
            (prefetching_code(0, 24, 110), "fewer than 144 prefetches"),
            (prefetching_code(143, 24, 110), "fewer than 144 prefetches"),
            (prefetching_code(144, 23, 110), "fewer than 24 streaming stores"),
            (prefetching_code(144, 24, 110, "vmovups %zmm0,(%rdi)"), "fewer than 24 streaming stores"),
            (prefetching_code(144, 24, 110, "vmovntps %ymm0,(%rdi)"), "that are not 512 bits wide"),
            (prefetching_code(144, 24, 210), "as much on the stack"),
        ]:
            with self.subTest(says):
                problems = check_prefetching(text)
                self.assertEqual(len(problems), 1)
                self.assertIn(says, problems[0])

    def test_links_are_prefetched_with_spinors(self):
        self.assertEqual(check_prefetching(prefetching_code(288, 24, 110), with_links=True), [])
        self.assertEqual(check_prefetching(prefetching_code(287, 24, 110), with_links=True),
                         ["fewer than 288 prefetches"])

    def test_every_preset_is_known(self):
        # These two names are not families: they stand for this machine, and for the Kokkos that was found.
        names = set(site_code.family_flags()) - {"native", "kokkos"}
        self.assertEqual(names, set(site_code.FAMILIES))


if __name__ == "__main__":
    unittest.main(verbosity=1)
