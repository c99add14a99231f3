#!/bin/sh
# restore.sh BASE WAL TARGET: makes of a copy (backup.sh) and the log (receive-wal.sh) the folder of a database that holds every
# commit the log holds. TARGET must not exist. Start PostgreSQL on it as the user that runs PostgreSQL; it listens when it is through.
set -eu
base=$1
wal=$2
target=$3
if [ -e "$target" ]; then
  echo "$target is there already: move it away first" >&2
  exit 2
fi
if [ ! -f "$base/backup_label" ]; then
  echo "$base is no whole copy" >&2
  exit 2
fi
mkdir -m 0700 "$target"
cp -a "$base/." "$target"
rm -f "$target/postmaster.pid" "$target/postmaster.opts"
# The newest file of the log is not full yet: the receiver calls it .partial.
cat >>"$target/postgresql.auto.conf" <<END
restore_command = 'cp "$wal/%f" "%p" || cp "$wal/%f.partial" "%p"'
recovery_target_timeline = 'latest'
synchronous_standby_names = ''
END
touch "$target/recovery.signal"
echo "start PostgreSQL on $target; afterwards take a new copy, and let a new receiver begin with an empty folder"
