#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
# Runs KITT five times under PBS with Open MPI (docs/guide/procurement.md):
#   qsub -l select=16:ncpus=128:mpiprocs=8 docs/guide/batch/pbs.sh
# The numbers are for nodes of 128 cores in 8 NUMA domains. `kitt machine` prints those of your node.
#PBS -N kitt
#PBS -l select=1:ncpus=128:mpiprocs=8
#PBS -l place=scatter:excl
#PBS -l walltime=01:00:00
#PBS -j oe
set -euo pipefail
cd "$PBS_O_WORKDIR"

# Without this variable, each rank uses one thread per core of its NUMA domain. Some sites set it to 1.
unset OMP_NUM_THREADS
ranks=$(wc -l <"$PBS_NODEFILE") # number of nodes times mpiprocs
for run in 1 2 3 4 5; do
  # MPICH: mpirun -n "$ranks" -ppn 8 -bind-to numa kitt itt ...
  mpirun -np "$ranks" --map-by ppr:1:numa --bind-to numa \
    kitt itt --json "kitt-${PBS_JOBID%%.*}-$run.json"
done
