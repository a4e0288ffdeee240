#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
# Runs the Open MPI image under Slurm with Apptainer, over InfiniBand or RoCE through UCX:
#   sbatch --nodes=4 docker/batch/slurm-apptainer.sh
# The numbers are for nodes with 128 cores in 8 NUMA domains. $IMAGE names the image; the default is
# kitt-openmpi.sif.
#SBATCH --job-name=kitt
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=8
#SBATCH --cpus-per-task=16
#SBATCH --hint=nomultithread
#SBATCH --exclusive
#SBATCH --mem=0
#SBATCH --time=01:00:00
set -euo pipefail

# Use only UCX, and no TCP: without the fabric the run fails instead of being slow. Inside a node
# use sysv, because ranks in separate containers cannot copy from each other's memory. The header
# then shows "transport ... ucx".
export OMPI_MCA_pml=ucx UCX_TLS=self,sysv,ib
unset OMP_NUM_THREADS

for run in 1 2 3 4 5; do
  srun --mpi=pmix --cpus-per-task="$SLURM_CPUS_PER_TASK" --cpu-bind=cores --distribution=block:block \
    apptainer run "${IMAGE:-kitt-openmpi.sif}" kitt itt --json "kitt-$SLURM_JOB_ID-$run.json"
done
