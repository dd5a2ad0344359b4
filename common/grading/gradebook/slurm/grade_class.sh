#!/bin/sh
#SBATCH --array=1-30
#SBATCH --cpus-per-task=2
# sbatch --wait grade_class.sh OPTIONS, in the kit's folder: each job of the array grades its part of the class. The kit is
# built, and --out is a folder that all machines see. Then ./scanlab grade OPTIONS writes the reports.
SCANLAB_BUILD=no exec ./scanlab grade "$@" --jobs "$SLURM_CPUS_PER_TASK" \
    --part "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT"
