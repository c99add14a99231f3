#!/bin/sh
# room.sh FOLDER MEGABYTES: runs while the disk of FOLDER has room for that much, and ends with 1 when it has not.
# PostgreSQL on a full disk answers each write with an error and stays primary; so its member is stopped (patroni-room.conf).
set -eu
while [ "$(df --output=avail --block-size=1M "$1" | tail -n 1)" -ge "$2" ]; do
  sleep 1
done
echo "less than $2 MB left on the disk of $1" >&2
exit 1
