#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
# Runs the Open MPI image under Slurm with Pyxis and Enroot, over InfiniBand through UCX. Import the
# image once, on a machine with docker:
#   enroot import -o kitt-openmpi.sqsh dockerd://kitt:openmpi
# Then run: sbatch --nodes=4 docker/batch/slurm-pyxis.sh
# Enroot needs its hook for PMI (50-slurm-pmi.sh in its hooks.d). The numbers are for nodes with 128
# cores in 8 NUMA domains. $IMAGE names the image; the default is kitt-openmpi.sqsh in the current
# folder.
#SBATCH --job-name=kitt
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=8
#SBATCH --cpus-per-task=16
#SBATCH --hint=nomultithread
#SBATCH --exclusive
#SBATCH --mem=0
#SBATCH --time=01:00:00
set -euo pipefail

# Enroot's hook for Mellanox shows the devices to a container with this variable.
export MELLANOX_VISIBLE_DEVICES=all
# Use only UCX, and no TCP. The header then shows "transport ... ucx".
export OMPI_MCA_pml=ucx UCX_TLS=self,sysv,ib
unset OMP_NUM_THREADS

# Pyxis does not run the entry point of the image, so the program is named. Each srun starts MPI
# once.
for run in 1 2 3 4 5; do
  srun --mpi=pmix --cpus-per-task="$SLURM_CPUS_PER_TASK" --cpu-bind=cores --distribution=block:block \
    --container-image="${IMAGE:-$PWD/kitt-openmpi.sqsh}" --container-mounts="$PWD:/results" \
    --container-workdir=/results kitt itt --json "kitt-$SLURM_JOB_ID-$run.json"
done
