#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
# The Open MPI image under Slurm with Apptainer, over InfiniBand or RoCE by UCX:
#   sbatch --nodes=4 docker/batch/slurm-apptainer.sh
# Here for nodes of 128 cores in 8 NUMA domains; the image is kitt-openmpi.sif unless $IMAGE names it.
#SBATCH --job-name=kitt
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=8
#SBATCH --cpus-per-task=16
#SBATCH --hint=nomultithread
#SBATCH --exclusive
#SBATCH --mem=0
#SBATCH --time=01:00:00
set -euo pipefail

# UCX and nothing else, and of UCX no TCP: without the fabric the run fails, rather than crawls. sysv:
# ranks in containers of their own cannot copy from each other's memory. Header: "transport ... ucx".
export OMPI_MCA_pml=ucx UCX_TLS=self,sysv,ib
unset OMP_NUM_THREADS

for run in 1 2 3 4 5; do
  srun --mpi=pmix --cpus-per-task="$SLURM_CPUS_PER_TASK" --cpu-bind=cores --distribution=block:block \
    apptainer run "${IMAGE:-kitt-openmpi.sif}" kitt itt --json "kitt-$SLURM_JOB_ID-$run.json"
done
