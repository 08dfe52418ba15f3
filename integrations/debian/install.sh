#!/usr/bin/env bash
# Installs Kolam as a service on Debian 12 or Ubuntu 24.04, or newer, or updates it: account, folders, settings, units, proxy with a certificate,
# backups every hour and a rehearsal every week. Run it from the unpacked archive of `npm run pack`:
#
#   sudo kolam-…/integrations/debian/install.sh PUBLIC_URL=https://kolam.example ADMIN_EMAIL=you@kolam.example
#
# Each further argument NAME=VALUE is a setting, too. A second run changes only differences; an update needs no arguments.
#
#   --dry-run   prints what it would do, and does nothing
#   --no-proxy  without Caddy: another proxy passes requests to 127.0.0.1:3000
#
# Run it again when the colours of the site change: the pages that Caddy answers itself take them.
#
# An update that is not ready within a minute goes back to the release and the settings before it.
#
# With KOLAM_ROOT=/some/folder it writes its files below that folder, and prints the commands for the system without running them; KOLAM_READY is
# then the command that tells whether the server is ready.
set -euo pipefail

release_folder=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
release=$(basename "$release_folder")
root=${KOLAM_ROOT:-}
programs=$root/opt/kolam
settings=$root/etc/kolam.env
units=$root/etc/systemd/system
caddyfile=$root/etc/caddy/Caddyfile
data=$root/var/lib/kolam
backups=$root/var/backups/kolam

dry_run=
proxy=yes
arguments=()
# the systemctl command that makes the services use the written files; may be empty
stale=
caddy_stale=
# the release that ran before this one
previous=$(readlink "$programs/current" || true)
written=$(mktemp)
kept_settings=$(mktemp)
trap 'rm -f "$written" "$kept_settings"' EXIT

fail() {
  printf '%s\n' "$*" >&2
  exit 1
}

step() { printf '\n%s\n' "$*"; }

# Changes files below $root.
run() {
  printf '  %s\n' "$*"
  [ -n "$dry_run" ] || "$@"
}

# Changes the system itself: accounts, packages, services.
system() {
  printf '  %s\n' "$*"
  [ -n "$dry_run$root" ] || "$@"
}

# write FILE MODE: writes its input to FILE, unless the content is the same; true when it was written.
write() {
  cat > "$written"
  if cmp -s "$written" "$1"; then return 1; fi
  printf '  write %s (mode %s)\n' "$1" "$2"
  [ -n "$dry_run" ] || install -D -m "$2" "$written" "$1" || exit 1
}

# setting NAME: the value in the settings file, without quotes.
setting() { { cat "$settings" 2> /dev/null || true; } | sed -n "s/^$1=//p" | tail -n 1 | sed 's/^"\(.*\)"$/\1/'; }

read_arguments() {
  for argument in "$@"; do
    case $argument in
      --help)
        sed -n '2,/^set /s/^# \{0,1\}//p' "$0"
        exit
        ;;
      --dry-run) dry_run=yes ;;
      --no-proxy) proxy= ;;
      DATA_DIR=* | PORT=*) fail "${argument%%=*} is set by the service's unit." ;;
      [A-Z]*=*)
        grep -q "^${argument%%=*}=" "$release_folder/.env.example" || fail "${argument%%=*} is not a setting; .env.example lists them all."
        arguments+=("$argument")
        ;;
      *) fail "Unknown argument $argument. Use NAME=VALUE for settings, --dry-run or --no-proxy." ;;
    esac
  done
}

