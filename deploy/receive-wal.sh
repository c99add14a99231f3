#!/bin/sh
# receive-wal.sh CONNECTION FOLDER: keeps PostgreSQL's write-ahead log in FOLDER as it is written, until it is stopped.
# Each commit is flushed there at once, and told so: with synchronous_standby_names = 'pg_receivewal' a commit waits for it.
# PG_BIN: the folder of PostgreSQL's programs, where they are not on the path.
set -eu
connection=$1
folder=$2
mkdir -p "$folder"
PATH="${PG_BIN:+$PG_BIN:}$PATH"
pg_receivewal --dbname="$connection" --directory="$folder" --slot=iq_wal --create-slot --if-not-exists
exec pg_receivewal --dbname="$connection" --directory="$folder" --slot=iq_wal --synchronous --status-interval=5
