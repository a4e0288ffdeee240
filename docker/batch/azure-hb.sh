#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
# The Open MPI image on Azure's HB series (Slurm, an HPC image of Azure's) with Apptainer, over
# InfiniBand, with the host's HPC-X in the place of the image's Open MPI:
#   sbatch --nodes=4 docker/batch/azure-hb.sh
# Here for HB120rs_v3, 120 cores in 4 NUMA domains (HB176rs_v4: 44 cores in each). The image is
# kitt-openmpi.sif unless $IMAGE names it.
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

# UCX over InfiniBand and nothing else; `ibv_devices` says what the port is called (Azure's images:
# mlx5_ib0, since mlx5_0 may be the Ethernet one). Header: "transport ... ucx".
export OMPI_MCA_pml=ucx UCX_TLS=self,sysv,ib UCX_NET_DEVICES=${UCX_NET_DEVICES:-mlx5_ib0:1}
unset OMP_NUM_THREADS

for run in 1 2 3 4 5; do
  mpirun -np "$SLURM_NTASKS" --map-by ppr:1:numa --bind-to numa \
    -x OMPI_MCA_pml -x UCX_TLS -x UCX_NET_DEVICES \
    apptainer run --bind "$hpcx" --env LD_LIBRARY_PATH="$LD_LIBRARY_PATH" \
    "${IMAGE:-kitt-openmpi.sif}" kitt itt --json "kitt-$SLURM_JOB_ID-$run.json"
done
