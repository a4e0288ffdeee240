# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Columns of tables for the tests of the report, in the place of the program's, so that the tests know their tables."""

import copy

TIME = [("seconds.median", "Time (per call)", "seconds")]
KERNEL = [("kernel", "Kernel", "text"), ("l", "L", "text"), ("ls", "Ls", "text"), ("precision", "Precision", "text")]
ROOF = [("roofline_fraction", "Of roofline (%)", "percent"), ("ceiling", "Bound by", "text")]
COLUMNS = {
    "hopping": [("kernel", "Kernel", "text"), ("l", "L", "text"), ("variant", "Variant", "text"),
                ("mflops_per_node", "Median (Mflop/s per node)", "fixed"), ("parameters.parity", "Parity", "text"),
                ("parameters.dagger", "Daggered", "text"), ("lane_grid", "Lanes (x.y.z.t.s)", "text"),
                ("verification_error", "Error", "text"), ("verification_tolerance", "Allowed", "text"),
                ("peak_fraction", "Of peak (%)", "percent"), *TIME, *ROOF,
                ("energy.watts_per_node", "Power (W per node)", "fixed", 1),
                ("energy.mflops_per_watt", "Mflop/s per watt", "fixed", 1)],
    "memory": [("kernel", "Kernel", "text"), ("l", "L", "text"), ("parameters.bytes", "Size", "bytes"),
               ("bytes", "Moved (per call)", "bytes"), ("gb_per_s_per_node", "GB/s per node", "fixed", 1), *TIME, *ROOF],
    "halo": [("directions", "Faces of", "text"), ("transport", "By", "text"), ("l", "L", "text"), ("face_bytes", "Face", "bytes"),
             ("one_way.mb_per_s_per_node", "One way (MB/s per node)", "fixed"), *TIME],
    "p2p": [("kernel", "Pattern", "text"), ("variant", "Run", "text"), ("parameters.bytes", "Message", "bytes"),
            ("parameters.pairs", "Pairs", "text"), ("parameters.sync", "Sync", "text"), ("one_way_seconds", "One way", "seconds"),
            ("mb_per_s", "All pairs (MB/s)", "fixed", 1), *TIME],
    "collectives": [("kernel", "Operation", "text"), ("parameters.bytes", "Block", "bytes"), ("parameters.ranks", "Ranks", "text"),
                    *TIME],
    "solve": [*KERNEL, ("variant", "Solver", "text"), ("parameters.mass", "Mass", "text"), ("iterations", "Steps", "text"),
              ("restarts", "Restarts", "text"), *TIME, ("seconds_per_iteration", "Step", "seconds"),
              ("mflops_per_node", "Mflop/s per node", "fixed"), ("fraction_of_operator", "Of S (%)", "percent"),
              ("iteration.reduction_seconds", "Sums", "seconds"), ("iterated_residual", "Iterated residual", "text"),
              ("true_residual", "True residual", "text"), ("roofline_fraction", "Of roofline (%)", "percent"),
              ("order", "Order", "text")],
    "bsm": [("parameters.case", "Case", "text"), *KERNEL, ("parameters.fields", "Fields", "text"),
            ("parameters.barrier", "Barriers", "text"), ("gflops_per_s_per_node", "Gflop/s per node", "fixed", 3),
            ("seconds_per_application", "Application", "seconds"), ("communication_share", "Communication (%)", "percent"),
            ("bytes_by_messages", "Bytes sent", "text"), ("flops_per_site", "Flops per site", "fixed"),
            ("parameters.flops_convention", "Count", "text"), ("verification_error", "Error", "text"),
            ("roofline_fraction", "Of roofline (%)", "percent"), ("order", "Order", "text")],
    "pic": [("variant", "Deposition", "text"), ("parameters.grid", "Grid", "text"), ("particles", "Particles", "text"),
            ("parameters.points", "Points", "text"), ("particles_per_s_per_node", "Particles per second and node", "fixed"), *TIME,
            *((f"phases.{phase}_seconds", phase.capitalize(), "seconds") for phase in ("charge", "exchange", "field", "push", "shift")),
            ("imbalance", "Imbalance", "fixed", 3), ("bytes_by_messages", "Bytes sent", "bytes"), ("verification_error", "Error", "text")],
    "numa": [("kernel", "Kernel", "text"), ("variant", "At once", "text"), ("parameters.thread_domain", "Threads of", "text"),
             ("parameters.memory_domain", "Memory of", "text"), ("relation", "Relation", "text"), ("gb_per_s", "GB/s", "fixed", 2),
             ("nanoseconds", "ns", "fixed", 1), ("ratio_to_local", "Times local", "fixed", 3),
             ("threads.thread", "Thread", "text"), ("threads.cpus", "CPUs", "text"), ("threads.seconds", "Seconds", "fixed", 6)],
    "domains": [("parameters.pair", "Pair", "text"), ("domains.number", "Domain", "text"), ("domains.node", "Node", "text"),
                ("domains.has_network_device", "Network device", "text"), ("domains.off_node", "Off node", "text"),
                ("domains.mean_seconds", "Receives", "seconds"), ("domains.standard_deviation_seconds", "SD", "seconds"),
                ("domains.ratio_to_control", "Of control", "fixed", 3)],
}


def with_columns(schema):
    """Returns a schema of records in which the order of a kind's columns is that of the list above."""
    schema = copy.deepcopy(schema)
    for kind in schema["properties"]["cells"]["items"]["oneOf"]:
        drop_columns(kind)
        for keys, heading, form, *digits in COLUMNS.get(kind["properties"]["benchmark"].get("const"), ()):
            add_column(kind, keys.split("."), {"heading": heading, "format": form, **({"digits": digits[0]} if digits else {})})
    return schema


def drop_columns(schema):
    for inner in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        drop_columns(inner)
    if isinstance(schema, dict) and "heading" in schema.get("column", {}):
        del schema["column"]


def add_column(schema, keys, column):
    """Adds a column to a property, which then comes last of its object."""
    properties = schema["items" if "items" in schema else "oneOf"] if "properties" not in schema else schema
    properties = (properties[0] if isinstance(properties, list) else properties)["properties"]
    inner = properties.pop(keys[0])
    properties[keys[0]] = inner
    if len(keys) == 1:
        inner["column"] = column
    else:
        add_column(inner, keys[1:], column)
