#!/usr/bin/env bash
# Starts a Slurm of one node for the length of a command: slurm.sh COMMAND ARGS. Exit code 77 where that cannot be.
set -euo pipefail
if ! command -v slurmctld >/dev/null || ! command -v munged >/dev/null; then
    { apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends slurm-wlm munge; } >/dev/null 2>&1 || {
        echo "Slurm is skipped: slurm-wlm cannot be installed" >&2
        exit 77
    }
fi
if [ "$(id -u)" != 0 ]; then
    echo "Slurm is skipped: its daemons need root" >&2
    exit 77
fi
work=$(mktemp -d)
chmod 755 "$work"
stop() {
    for daemon in slurmd slurmctld munged; do
        pkill -x "$daemon" || true
        while pgrep -x "$daemon" >/dev/null; do sleep 0.1; done
    done
    rm -rf "$work"
}
trap stop EXIT
[ -s /etc/munge/munge.key ] || /usr/sbin/create-munge-key >/dev/null
install -d -o munge -g munge /run/munge /var/log/munge /var/lib/munge
pgrep -x munged >/dev/null || /usr/sbin/munged --force 2>/dev/null
host=$(hostname -s)
cpus=$(nproc)
mkdir -p "$work/state" "$work/spool"
cat >"$work/slurm.conf" <<CONF
ClusterName=joplab
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
MinJobAge=300
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmdSpoolDir=$work/spool
StateSaveLocation=$work/state
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.log
NodeName=$host NodeAddr=127.0.0.1 CPUs=$cpus State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
CONF
export SLURM_CONF="$work/slurm.conf"
slurmctld
slurmd
for _ in $(seq 60); do
    sinfo --noheader --format=%T 2>/dev/null | grep -q idle && break
    sleep 0.5
done
sinfo --noheader --format=%T | grep -q idle || {
    tail -n 5 "$work"/*.log >&2
    echo "the node of Slurm does not come up" >&2
    exit 1
}
"$@"
