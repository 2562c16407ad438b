#!/bin/sh
# Campaigns on a Slurm cluster and on a host that is reached by ssh: real daemons, on loopback, with ports, keys and
# folders of their own.  `make check-cluster' runs this; `./bootstrap --cluster' installs what it needs.
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
PATH=$PATH:/usr/sbin:/sbin
[ "$(id -u)" -eq 0 ] || tap_plan skip 'sshd and slurmd are started as root'
for tap_program in munged mungekey slurmctld slurmd sbatch sshd ssh ssh-keygen parallel "${SPIN:=spin}" gcc; do
	command -v "$tap_program" >/dev/null 2>&1 ||
		tap_plan skip "$tap_program is not installed (./bootstrap --cluster)"
done
tap_scratch
here=$(mktemp -d "${TMPDIR:-/tmp}/gcdsl-cluster.XXXXXX") || exit 99
munge='' ctl='' node1='' node2='' sshd='' sshd2='' local_seconds='?'
# stop PID…: only what this script has started.
stop () {
	for started; do kill "$started" 2>/dev/null; done
	sleep 1
	for started; do kill -9 "$started" 2>/dev/null; done
}
clean () {
	stop $node1 $node2 $ctl $sshd $sshd2 $munge
	[ -n "${TAP_KEEP-}" ] || rm -rf "$here"
	tap_clean
}
trap clean EXIT
specification=$top_srcdir/examples/stw.gc
select='--scenario two_fields --no-mutants'
# Of the campaign `paper': all 582 runs with GCDSL_TESTS=all.
some='--scenario two_roots --scenario pointer_deletion'
tap_all && some=
# What other machines run: gcdsl with a cache of its own.
there=$here/gcdsl
printf '#!/bin/sh\nXDG_CACHE_HOME=%s/cache exec %s "$@"\n' "$here" "$GCDSL" >"$there"
chmod +x "$there"

# cells FILE: what a run must not change: all but the costs and the versions.
cells () {
	sed 's/"\(seconds\|memory_mb\)": *[0-9.e+-]*//g; s/"kept": *[a-z0-9]*//g; s/},/&\n/g' "$1"
}
# verify ENGINE…: with nothing kept.  Sets status; JSON in ./out, messages in ./err.
verify () {
	rm -f results
	# shellcheck disable=SC2086 # words on purpose
	timeout 300 "$GCDSL" verify "$specification" $select --json --results results "$@" >out 2>err &&
		status=0 || status=$?
}
same_as_local () {
	cells out >got
	tap_is "$1: exit status" "$status" "$local_status"
	tap_same "$1: the results are those of the local run" got wanted
}
# campaign NAME ENGINE…: the runs of the paper, from a cold cache.  Sets status, seconds; JSON in ./out, messages in ./err.
campaign () {
	name=$1
	shift
	rm -rf results cache "$here/cache"
	began=$(date +%s)
	# shellcheck disable=SC2086 # words on purpose
	XDG_CACHE_HOME=$PWD/cache timeout 1800 "$GCDSL" verify --campaign "$top_srcdir/examples/paper/paper.campaign" $some \
		--json --results results "$@" >out 2>err && status=0 || status=$?
	seconds=$(($(date +%s) - began))
	cells out >got
	echo "# paper, $name: $(grep -c '"states"' got) cells, $seconds s, $local_seconds s on this machine alone"
}
same_paper () {
	campaign "$@"
	tap_is "$1: exit status of the paper's runs" "$status" 0
	tap_same "$1: the runs of the paper are those of the local run" got paper
}
campaign 'this machine' --engine local
cp got paper
local_seconds=$seconds
tap_is 'the runs of the paper, here' "$status" 0
verify --engine local
local_status=$status
cells out >wanted
tap_is 'the local run has cells' "$(grep -c '"verdict": *"holds"' out | sed 's/^[1-9].*/some/')" some

