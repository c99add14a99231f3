#!/bin/sh
# backup.sh CONNECTION FOLDER: a whole copy of the database while it runs, FOLDER/base-TIME, looked through by pg_verifybackup.
# Together with the log that receive-wal.sh keeps it can be restored to the last commit. Copies but the newest KEEP (7) are
# deleted, and of the log what only those needed, if WAL names its folder.
set -eu
connection=$1
folder=$2
PATH="${PG_BIN:+$PG_BIN:}$PATH"
mkdir -p "$folder"
name="base-$(date -u +%Y%m%dT%H%M%SZ)"
# Under another name until it is whole: what is named base- can be restored.
pg_basebackup --dbname="$connection" --pgdata="$folder/.$name" --format=plain --wal-method=fetch --checkpoint=fast
pg_verifybackup --quiet "$folder/.$name"
mv "$folder/.$name" "$folder/$name"
find "$folder" -maxdepth 1 -type d -name 'base-*' | sort -r | tail -n "+$((${KEEP:-7} + 1))" | while read -r old; do
  rm -rf "$old"
done
if [ -n "${WAL:-}" ]; then
  oldest=$(find "$folder" -maxdepth 1 -type d -name 'base-*' | sort | head -n 1)
  # "START WAL LOCATION: 0/2000028 (file 000000010000000000000002)"
  first=$(sed -n 's/^START WAL LOCATION: .*(file \(.*\))$/\1/p' "$oldest/backup_label")
  pg_archivecleanup "$WAL" "$first"
fi
echo "$folder/$name"
