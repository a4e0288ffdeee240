# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests test/emulated_nodes/emulated_nodes: MPI must see its nodes, and no process or namespace may be left.

$KITT_PROGRAM is the program, and $KITT_MPIEXEC is the launcher. Only SlowNodes judges times. The calls of the system
and of the launcher are also tested without namespaces."""

import importlib.machinery
import importlib.util
import json
import math
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from unittest import mock

SCRIPT = pathlib.Path(__file__).resolve().parent / "emulated_nodes"
SKIPPED = 77
MARK = "KITT_TEST_EMULATED_NODES"  # in the environment of all processes that a test starts


def load_script():
    loader = importlib.machinery.SourceFileLoader("emulated_nodes", str(SCRIPT))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


def of_the_program(errors):
    """Returns the lines of the program. Open MPI's launcher prints a harmless warning if its agent is faster than
    the launcher."""
    return "".join(line for line in errors.splitlines(keepends=True) if "plm:rsh: Warning: setpgid" not in line)


class Asked(unittest.TestCase):
    """Tests the commands for nodes with several ranks and links. All outside programs are stand-ins."""

    def setUp(self):
        self.script = load_script()
        folder = tempfile.TemporaryDirectory(prefix="kitt-test-")
        self.addCleanup(folder.cleanup)
        self.script.PRIVATE = pathlib.Path(folder.name)
        self.asked = []
        self.version = "mpirun (Open MPI) 4.1.4"

        def run(*words):
            self.asked.append(" ".join(map(str, words)))
            return self.version

        self.script.run = run
        cores = mock.patch.object(os, "sched_getaffinity", return_value=set(range(8)))
        cores.start()
        self.addCleanup(cores.stop)

    def nodes(self, *arguments):
        with mock.patch.object(sys, "argv", [str(SCRIPT), *arguments]):
            self.options = self.script.parse_options()
        return self.script.Nodes(self.options.nodes, self.options.ranks_per_node, self.options.links, "sh")

    def launched(self, nodes):
        """Returns the command line and the environment of the first node."""
        with mock.patch.object(self.script.subprocess, "run") as run:
            run.return_value.returncode = 3
            self.assertEqual(self.script.run_command(nodes, self.options), 3)
        (agent, address, words), = run.call_args.args
        self.assertEqual((agent, address), (nodes.agent, "10.0.0.1"))
        return words, run.call_args.kwargs["env"]

    def test_a_node_has_a_link_on_each_bridge(self):
        nodes = self.nodes("--nodes", "2", "--links", "3", "--rate", "2", "--", "halo")
        for expected in ("ip link add switch2 type bridge",
                         "ip link add node2-2 type veth peer name eth2 netns node2",
                         "ip link set node2-2 master switch2 up", "ip -n node2 addr add 10.0.2.2/24 dev eth2"):
            self.assertEqual(self.asked.count(expected), 1, self.asked)
        self.launched(nodes)
        rates = [words for words in self.asked if words.startswith("tc ")]
        self.assertEqual(len(rates), 6)
        self.assertIn("tc -n node2 qdisc replace dev eth2 root tbf rate 2000000000bit", rates[-1])

    def test_any_command_on_several_ranks_of_each_node(self):
        words, _ = self.launched(self.nodes("kitt", "--ranks-per-node", "4", "--links", "2", "--", "halo", "--L", "8"))
        self.assertRegex(words, r" --host 10\.0\.0\.1:4,10\.0\.0\.2:4 -np 8 .*/kitt halo --L 8$")
        self.assertIn("--mca btl_tcp_if_include 10.0.0.0/24,10.0.1.0/24 ", words)
        self.assertIn("--mca mpi_yield_when_idle 0", words)
        self.assertFalse([words for words in self.asked if words.startswith("tc ")])  # no limit on the rate

    def test_mpich_gets_the_equivalent_command(self):
        self.version = "HYDRA build details"
        words, environment = self.launched(
            self.nodes("kitt", "--nodes", "3", "--ranks-per-node", "4", "--links", "2", "--", "halo"))
        self.assertRegex(words, r" -hosts 10\.0\.0\.1,10\.0\.0\.2,10\.0\.0\.3 -ppn 4 -np 12 .*/kitt halo$")
        self.assertEqual(environment["UCX_NET_DEVICES"], "eth0,eth1")

    def test_each_node_has_cores_of_its_own(self):
        nodes = self.nodes("--nodes", "3")
        cores = [(self.script.PRIVATE / f"node{node}.cores").read_text() for node in (1, 2, 3)]
        self.assertEqual(cores, ["0,1", "2,3", "4,5"])
        self.assertFalse(nodes.share)
        self.assertTrue(self.nodes("--nodes", "3", "--ranks-per-node", "3").share)

    def test_options_without_a_command_go_to_the_table(self):
        self.nodes("kitt", "--", "--quick")
        self.assertEqual((self.options.is_command, self.options.kitt_words), (False, ["--quick"]))


class NodesTest(unittest.TestCase):
    def setUp(self):
        self.mark = f"{MARK}={os.getpid()}"
        self.folder = tempfile.TemporaryDirectory(prefix="kitt-test-")
        self.addCleanup(self.folder.cleanup)
        self.addCleanup(self.kill_what_is_left)

    def start(self, *kitt_words, options=()):
        return subprocess.Popen(
            [sys.executable, "-B", SCRIPT, os.environ["KITT_PROGRAM"],
             "--mpirun", os.environ["KITT_MPIEXEC"], "--L", "8", "--kernels", "DWF5",
             "--variant", "lexicographic", "--rate", "1", "--rounds", "1", *options, "--", *kitt_words],
            env={**os.environ, **dict([self.mark.split("=")]), "TMPDIR": self.folder.name},
            cwd=self.folder.name, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def skip_as_it_does(self, run, output):
        if run.returncode == SKIPPED:
            self.skipTest(output.strip())

    def processes(self, what=b""):
        """Returns the processes of this test that have `what` in their command lines."""
        found = []
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                ours = self.mark.encode() in (process / "environ").read_bytes().split(b"\0")
                if ours and what in (process / "cmdline").read_bytes():
                    found.append(int(process.name))
            except OSError:
                pass  # the process has ended or belongs to another user
        return found

    def kill_what_is_left(self):
        for process in self.processes():
            os.kill(process, signal.SIGKILL)

    def expect_nothing_left(self):
        self.assertEqual(self.processes(), [])
        self.assertEqual(os.listdir(self.folder.name), [])
        named = subprocess.run(["ip", "netns", "list"], capture_output=True, text=True).stdout
        self.assertNotIn("node1", named.split())
        links = subprocess.run(["ip", "-o", "link"], capture_output=True, text=True).stdout
        self.assertNotIn(" node1-", links)
        self.assertNotIn(" switch", links)


class EmulatedNodes(NodesTest):
    def test_table_of_two_nodes(self):
        run = self.start("--quick")
        output, errors = run.communicate()
        self.skip_as_it_does(run, output)
        self.assertEqual((run.returncode, of_the_program(errors)), (0, ""))
        self.assertIn("Checked: 2 nodes counted, results verified, all faces by messages", output)
        row = [line for line in output.splitlines() if line.startswith("| DWF5 |")]
        self.assertEqual(len(row), 1, output)
        self.assertTrue(all(float(number) >= 0 for number in row[0].split("|")[2:-1]), row)
        self.expect_nothing_left()

    def test_any_command_on_nodes_of_two_ranks_and_two_links(self):
        record = pathlib.Path(self.folder.name) / "record.json"
        run = self.start("halo", "--L", "4", "--comms", "shm", "--threads", "1", "--min-time", "0.001", "--min-samples",
                         "2", "--json", record.name, options=("--ranks-per-node", "2", "--links", "2"))
        output, errors = run.communicate()
        self.skip_as_it_does(run, output)
        self.assertEqual((run.returncode, of_the_program(errors)), (0, ""), output)
        found = json.loads(record.read_text())
        record.unlink()
        configuration = found["configuration"]
        self.assertEqual([configuration[key] for key in ("ranks", "nodes", "ranks_per_node")], [4, 2, 2])
        self.assertEqual(sorted(found["provenance"]["hostnames"]), ["node1", "node2"])
        self.assertEqual({cell["status"] for cell in found["cells"]}, {"measured"})
        self.expect_nothing_left()

    def test_messages_between_nodes_of_two_ranks(self):
        record = pathlib.Path(self.folder.name) / "record.json"
        run = self.start("p2p", "--sizes", "8,100000", "--patterns", "ping-pong,both-ways", "--window", "4",
                         "--threads", "1", "--min-time", "0.001", "--min-samples", "2", "--json", record.name,
                         options=("--ranks-per-node", "2"))
        output, errors = run.communicate()
        self.skip_as_it_does(run, output)
        self.assertEqual((run.returncode, of_the_program(errors)), (0, ""), output)
        self.assertIn("Pairs run between the nodes node1 and node2", output)
        found = json.loads(record.read_text())
        record.unlink()
        self.assertEqual([(c["status"], c["variant"], c["parameters"]["pairs"]) for c in found["cells"]],
                         [("measured", "between-nodes", pairs) for pairs in (1, 2) for _ in range(4)])
        self.expect_nothing_left()

    def test_domains_of_nodes_of_two_ranks(self):
        record = pathlib.Path(self.folder.name) / "record.json"
        run = self.start("domains", "--domains", "2", "--bytes", "70000", "--repeats", "2", "--threads", "1",
                         "--min-time", "0.001", "--min-samples", "2", "--json", record.name,
                         options=("--ranks-per-node", "2"))
        output, errors = run.communicate()
        self.skip_as_it_does(run, output)
        self.assertEqual((run.returncode, of_the_program(errors)), (0, ""), output)
        found = json.loads(record.read_text())
        self.assertEqual([(c["status"], c["kernel"], c["parameters"]["pair"],
                           [d["number"] for d in c["domains"] if d["off_node"]]) for c in found["cells"]],
                         [("measured", "control", "none", []), ("measured", "exchange", "0-2", [0, 2]),
                          ("measured", "exchange", "1-3", [1, 3])])
        for cell in found["cells"]:
            self.assertEqual([(d["node"], d["ranks"]) for d in cell["domains"]], [(0, 1), (0, 1), (1, 1), (1, 1)])
            for domain, control in zip(cell["domains"], found["cells"][0]["domains"]):
                ratio = domain["mean_seconds"] / control["mean_seconds"]
                self.assertEqual(domain["ratio_to_control"], None if cell["kernel"] == "control" else ratio)
        self.assertIn("cannot be compared with the control", output)  # a single rank has no spread
        compared = subprocess.run([os.environ["KITT_PROGRAM"], "compare", record, record], capture_output=True, text=True)
        self.assertIn("exchange 0-2 of 2, 70000 B x 2", compared.stdout)
        record.unlink()
        self.expect_nothing_left()

    def test_neighbours_on_two_nodes_of_two_ranks(self):
        record = pathlib.Path(self.folder.name) / "record.json"
        run = self.start("stencil", "--sizes", "8", "--messages", "3", "--hugepages", "none", "--threads", "1",
                         "--min-time", "0.001", "--min-samples", "2", "--json", record.name,
                         options=("--ranks-per-node", "2"))
        output, errors = run.communicate()
        self.skip_as_it_does(run, output)
        self.assertEqual((run.returncode, of_the_program(errors)), (0, ""), output)
        found = json.loads(record.read_text())
        record.unlink()
        # on the grid of 1.2.2 ranks, one axis leads to the other node
        self.assertEqual([(c["status"], c["kernel"], c["pairs_per_node"], c["pairs_between_nodes_per_node"])
                          for c in found["cells"]],
                         [("measured", "grid", 12, 4), ("measured", "off-node", 12, 12)])
        self.expect_nothing_left()

    def test_the_network_is_a_ceiling(self):
        record = pathlib.Path(self.folder.name) / "record.json"
        run = self.start("dslash", "--L", "8", "--kernels", "DWF5", "--variants", "lexicographic", "--quick", "--threads", "1",
                         "--min-time", "0.001", "--min-samples", "2", "--json", record.name,
                         options=("--ranks-per-node", "2"))
        output, errors = run.communicate()
        self.skip_as_it_does(run, output)
        self.assertEqual((run.returncode, of_the_program(errors)), (0, ""), output)
        self.assertRegex(output, r"Ceiling of the network: a node sends [0-9.]+ GB/s to other nodes")
        found = json.loads(record.read_text())
        record.unlink()
        bandwidth = found["ceilings"]["network_gb_per_s"]
        grid, block = (found["configuration"][key] for key in ("grid", "node_block"))
        self.assertEqual(len(found["cells"]), 2)  # sequential and overlap
        for cell in found["cells"]:
            sites = math.prod(cell["local_volume"]) * cell["ls"] // 2  # half spinors of 48 bytes leave two sides of the block
            sent = sum(2 * math.prod(block) // block[mu] * sites // cell["local_volume"][mu] * 48
                       for mu in range(4) if block[mu] < grid[mu])
            self.assertEqual(cell["network_bytes_per_node"], sent)
            flops = cell["mflops_per_node"] * 1e6 * cell["seconds"]["median"]
            allowed = flops / sent * bandwidth
            self.assertAlmostEqual(cell["network_gflops_per_s_per_node"] / allowed, 1)
            self.assertEqual(cell["ceiling"], "network bandwidth")  # 1 Gbit/s allow about 14 Gflop/s
            self.assertAlmostEqual(cell["roofline_fraction"] / (cell["mflops_per_node"] / 1e3 / allowed), 1)
        self.expect_nothing_left()

    def test_the_status_of_a_command_is_passed_on(self):
        run = self.start("no-such-command")
        output, _ = run.communicate()
        self.skip_as_it_does(run, output)
        self.assertEqual(run.returncode, 2, output)
        self.expect_nothing_left()

    def expect_nothing_left_after(self, deadly):
        run = self.start("--min-time", "300")
        while len(self.processes(b"dslash\0")) < 3:  # wait for a launcher and both ranks
            if run.poll() is not None:
                output, errors = run.communicate()
                self.skip_as_it_does(run, output)
                self.fail(output + errors)
            time.sleep(0.05)
        run.send_signal(deadly)
        run.communicate(timeout=30)  # all processes that may write have ended
        self.assertNotEqual(run.returncode, 0)
        for _ in range(200):  # processes of a killed script end on their own
            if not self.processes():
                break
            time.sleep(0.05)
        self.expect_nothing_left()

    def test_an_interrupted_run_leaves_no_processes(self):
        self.expect_nothing_left_after(signal.SIGINT)

    def test_a_terminated_run_leaves_no_processes(self):
        self.expect_nothing_left_after(signal.SIGTERM)

    def test_a_killed_run_leaves_no_processes(self):
        self.expect_nothing_left_after(signal.SIGKILL)

    def test_a_wrong_option_is_refused(self):
        run = self.start("--no-such-option")
        output, errors = run.communicate()
        self.skip_as_it_does(run, output)
        self.assertEqual(run.returncode, 1)
        self.assertIn("--no-such-option", errors)
        self.expect_nothing_left()


class SlowNodes(NodesTest):
    """Tests which nodes `kitt nodes` names. Only these tests judge times, so they are nightly."""

    def judge(self, *kitt_words, options, status):
        run = self.start("nodes", *kitt_words, "--threads", "1", "--hugepages", "none", "--json", "record.json",
                         options=("--nodes", "8", *options))
        output, _ = run.communicate()
        self.skip_as_it_does(run, output)
        record = pathlib.Path(self.folder.name) / "record.json"
        self.assertTrue(record.exists(), output)
        slow = json.loads(record.read_text())["summary"]["slow"]
        self.assertEqual(run.returncode, status, output)
        return slow

    def names(self, slow):
        return [node["name"] for node in slow["nodes"]], slow["links"]

    def test_equal_links_are_not_named(self):
        slow = self.judge("--figures", "bandwidth", "--bytes", "512K", "--min-samples", "3", "--min-time", "0.3",
                          options=("--rate", "0.2"), status=0)
        self.assertEqual(self.names(slow), ([], []))

    def test_the_node_with_a_throttled_link_is_named(self):
        slow = self.judge("--figures", "bandwidth", "--bytes", "512K", "--min-samples", "3", "--min-time", "0.3",
                          options=("--rate", "0.2", "--slow-link", "5:0.005"), status=1)
        self.assertEqual(self.names(slow), (["node5"], []))
        self.assertGreater(slow["nodes"][0]["excess"], 3)  # its rate is a fortieth, but short bursts pass unhindered

    def test_the_node_with_half_of_the_cpu_time_is_named(self):
        slow = self.judge("--figures", "compute,DWF4", "--L", "4", "--min-samples", "6", "--min-time", "3",
                          options=("--half-cpu", "3"), status=1)
        self.assertEqual(self.names(slow), (["node3"], []))
        self.assertAlmostEqual(slow["nodes"][0]["excess"], 1, delta=0.5)


if __name__ == "__main__":
    result = unittest.main(exit=False).result
    for _, reason in result.skipped[:1]:
        print(reason)
    sys.exit(1 if not result.wasSuccessful() else SKIPPED if result.skipped else 0)
