#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
# Runs the Open MPI image on Azure's HB series (Slurm, an HPC image of Azure) with Apptainer, over
# InfiniBand, with the host's HPC-X instead of the Open MPI of the image:
#   sbatch --nodes=4 docker/batch/azure-hb.sh
# The numbers are for HB120rs_v3, 120 cores in 4 NUMA domains (HB176rs_v4 has 44 cores in each).
# $IMAGE names the image; the default is kitt-openmpi.sif.
#SBATCH --job-name=kitt
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=4
#SBATCH --cpus-per-task=30
#SBATCH --exclusive
#SBATCH --mem=0
#SBATCH --time=01:00:00
set -euo pipefail

if command -v module >/dev/null; then
  module load mpi/hpcx
fi
hpcx=${HPCX_DIR:?load HPC-X first: module load mpi/hpcx}

# Use only UCX over InfiniBand. `ibv_devices` lists the names of the ports. In Azure's images the
# port is mlx5_ib0, because mlx5_0 may be Ethernet. The header then shows "transport ... ucx".
export OMPI_MCA_pml=ucx UCX_TLS=self,sysv,ib UCX_NET_DEVICES=${UCX_NET_DEVICES:-mlx5_ib0:1}
unset OMP_NUM_THREADS

for run in 1 2 3 4 5; do
  mpirun -np "$SLURM_NTASKS" --map-by ppr:1:numa --bind-to numa \
    -x OMPI_MCA_pml -x UCX_TLS -x UCX_NET_DEVICES \
    apptainer run --bind "$hpcx" --env LD_LIBRARY_PATH="$LD_LIBRARY_PATH" \
    "${IMAGE:-kitt-openmpi.sif}" kitt itt --json "kitt-$SLURM_JOB_ID-$run.json"
done
