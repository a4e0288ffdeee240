#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
# Runs the Open MPI image on AWS ParallelCluster (Slurm) with Apptainer, over EFA through libfabric:
#   sbatch --nodes=4 docker/batch/aws-parallelcluster-efa.sh
# The queue needs Efa: Enabled: true, a placement group, and DisableSimultaneousMultithreading:
# true. The numbers are for instances with 96 cores in 4 NUMA domains (hpc6a.48xlarge). For Graviton
# use one rank per node of 64 cores (hpc7g.16xlarge), see README.md in docker/. $IMAGE names the
# image; the default is kitt-openmpi.sif.
#SBATCH --job-name=kitt
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=4
#SBATCH --cpus-per-task=24
#SBATCH --exclusive
#SBATCH --mem=0
#SBATCH --time=01:00:00
set -euo pipefail

# Use only EFA of libfabric: without it Open MPI stops instead of using TCP. The header then shows
# "transport ... ofi".
export OMPI_MCA_pml=cm OMPI_MCA_mtl=ofi FI_PROVIDER=efa
unset OMP_NUM_THREADS

for run in 1 2 3 4 5; do
  srun --mpi=pmix --cpus-per-task="$SLURM_CPUS_PER_TASK" --cpu-bind=cores --distribution=block:block \
    apptainer run "${IMAGE:-kitt-openmpi.sif}" kitt itt --json "kitt-$SLURM_JOB_ID-$run.json"
done
