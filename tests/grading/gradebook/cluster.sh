#!/bin/sh
# cluster.sh, to be sourced: start_cluster FOLDER CORES starts a Slurm of two nodes, both on this machine, each of which gives
# CORES to jobs; stop_cluster ends it. The folder has the configuration, logs and pids, which kill_and_restart NAME uses.

start_cluster() {
    cluster=$1
    mkdir -p "$cluster/state" "$cluster/spool_scanlab1" "$cluster/spool_scanlab2"
    head -c 256 /dev/urandom >"$cluster/key" && chmod 600 "$cluster/key"
    host=$(hostname -s)
    port=$((20000 + $$ % 10000 * 4))
    cat >"$cluster/slurm.conf" <<END
ClusterName=scanlab
SlurmctldHost=$host
SlurmUser=$(id -un)
SlurmctldPort=$port
AuthType=auth/munge
AuthInfo=socket=$cluster/munge.socket
CredType=cred/munge
StateSaveLocation=$cluster/state
SlurmctldPidFile=$cluster/slurmctld.pid
SlurmctldLogFile=$cluster/slurmctld.log
SlurmdSpoolDir=$cluster/spool_%n
SlurmdPidFile=$cluster/slurmd_%n.pid
SlurmdLogFile=$cluster/slurmd_%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MpiDefault=none
ReturnToService=2
SlurmdTimeout=20
SchedulerParameters=sched_interval=1,batch_sched_delay=1,sched_min_interval=0
NodeName=scanlab1 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 1)) CPUs=$2 State=UNKNOWN
NodeName=scanlab2 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 2)) CPUs=$2 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
    export SLURM_CONF="$cluster/slurm.conf"
    munged --force --key-file="$cluster/key" --socket="$cluster/munge.socket" --pid-file="$cluster/munged.pid" \
        --log-file="$cluster/munged.log" --seed-file="$cluster/seed" >/dev/null 2>&1 || return 1
    slurmctld >/dev/null 2>&1 || return 1
    slurmd -N scanlab1 -c && slurmd -N scanlab2 -c || return 1
    until sinfo -h -t idle -o %D 2>/dev/null | grep -q 2; do sleep 1; done
}

stop_cluster() {
    scancel --me 2>/dev/null
    for file in "$cluster"/slurm*.pid "$cluster/munged.pid"; do
        [ ! -e "$file" ] || kill "$(cat "$file")" 2>/dev/null
    done
}

# kill_and_restart slurmctld|scanlab1|scanlab2
kill_and_restart() {
    case $1 in
    slurmctld) kill -KILL "$(cat "$cluster/slurmctld.pid")" && slurmctld ;;
    *) kill -KILL "$(cat "$cluster/slurmd_$1.pid")" && slurmd -N "$1" ;;
    esac
}

# operate: does for ever what a cluster's operator does after the controller has died. If it had just started a job and not
# yet written that down, it starts the job twice, and drains the node.
operate() {
    while sleep 2; do
        for node in $(sinfo -h -N -t drain -o %N 2>/dev/null | sort -u); do
            sinfo -h -n "$node" -o '%n: %E'
            scontrol update nodename="$node" state=resume
        done
    done
}
