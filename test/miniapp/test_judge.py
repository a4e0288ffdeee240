# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests `kitt judge` on the record of a short run, on damaged copies of it, and on wrong command lines.

test/perf/judge plants the faults that rules must find. test_bad_runs.py judges runs with real faults. The environment
variables are those of program_test.
"""

import hashlib
import json
import pathlib
import unittest

from program_test import UNTUNED, ProgramTest, jsonschema, load

RECORDS = pathlib.Path(__file__).resolve().parents[1] / "perf" / "report" / "records"
# Rules that a short run of any build on any machine follows.
LENIENT = {"rules_schema_version": 2, "figure": "DWF4 L = 4", "runs": 1, "largest_relative_error": 1e9,
           "largest_roofline_fraction": 1e9, "largest_ceiling_spread": 1e9, "largest_clock_spread": 1e9,
           "largest_remote_share": 1, "smallest_huge_page_share": 0, "smallest_core_share": 0, "smallest_simd_share": 0,
           "smallest_roofline_fraction": 0, "smallest_ratio_to_others": 0}
# Rules that depend on the machine and the build of the test.
OF_THE_PLACE = {"build", "binding", "commit", "sources", "governor", "ceilings"}


class JudgeTest(ProgramTest):
    """Base class of tests that judge records."""

    def judge(self, *arguments):
        """Returns the exit status, the printed text and the judgement."""
        result = self.run_kitt("judge", *arguments, "--json", "judgement.json", "--force")
        self.assertIn(result.returncode, (0, 1), result.stderr)
        self.assertEqual(result.stderr, "")
        judgement = load(self.path("judgement.json"))
        self.assertEqual(judgement["passed"], result.returncode == 0)
        return result.returncode, result.stdout, judgement

    def write_json(self, name, document):
        self.write(name, json.dumps(document))


class Judge(JudgeTest):
    def run_of_kitt(self):
        self.run_good("dslash", "--kernels", "dwf4", "--L", "4", *UNTUNED, "--json", "run.json")
        document = load(self.path("run.json"))
        provenance, topology = document["provenance"], document["topology"]
        provenance["git_commit"] = "0123456789ab"
        provenance["command_line"].remove("--quick")
        provenance["compiler_flags"] = "-O3 " + provenance["compiler_flags"].replace("-O0", "")
        topology["cpu_governor"] = topology["cpu_quota"] = None
        return document

    def test_a_run_of_this_program(self):
        document = self.run_of_kitt()
        self.write_json("good.json", document)
        self.write_json("rules.json", LENIENT)
        status, said, judgement = self.judge("good.json", "--rules", "rules.json")
        failed = {one["rule"] for one in judgement["outcomes"] if one["verdict"] == "failed"}
        self.assertLessEqual(failed, OF_THE_PLACE, said)
        self.assertEqual(status, 1 if failed else 0)
        self.assertGreater(judgement["figure"]["value"], 0)
        self.assertIn("median of 1 run", said)
        self.assertEqual(len(said.splitlines()[-1].split("Verdict: ")), 2)

        # an unoptimised build is named, also as the cause of a figure below the floor
        document["provenance"]["compiler_flags"] = "-O0 -g"
        self.write_json("slow.json", document)
        self.write_json("strict.json", {**LENIENT, "smallest_roofline_fraction": 1e9})
        status, said, judgement = self.judge("slow.json", "--rules", "strict.json")
        self.assertEqual(status, 1)
        self.assertRegex(said, r"\nFAIL +build +.*debug build")
        self.assertRegex(said, r"\nFAIL +floor +.*most likely cause: debug build")
        self.assertEqual(judgement["runs"][0]["suspects"][0]["cause"], "debug build")

        status, said, _ = self.judge("good.json")  # by the rules of `kitt itt`
        self.assertEqual(status, 1)
        self.assertIn("no comparison point (it needs DWF4 at L = 12 and 16)", said)
        self.assertRegex(said, r"\nFAIL +runs .*give all 5 records")

    def test_documents_follow_their_schemas(self):
        printed = self.run_good("judge", "--print-rules").stdout
        self.write("rules.json", printed)
        self.assertEqual(self.run_good("judge", "--print-rules", "--rules", "rules.json").stdout, printed)
        _, said, judgement = self.judge(RECORDS / "ranks-1.json")  # the record of an older version
        self.assertRegex(said, r"\nFAIL +ceilings .*of its ceiling")
        if jsonschema is None:
            self.skipTest("no module jsonschema")
        for kind, document in (("rules", json.loads(printed)), ("judgement", judgement)):
            schema = json.loads(self.run_good("schema", kind).stdout)
            jsonschema.Draft7Validator(schema).validate(document)

    def test_mistakes_are_refused(self):
        self.write_json("rules.json", {"rules_schema_version": 2, "run": 5})
        self.write("text.json", "no record")
        record = str(RECORDS / "ranks-1.json")
        self.assert_refused("judge", says="no RECORDS")
        self.assert_refused("judge", record, "--print-rules", says="--print-rules together with RECORDS")
        self.assert_refused("judge", "none.json", says="none.json")
        self.assert_refused("judge", "text.json", says="text.json")
        self.assert_refused("judge", "published:knl-7230", says="no record of KITT")
        self.assert_refused("judge", record, "--rules", "rules.json", says='unknown rule "run"')
        self.assert_refused("judge", record, "--rules", "none.json", says="none.json")
        self.assert_refused("judge", record, "--json", record, "--force", says="--json")
        damaged = load(record)
        del damaged["provenance"]["compiler"]
        self.write_json("damaged.json", damaged)
        self.assert_refused("judge", "damaged.json", says="damaged.json")

    def test_the_page_has_verdict_and_checksums(self):
        record = RECORDS / "ranks-2.json"
        result = self.run_kitt("judge", str(record), "--html", "page.html")
        if "no Python 3 with" in result.stderr:
            self.skipTest(result.stderr)
        self.assertEqual((result.returncode, result.stderr), (1, ""))
        page = pathlib.Path(self.path("page.html")).read_text()
        self.assertIn(hashlib.sha256(record.read_bytes()).hexdigest(), page)
        self.assertIn("Verdict of the run rules: fail", page)
        self.assertEqual(self.files(), ["page.html"])
        again = self.run_kitt("judge", str(record), "--html", "page.html")
        self.assertEqual(again.returncode, 2)
        self.assertIn("--force", again.stderr)


if __name__ == "__main__":
    unittest.main()
