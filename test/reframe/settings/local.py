# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""ReFrame settings for any single machine. `--system=epyc-zen5-2-cores` has references in ../references."""

MPIRUN = {
    "name": "default",
    "scheduler": "local",
    "launcher": "mpirun",
    "environs": ["gnu"],
    "max_jobs": 1,  # figures of two simultaneous jobs are useless
    "extras": {"launcher_options": ["--bind-to none"]},  # KITT distributes the cores; MPICH: -bind-to
}

site_configuration = {
    "systems": [
        {
            "name": name,
            "descr": description,
            "hostnames": hostnames,
            "partitions": [MPIRUN],
        }
        for name, description, hostnames in (
            ("epyc-zen5-2-cores", "2 cores of an EPYC (Zen 5), a shared virtual machine", []),
            ("local", "any machine: figures without references", [".*"]),
        )
    ],
    "environments": [{"name": "gnu", "cc": "gcc", "cxx": "g++", "target_systems": ["*"]}],
}
