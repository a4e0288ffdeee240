# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""What was run where, and every cell that was measured."""

from kitt_report import doubt, text
from kitt_report.parts import Section, Table
from kitt_report.record import HOPPING_KERNELS, application

COMMITS = 12  # digits of a commit that are shown


def section(runs):
    rows = list(zip(*(facts(run) for run in runs)))
    table = [[row[0][0], *(value for _, value in row)] for row in rows]
    parts = [Table("Machine, job and program of each run",
                   ["<", *(f"<{run.label}" for run in runs)], table)]
    parts += [cells(run) for run in runs if run.cells("hopping")]
    parts += [without_figure(run) for run in runs
              if run.cells(status="skipped") + run.cells(status="failed")]
    return Section("runs", "The runs", "As found by the runs themselves.", parts)


def facts(run):
    """[(what, value)], the same for every run."""
    provenance, configuration, topology = run.provenance, run.configuration, run.topology
    pages, conventions = configuration["pages"], configuration["conventions"]
    lanes = configuration["lanes"]
    return [
        ("Record", str(run.path)),
        ("Label", provenance.get("label") or text.MISSING),
        ("Started", text.minute(provenance["time"])),
        ("Command", " ".join(provenance["command_line"])),
        ("Hosts", ", ".join(provenance["hostnames"])),
        ("CPU",
     f"{run.machine}, {topology['architecture']}, built for {topology['simd_compiled']}"),
        ("Sockets, cores, NUMA domains", f"{topology['sockets']}, {topology['cores']}, "
                                         f"{len(topology['numa_domains'])}"),
        ("Frequency governor, NUMA balancing",
         ", ".join(topology.get(key) or text.MISSING for key in ("cpu_governor", "numa_balancing"))),
        ("Network devices", devices(topology.get("network_devices"))),
        ("Memory", text.size(topology["memory_bytes"])),
        ("Virtual machine", "yes" if topology["virtual_machine"] else "no"),
        ("Job", run.describe_job()),
        ("Ranks along x, y, z, t", text.grid(configuration.get("grid"))),
        ("Binding", configuration["binding"]["policy"]),
        ("Huge pages", f"{pages['huge_pages_asked']}; obtained "
                       f"{text.size(pages['huge_page_bytes_obtained'])}"),
        ("Memory is first touched by", pages.get("first_touch", text.MISSING)),
        ("Lanes (single, double)", f"{lanes['single']}, {lanes['double']}"),
        ("Fields", f"{configuration['precision']} precision, Ls = {configuration['ls']}, "
                   f"gauge {configuration['gauge']}, {configuration['boundary']}, "
                   f"seed {configuration['seed']}"),
        ("L⁴ is the volume", conventions["volume"]),
        ("Flops per 5-D site", text.number(conventions["flops_per_site"])),
        ("Exchange", describe_comms(configuration.get("comms"))),
        ("Sampling", f"at least {configuration['sampling']['minimum_seconds']:g} s and "
                     f"{text.count(configuration['sampling']['minimum_samples'], 'sample')}"),
        ("Energy counters", configuration.get("energy_source", text.MISSING)),
        ("KITT", f"{provenance['kitt_version']}, commit {provenance['git_commit'][:COMMITS]}, "
                 f"{provenance['build_type']}"),
        ("Compiler", f"{provenance['compiler']} {provenance['compiler_flags']}"),
        ("Kokkos", f"{provenance['kokkos_version']}, {provenance['kokkos_backend']}"),
        ("MPI", provenance["mpi_version"].split(", package")[0]),
        ("MPI limits", settings(configuration.get("mpi_protocol"))),
        ("Environment", settings(configuration.get("environment"))),
        ("Peak (measured)", peaks(run.ceilings)),
    ]


def devices(found):
    """"ib0 (NUMA domain 1), eth0"."""
    if not found:
        return text.MISSING
    return ", ".join(device["name"] if device["numa_domain"] is None
                     else f"{device['name']} (NUMA domain {device['numa_domain']})"
                     for device in found)


def settings(found):
    """"OMP_PLACES=cores UCX_TLS=rc"; older records have none."""
    return " ".join(f"{name}={value}" for name, value in (found or {}).items()) or text.MISSING


def describe_comms(comms):
    if not comms:
        return text.MISSING
    return (f"{comms['transport']} inside a node, precision {comms['precision']}, "
            f"{comms['strategy']}, "
            f"{text.count(comms['threads'], 'thread')} for MPI alone")


def peaks(ceilings):
    if not ceilings:
        return "not measured"
    return (f"{text.number(ceilings['single_gflops_per_s'])} Gflop/s single, "
            f"{text.number(ceilings['double_gflops_per_s'])} double per node")


def cells(run):
    found = sorted(run.cells("hopping"), key=lambda c: (HOPPING_KERNELS.index(c["kernel"]), c["l"]))
    rows = [[c["kernel"] + application(c), str(c["l"]), str(c["ls"]), c["precision"],
             ".".join(map(str, c["lane_grid"])), c["variant"],
             text.number(c["mflops_per_node"]), text.number(c["mflops_per_node_mean"]),
             doubt.error_percent(c),
             text.seconds(c["seconds"]["median"]), text.number(c["seconds"]["count"]),
             doubt.roof_percent(c), error(c)] for c in found]
    return Table(f"All {text.count(len(rows), 'hopping cell')}, {run.label}",
                 ["<Kernel", "L", "Ls", "<Precision", "<Lanes (x.y.z.t.s)", "<Variant",
                  "Median (Mflop/s per node)", "Mean (Mflop/s per node)", "± (%)",
                  "Time per call", "Samples", "Of roofline (%)", "Error (allowed)"], rows, folded=True)


def error(cell):
    """How far a result was from what it had to be, and what passes. A skipped cell has no result;
    one that is no number is null."""
    if cell["status"] == "skipped":
        return text.MISSING
    found = cell["verification_error"]
    return (f"{'no number' if found is None else format(found, '.1e')} "
            f"({cell['verification_tolerance']:.0e})")


def without_figure(run):
    rows = [[c["status"], c["kernel"], str(c.get("l", text.MISSING)), c["variant"] or "all", error(c),
             str(c.get("reason", ""))]
            for c in run.cells(status="failed") + run.cells(status="skipped")]
    return Table(f"Cells without a figure, {run.label}",
                 ["<Status", "<Kernel", "L", "<Variant", "Error (allowed)", "<Why"], rows,
                 folded=len(rows) > 6)
