#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
# Runs KITT five times under Slurm (docs/guide/procurement.md): sbatch --nodes=16 docs/guide/batch/slurm.sh
# The numbers are for nodes of 128 cores in 8 NUMA domains. `kitt machine` prints those of your node.
#SBATCH --job-name=kitt
#SBATCH --nodes=1
#SBATCH --ntasks-per-node=8
#SBATCH --cpus-per-task=16
#SBATCH --hint=nomultithread
#SBATCH --exclusive
#SBATCH --mem=0
#SBATCH --time=01:00:00
set -euo pipefail

# Without this variable, each rank uses one thread per core of --cpus-per-task. Some sites set it to 1.
unset OMP_NUM_THREADS
for run in 1 2 3 4 5; do
  srun --cpus-per-task="$SLURM_CPUS_PER_TASK" --cpu-bind=cores --distribution=block:block \
    kitt itt --json "kitt-$SLURM_JOB_ID-$run.json"
done