# ---- ssh
ssh_port=$((20000 + $$ % 10000))
mkdir -p /run/sshd "$here/ssh"
chmod 700 "$here" "$here/ssh"
ssh-keygen -q -t ed25519 -N '' -f "$here/ssh/host" && ssh-keygen -q -t ed25519 -N '' -f "$here/ssh/key"
cp "$here/ssh/key.pub" "$here/ssh/authorized"
cat >"$here/ssh/config" <<END
Port $ssh_port
ListenAddress 127.0.0.1
HostKey $here/ssh/host
AuthorizedKeysFile $here/ssh/authorized
PidFile $here/ssh/pid
PermitRootLogin prohibit-password
PasswordAuthentication no
UsePAM no
StrictModes no
END
"$(command -v sshd)" -D -f "$here/ssh/config" 2>"$here/ssh/log" & sshd=$!
sleep 1
PARALLEL_SSH="ssh -p $ssh_port -i $here/ssh/key -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR -o BatchMode=yes"
export PARALLEL_SSH
verify --engine parallel --work "$here/w1"
same_as_local 'parallel here'
verify --engine parallel --work "$here/w2 it's" --hosts 1/127.0.0.1
same_as_local 'parallel by ssh'
same_paper 'parallel here' --engine parallel --work "$here/p1"
same_paper 'parallel by ssh' --engine parallel --work "$here/p2" --hosts "1/127.0.0.1,1/:" --program "$there"
tap_is 'parallel by ssh: the other host had tasks' \
	"$(cat "$here/w2 it's"/*/joblog-* | cut -f2 | grep -c '127.0.0.1' | sed 's/^[1-9].*/some/')" some
verify --engine parallel --work "$here/w3" --hosts no-such-host.invalid
tap_is 'a wrong host: exit status' "$status" 4
tap_is 'a wrong host is named' "$(grep -c 'the host no-such-host.invalid cannot be used: ' err)" 1

