#!/bin/sh
# A unit of a plan as a task of a Slurm array:
#   sbatch --array=1-UNITS%100 docs/cluster/slurm.sh PLAN
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
#SBATCH --requeue
set -u
keymove work "$1" "$SLURM_ARRAY_TASK_ID"
status=$?
# To be tried again: a lock that another task holds, a file server that was away.
if [ "$status" -eq 75 ]; then
    scontrol requeue "${SLURM_ARRAY_JOB_ID}_${SLURM_ARRAY_TASK_ID}"
fi
exit "$status"
