# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""An example of ReFrame settings for a cluster with Slurm. Replace names, modules and numbers by your own."""

site_configuration = {
    "systems": [
        {
            "name": "cluster",
            "descr": "an example: nodes of 2 x 64 cores in 8 NUMA domains (NPS4)",
            "hostnames": [r"login\d+\.cluster"],
            "modules_system": "lmod",
            "partitions": [
                {
                    "name": "compute",
                    "scheduler": "slurm",
                    "launcher": "srun",
                    "access": ["--partition=compute", "--account=project", "--exclusive"],
                    "environs": ["gnu"],
                    "max_jobs": 4,
                    # gives each rank whole blocks of cores, as in the top README
                    "extras": {"launcher_options": ["--distribution=block:block"]},
                    # without this entry, ReFrame runs an extra job to find it out (remote_detect)
                    "processor": {
                        "num_cpus": 128,
                        "num_cpus_per_core": 1,
                        "num_cpus_per_socket": 64,
                        "num_sockets": 2,
                        "topology": {
                            "numa_nodes": [hex(((1 << 16) - 1) << (16 * n)) for n in range(8)],
                            "cores": [hex(1 << n) for n in range(128)],
                        },
                    },
                }
            ],
        }
    ],
    "environments": [
        {
            "name": "gnu",
            "modules": ["gcc", "openmpi", "kitt"],  # for example `kitt` as Spack's module
            "cc": "gcc",
            "cxx": "g++",
            "target_systems": ["cluster"],
        }
    ],
}
