#!/bin/sh
# A unit of a plan as a task of a Slurm array, and then what is left:
#   sbatch --array=1-UNITS%100 docs/cluster/slurm.sh PLAN
#   sbatch --array="$(keymove work PLAN --left | paste -sd,)%100" docs/cluster/slurm.sh PLAN
# Where there are more units than an array may have (MaxArraySize), the second thousand is
#   sbatch --array=1-1000%100 docs/cluster/slurm.sh PLAN 1000
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
#SBATCH --requeue
#SBATCH --output=slurm-%A.out
#SBATCH --open-mode=append
set -u
keymove work "$1" $((SLURM_ARRAY_TASK_ID + ${2:-0}))
status=$?
# To be tried again: a lock that another task holds, a file server that was away, a signal that has killed it.
if [ "$status" -eq 75 ] || [ "$status" -gt 128 ]; then
    if [ "${SLURM_RESTART_COUNT:-0}" -lt 3 ]; then
        scontrol requeue "${SLURM_ARRAY_JOB_ID}_${SLURM_ARRAY_TASK_ID}"
    fi
fi
exit "$status"
