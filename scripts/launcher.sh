#!/bin/sh
# The program `kolam` of an archive, in its folder bin (scripts/pack.mjs).
set -eu

help() {
  cat << TEXT
Kolam $(version). Usage: $KOLAM_LAUNCHER PROGRAM [ARGUMENT]…

  start                        the server, until it is stopped
  doctor                       check this installation; changes nothing
  backup FILE or FOLDER/       copy the database while the server runs
  rehearse                     restore the newest backup as a test
  restore FILE                 replace the database by a backup
  login-link                   print a link that signs the admin in
  locked [ID --by NAME]        deleted applications that are kept under lock
  import FILE                  applications from a spreadsheet
  content export|import FOLDER the site's texts as files
  content proxy FILE           a proxy's configuration with its pages in the site's colours
  init                         ask who you are: name, city, zone, colours, pages
  move --to ADDRESS            copy everything to PostgreSQL
  seed [COUNT]                 add invented applications
  version, help

Settings are environment variables, or lines NAME=value of the file .env in the
present folder: $here/.env.example
Guide: $here/docs/operations.md
TEXT
}

version() { cat "$here/dist/.version"; }

here=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)
# Messages name this program, instead of npm (programCommand in src/server/config.ts).
export KOLAM_LAUNCHER="$0"
program=${1:-help}
[ $# -eq 0 ] || shift
[ "${1:-}" != --help ] || program=help
case $program in
  help | --help | -h)
    help
    exit
    ;;
  version | --version | -v)
    version
    exit
    ;;
  status | stop | restart | logs | config | upgrade)
    echo "$program is the service's: systemctl status|stop|restart kolam, journalctl -u kolam; settings and upgrades: integrations/debian/install.sh --help. In containers: docker compose." >&2
    exit 1
    ;;
  start) file=watch ;;
  main | watch) file= ;;
  *) file=$program ;;
esac
if [ ! -f "$here/dist/server/$file.js" ]; then
  echo "Unknown program: $program. $KOLAM_LAUNCHER help lists all programs." >&2
  exit 1
fi
node="$here/node/bin/node"
if [ ! -x "$node" ]; then
  node=node
  found=$(node -p process.versions.node 2> /dev/null || echo none)
  if ! [ "${found%%.*}" -ge 26 ] 2> /dev/null; then
    echo "Kolam needs Node.js 26; there is: $found. An archive made with --node brings its own." >&2
    exit 1
  fi
fi
exec "$node" "$here/dist/server/$file.js" "$@"
