#!/bin/sh
# A Citus cluster on this machine, for trying: a coordinator and two workers on loopback, each a PostgreSQL of its own.
#
#   deploy/citus/cluster.sh start [folder] [port]    the coordinator's port; the workers have the two after it. Begins, or brings back what is down
#   deploy/citus/cluster.sh stop [folder]            ends all three
#   deploy/citus/cluster.sh remove [folder]          ends them and removes their data
#
# `start` prints the DATABASE_URL, of a database that has the extension and knows its workers. PG_CONFIG names the pg_config of a
# PostgreSQL that Citus is installed for; install.sh builds one. FSYNC=off for tests: what is lost with the power is lost.
set -eu

command=${1:-}
folder=${2:-/tmp/grandstand-citus}
port=${3:-9700}
bin=$("${PG_CONFIG:-pg_config}" --bindir)
fsync=${FSYNC:-on}
database=grandstand
nodes='coordinator worker1 worker2'

# PostgreSQL refuses to run as root.
as_postgres() {
  if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi
}

sql() { # port database statement
  PGOPTIONS='-c client_min_messages=warning' as_postgres "$bin/psql" -X -q -A -t -v ON_ERROR_STOP=1 -h 127.0.0.1 -p "$1" -U postgres -d "$2" -c "$3"
}

configure() { # node port
  cat >"$folder/$1/grandstand.conf" <<SETTINGS
listen_addresses = '127.0.0.1'
port = $2
unix_socket_directories = ''
shared_preload_libraries = 'citus'
# Days and hours are reckoned on every node alike.
timezone = 'UTC'
# Some of what a node refuses arrives as its sentence only, which has to be the one that is known.
lc_messages = 'C'
# What several nodes commit together is prepared on each of them first.
max_prepared_transactions = 300
max_connections = 300
max_worker_processes = 64
wal_level = logical
fsync = $fsync
synchronous_commit = $fsync
full_page_writes = $fsync
citus.shard_count = 4
# What is append-only is so on the shards.
citus.enable_unsafe_triggers = on
citus.enable_statistics_collection = off
# A node that is away is missed soon, and not after half a minute.
citus.node_connection_timeout = '2s'
SETTINGS
  grep -q grandstand.conf "$folder/$1/postgresql.conf" ||
    echo "include 'grandstand.conf'" >>"$folder/$1/postgresql.conf"
}

# In a container a process that was killed may keep its number for a while, and pg_ctl takes it for alive.
is_running() {
  as_postgres "$bin/pg_ctl" -D "$folder/$1" status >/dev/null || return 1
  case $(ps -o stat= -p "$(head -n 1 "$folder/$1/postmaster.pid")") in Z*) return 1 ;; esac
}

start() {
  [ -e "$("${PG_CONFIG:-pg_config}" --sharedir)/extension/citus.control" ] || {
    echo 'this PostgreSQL has no Citus: name the pg_config of one that has in PG_CONFIG, or build it by install.sh' >&2
    exit 1
  }
  mkdir -p "$folder"
  [ "$(id -u)" != 0 ] || chown postgres "$folder"
  number=$port
  for node in $nodes; do
    if [ ! -e "$folder/$node/PG_VERSION" ]; then
      as_postgres "$bin/initdb" -D "$folder/$node" -U postgres -A trust -E UTF8 --locale=C.UTF-8 --no-sync >/dev/null
    fi
    configure "$node" "$number"
    is_running "$node" || {
      rm -f "$folder/$node/postmaster.pid"
      as_postgres "$bin/pg_ctl" -D "$folder/$node" -l "$folder/$node.log" -w -s start >&2
    }
    sql "$number" postgres "select 1 from pg_database where datname = '$database'" | grep -q 1 ||
      sql "$number" postgres "create database $database" >&2
    sql "$number" "$database" 'create extension if not exists citus' >&2
    number=$((number + 1))
  done
  sql "$port" "$database" "select citus_set_coordinator_host('127.0.0.1', $port)
    where not exists (select 1 from pg_dist_node where groupid = 0)" >/dev/null
  for number in $((port + 1)) $((port + 2)); do
    sql "$port" "$database" "select citus_add_node('127.0.0.1', $number)" >/dev/null
  done
  echo "postgres://postgres@127.0.0.1:$port/$database"
}

stop() {
  for node in $nodes; do
    [ -e "$folder/$node/postmaster.pid" ] || continue
    # One that was killed has left the file behind, and nothing to stop.
    is_running "$node" || {
      rm -f "$folder/$node/postmaster.pid"
      continue
    }
    as_postgres "$bin/pg_ctl" -D "$folder/$node" -m fast -w -s stop
  done
}

case $command in
start) start ;;
stop) stop ;;
remove)
  stop
  for node in $nodes; do rm -rf "${folder:?}/$node" "${folder:?}/$node.log"; done
  rmdir "$folder" 2>/dev/null || true
  ;;
*)
  sed -n '2,/^set/p' "$0" | sed '$d; s/^# \{0,1\}//'
  exit 2
  ;;
esac