# The settings file with the arguments in it: each replaces its line, commented out or not.
settings_with_arguments() {
  local text name value line
  text=$(cat "$settings" 2> /dev/null || cat "$release_folder/integrations/debian/kolam.env")
  for argument in "${arguments[@]}"; do
    name=${argument%%=*}
    value=${argument#*=}
    case $value in *[\ \"\\\'\#\;]*) value=\"$(printf '%s' "$value" | sed 's/[\\"]/\\&/g')\" ;; esac
    line="$name=$value"
    if grep -q "^#\?$name=" <<< "$text"; then
      text=$(NAME=$name LINE=$line awk 'match($0, "^#?" ENVIRON["NAME"] "=") { if (!done++) print ENVIRON["LINE"]; next } { print }' <<< "$text")
    else
      text+=$'\n\n'$line
    fi
  done
  printf '%s\n' "$text"
}

check_machine() {
  [ -n "$root$dry_run" ] || [ "$(id -u)" = 0 ] || fail "Run this script as root: sudo $0"
  [ -x "$release_folder/bin/kolam" ] || fail "$release_folder is not an unpacked archive. Create one in the project's folder: npm run pack -- --node"
  ! compgen -G "$units/multi-user.target.wants/kolam@*.service" > /dev/null ||
    fail "Several nodes run here (kolam@PORT). Set and update them as docs/operations-reference.md says, Several nodes."
  [ -n "$root$dry_run" ] || [ -d /run/systemd/system ] || fail "The service needs systemd, which does not run on this machine."
  if [ ! -x "$release_folder/node/bin/node" ] && ! node -e 'process.exit(process.versions.node.split(".")[0] < 26 ? 1 : 0)' 2> /dev/null; then
    fail "Node.js 26 is neither installed nor in the archive. Create the archive with: npm run pack -- --node"
  fi
}

check_settings() {
  local argument admin mail
  url=$(setting PUBLIC_URL)
  mail=$(setting SMTP_URL)$(setting RESEND_API_KEY)$(setting CAPTURE_MAIL)
  admin=$(setting ADMIN_EMAIL)
  for argument in "${arguments[@]}"; do
    case $argument in
      PUBLIC_URL=*) url=${argument#*=} ;;
      ADMIN_EMAIL=*) admin=${argument#*=} ;;
      SMTP_URL=* | RESEND_API_KEY=* | CAPTURE_MAIL=*) mail=$mail${argument#*=} ;;
    esac
  done
  if [ -z "$url" ] || [ -z "$admin" ]; then
    fail "Set the address of the site and the admin's email: PUBLIC_URL=https://kolam.example ADMIN_EMAIL=you@kolam.example"
  fi
  host=${url#https://}
  host=${host%/}
  if [ -n "$proxy" ] && ! [[ $url == https://* && $host =~ ^[A-Za-z0-9.-]+$ ]]; then
    fail "PUBLIC_URL: got $url; Caddy needs https:// and a host name. If you have your own proxy, add --no-proxy."
  fi
  if [[ $url == https://* && ! $host =~ \.(example|test)$ && -z $mail ]]; then
    fail "Set how mail is sent: SMTP_URL=smtp://user:password@host:587 or RESEND_API_KEY=…, or CAPTURE_MAIL=yes for a trial."
  fi
}

# Fails if there is a Caddyfile that is neither Kolam's nor the package's: an operator wrote it, so it must not be replaced.
check_proxy() {
  [ -n "$proxy" ] || return 0
  if [ -e "$caddyfile" ] && ! grep -q '^# Kolam behind Caddy' "$caddyfile" &&
    ! (cd / && dpkg-query -W -f '${Conffiles}' caddy 2> /dev/null | grep -q "/etc/caddy/Caddyfile $(md5sum < "$caddyfile" | cut -d' ' -f1)"); then
    fail "$caddyfile is already used for something else. Add the site of $release_folder/integrations/caddy/Caddyfile to it, and use --no-proxy."
  fi
  [ -n "$root$dry_run" ] || [ -x /usr/bin/caddy ] || ! ss -ltnH '( sport = :80 or sport = :443 )' | grep -q . ||
    fail "Another program listens on port 80 or 443 (ss -ltnp shows it). Stop it, or let it forward requests to 127.0.0.1:3000 and use --no-proxy."
}

install_account() {
  step 'Account and folders'
  if [ -n "$root" ] || ! id kolam > /dev/null 2>&1; then
    system useradd --system --home-dir /var/lib/kolam --shell /usr/sbin/nologin kolam
  fi
  run install -d -m 755 "$programs"
  run install -d -m 700 "$data" "$backups"
  system chown kolam:kolam "$data" "$backups"
}

install_settings() {
  step 'Settings'
  cat "$settings" > "$kept_settings" 2> /dev/null || true
  if settings_with_arguments | write "$settings" 600; then stale=restart; else echo "  $settings is as it should be"; fi
}

# install_units RELEASE_FOLDER
install_units() {
  step 'Units'
  local unit
  for unit in "$1"/integrations/debian/*.service "$1"/integrations/debian/*.timer; do
    if write "$units/${unit##*/}" 644 < "$unit"; then
      case ${unit##*/} in kolam.service) stale=restart ;; esac
    fi
  done
  system systemctl daemon-reload
}

# a program of a release, with the service's account and settings
as_kolam=(systemd-run --quiet --pipe --wait --uid=kolam --property=EnvironmentFile=/etc/kolam.env --working-directory=/var/lib/kolam
  /usr/bin/env DATA_DIR=/var/lib/kolam)

# doctor RELEASE [ARGUMENT]
doctor() {
  system "${as_kolam[@]}" "/opt/kolam/$1/bin/kolam" doctor "${@:2}" || true
}

# switch RELEASE: makes the link to the release that runs.
switch() {
  run ln -sfn "$1" "$programs/next"
  run mv -T "$programs/next" "$programs/current"
}

install_release() {
  step "Release $release"
  if [ ! -d "$programs/$release" ]; then
    run rm -rf "$programs/$release.partial"
    run cp -a "$release_folder" "$programs/$release.partial"
    system chown -R root:root "$programs/$release.partial"
    run mv -T "$programs/$release.partial" "$programs/$release"
  fi
  if [ "$(readlink "$programs/current" || true)" = "$release" ]; then
    echo "  it runs already"
    return
  fi
  if [ -n "$previous" ]; then
    step 'What the first start will do'
    doctor "$release" --upgrade
    step 'Backup and switch'
    system systemctl start kolam-backup.service
  fi
  switch "$release"
  stale=restart
}

install_proxy() {
  [ -n "$proxy" ] || return 0
  step 'Proxy'
  if [ ! -x "$root/usr/bin/caddy" ]; then
    system apt-get update -qq
    system env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends caddy ca-certificates
  fi
}

# The Caddyfile with its own pages as those of the published site: nothing where that cannot be read.
site_pages() {
  local file=integrations/caddy/Caddyfile
  if [ -n "$root" ]; then
    [ ! -e "$data/kolam.sqlite" ] || DATA_DIR=$data "$programs/current/bin/kolam" content proxy "$release_folder/$file"
  elif [ -z "$dry_run" ]; then
    "${as_kolam[@]}" /opt/kolam/current/bin/kolam content proxy "/opt/kolam/current/$file"
  fi
}

start_proxy() {
  [ -n "$proxy" ] || return 0
  local text
  text=$(site_pages) || text=
  if sed -e "s/{\$KOLAM_HOST:[^}]*}/$host/" -e "s/{\$KOLAM_NODES:\([^}]*\)}/\1/" <<< "${text:-$(cat "$release_folder/integrations/caddy/Caddyfile")}" | write "$caddyfile" 644; then
    caddy_stale=reload-or-restart
  fi
  system systemctl "${caddy_stale:-start}" caddy.service
}

answers_ready() {
  exec 3<> /dev/tcp/127.0.0.1/3000 || return 1
  printf 'GET /readyz HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n' >&3
  head -n 1 <&3 | grep -q ' 200 '
}

# Waits until the server is ready, at most a minute.
is_ready() {
  [ -z "$dry_run" ] || return 0
  if [ -n "$root" ]; then
    ${KOLAM_READY:-true}
    return
  fi
  for _ in $(seq 60); do
    if (answers_ready) 2> /dev/null; then return 0; fi
    sleep 1
  done
  journalctl -u kolam.service -n 20 -o cat --no-pager >&2
  return 1
}

# Puts back what ran before this update.
go_back() {
  step "Back to $previous"
  write "$settings" 600 < "$kept_settings" || true
  install_units "$programs/$previous"
  switch "$previous"
  system systemctl restart kolam.service
  if is_ready; then
    fail "$release with these settings was not ready after a minute; its last lines are above. $previous runs again, with the settings before."
  fi
  fail "Neither $release nor $previous is ready; the last lines of both are above. If $previous says that the database was made by a newer version, restore the backup of this update: /opt/kolam/current/bin/kolam restore FILE, with the newest file of /var/backups/kolam."
}

start_services() {
  step 'Services'
  system systemctl enable --quiet --now kolam-backup.timer kolam-rehearse.timer
  system systemctl enable --quiet kolam.service
  # Its failure is told by is_ready.
  system systemctl "${stale:-start}" kolam.service || true
  if is_ready; then
    start_proxy
    return
  fi
  [ -z "$previous" ] || go_back
  fail 'The server is not ready after a minute; its last lines are above.'
}

read_arguments "$@"
check_machine
check_settings
check_proxy
install_account
install_settings
install_units "$release_folder"
install_release
install_proxy
start_services
# Remaining problems (DNS, mail, placeholders) are only reported; they are no reason to fail.
step 'Doctor'
doctor current
step "Kolam runs, for $url."