# interrupt SIGNAL FOLDER ENGINE…: in the middle, when some results are there.
interrupt () {
	signal=$1 folder=$2
	shift 2
	rm -f results
	# shellcheck disable=SC2086
	"$GCDSL" verify "$specification" $select --json --results results --chunk 1 --work "$folder" "$@" \
		>out 2>err & pid=$!
	for try in $(seq 600); do
		ls "$folder"/*/*.result >/dev/null 2>&1 && break
		sleep 0.1
	done
	kill "-$signal" "$pid"
	wait "$pid" && status=0 || status=$?
	found=$(find "$folder" -name '*.result' | wc -l)
}
# resume FOLDER ENGINE…: what was found is not run again.
resume () {
	folder=$1
	shift
	# shellcheck disable=SC2086
	timeout 300 "$GCDSL" verify "$specification" $select --json --results results --chunk 1 \
		--work "$folder" "$@" >out 2>err && status=0 || status=$?
}
# A host that goes down in the middle: its tasks run on the other one.
sed "s/^Port .*/Port $((ssh_port + 1))/; s|^PidFile .*|PidFile $here/ssh/pid2|" "$here/ssh/config" >"$here/ssh/config2"
"$(command -v sshd)" -D -f "$here/ssh/config2" 2>"$here/ssh/log2" & sshd2=$!
sleep 1
rm -f results
# shellcheck disable=SC2086
PARALLEL_SSH=$(echo "$PARALLEL_SSH" | sed "s/-p $ssh_port/-p $((ssh_port + 1))/") timeout 300 "$GCDSL" verify \
	"$specification" $select --json --results results --chunk 1 --work "$here/w11" --engine parallel \
	--hosts "1/127.0.0.1,1/:" >out 2>err & pid=$!
for try in $(seq 600); do
	ls "$here"/w11/*/*.result >/dev/null 2>&1 && break
	sleep 0.1
done
sessions=$(ps -o pid= --ppid $sshd2)
stop $sshd2 $sessions
sshd2=
wait "$pid" && status=0 || status=$?
same_as_local 'a host goes down'

interrupt TERM "$here/w4" --engine parallel --jobs 1
tap_is 'parallel, interrupted: exit status' "$status" 143
resume "$here/w4" --engine parallel
same_as_local 'parallel goes on after an interrupt'
interrupt KILL "$here/w5" --engine parallel --jobs 1
cp "$here"/w5/*/joblog-1 joblog
resume "$here/w5" --engine parallel
same_as_local 'parallel goes on after kill -9'
tap_is '... with the same job log' "$(head -n "$(wc -l <joblog)" "$here"/w5/*/joblog-1 | cmp - joblog && echo same)" same

# ---- Slurm
mungekey --create --keyfile="$here/munge.key" 2>/dev/null || dd if=/dev/urandom of="$here/munge.key" bs=128 count=1 2>/dev/null
chmod 600 "$here/munge.key"
chmod 711 "$here"
munged --foreground --force --key-file="$here/munge.key" --socket="$here/munge.socket" --pid-file="$here/munge.pid" \
	--seed-file="$here/munge.seed" --log-file="$here/munge.log" 2>"$here/munge.err" & munge=$!
mkdir "$here/state"
base=$((30000 + $$ % 10000))
sed "s|@DIR@|$here|; s|@USER@|root|; s|@HOST@|$(hostname -s)|; s|@CTLPORT@|$base|; s|@PORT1@|$((base + 1))|; s|@PORT2@|$((base + 2))|" \
	"$top_srcdir/tests/cluster/slurm.conf.in" >"$here/slurm.conf"
SLURM_CONF=$here/slurm.conf
export SLURM_CONF
sleep 1
slurmctld -D 2>"$here/ctl.err" & ctl=$!
slurmd -D -N node1 2>"$here/node1.err" & node1=$!
slurmd -D -N node2 2>"$here/node2.err" & node2=$!
for try in $(seq 60); do
	[ "$(sinfo -h -t idle -o %D 2>/dev/null)" = 2 ] && break
	sleep 0.5
done
tap_is 'a cluster of two nodes' "$(sinfo -h -t idle -o %D 2>&1)" 2
if [ "$(sinfo -h -t idle -o %D 2>&1)" != 2 ]; then
	tail -n 5 "$here"/*.log "$here"/*.err | sed 's/^/# /'
	tap_done
fi
verify --engine slurm --work "$here/w6"
same_as_local Slurm
same_paper Slurm --engine slurm --work "$here/p3" --program "$there"
verify --engine slurm --work "$here/w7" --slurm-option=--partition=nowhere
tap_is 'a wrong partition: exit status' "$status" 4
tap_is 'a wrong partition: what sbatch says' "$(grep -c 'invalid partition' err)" 1
interrupt TERM "$here/w8" --engine slurm
tap_is 'Slurm, interrupted: exit status' "$status" 143
sleep 3
tap_is '... and nothing is left in the queue' "$(squeue -h)" ''
resume "$here/w8" --engine slurm
same_as_local 'Slurm goes on after an interrupt'
verify --engine slurm --work "$here/w9" --detach
tap_is 'detached: exit status' "$status" 3
for try in $(seq 120); do
	[ -z "$(squeue -h)" ] && break
	sleep 1
done
verify --engine slurm --work "$here/w9"
same_as_local 'detached, and taken later'

# running: an array's task that runs.
running () {
	for try in $(seq 100); do
		task=$(squeue -h -t R -o %i 2>/dev/null | head -n 1)
		[ -z "$task" ] || break
		sleep 0.1
	done
	echo "$task"
}
# A task that is preempted goes into the queue again, where it waits for some time.
rm -f results
# shellcheck disable=SC2086
timeout 300 "$GCDSL" verify "$specification" $select --json --results results --chunk 1 --work "$here/w12" \
	--engine slurm >out 2>err & pid=$!
task=$(running)
tap_run 'a task is preempted' scontrol requeue "$task"
wait "$pid" && status=0 || status=$?
same_as_local 'a task is preempted'

# A node that dies in the middle: its tasks run on the other one.
rm -f results
# shellcheck disable=SC2086
timeout 300 "$GCDSL" verify "$specification" $select --json --results results --chunk 1 --work "$here/w10" \
	--engine slurm >out 2>err & pid=$!
for try in $(seq 100); do
	squeue -h -t R -o %N 2>/dev/null | grep node2 >/dev/null && break
	sleep 0.1
done
kill -9 "$node2"
wait "$pid" && status=0 || status=$?
same_as_local 'a node is lost'
tap_done
